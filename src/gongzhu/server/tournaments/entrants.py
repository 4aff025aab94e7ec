"""The entrants of tournaments: their names, their accounts, and who is present."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress

from cachetools import TTLCache
from msgspec import Struct

from gongzhu.duplicate.state import Tournament
from gongzhu.server.live.room import Room
from gongzhu.server.live.services import Services
from gongzhu.server.tables.attendance import Attendance
from gongzhu.store import PlayerRow
from gongzhu.table.names import distinct_name
from gongzhu.texts import Lang, say

KEPT = 4_096
"""Largest number of players whose rows are kept in memory."""
KEPT_MS = 10_000
"""Milliseconds for which a row is kept, until a changed name is seen."""


class People(Struct, frozen=True):
    """The entrants of a tournament at the time of a request: names of people and bots, accounts of
    people, and who is present. `Entrants.of` creates it."""

    names: tuple[str, ...]
    """Names by place, people first and then bots, without duplicates."""
    rows: dict[str, PlayerRow]
    """The players' rows by id, without closed accounts."""
    present: frozenset[str]
    """Ids of the players who are at the tournament's page or at their table."""


class Entrants:
    """Looks up the names and accounts of tournaments' entrants, with a short cache. A server has
    one instance."""

    def __init__(
        self, services: Services, rooms: Mapping[str, Room], attendance: Attendance
    ) -> None:
        """`rooms` has the tables in memory by name."""
        self._store = services.store
        self._rooms = rooms
        self._attendance = attendance
        self._rows: TTLCache[str, PlayerRow | None] = TTLCache(KEPT, KEPT_MS, services.clock)

    async def of(self, state: Tournament, lang: Lang = "en") -> People:
        """The current entrants of a tournament. Deleted accounts are named in the language `lang`.
        Raises StoreError."""
        found = await asyncio.gather(*map(self._row, state.players))
        rows = {row.id: row for row in found if row is not None}
        wanted = [
            rows[player].name if player in rows else say("server.former_player", lang)
            for player in state.players
        ]
        bots = say("seating.bots").split()
        wanted += [bots[number % len(bots)] for number in range(state.bots)]
        names: list[str] = []
        for name in wanted:
            names.append(distinct_name(name, names))
        return People(tuple(names), rows, self._present(state))

    def _present(self, state: Tournament) -> frozenset[str]:
        """Ids of the players who are at the tournament's page, or connected to their table on this
        server."""
        tournament = state.plan.tournament
        there = {player for player in state.players if self._attendance.has(tournament, player)}
        if state.running is not None:
            for table in state.running.tables:
                room = self._rooms.get(table.table)
                there.update(() if room is None else room.audience.present.players())
        return frozenset(there.intersection(state.players))

    async def _row(self, player: str) -> PlayerRow | None:
        """The row of the player with this id, or None for a closed account."""
        with suppress(KeyError):
            return self._rows[player]
        row = await self._store.player(player)
        found = self._rows[player] = None if row is None or row.kind == "former" else row
        return found
