"""Options of `gongzhu arena` and `gongzhu ladder`: entrants, rule sets, deals and the ledger."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from gongzhu.cli.common import (
    fail,
    fail_at,
    help_text,
    named_rules,
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

Bots = Annotated[list[str], typer.Argument(metavar="BOT", help=help_text("arena.who"))]
RulesNames = Annotated[list[str], typer.Option("--rules", "-r", help=help_text("arena.rules"))]
Deals = Annotated[
    int, typer.Option("--deals", "-n", min=1, metavar="N", help=help_text("arena.deals"))
]
Seed = Annotated[str, typer.Option("--seed", "-s", metavar="TEXT", help=help_text("arena.seed"))]
LedgerFile = Annotated[
    Path | None, typer.Option("--ledger", metavar="FILE", help=help_text("arena.ledger"))
]
PlotFile = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help=help_text("arena.plot"))
]
PatienceSeconds = Annotated[
    float,
    typer.Option(
        "--patience",
        min=0.001,
        max=86400,  # MOST_PATIENCE of gongzhu.arena.entrant, which takes a while to import
        metavar="SECONDS",
        help=help_text("arena.patience"),
    ),
]
Events = Annotated[bool, typer.Option("--events", help=help_text("arena.events"))]
Adjusted = Annotated[bool, typer.Option("--adjusted", help=help_text("arena.adjusted"))]
Json = Annotated[bool, typer.Option("--json", help=help_text("arena.json"))]


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
