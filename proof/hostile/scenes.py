"""Tables at every stage, with everybody who may speak up at one: the host, a player, a program, a
player of another table, somebody who watches, and a stranger."""

from functools import cache
from random import Random
from typing import Literal, get_args

from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.rules import PRESETS, Action, Phase
from gongzhu.server.live.messages import FromPlayer, Request
from gongzhu.server.live.summary import listing_of, write_listing
from gongzhu.store import PlayerRow
from gongzhu.store.accounts import AddDevice
from gongzhu.table import Player, Table, seat_of, write_entry, write_table
from gongzhu.table.commands import Commit, Ready, Reveal, Sit, Start
from gongzhu.view import View, view_of
from proof.crash.under_load import LIMITS
from tests.support.memory_store import MemoryStore
from tests.support.playing import greedy_action
from tests.support.tables import preset as changed
from tests.table.live import Live, settings_of

Stage = Literal[
    "open",
    "full",
    "committing",
    "revealing",
    "passing",
    "exposing",
    "playing",
    "moon",
    "scored",
    "finished",
]
"""Stages of a table, those of a deal apart: `open` and `full` are `gathering` with an open seat
and without one."""

Role = Literal["host", "seated", "program", "elsewhere", "watcher", "stranger"]

STAGES: tuple[Stage, ...] = get_args(Stage)
ROLES: tuple[Role, ...] = get_args(Role)

PLAYERS: dict[Role, str] = {
    "host": "ann",
    "seated": "bo",
    "program": "robo",
    "elsewhere": "eli",
    "watcher": "fay",
}
"""The ids of those who have one."""
SEATED: tuple[Role, ...] = ("host", "seated", "program")
"""Who sits there, from seat 0 on; the other seats are the house's."""
ON_TURN = Seat(1)
"""Whose choice it is where one is waited for."""
WITH_MOON = 61
"""A seed by which that one shoots the moon."""


class Scene(Struct, frozen=True, eq=False):
    """A table as it was when everybody came."""

    stage: Stage
    preset: str
    name: str
    log: tuple[bytes, ...]
    snapshot: bytes
    summary: bytes
    fitting: dict[Role, tuple[FromPlayer, ...]]
    """Messages that may be right here, by who has a seat."""


def people(role: Role) -> PlayerRow | None:
    """The player in a role; None for the stranger."""
    id = PLAYERS.get(role)
    if id is None:
        return None
    kind: Literal["guest", "bot"] = "bot" if role == "program" else "guest"
    return PlayerRow(id, id.capitalize(), kind, None, 0, 2**52)


@cache
def scenes() -> tuple[Scene, ...]:
    """Every stage, under presets that know it."""
    found = []
    for stage in STAGES:
        for name in ("gongzhu-boulder", "gongzhu-pagat-5", "hearts-choice", "hearts-omnibus"):
            hearts = name.startswith("hearts")
            if stage == "moon" and name != "hearts-choice":
                continue
            if (stage == "passing" and not hearts) or (stage == "exposing" and hearts):
                continue
            found.append(scene(stage, name))
            if stage in ("passing", "exposing", "playing"):
                found.append(scene(stage, name, lone=True))
    return tuple(found)


@cache
def scene(stage: Stage, preset: str, *, lone: bool = False) -> Scene:
    """A table of that preset at that stage; `lone`: all seats but the host's are the house's."""
    live = _brought_to(stage, preset, SEATED[:1] if lone else SEATED)
    log = tuple(write_entry(entry) for entry in live.log)
    summary = write_listing(listing_of(live.table, (), None))
    name = live.table.state.table
    return Scene(stage, preset, name, log, write_table(live.table), summary, _fitting(live))


def _brought_to(stage: Stage, preset: str, seated: tuple[Role, ...]) -> Live:
    near = LIMITS[PRESETS[preset].rules.family] if stage == "finished" else {}
    live = Live(settings_of(changed(preset, **near)), seed=WITH_MOON if stage == "moon" else 4)
    rules, on_turn = live.table.rules, Seat(min(ON_TURN, len(seated) - 1))
    for role in seated:
        player = PLAYERS[role]
        live.do(Player(player, player.capitalize(), role == "program"), Sit())
    if stage in ("open", "full"):
        if stage == "full":
            live.seat(*("cleo", "dev")[: rules.players - len(SEATED)])
        return live
    live.ready(*(PLAYERS[role] for role in seated[1:]))
    live.do("ann", Start("steady"))
    if stage == "committing":
        return live
    live.commits(*live.there())
    if stage == "revealing":
        return live
    live.reveals(*live.there())
    match stage:
        case "passing" | "exposing":
            assert live.table.deal is not None
            assert live.table.deal.public.phase is Phase[stage.upper()]
            for seat in live.waited():
                if live.bot_chooses(seat):
                    live.move(seat)
        case "playing":
            live.play_to_cards()
            live.play(most=6)
            # Somebody else than the host is to play, and may not play everything.
            while live.waited() != (on_turn,) or not _follows(live.table):
                live.play(most=1)
        case "moon":
            _shoot(live)
        case "scored":
            live.play()
        case _:
            live.play_game()
    return live


def _follows(table: Table) -> bool:
    deal = table.deal
    return deal is not None and bool(deal.public.trick)


def _shoot(live: Live) -> None:
    """Play until somebody chooses whom a moon counts for."""

    def choose(view: View, rng: Random) -> Action:
        assert live.table.deal is not None
        assert view.seat is not None
        return greedy_action(live.table.deal, view.seat, rng)

    live.play_to_cards()
    # The last card is followed by the choice, which nobody makes yet.
    live.play(choose, most=52)
    assert live.waited() == (ON_TURN,)


def _fitting(live: Live) -> dict[Role, tuple[FromPlayer, ...]]:
    table, fair = live.table, live.table.state.fair
    found: dict[Role, tuple[FromPlayer, ...]] = {}
    for role in SEATED:
        player = PLAYERS[role]
        seat = seat_of(table, player)
        if seat is None:
            continue
        mine: list[FromPlayer] = [Request("f-ready", Ready()), Request("f-sit", Sit(seat))]
        if fair.chain is not None:
            made = live.commitment_of(player)
            mine.append(Request("f-commit", Commit(fair.count, made.commitment)))
            mine.append(Request("f-reveal", Reveal(fair.count, live.number(player))))
        if table.deal is not None:
            actions = view_of(table.deal, seat).legal_actions()
            chosen = actions[:: max(1, len(actions) // 6)]
            mine += [Request(f"f-{at}", action) for at, action in enumerate(chosen)]
        found[role] = tuple(mine)
    return found


async def put(store: MemoryStore, one: Scene) -> None:
    """Have a store keep this table, and everybody."""
    for role in PLAYERS:
        player = people(role)
        assert player is not None
        await store.put_player(player)
        await store.change(AddDevice(player.id, player.id.encode(), 1, at=2**52))
    await store.append(one.name, 1, one.log, snapshot=one.snapshot, summary=one.summary)
