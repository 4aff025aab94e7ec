"""`gongzhu arena`: who is stronger, told from deals that are replayed with the seats exchanged."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.common import (
    LangName,
    RulesName,
    as_lang,
    fail,
    help_text,
    named_rules,
    system_language,
)
from gongzhu.cli.long_work import INTERRUPTED, interruptible, progress
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.arena.duplicate import Pairing
    from gongzhu.arena.entrant import Entrant
    from gongzhu.arena.ledger import Ledger
    from gongzhu.arena.tally import Tally

LANG = system_language()
FAULT = 1

Who = Annotated[str, typer.Argument(help=help_text("arena.who"))]
Deals = Annotated[
    int, typer.Option("--deals", "-n", min=1, metavar="N", help=help_text("arena.deals"))
]
Seed = Annotated[str, typer.Option("--seed", "-s", metavar="TEXT", help=help_text("arena.seed"))]
Jobs = Annotated[
    int, typer.Option("--jobs", "-j", min=1, max=256, metavar="N", help=help_text("arena.jobs"))
]
Seatings = Annotated[
    int | None, typer.Option("--seatings", min=2, metavar="N", help=help_text("arena.seatings"))
]
Decide = Annotated[bool, typer.Option("--decide", help=help_text("arena.decide"))]
LedgerFile = Annotated[
    Path | None, typer.Option("--ledger", metavar="FILE", help=help_text("arena.ledger"))
]
Json = Annotated[bool, typer.Option("--json", help=help_text("arena.json"))]


def arena(
    *,
    a: Who,
    b: Who,
    rules: RulesName,
    deals: Deals = 1000,
    seed: Seed = "1",
    jobs: Jobs = 1,
    seatings: Seatings = None,
    decide: Decide = False,
    ledger: LedgerFile = None,
    json: Json = False,
    lang: LangName = LANG,
) -> None:
    """Play the match, and say by how much A did better; interrupted, of what there is."""
    from gongzhu.arena.duplicate import Pairing
    from gongzhu.arena.match import play_match
    from gongzhu.arena.outside import OutsideFault
    from gongzhu.arena.tally import Tally

    language = as_lang(lang)
    who = _entrants(a, b, language)
    pairing = Pairing(*who, named_rules(rules, language).rules, seed, seatings)
    tally = Tally()
    stopped = False
    with _kept(ledger, pairing, language) as kept, interruptible() as interrupted:
        there = {result.number: result for result in kept.results} if kept else {}
        for number in sorted(there):
            if number < deals:
                tally.add(there[number])
        left = [number for number in range(deals) if number not in there]
        with progress(deals) as advance, closing(play_match(pairing, left, jobs)) as results:
            for _ in range(tally.deals):
                advance()
            try:
                while not (stopped or (decide and tally.decided)):
                    result = next(results, None)
                    if result is None:
                        break
                    if kept:
                        kept.add(result)
                    tally.add(result)
                    advance()
                    stopped = interrupted()
            except OutsideFault as fault:
                fail(fault.text(language), FAULT)
    _tell(pairing, rules, tally, json, language)
    if stopped and tally.deals < deals:
        raise typer.Exit(INTERRUPTED)


def _entrants(a: str, b: str, lang: Lang) -> "tuple[Entrant, Entrant]":
    from gongzhu.arena.entrant import UnknownEntrant, entrant
    from gongzhu.bots import UnknownLevel

    try:
        return entrant(a), entrant(b)
    except (UnknownEntrant, UnknownLevel) as error:
        fail(error.text(lang))


@contextmanager
def _kept(path: Path | None, pairing: "Pairing", lang: Lang) -> "Iterator[Ledger | None]":
    from gongzhu.arena.ledger import Ledger, LedgerError

    if path is None:
        yield None
        return
    try:
        ledger = Ledger(path, pairing)
    except LedgerError as error:
        fail(error.text(lang))
    except OSError as error:
        fail(f"{path}: {error.strerror}")
    with closing(ledger):
        yield ledger


def _tell(pairing: "Pairing", rules: str, tally: "Tally", as_json: bool, lang: Lang) -> None:
    import msgspec

    times = {"a": tally.times(0), "b": tally.times(1)}
    # One deal has a mean and no error; JSON has no number for that.
    sem = tally.sem if tally.deals > 1 else None
    if as_json:
        told = {
            "a": pairing.a.name,
            "b": pairing.b.name,
            "rules": rules,
            "deals": tally.deals,
            "mean": tally.mean,
            "sem": sem,
            "interval": tally.interval if sem is not None else None,
            "decided": tally.decided,
            "seed": pairing.seed,
            "ms_per_move": times,
        }
        sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
        return
    low, high = tally.interval
    values = {"a": pairing.a.name, "b": pairing.b.name, "rules": rules, "deals": tally.deals}
    sys.stdout.write(say("arena.match", lang, **values) + "\n")
    if sem is None:
        sys.stdout.write(say("arena.one_deal", lang, mean=f"{tally.mean:+.2f}") + "\n")
    else:
        figures = {"mean": f"{tally.mean:+.2f}", "sem": f"{sem:.2f}"}
        bounds = {"low": f"{low:+.2f}", "high": f"{high:+.2f}"}
        sys.stdout.write(say("arena.mean", lang, **figures, **bounds) + "\n")
        verdict = "decided" if tally.decided else "open"
        sys.stdout.write(say(f"arena.{verdict}", lang) + "\n")
    for side, time in times.items():
        if time.p50 is not None:
            name = values[side]
            shown = {"p50": f"{time.p50:.2f}", "p99": f"{time.p99:.2f}"}
            sys.stdout.write(say("arena.times", lang, name=name, **shown) + "\n")
