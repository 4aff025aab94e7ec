"""Deadlines, and the consequences of missing them. Times are handed in."""

from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.table.calling import call_deal, go_on, next_if_ready, time_is_up
from gongzhu.table.facts import BotStoodIn, Came, Resumed, TimedOut, WaitsUntil, Went
from gongzhu.table.log_entry_draft import LogEntryDraft
from gongzhu.table.moves import must_choose
from gongzhu.table.table import Table, anybody_there, bot_plays

NUMBERS = 5_000
"""Milliseconds for the commitments of a deal, and again for its numbers."""
NEXT_DEAL = 60_000
"""From one deal to the next, where there is no clock. Somebody alone among bots keeps nobody
waiting, and may read the score sheet for as long as they like."""
NEXT_DEAL_TIMED = 20_000
LATE_IN_A_ROW = 2
"""Times in a row that a player may run out of time before a bot plays for it."""


class Wait(Struct, frozen=True, kw_only=True):
    """Something that the table waits for with its clock running."""

    what: tuple[str | int, ...]
    """The stage and the moment in it; another one has another limit."""
    seats: tuple[Seat, ...] = ()
    """The seats that must decide; empty where it is not a matter of seats."""
    limit: int
    """Milliseconds."""


def waiting(table: Table) -> Wait | None:
    """The wait that the clock runs for; None where nobody is there, or there is no limit."""
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
        # Who is alone among bots keeps nobody waiting; who is away has its own grace.
        seats = tuple(seat for seat in seats if state.seats[seat].online)
        company = sum(seat.online and not seat.stand_in for seat in state.seats) > 1
        seats = seats if company else ()
    if not seats or not anybody_there(state):
        return None
    what = (state.stage, state.fair.count, table.position_seq)
    return Wait(what=what, seats=seats, limit=(clock.move or clock.idle) * 1000)


def set_clock(draft: LogEntryDraft, before: Wait | None) -> None:
    """Set the clock anew where something else is waited for than `before`, or somebody else."""
    now = waiting(draft.table)
    until = draft.state.until
    if now is None:
        until = None
    elif before is None or now.what != before.what or not set(now.seats) <= set(before.seats):
        until = draft.at + now.limit
    if until != draft.state.until:
        draft.add(WaitsUntil(until))


def due(table: Table) -> int | None:
    """The time of the next Tick that has something to do; None: there is none as things stand."""
    state = table.state
    times = [] if state.until is None else [state.until]
    times += graces(table).values()
    return min(times, default=None)


def graces(table: Table) -> dict[Seat, int]:
    """By the seat of an absent player, the time at which a bot takes over, if nothing changes."""
    state = table.state
    if state.stage not in ("playing", "scored"):
        return {}
    away = [
        (seat.away_since, Seat(number))
        for number, seat in enumerate(state.seats)
        if seat.away_since is not None and not seat.stand_in
    ]
    if not away or not anybody_there(state):
        return {}
    grace = state.settings.clock.grace * 1000
    return {seat: max(since, table.present_since) + grace for since, seat in away}


def tick(draft: LogEntryDraft) -> None:
    """Let what is due take effect."""
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
    """A seated player is there."""
    seat = draft.own_seat(player)
    if not draft.state.seats[seat].online:
        draft.add(Came(seat))


def disconnect(draft: LogEntryDraft, player: str) -> None:
    """A seated player is gone; the others may all be ready without it."""
    seat = draft.own_seat(player)
    if draft.state.seats[seat].online:
        draft.add(Went(seat, draft.at))
        if draft.state.stage == "scored":
            next_if_ready(draft)


def resume(draft: LogEntryDraft) -> None:
    """The server was down: nobody is there, and clocks begin anew when somebody is."""
    if anybody_there(draft.state):
        draft.add(Resumed(draft.at))
