"""The entrants of a tournament as people are told of them: their names, and who is there."""

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
"""The most players whose rows are kept in memory."""
KEPT_MS = 10_000
"""Milliseconds for which they are kept; then a new name is read."""


class People(Struct, frozen=True):
    """The entrants of a tournament at a moment."""

    names: tuple[str, ...]
    """The names by place, each only once."""
    rows: dict[str, PlayerRow]
    """The players by id, without those whose accounts were deleted."""
    present: frozenset[str]
    """The ids of those who are at the tournament's page or at their table."""


class Entrants:
    """Finds out who the entrants of tournaments are."""

    def __init__(
        self, services: Services, rooms: Mapping[str, Room], attendance: Attendance
    ) -> None:
        """`rooms` holds the tables in memory by name."""
        self._store = services.store
        self._rooms = rooms
        self._attendance = attendance
        self._rows: TTLCache[str, PlayerRow | None] = TTLCache(KEPT, KEPT_MS, services.clock)

    async def of(self, state: Tournament, lang: Lang = "en") -> People:
        """The entrants of a tournament. Raises StoreError."""
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
        tournament = state.plan.tournament
        there = {player for player in state.players if self._attendance.has(tournament, player)}
        if state.running is not None:
            for table in state.running.tables:
                room = self._rooms.get(table.table)
                there.update(() if room is None else room.audience.present.players())
        return frozenset(there.intersection(state.players))

    async def _row(self, player: str) -> PlayerRow | None:
        """The row of a player; None for one whose account was deleted."""
        with suppress(KeyError):
            return self._rows[player]
        row = await self._store.player(player)
        found = self._rows[player] = None if row is None or row.kind == "former" else row
        return found
