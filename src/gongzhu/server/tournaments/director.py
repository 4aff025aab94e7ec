"""Leads running tournaments from step to step and from round to round.

Every server on a database leads all tournaments, but each step is taken only once: the store
refuses an entry that another server has written meanwhile, and a table that another server has
opened. So any of the servers may stop.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import msgspec
import structlog
from cachetools import LRUCache

from gongzhu.dealing import Evidence
from gongzhu.duplicate.boards import board_settings, evidence_of
from gongzhu.duplicate.commands import Cancel, RoundDone
from gongzhu.duplicate.events import BoardResult
from gongzhu.duplicate.state import Round, Tournament
from gongzhu.duplicate.tournament import due
from gongzhu.server.edge.problems import ApiError, problem_of
from gongzhu.server.live.services import Services
from gongzhu.server.monitoring.logs import short
from gongzhu.server.tables.everywhere import Everywhere
from gongzhu.server.tables.opening import NewTable
from gongzhu.server.tables.tables import Tables
from gongzhu.server.tournaments.entrants import Entrants, People
from gongzhu.server.tournaments.log import TournamentLog
from gongzhu.store import Conflict, StoreError
from gongzhu.table import Player, step_server
from gongzhu.table.commands import Expire, GiveDeal, HouseBot, PlayOut, Tick

BEAT = 0.5
"""Seconds between two checks of the running tournaments."""
IDLE = 5.0
"""Seconds between two checks while no tournament runs, if several servers share the database: a
tournament may have begun on another server."""
LATER_MS = 4_000
"""Milliseconds after which a table that is not in memory here is searched for in the store. The
server that began the round opens its tables, and players take them to other servers."""
LOOKED_FOR = 10_000
"""Largest number of tables for which the time of the next search is remembered."""
log = structlog.get_logger()
_read_result = msgspec.json.Decoder(BoardResult).decode


class Director:
    """Leads all running tournaments, as a background task of a server."""

    def __init__(
        self,
        services: Services,
        tables: Tables,
        everywhere: Everywhere,
        tournaments: TournamentLog,
        entrants: Entrants,
    ) -> None:
        self._services = services
        self._store = services.store
        self._tables = tables
        self._everywhere = everywhere
        self._log = tournaments
        self._entrants = entrants
        self._look_at: LRUCache[str, int] = LRUCache(LOOKED_FOR)
        """For tables that are not in memory here: the time of the next search, in milliseconds
        since 1970."""

    async def run(self) -> None:
        """Lead the tournaments until the server stops, or until the calling task is cancelled."""
        changed = self._log.changed
        while not self._tables.stopping:
            changed.clear()
            rows: list[tuple[str, bool]] | None = None
            with suppress(StoreError):
                rows = await self._store.tournaments_to_lead()
            for id, closed in rows or ():
                await self._lead(id, closed=closed)
            pause = None if self._store.alone else IDLE
            with suppress(TimeoutError):
                async with asyncio.timeout(pause if rows == [] else BEAT):
                    await changed.wait()

    async def _lead(self, id: str, *, closed: bool) -> None:
        """Take the next step of the tournament with this id if it is due. Cancel the tournament if
        its club was closed (`closed`). Errors are logged."""
        try:
            if closed:
                await self._everywhere.call_off(await self._log.change(id, Cancel()))
            else:
                await self._step(id)
        except (ApiError, StoreError) as error:
            log.error("not_led", tournament=short(id), problem=problem_of(error))
        except Exception:  # an error in one tournament must not stop the others
            log.exception("not_led", tournament=short(id))

    async def _step(self, id: str) -> None:
        """Make the change of the tournament with this id that is due now, if any. If a round is
        running, go on with it (`_play`)."""
        state, now = await self._log.find(id), self._services.clock()
        at = due(state)
        if at is not None and at <= now:
            state = await self._log.change(id, Tick())
        if state.running is not None:
            await self._play(state, state.running)

    async def _play(self, state: Tournament, running: Round) -> None:
        """End the running round if all its tables have finished. Otherwise open or load the other
        tables, and once the time of the round is up, let bots finish them."""
        played = await self._store.board_results(state.plan.tournament, state.round)
        if len(played) == len(running.tables):
            results = tuple(_read_result(body) for _, _, body in played)
            await self._log.change(state.plan.tournament, RoundDone(state.round, results))
            return
        over = {number for number, _, _ in played}
        left = [number for number in range(len(running.tables)) if number not in over]
        await self._see_to(state, running, left)
        if running.ends is not None and running.ends <= self._services.clock():
            for number in left:
                room = self._tables.rooms.get(running.tables[number].table)
                if room is not None:
                    room.do(PlayOut())
        self._close_old(state)

    async def _see_to(self, state: Tournament, running: Round, left: list[int]) -> None:
        """Open those tables of the round that are not open yet, and load those that no server has
        in memory. `left` has the indexes (from 0) of the round's unfinished tables."""
        now, store = self._services.clock(), self._store
        names = {number: running.tables[number].table for number in left}
        ours = store.alone or self._log.begun.get(state.plan.tournament) == state.round
        missing = []
        for number, name in names.items():
            if name in self._tables.rooms:
                continue
            if self._look_at.setdefault(name, now if ours else now + LATER_MS) > now:
                continue
            self._look_at[name] = now + LATER_MS
            if not await store.last(name):
                missing.append(number)
            else:
                await self._tables.room_here(name)
        if missing:
            people = await self._entrants.of(state)
            await open_boards(state, missing, people, self._services, self._tables)
            log.info("round_began", tournament=short(state.plan.tournament), round=state.round)

    def _close_old(self, state: Tournament) -> None:
        """Close the tables of the round before the last one, which nobody needs any more."""
        for old in state.rounds[-3:-2]:
            for table in old.tables:
                room = self._tables.rooms.get(table.table)
                if room is not None:
                    room.do(Expire())


async def open_boards(
    state: Tournament, numbers: Sequence[int], people: People, services: Services, tables: Tables
) -> None:
    """Open tables of the current round in one group of writes. `numbers` are their indexes in the
    round, from 0. Tables that another server has opened meanwhile are left alone. Raises
    StoreError."""
    evidence = evidence_of(state, state.round)
    opening = [_opened(state, number, evidence, people, services) for number in numbers]
    found = await asyncio.gather(*(new.write() for new in opening), return_exceptions=True)
    for new, problem in zip(opening, found, strict=True):
        if isinstance(problem, Conflict):
            continue
        if problem is not None:
            raise problem
        await tables.take_opened(new)


def _opened(
    state: Tournament, number: int, evidence: Evidence, people: People, services: Services
) -> NewTable:
    """A new table with its players seated and the deal dealt, not on disk yet. `number` is its
    index in the round."""
    assert state.running is not None, "a round is being played"
    table = state.running.tables[number]
    settings = board_settings(state, state.round, number)
    sitting = tuple(_sitting(state, place, people) for place in table.places)
    # The bots of all tables of a club take turns as one, as if it were an address.
    new = NewTable(table.table, settings, "", state.plan.club, services)
    entropy = services.entropy(32).hex()
    new.follow(step_server(new.table, GiveDeal(evidence, sitting), services.clock(), entropy))
    return new


def _sitting(state: Tournament, place: int, people: People) -> Player | HouseBot:
    """The player for a seat of a table, or a bot if the entrant is one or the account was deleted.
    `place` is the index of the entrant."""
    player, name = state.player_at(place), people.names[place]
    row = None if player is None else people.rows.get(player)
    return (
        HouseBot(state.plan.level, name) if row is None else Player(row.id, name, row.kind == "bot")
    )
