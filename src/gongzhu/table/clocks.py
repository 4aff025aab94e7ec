"""Deadlines of a table, and the consequences of missing them. Callers pass in the current time
(milliseconds since 1970)."""

from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.table.calling import call_deal, go_on, next_if_ready, time_is_up
from gongzhu.table.facts import BotStoodIn, Came, Resumed, TimedOut, WaitsUntil, Went
from gongzhu.table.joining import stop_waiting
from gongzhu.table.log_entry_draft import LogEntryDraft
from gongzhu.table.moves import must_choose
from gongzhu.table.table import Table, anybody_there, bot_plays, clock_runs

NUMBERS_MS = 5_000
"""Milliseconds to wait for the players' commitments when a deal is called, and as long again for
the numbers that they reveal."""
NEXT_DEAL_MS = 60_000
"""Milliseconds between deals at a table without a move clock. A player alone among bots has no such
limit and may study the score for as long as they like."""
NEXT_DEAL_TIMED_MS = 20_000
"""Milliseconds between deals at a table with a move clock."""
LATE_IN_A_ROW = 2
"""Number of consecutive timeouts after which a bot takes over for a player."""


class Wait(Struct, frozen=True, kw_only=True):
    """The table waits for players for a limited time: for decisions, for the numbers of a deal, or
    for the players to be ready for the next deal."""

    what: tuple[str | int, ...]
    """Identifies the wait: the stage of the table (or step of the dealing protocol), the number of
    the deal, and during play the position. A wait with another value gets its full time."""
    seats: tuple[Seat, ...] = ()
    """The seats that must decide, or empty if the wait is not for decisions of seats."""
    limit: int
    """Length of the wait in milliseconds."""


def waiting(table: Table) -> Wait | None:
    """The current wait if it has a time limit, otherwise None, such as when no player is
    connected."""
    state = table.state
    match state.stage:
        case "playing":
            return _deciding(table)
        case "calling" if anybody_there(state):
            return Wait(what=(state.fair.step, state.fair.count), limit=NUMBERS_MS)
        case "scored" if sum(seat.online for seat in state.seats) > 1:
            limit = NEXT_DEAL_TIMED_MS if state.settings.clock.move else NEXT_DEAL_MS
            return Wait(what=(state.stage, state.fair.count), limit=limit)
        case _:
            return None


def _deciding(table: Table) -> Wait | None:
    state, clock = table.state, table.state.settings.clock
    if not (clock.move or clock.idle):
        return None
    seats = tuple(seat for seat in must_choose(table) if not bot_plays(table, seat))
    if not clock.move:
        # A player alone among bots keeps nobody waiting. Absent players have `grace` instead.
        seats = tuple(seat for seat in seats if state.seats[seat].online)
        company = sum(seat.online and not seat.stand_in for seat in state.seats) > 1
        seats = seats if company else ()
    if not seats or not clock_runs(state):
        return None
    what = (state.stage, state.fair.count, table.position_seq)
    return Wait(what=what, seats=seats, limit=(clock.move or clock.idle) * 1000)


def set_clock(draft: LogEntryDraft, before: Wait | None) -> None:
    """Add a fact that sets the clock anew if the wait has changed: another position, or a seat that
    must decide and did not have to in `before` (the wait before the command), or no wait any
    more."""
    now = waiting(draft.table)
    until = draft.state.until
    if now is None:
        until = None
    elif before is None or now.what != before.what or not set(now.seats) <= set(before.seats):
        until = draft.at + now.limit
    if until != draft.state.until:
        draft.add(WaitsUntil(until))


def due(table: Table) -> int | None:
    """The time in milliseconds since 1970 at which the server must send the next Tick, or None if
    there is no deadline."""
    state = table.state
    times = [] if state.until is None else [state.until]
    times += graces(table).values()
    return min(times, default=None)


def graces(table: Table) -> dict[Seat, int]:
    """For each absent player's seat, the time (milliseconds since 1970) at which a bot takes over
    unless the player connects. Empty outside a game and while the clocks stand still."""
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
    """Do what is due at the time of the draft: let bots take over for absent players, and end waits
    whose time is up."""
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
    """Mark a seated player as connected. Raises CommandRefused if the player has no seat."""
    seat = draft.own_seat(player)
    if not draft.state.seats[seat].online:
        draft.add(Came(seat))


def disconnect(draft: LogEntryDraft, player: str) -> None:
    """Mark a seated player as disconnected. Between deals, the next one is called if all others are
    ready. A player who only waited for a seat stops waiting. Raises CommandRefused for any other
    player."""
    if stop_waiting(draft, player):
        return
    seat = draft.own_seat(player)
    if draft.state.seats[seat].online:
        draft.add(Went(seat, draft.at))
        if draft.state.stage == "scored":
            next_if_ready(draft)


def resume(draft: LogEntryDraft) -> None:
    """After a restart of the server, mark all players as disconnected, and remove all who waited
    for a seat. Clocks restart when a player connects, or at once at a table of a tournament."""
    for player in draft.table.waiting:
        stop_waiting(draft, player)
    if anybody_there(draft.state):
        draft.add(Resumed(draft.at))
