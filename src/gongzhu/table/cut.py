"""Restricts a table and its facts to what an observer may see. `gongzhu.view.see` does the same for
the events of the game. A fact with nothing to hide is returned as the same object."""

from typing import assert_never

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
    DealGiven,
    DealScored,
    Fact,
    GameBegan,
    GameEnded,
    Happened,
    HostChanged,
    Knocked,
    Left,
    NumberShown,
    NumbersLocked,
    NumbersSettled,
    Opened,
    PlayedOut,
    Readmitted,
    ReadySet,
    Removed,
    Resigned,
    Resumed,
    Sat,
    StoppedWaiting,
    Swapped,
    TimedOut,
    TookBack,
    WaitsUntil,
    Went,
)
from gongzhu.table.state import DealView, TableView
from gongzhu.table.table import Table
from gongzhu.view import see, view_of


def see_fact(fact: Fact, seat: Seat | None) -> Fact | None:
    """The part of a fact that a seat may see (`seat` None: a spectator), with hidden fields set to
    None, or None if the seat may see nothing of the fact."""
    match fact:
        case Happened(event):
            seen = see(event, seat)
            if seen is event:
                return fact
            return None if seen is None else Happened(seen)
        case Opened(table, settings):
            return Opened(table, settings, None)
        case HostChanged(_, at):
            return HostChanged(None, at)
        case Sat(at, _, name, program):
            return Sat(at, None, name, program)
        case Removed(_, name):
            return Removed(None, name)
        case Knocked(_, name, program):
            return Knocked(None, name, program)
        case ChainBegan(chain):
            return ChainBegan(chain, None)
        case DealGiven(count):
            return DealGiven(count, None)
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
        case Chose() | TimedOut() | BotFailed() | BotHurried() | WaitsUntil():
            return fact
        case StoppedWaiting() | TookBack() | Resigned() | PlayedOut():
            return fact
        case _:
            assert_never(fact)


def view_table(table: Table, seat: Seat | None) -> TableView:
    """The view of a table for a seat (None: a spectator)."""
    deal = table.deal
    return TableView(table.state, seat, None if deal is None else _deal_view(deal, seat))


def _deal_view(deal: Deal, seat: Seat | None) -> DealView:
    phase = deal.public.phase
    chosen = tuple(
        (own.passed if phase is Phase.PASSING else own.exposures) is not None
        and phase in (Phase.PASSING, Phase.EXPOSING)
        for own in deal.own
    )
    seen = view_of(deal, seat)
    return DealView(seen.public, seen.own, chosen)
