"""Options of `gongzhu arena` and `gongzhu ladder`: entrants, rule sets, deals and the ledger."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from gongzhu.cli.common import (
    argument,
    fail,
    fail_at,
    named_rules,
    option,
    refuse_existing,
    refuse_other_kind,
)
from gongzhu.rules import RuleSet
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.arena.entrant import Entrant
    from gongzhu.arena.ledger import Heading, Ledger, NumberedResult

    Result = TypeVar("Result", bound=NumberedResult)

FAULT = 1

Bots = Annotated[list[str], argument("cli.arena.who", "BOT")]
RulesNames = Annotated[list[str], option("cli.arena.rules", "--rules", "-r")]
Deals = Annotated[int, option("cli.arena.deals", "--deals", "-n", min=1)]
Seed = Annotated[str, option("cli.arena.seed", "--seed", "-s")]
LedgerFile = Annotated[Path | None, option("cli.arena.ledger", "--ledger", metavar="FILE")]
PlotFile = Annotated[Path | None, option("cli.arena.plot", "--plot", metavar="FILE")]
PatienceSeconds = Annotated[
    float,
    option("cli.arena.patience", "--patience", min=0.001, max=86400, metavar="SECONDS"),
]
Events = Annotated[bool, option("cli.arena.events", "--events")]
Adjusted = Annotated[bool, option("cli.arena.adjusted", "--adjusted")]
Json = Annotated[bool, option("cli.arena.json", "--json")]


def entrants(
    names: Sequence[str], patience: float, events: bool, lang: Lang
) -> "tuple[Entrant, ...]":
    """The entrants with these names. Exits with an error message if a name is unknown or there are
    fewer than two."""
    from gongzhu.arena.entrant import UnknownEntrant, entrant
    from gongzhu.bots import UnknownLevel

    try:
        found = tuple(entrant(name, patience=patience, events=events) for name in names)
    except (UnknownEntrant, UnknownLevel) as error:
        fail(error.text(lang))
    if len(found) < 2:
        fail(say("arena.too_few", lang))
    return found


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
    try:
        path.write_text(drawn, encoding="utf-8")
    except OSError as error:
        fail_at(path, error, lang)


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
    from contextlib import closing

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
