"""What happens in a simulated world: drawn from a seed, and shrunk when something goes wrong."""

from random import Random
from typing import Literal

import msgspec
from msgspec import Struct

from gongzhu.rules import PRESETS

FrameFault = Literal["drop", "duplicate", "delay", "cut", "half_open", "deaf"]
StepFault = Literal["crash", "stop", "pause", "clock", "link"]
CommitFault = Literal["fsync", "torn", "full", "stall", "unreadable"]
BotFault = Literal["hang", "late", "illegal", "nonsense", "die"]
Kind = FrameFault | StepFault | CommitFault | BotFault

FRAMES: tuple[Kind, ...] = ("drop", "duplicate", "delay", "cut", "half_open", "deaf")
STEPS: tuple[Kind, ...] = ("crash", "crash", "crash", "stop", "pause", "clock")
SHARED: tuple[Kind, ...] = ("crash", "stop", "pause", "pause", "clock", "link", "link")
"""Steps of one of several servers."""
COMMITS: tuple[Kind, ...] = ("fsync", "torn", "full", "stall", "unreadable")
BOTS: tuple[Kind, ...] = ("hang", "late", "illegal", "nonsense", "die")


SEVERAL = 0.2
"""The share of worlds with several servers."""
STEPPED = 4800
"""Steps that servers usually make at one table, together."""


class Fault(Struct, frozen=True):
    """Something that goes wrong once."""

    kind: Kind
    at: int
    """The how manieth frame on any wire, step of a server, commit or question to a bot."""
    amount: float = 0.0
    """Seconds: how long it lasts, or the program stays away after a cut, or a clock jumps; for
    `fsync` and `torn` the chance that what was written is there after a crash all the same."""


class TablePlan(Struct, frozen=True):
    """A table and who comes to it."""

    preset: str
    people: int
    """Who take seats; bots have the others."""
    watchers: int = 0
    devices: int = 0
    """Second ones, of the first so many people."""
    access: Literal["public", "private"] = "public"
    move: int = 0
    grace: int = 60
    games: int = 1


class Plan(Struct, frozen=True):
    """A world. The seed decides all that is not said here."""

    seed: str
    tables: tuple[TablePlan, ...]
    faults: tuple[Fault, ...] = ()
    servers: int = 1
    """More than one: they share a PostgreSQL."""

    @property
    def clients(self) -> int:
        """How many programs there are."""
        return sum(table.people + table.watchers + table.devices for table in self.tables)


def read_plan(text: str) -> Plan:
    """A plan from its JSON form."""
    return msgspec.json.decode(text, type=Plan)


def write_plan(plan: Plan) -> str:
    """The JSON form of a plan."""
    return msgspec.json.encode(plan).decode()


def plan_of(seed: int, faults: bool = True) -> Plan:
    """The world of a seed."""
    rng = Random(f"plan {seed}")
    drawn = rng.random()
    count = 1 if drawn < 0.95 else 2 if drawn < 0.99 else rng.randint(3, 6)
    tables = tuple(_table(rng) for _ in range(count))
    drawn_faults = _faults(rng, count) if faults else ()
    if rng.random() >= SEVERAL:
        return Plan(str(seed), tables, drawn_faults)
    servers = rng.randint(2, 3)
    if faults:
        drawn_faults += tuple(
            Fault(kind, rng.randint(1, STEPPED * count), _amount(kind, rng))
            for kind in rng.choices(SHARED, k=rng.randint(1, 4))
        )
    return Plan(str(seed), tables, drawn_faults, servers)


def _table(rng: Random) -> TablePlan:
    preset = rng.choice(sorted(PRESETS))
    seats = PRESETS[preset].rules.players
    people = rng.randint(1, seats)
    devices = rng.randint(0, people) if rng.random() < 0.3 else 0
    watchers = max(0, 4 - people - devices) + (rng.random() < 0.1)
    return TablePlan(
        preset,
        people,
        watchers,
        devices,
        "public" if watchers or rng.random() < 0.5 else "private",
        rng.choice((0, 0, 5, 20)),
        rng.choice((5, 20, 60)),
        2 if rng.random() < 0.03 else 1,
    )


def _faults(rng: Random, tables: int) -> tuple[Fault, ...]:
    """Any of them, at moments spread over what usually happens at so many tables."""
    found = []
    for _ in range(rng.choice((1, 2, 3, 4, 6, 8, 12))):
        kinds, most = rng.choice(
            ((FRAMES, 600), (FRAMES, 600), (STEPS, 2400), (COMMITS, 120), (BOTS, 60))
        )
        kind = rng.choice(kinds)
        found.append(Fault(kind, rng.randint(1, most * tables), _amount(kind, rng)))
    return tuple(found)


def _amount(kind: Kind, rng: Random) -> float:
    match kind:
        case "clock":
            size = rng.choice((0.5, 5.0, 60.0, 3600.0, 36000.0))
            return round(rng.choice((-1, 1)) * size * rng.random(), 3)
        case "stall":
            return round(rng.choice((0.5, 5.0, 30.0)) * rng.random(), 3)
        case "fsync" | "torn":
            return round(rng.random(), 3)
        case _:
            return round(rng.choice((0.1, 1.0, 10.0, 90.0)) * rng.random(), 3)
