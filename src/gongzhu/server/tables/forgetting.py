"""Removes a deleted player's name from the logs of tables. Each log entry keeps its number and
meaning. Only the name is replaced by FORMER_NAME."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from msgspec import json
from msgspec.structs import replace

from gongzhu.server.live.finished_game import FORMER_NAME
from gongzhu.server.live.room import Room
from gongzhu.server.live.summary import Listing, SeatBrief, read_listing, write_listing
from gongzhu.store import Store, TableMoved
from gongzhu.table import (
    FinishedDeal,
    OlderTable,
    SeatState,
    Table,
    evolve,
    read_entry,
    read_table,
    write_table,
)

S = TypeVar("S", SeatBrief, SeatState)
_NAME = rb'("(?:[^"\\]|\\.)*")'


class Names:
    """Replaces the name of one player in the log entries and the state of one table by FORMER_NAME.

    The log entries come first: `rewrite` collects the names found in them, since a player may have
    several at a table (a second Ann is called Ann 2), and these are replaced in the records.
    """

    def __init__(self, player: str) -> None:
        """`player` is the player's id."""
        self._id = player.encode()
        id = re.escape(self._id)
        # Only two facts contain a player's name. The rest of an entry must not change by a byte,
        # since the evidence of the deals is in it.
        self._facts = re.compile(
            rb'("type":(?:"sat","seat":\d+|"removed"),"player":"%b","name":)%b' % (id, _NAME)
        )
        self.found: set[str] = set()
        """The names found by `rewrite` so far."""

    def rewrite(self, body: bytes) -> bytes:
        """A log entry (JSON) with the player's name replaced. It is unchanged if the player is not
        named in it."""
        return body if self._id not in body else self._facts.sub(self._replaced, body)

    def _replaced(self, fact: re.Match[bytes]) -> bytes:
        name = json.decode(fact[2], type=str)
        if not name.startswith(FORMER_NAME):
            self.found.add(name)
        return fact[1] + json.encode(FORMER_NAME)

    def of_table(self, table: Table) -> Table:
        """A table with the player's name replaced: in the records of its last game, in the list of
        removed players, and in seats, which the player may still have if the table is closed."""
        state = table.state
        seats = self._of_seats(table.players, state.seats)
        removed = tuple(
            FORMER_NAME if id.encode() == self._id else name
            for id, name in zip(table.removed, state.removed, strict=True)
        )
        finished = tuple(map(self._of_deal, table.finished))
        return replace(table, finished=finished, state=replace(state, seats=seats, removed=removed))

    def _of_seats(self, players: Sequence[str | None], seats: Sequence[S]) -> tuple[S, ...]:
        return tuple(
            replace(seat, name=FORMER_NAME) if id is not None and id.encode() == self._id else seat
            for id, seat in zip(players, seats, strict=True)
        )

    def _of_deal(self, deal: FinishedDeal) -> FinishedDeal:
        players = tuple(FORMER_NAME if name in self.found else name for name in deal.record.players)
        return replace(deal, record=replace(deal.record, players=players))

    def of_listing(self, listing: Listing) -> Listing:
        """A table's summary with the player's name in its seats replaced."""
        return replace(listing, seats=self._of_seats(listing.players, listing.seats))


def _table_at(number: int, snapshot: bytes, bodies: Sequence[bytes]) -> Table:
    """The table after its first `number` entries: read from its snapshot, or, if that has an older
    format, rebuilt from `bodies`, the entries from number 1 on."""
    try:
        return read_table(snapshot)
    except OlderTable:
        table = None
        for body in bodies[:number]:
            table = evolve(table, read_entry(body))
        assert table is not None, "a snapshot comes after an entry"
        return table


async def forget_name(
    store: Store, room_of: Callable[[str], Awaitable[Room | None]], player: str
) -> None:
    """Remove the name of a deleted player, who has left all seats, from the logs of all tables.
    `room_of` returns the room of a table, like `Tables.room`.

    The changes are on disk when this returns. Calling it again changes nothing more. Raises
    StoreError, and TableMoved at the end if another server has one of the tables and must do it.
    """
    elsewhere: TableMoved | None = None
    for table in await store.tables_with(player):
        names = Names(player)
        bodies = await store.read(table.name)
        is_there = any(names.rewrite(body) != body for body in bodies)
        summary = snapshot = None
        # The log is rewritten last: the names are found in it if this has to be repeated.
        try:
            room = await room_of(table.name)
        except TableMoved as error:
            elsewhere = error if is_there else elsewhere
            continue
        if room is not None:
            # The server that had the table before may not have known of the deletion.
            await room.give_up_seat(player)
            await room.change_names(names.of_table)
        else:
            summary = write_listing(names.of_listing(read_listing(table.summary)))
            kept = await store.snapshot(table.name)
            if kept is not None:
                snapshot = write_table(names.of_table(_table_at(*kept, bodies)))
        await store.rewrite(table.name, names.rewrite, summary=summary, snapshot=snapshot)
    if elsewhere is not None:
        raise elsewhere
