"""Deadlines, and what happens when they are missed. The current time is given by the callers."""

from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.table.calling import call_deal, go_on, next_if_ready, time_is_up
from gongzhu.table.facts import BotStoodIn, Came, Resumed, TimedOut, WaitsUntil, Went
from gongzhu.table.joining import stop_waiting
from gongzhu.table.log_entry_draft import LogEntryDraft
from gongzhu.table.moves import must_choose
from gongzhu.table.table import Table, anybody_there, bot_plays, clock_runs

NUMBERS = 5_000
"""Milliseconds to wait for the players' commitments when a deal is called, and again for their
random numbers."""
NEXT_DEAL = 60_000
"""Milliseconds from one deal to the next at a table without a move clock. A player alone among bots
has no such limit, and may read the score sheet for as long as they like."""
NEXT_DEAL_TIMED = 20_000
LATE_IN_A_ROW = 2
"""Times in a row that a player may run out of time before a bot plays for it."""


class Wait(Struct, frozen=True, kw_only=True):
    """Something that the table waits for while its clock runs."""

    what: tuple[str | int, ...]
    """The stage of the table, and the moment within it, such as the card to be played. When it
    changes, the clock starts again."""
    seats: tuple[Seat, ...] = ()
    """The seats that must decide; empty if the table does not wait for decisions of seats."""
    limit: int
    """Length of the wait in milliseconds."""


def waiting(table: Table) -> Wait | None:
    """The wait that the clock limits; None if no player is connected, or there is no limit."""
    state = table.state
    match state.stage:
        case "playing":
            return _deciding(table)
        case "calling" if anybody_there(state):
            return Wait(what=(state.fair.step, state.fair.count), limit=NUMBERS)
        case "scored" if sum(seat.online for seat in state.seats) > 1:
            limit = NEXT_DEAL_TIMED if state.settings.clock.move else NEXT_DEAL
            return Wait(what=(state.stage, state.fair.count), limit=limit)
        case _:
            return None


def _deciding(table: Table) -> Wait | None:
    state, clock = table.state, table.state.settings.clock
    if not (clock.move or clock.idle):
        return None
    seats = tuple(seat for seat in must_choose(table) if not bot_plays(table, seat))
    if not clock.move:
        # A player alone among bots keeps no other player waiting; absent players have their grace.
        seats = tuple(seat for seat in seats if state.seats[seat].online)
        company = sum(seat.online and not seat.stand_in for seat in state.seats) > 1
        seats = seats if company else ()
    if not seats or not clock_runs(state):
        return None
    what = (state.stage, state.fair.count, table.position_seq)
    return Wait(what=what, seats=seats, limit=(clock.move or clock.idle) * 1000)


def set_clock(draft: LogEntryDraft, before: Wait | None) -> None:
    """Restart the clock if the table now waits for something other than `before`, or for another
    seat."""
    now = waiting(draft.table)
    until = draft.state.until
    if now is None:
        until = None
    elif before is None or now.what != before.what or not set(now.seats) <= set(before.seats):
        until = draft.at + now.limit
    if until != draft.state.until:
        draft.add(WaitsUntil(until))


def due(table: Table) -> int | None:
    """The time at which the next Tick has something to do; None if there is no deadline."""
    state = table.state
    times = [] if state.until is None else [state.until]
    times += graces(table).values()
    return min(times, default=None)


def graces(table: Table) -> dict[Seat, int]:
    """For the seat of each absent player, the time at which a bot takes over if nothing changes."""
    state = table.state
    if state.stage not in ("playing", "scored"):
        return {}
    away = [
        (seat.away_since, Seat(number))
        for number, seat in enumerate(state.seats)
        if seat.away_since is not None and not seat.stand_in
    ]
    if not away or not clock_runs(state):
        return {}
    grace = state.settings.clock.grace * 1000
    return {seat: max(since, table.present_since) + grace for since, seat in away}


def tick(draft: LogEntryDraft) -> None:
    """Carry out what is due at the time of the command: bots take over for absent players, and
    waits that are over end."""
    for seat, time in graces(draft.table).items():
        if draft.at >= time:
            draft.add(BotStoodIn(seat))
    until = draft.state.until
    if until is None or draft.at < until:
        return
    match draft.state.stage:
        case "calling":
            time_is_up(draft)
            go_on(draft)
        case "scored":
            call_deal(draft)
        case _:
            _time_out(draft)


def _time_out(draft: LogEntryDraft) -> None:
    wait = waiting(draft.table)
    for seat in () if wait is None else wait.seats:
        if not draft.state.settings.clock.move:
            draft.add(BotStoodIn(seat))
        else:
            draft.add(TimedOut(seat))
            if draft.table.timeouts[seat] == LATE_IN_A_ROW:
                draft.add(BotStoodIn(seat))


def connect(draft: LogEntryDraft, player: str) -> None:
    """Mark a seated player as connected."""
    seat = draft.own_seat(player)
    if not draft.state.seats[seat].online:
        draft.add(Came(seat))


def disconnect(draft: LogEntryDraft, player: str) -> None:
    """Mark a seated player as disconnected, after which the next deal is called if all others are
    ready; or note that somebody who waited for a seat is gone."""
    if stop_waiting(draft, player):
        return
    seat = draft.own_seat(player)
    if draft.state.seats[seat].online:
        draft.add(Went(seat, draft.at))
        if draft.state.stage == "scored":
            next_if_ready(draft)


def resume(draft: LogEntryDraft) -> None:
    """Mark all players as disconnected after the server was down, and let nobody wait for a seat.
    Clocks start again when a player connects, and at a table of a tournament at once."""
    for player in draft.table.waiting:
        stop_waiting(draft, player)
    if anybody_there(draft.state):
        draft.add(Resumed(draft.at))
