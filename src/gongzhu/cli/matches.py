"""Options and helpers shared by `gongzhu arena`, `gongzhu ladder` and `gongzhu benchmark`: bots,
rule sets, ledgers, tables and pictures."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from gongzhu.cli.common import FAULT, argument, fail, fail_at, option, refusing, refusing_at
from gongzhu.cli.files import named_rules, refuse_existing, refuse_other_kind
from gongzhu.rules import RuleSet
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.arena.entrant import Entrant
    from gongzhu.arena.ledger import Heading, Ledger, NumberedResult, ResultBook
    from gongzhu.arena.match import Contest
    from gongzhu.computing import Pool

    Result = TypeVar("Result", bound=NumberedResult)

WIDE = 400
"""Width in columns of a table that is not printed to a terminal: enough for the command lines of
outside bots."""

Bots = Annotated[list[str], argument("cli.arena.who", "BOT")]
RulesNames = Annotated[list[str], option("cli.arena.rules", "--rules", "-r")]
Seed = Annotated[str, option("cli.arena.seed", "--seed", "-s")]
LedgerFile = Annotated[Path | None, option("cli.arena.ledger", "--ledger", metavar="FILE")]
PlotFile = Annotated[Path | None, option("cli.arena.plot", "--plot", metavar="FILE")]
PatienceSeconds = Annotated[
    float,
    # 86400 is MOST_PATIENCE of gongzhu.arena.entrant, which takes a while to import.
    option("cli.arena.patience", "--patience", min=0.001, max=86400, metavar="SECONDS"),
]
Events = Annotated[bool, option("cli.arena.events", "--events")]
Adjusted = Annotated[bool, option("cli.arena.adjusted", "--adjusted")]
Json = Annotated[bool, option("cli.arena.json", "--json")]


def entrant_of(name: str, lang: Lang, **more: Any) -> "Entrant":
    """The bot with this name or command. `more` are the other arguments of
    `gongzhu.arena.entrant.entrant`, such as `patience`. Exits with status 2 if there is none."""
    from gongzhu.arena.entrant import UnknownEntrant, entrant
    from gongzhu.bots import UnknownLevel

    with refusing(UnknownEntrant, UnknownLevel, lang=lang):
        return entrant(name, **more)


def entrants(
    names: Sequence[str], patience: float, events: bool, lang: Lang
) -> "tuple[Entrant, ...]":
    """The bots with these names or commands. `patience` is the seconds that an outside bot has for
    an answer. With `events` it is notified of the beginning and end of each deal. Exits with status
    2 if a name is unknown or there are fewer than two."""
    found = tuple(entrant_of(name, lang, patience=patience, events=events) for name in names)
    return found if len(found) > 1 else fail(say("arena.too_few", lang))


def rule_sets(sources: Sequence[str], lang: Lang) -> list[tuple[str, RuleSet]]:
    """The rules for each value of `--rules`, paired with that value, without duplicates. Exits with
    status 2 if one is unknown or invalid."""
    return [(source, named_rules(source, lang).rules) for source in dict.fromkeys(sources)]


def check_plot(path: Path | None, force: bool, lang: Lang) -> None:
    """Exit with status 2 if a picture could not be written to `path` later: it must end in `.svg`,
    its folder must exist, an existing file needs `force`, and Matplotlib must be installed. Does
    nothing if `path` is None."""
    if path is None:
        return
    if path.suffix.lower() != ".svg":
        fail(say("arena.plot.suffix", lang, path=path))
    if not path.absolute().parent.is_dir():
        fail(say("arena.plot.folder", lang, path=path))
    refuse_existing(path, force, lang)
    if find_spec("matplotlib") is None:
        fail(say("arena.plot.missing", lang, python=sys.executable))


def write_plot(path: Path, drawn: str, lang: Lang) -> None:
    """Write the SVG text `drawn` to `path`. Exits with status 2 if that fails."""
    with refusing_at(path, OSError, lang=lang):
        path.write_text(drawn, encoding="utf-8")


def print_table(heads: dict[str, str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table on standard output. `heads` maps the heading of each column to its alignment,
    `left` or `right`. Every row has one text per column."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="")
    for head, side in heads.items():
        table.add_column(head, justify="right" if side == "right" else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    width = None if sys.stdout.isatty() else WIDE
    Console(file=sys.stdout, width=width, highlight=False, markup=False).print(table)


@contextmanager
def playing(
    contest: "Contest[Result]",
    count: int,
    pool: "Pool",
    book: "ResultBook[Result] | None",
    lang: Lang,
) -> "Iterator[Iterator[Result]]":
    """Yields an iterator over the results of `count` deals of a contest: first those in the ledger
    `book`, then the others, which are played in `pool` and added to it. Exits with status 1 if an
    outside bot fails."""
    from gongzhu.arena.match import play_rest
    from gongzhu.arena.outside import OutsideFault

    with (
        refusing(OutsideFault, lang=lang, status=FAULT),
        closing(play_rest(contest, count, book, pool)) as results,
    ):
        yield results


@contextmanager
def kept(
    path: Path | None,
    heading: "Heading",
    result: "type[Result]",
    several: bool,
    lang: Lang,
    *,
    sound: Callable[["Result"], bool] = lambda _: True,
) -> "Iterator[Ledger[Result] | None]":
    """Open the ledger at `path` for the match that `heading` identifies, and yield it, or None if
    `path` is None. If there are `several` matches, `path` is a folder with one ledger for each,
    which is created if it does not exist. `result` is the type of the results, and `sound` returns
    False for a result that is impossible. Exits with status 2 if the ledger belongs to another
    match or cannot be used."""
    from gongzhu.arena.ledger import Ledger, LedgerError

    if path is None:
        yield None
        return
    try:
        if several:
            path.mkdir(parents=True, exist_ok=True)
        ledger = Ledger(path, heading, result, sound)
    except LedgerError as error:
        refuse_other_kind(path, "ledger", lang)
        fail(error.text(lang))
    except OSError as error:
        fail_at(path, error, lang)
    with closing(ledger):
        yield ledger
