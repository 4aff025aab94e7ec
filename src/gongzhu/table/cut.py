"""What each observer may see of a table and its facts, beside `gongzhu.view.see`, which does the
same for events of the game. A fact with nothing to redact is sent to everybody as one object."""

from typing import assert_never

from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.rules import Deal, Phase
from gongzhu.table.facts import (
    BotFailed,
    BotHurried,
    BotSat,
    BotStoodIn,
    Came,
    ChainBegan,
    Chose,
    Closed,
    Committed,
    Configured,
    DealAborted,
    DealCalled,
    DealScored,
    Fact,
    GameBegan,
    GameEnded,
    Happened,
    HostChanged,
    Left,
    NumberShown,
    NumbersLocked,
    NumbersSettled,
    Opened,
    Readmitted,
    ReadySet,
    Removed,
    Resumed,
    Sat,
    Swapped,
    TimedOut,
    WaitsUntil,
    Went,
)
from gongzhu.table.state import DealView, TableView
from gongzhu.table.table import Table
from gongzhu.view import see


def see_fact(fact: Fact, seat: Seat | None) -> Fact | None:
    """A fact as a seat may see it, or a spectator if `seat` is None. The result is None for a fact
    that is hidden altogether."""
    match fact:
        case Happened(event):
            if seat is None:
                return None
            seen = see(event, seat)
            if seen is event:
                return fact
            return None if seen is None else Happened(seen)
        case Chose() | TimedOut() | BotFailed() | BotHurried() | WaitsUntil():
            return None if seat is None else fact
        case Opened(table, settings):
            return Opened(table, settings, None)
        case HostChanged(_, at):
            return HostChanged(None, at)
        case Sat(at, _, name, program):
            return Sat(at, None, name, program)
        case Removed(_, name):
            return Removed(None, name)
        case ChainBegan(chain):
            return ChainBegan(chain, None)
        case Committed(at):
            return fact if at == seat else Committed(at, None)
        case NumberShown(at):
            return fact if at == seat else NumberShown(at, None)
        case Configured() | BotSat() | Left() | Swapped() | ReadySet() | Came() | Went():
            return fact
        case Readmitted() | BotStoodIn() | Resumed() | GameBegan() | DealCalled() | NumbersLocked():
            return fact
        case NumbersSettled() | DealScored() | DealAborted() | GameEnded() | Closed():
            return fact
        case _:
            assert_never(fact)


def view_table(table: Table, seat: Seat | None) -> TableView:
    """A table as a seat may see it, or a spectator if `seat` is None."""
    state = table.state
    if seat is None:
        seats = tuple(replace(sitting, failed=0) for sitting in state.seats)
        return TableView(replace(state, until=None, seats=seats), None, None)
    deal = table.deal
    return TableView(state, seat, None if deal is None else _deal_view(deal, seat))


def _deal_view(deal: Deal, seat: Seat) -> DealView:
    phase = deal.public.phase
    chosen = tuple(
        (own.passed if phase is Phase.PASSING else own.exposures) is not None
        and phase in (Phase.PASSING, Phase.EXPOSING)
        for own in deal.own
    )
    return DealView(deal.public, deal.own[seat], chosen)
