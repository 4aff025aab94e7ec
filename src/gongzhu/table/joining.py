"""Gives seats to players: an open seat, their own earlier seat, or a bot's, and lets them wait for
a bot's seat during a deal."""

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
    """Seat all players and bots (by seat) at a table whose deal was fixed beforehand. Players of a
    tournament are marked as absent until they connect."""
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
    """Seat a player, move them to another seat, give them back the seat that they left, or let them
    wait for a bot's seat until the deal is over. `seat` None means any seat. Raises CommandRefused
    if the seat or the table is full, for a removed player, and for a move during a game."""
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
    """Give a seat to a player who has none, or record that they wait for one."""
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
    """Yields the seats that a new player may take, the preferred ones first: open seats, then bots'
    seats if the setting `late` allows it."""
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
    """After a deal, give seats to the players who wait, in the order of their arrival. Afterwards
    nobody waits: a player for whom no seat is left gets none."""
    while draft.table.waiting:
        player = _waiting(draft, 0)
        draft.add(StoppedWaiting(0, "seated"))
        seat = next(_free_seats(draft), None)
        if seat is not None:
            _take(draft, player, seat)


def admit(draft: LogEntryDraft, player: str, place: int, who: str | None) -> None:
    """For the host `player`: give a seat at once to the player at index `place` (from 0) of those
    who wait. Raises CommandRefused if `player` is not the host, if no seat is free, or as stale if
    there is no such index or its name is not `who` (None: any name)."""
    draft.check_host(player)
    _check_waiting(draft, place, who)
    newcomer = _waiting(draft, place)
    seat = next(_free_seats(draft), None)
    if seat is None:
        raise CommandRefused("table_full")
    draft.add(StoppedWaiting(place, "seated"))
    _take(draft, newcomer, seat)


def turn_away(draft: LogEntryDraft, player: str, place: int, who: str | None) -> None:
    """For the host `player`: refuse a seat to the player at index `place` (from 0) of those who
    wait, who then counts as removed. Raises CommandRefused if `player` is not the host, or as stale
    if there is no such index or its name is not `who` (None: any name)."""
    draft.check_host(player)
    _check_waiting(draft, place, who)
    newcomer = _waiting(draft, place)
    draft.add(StoppedWaiting(place, "turned_away"))
    draft.add(Removed(newcomer.id, newcomer.name))


def stop_waiting(draft: LogEntryDraft, player: str) -> bool:
    """Record that a player who waited for a seat has gone. Returns False, and does nothing, if they
    did not wait."""
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
