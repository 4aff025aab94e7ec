"""What came of servers under load, for ledgers and for whoever looks on."""

import resource
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct, field

TOLD = 20
"""Faults that are told in full."""


class Outcome(Struct):
    """The outcome of a run."""

    happened: Counter[str] = field(default_factory=Counter)
    """What was done to the server, and how often."""
    acknowledged: int = 0
    lost: int = 0
    twice: int = 0
    """Commands that were done twice."""
    resent: int = 0
    games: int = 0
    deals: int = 0
    entries: int = 0
    visits: int = 0
    """Guests who became known, and tables that were opened, while all this happened."""
    slowest_start: float = 0.0
    """Seconds."""
    refused: Counter[str] = field(default_factory=Counter)
    faults: list[str] = []


def figures(outcomes: Sequence[Outcome]) -> dict[str, object]:
    """What runs came to, for a ledger: with the processor time of this program and of those that
    it waited for."""
    happened = sum((outcome.happened for outcome in outcomes), Counter[str]())
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return {
        "at": dict(sorted(happened.items())),
        **{
            name: sum(getattr(outcome, name) for outcome in outcomes)
            for name in ("acknowledged", "lost", "resent", "entries", "games", "deals", "visits")
        },
        "refused": dict(sum((outcome.refused for outcome in outcomes), Counter[str]())),
        "faults": sum(len(outcome.faults) for outcome in outcomes),
        "slowest_start_s": round(max(outcome.slowest_start for outcome in outcomes), 2),
        "cpu_s": round(sum(one.ru_utime + one.ru_stime for one in spent), 1),
    }


def tell(what: str, outcomes: Sequence[Outcome]) -> int:
    """Print what runs came to, with their faults; the exit status."""
    faults = [fault for outcome in outcomes for fault in outcome.faults]
    for fault in faults[:TOLD]:
        print(fault)
    happened = sum(outcome.happened.total() for outcome in outcomes)
    acknowledged = sum(outcome.acknowledged for outcome in outcomes)
    lost = sum(outcome.lost for outcome in outcomes)
    print(f"{happened} {what}, {acknowledged} acknowledged, {lost} lost")
    return 1 if faults else 0
