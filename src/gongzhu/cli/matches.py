"""What `gongzhu arena` and `gongzhu ladder` have in common: options, entrants, tables, pictures."""

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
"""Width in cells of a table that is not printed to a terminal: enough for every entrant's command
line."""

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
    """The player with this name or command, which can take part in matches; `more` goes to
    `entrant`. Exits with an error message if there is none."""
    from gongzhu.arena.entrant import UnknownEntrant, entrant
    from gongzhu.bots import UnknownLevel

    with refusing(UnknownEntrant, UnknownLevel, lang=lang):
        return entrant(name, **more)


def entrants(
    names: Sequence[str], patience: float, events: bool, lang: Lang
) -> "tuple[Entrant, ...]":
    """The players with these names or commands, to be compared in matches. Exits with an error
    message if a name is unknown or there are fewer than two."""
    found = tuple(entrant_of(name, lang, patience=patience, events=events) for name in names)
    return found if len(found) > 1 else fail(say("arena.too_few", lang))


def rule_sets(sources: Sequence[str], lang: Lang) -> list[tuple[str, RuleSet]]:
    """The rule sets that were asked for, each with the name it was given; duplicates are
    dropped."""
    return [(source, named_rules(source, lang).rules) for source in dict.fromkeys(sources)]


def check_plot(path: Path | None, force: bool, lang: Lang) -> None:
    """Exit with an error message if the picture could not be written, before any deal is played."""
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
    """Write a picture. Exits with an error message if that fails."""
    with refusing_at(path, OSError, lang=lang):
        path.write_text(drawn, encoding="utf-8")


def print_table(heads: dict[str, str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under their heads; each head comes with the side to which its column is
    aligned."""
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
    """The results of so many deals of a contest: first those in the ledger, then those still to be
    played. Exits with an error message if an outside bot fails."""
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
    """Open the ledger at `path`; None if there is no path. For `several` matches the path is a
    folder. `sound` is false for a result that cannot be genuine. Exits with an error message if the
    ledger cannot be used."""
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
