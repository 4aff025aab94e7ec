"""The tables of clubs: the standing table, to which members return at any time, and others."""

import asyncio
from contextlib import suppress

from gongzhu.clubs.club import Club, RuleFile
from gongzhu.clubs.decide import ClubRefused
from gongzhu.server.clubs.bodies import OpenClubTable
from gongzhu.server.clubs.clubs import refusal
from gongzhu.server.live.services import Services
from gongzhu.server.lobby.rules import plain_values
from gongzhu.server.tables.opening import OpenTable
from gongzhu.server.tables.tables import Tables
from gongzhu.store import ChangeRefused, PlayerRow, StoreError
from gongzhu.store.clubs import PutStandingTable


class ClubTables:
    """Opens the standing table and other tables of clubs. A server has one instance."""

    def __init__(self, services: Services, tables: Tables) -> None:
        self._store = services.store
        self._tables = tables
        self._turn = asyncio.Lock()

    async def standing(self, club: Club, player: PlayerRow, address: str) -> str:
        """The name of the club's standing table. If it is not open, a new one is opened with a seat
        for the player. `address` is the player's network address. Raises ApiError 429 if the player
        has too many tables open, and StoreError."""
        # One at a time: a club has one standing table, even if all come at the same moment.
        async with self._turn:
            before = await self._open_one(club)
            if before is not None and self._tables.listed.listing(before) is not None:
                return before
            rules = OpenClubTable(club.rules[0].number)
            name = await self.open(club, player, rules, address)
            try:
                await self._store.change(PutStandingTable(club.id, before, name))
            except ChangeRefused:
                # Another server was faster.
                found = await self._open_one(club)
                if found is not None:
                    await self._withdraw(name, player)
                    return found
            return name

    async def open(self, club: Club, player: PlayerRow, asked: OpenClubTable, address: str) -> str:
        """Open a private table of a club with a seat for the player, and return its name. `address`
        is the player's network address. Raises ApiError 404 for an unknown rule set, ApiError 429
        if the player has too many tables open, CommandRefused, InvalidRequest and StoreError."""
        rules = rules_of(club, asked.rules)
        table = OpenTable(
            rules.preset,
            plain_values(rules.rules),
            asked.name or club.name,
            clock=asked.clock,
            talk=asked.talk,
            late=asked.late,
            bots=asked.bots,
        )
        return await self._tables.open(player, table, address, club.id)

    async def _open_one(self, club: Club) -> str | None:
        """The name of the club's standing table as stored. That table may have been closed since.
        None if the club never had one."""
        row = await self._store.club(club.id)
        name = None if row is None else row.table_name
        if name is not None and name not in self._tables.listed and not self._store.alone:
            await self._tables.listed.relist([name])
        return name

    async def _withdraw(self, table: str, player: PlayerRow) -> None:
        with suppress(StoreError):
            room = await self._tables.room(table)
            if room is not None:
                await room.withdraw(player)


def rules_of(club: Club, number: int) -> RuleFile:
    """The rule set of a club with this number. Raises ApiError 404 if there is none."""
    for rules in club.rules:
        if rules.number == number:
            return rules
    raise refusal(ClubRefused("no_club_rules"))
