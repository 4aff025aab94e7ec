"""Taking a seat: an open one, one's own again, or a bot's; and waiting for one in the middle of a
deal."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from gongzhu.cards import Seat
from gongzhu.table.commands import HouseBot, Player
from gongzhu.table.facts import (
    BotSat,
    HostChanged,
    Knocked,
    Removed,
    Sat,
    StoppedWaiting,
    Swapped,
    Went,
)
from gongzhu.table.log_entry_draft import LogEntryDraft
from gongzhu.table.names import clean_name, distinct_name
from gongzhu.table.refusals import CommandRefused
from gongzhu.table.table import held_by, in_deal


def seat_all(draft: LogEntryDraft, sitting: Sequence[Player | HouseBot]) -> None:
    """Seat everybody, by seat, at a table whose deal was fixed beforehand. The players of a
    tournament have still to come."""
    for number, one in enumerate(sitting):
        seat = Seat(number)
        others = [state.name for state in draft.state.seats]
        name = distinct_name(clean_name(one.name), others)
        if isinstance(one, HouseBot):
            draft.add(BotSat(seat, one.level, name))
            continue
        draft.add(Sat(seat, one.id, name, one.program))
        if draft.state.settings.board is not UNSET:
            draft.add(Went(seat, draft.at))
        elif one.id == draft.table.host:
            draft.add(HostChanged(one.id, seat))


def sit(draft: LogEntryDraft, player: Player, seat: Seat | None) -> None:
    """Take a seat, move to another one, come back to the one that was left, or wait for a bot's
    seat until the deal is over."""
    held = held_by(draft.table, player.id)
    if seat is not None:
        draft.seat(seat)
    if player.id in draft.table.removed:
        raise CommandRefused("removed")
    if held is None:
        _come(draft, player, seat)
    elif seat in (None, held):
        if draft.state.seats[held].left:
            _take(draft, player, held)
    else:
        draft.check_between_games()
        if draft.seat(seat).kind != "open":
            raise CommandRefused("seat_taken")
        draft.add(Swapped((held, seat)))


def _come(draft: LogEntryDraft, player: Player, seat: Seat | None) -> None:
    """Give a seat to somebody who has none, or note that they wait for one."""
    late = draft.state.settings.late
    if late == "never":
        draft.check_between_games()
    free = [at for at in _free_seats(draft) if seat in (None, at)]
    if not free:
        raise CommandRefused("table_full" if seat is None else "seat_taken")
    if late == "at_once" or not in_deal(draft.state):
        _stop_waiting(draft, player.id)
        _take(draft, player, free[0])
    elif player.id not in draft.table.waiting:
        if len(draft.table.waiting) >= len(list(_free_seats(draft))):
            raise CommandRefused("table_full")
        draft.add(Knocked(player.id, clean_name(player.name), player.program))


def _free_seats(draft: LogEntryDraft) -> Iterator[Seat]:
    """The seats that somebody who comes may take, the best first: open ones, then those of bots
    where the settings allow that."""
    kinds = ("open",) if draft.state.settings.late == "never" else ("open", "bot")
    for kind in kinds:
        for number, seat in enumerate(draft.state.seats):
            if seat.kind == kind:
                yield Seat(number)


def _take(draft: LogEntryDraft, player: Player, seat: Seat) -> None:
    others = [sitting.name for at, sitting in enumerate(draft.state.seats) if at != seat]
    draft.add(Sat(seat, player.id, distinct_name(clean_name(player.name), others), player.program))
    if draft.table.host in (None, player.id):
        draft.add(HostChanged(player.id, seat))


def _stop_waiting(draft: LogEntryDraft, player: str) -> None:
    if player in draft.table.waiting:
        draft.add(StoppedWaiting(draft.table.waiting.index(player), "seated"))


def seat_waiting(draft: LogEntryDraft) -> None:
    """Give seats to those who wait, once a deal is over."""
    while draft.table.waiting:
        player = _waiting(draft, 0)
        draft.add(StoppedWaiting(0, "seated"))
        seat = next(_free_seats(draft), None)
        if seat is not None:
            _take(draft, player, seat)


def admit(draft: LogEntryDraft, player: str, place: int, who: str | None) -> None:
    """Let the host give a seat at once to somebody who waits. `place` is the index in the list of
    those who wait; with `who`, only if that is the name there."""
    draft.check_host(player)
    _check_waiting(draft, place, who)
    newcomer = _waiting(draft, place)
    seat = next(_free_seats(draft), None)
    if seat is None:
        raise CommandRefused("table_full")
    draft.add(StoppedWaiting(place, "seated"))
    _take(draft, newcomer, seat)


def turn_away(draft: LogEntryDraft, player: str, place: int, who: str | None) -> None:
    """Let the host give no seat to somebody who waits; the arguments are as in `admit`."""
    draft.check_host(player)
    _check_waiting(draft, place, who)
    newcomer = _waiting(draft, place)
    draft.add(StoppedWaiting(place, "turned_away"))
    draft.add(Removed(newcomer.id, newcomer.name))


def stop_waiting(draft: LogEntryDraft, player: str) -> bool:
    """Note that somebody has gone away; returns False if they did not wait for a seat."""
    if player not in draft.table.waiting:
        return False
    draft.add(StoppedWaiting(draft.table.waiting.index(player), "left"))
    return True


def _waiting(draft: LogEntryDraft, place: int) -> Player:
    shown = draft.state.waiting[place]
    return Player(draft.table.waiting[place], shown.name, shown.program)


def _check_waiting(draft: LogEntryDraft, place: int, who: str | None) -> None:
    names = [waiting.name for waiting in draft.state.waiting]
    if not 0 <= place < len(names) or who not in (None, names[place]):
        raise CommandRefused("stale")
