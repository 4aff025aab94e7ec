"""The tournaments of a server. Each is read from its log entries in the store, and changed by
appending the next entry.

No server owns a tournament. If another server has appended an entry meanwhile, the store refuses
the new one. Then the entry is read and the change is decided again.
"""

import asyncio
from contextlib import suppress

import msgspec
from cachetools import LRUCache
from msgspec import convert

from gongzhu.duplicate.commands import TournamentCommand, TournamentServerCommand
from gongzhu.duplicate.events import Plan, RoundBegan, TournamentEntry
from gongzhu.duplicate.evolve import evolve
from gongzhu.duplicate.state import Stage, Tournament
from gongzhu.duplicate.tournament import decide, plan
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.live.services import Services
from gongzhu.server.tournaments.bodies import TournamentBrief
from gongzhu.store import ChangeRefused
from gongzhu.store.tournaments import MOST_OPEN, PutTournamentEntry, TournamentRow

KEPT = 200
"""Number of tournaments that are kept in memory."""
LISTED = 20
"""Largest number of tournaments listed on a club's page."""
ATTEMPTS = 10
"""Number of attempts at a change while other servers are faster."""
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(TournamentEntry).decode


class TournamentLog:
    """Reads tournaments from the store, and changes them by appending entries. A server has one
    instance."""

    def __init__(self, services: Services) -> None:
        self._store = services.store
        self._clock = services.clock
        self._entropy = services.entropy
        self._turn = asyncio.Lock()
        self._known: LRUCache[str, Tournament] = LRUCache(KEPT)
        self.changed = asyncio.Event()
        """Set when a tournament was changed on this server."""
        self.begun: LRUCache[str, int] = LRUCache(KEPT)
        """The last round of each tournament that was begun on this server."""

    async def find(self, id: str) -> Tournament:
        """The current state of the tournament with this id. Raises ApiError 404 if there is none,
        and StoreError."""
        known = self._known.get(id)
        state = known
        for body in await self._store.tournament_entries(id, 0 if known is None else known.seq):
            state = evolve(state, _decode(body))
        if state is None:
            raise ApiError(404, "no_tournament")
        self._keep(state)
        return state

    async def briefs(self, club: str) -> tuple[TournamentBrief, ...]:
        """The newest tournaments of a club, at most LISTED, the newest first. Raises StoreError."""
        return tuple(
            TournamentBrief(
                row.id, row.name, convert(row.stage, Stage), row.entrants, row.rounds, row.round
            )
            for row in await self._store.tournaments_of(club, LISTED)
        )

    async def plan(self, command: Plan, by: str) -> Tournament:
        """Write the first entry of a new tournament. `by` is the id of the player who plans it.
        Raises ApiError 429 if the club has too many unfinished tournaments, CommandRefused and
        StoreError."""
        try:
            return await self._append(plan(command, self._clock(), by, self._entropy(32).hex()))
        except ChangeRefused as error:
            raise ApiError(429, "many_tournaments", most=MOST_OPEN) from error

    async def change(
        self,
        id: str,
        command: TournamentCommand | TournamentServerCommand,
        *,
        by: str | None = None,
        present: frozenset[str] = frozenset(),
    ) -> Tournament:
        """Carry out a command, and return the tournament after it, which is on disk. `by` is the id
        of the player who gives it, None for the server. `present` has the ids of the players who
        are present, as for `decide`. Raises CommandRefused, ApiError and StoreError."""
        # One at a time: changes on one server need not compete with each other.
        async with self._turn:
            for _ in range(ATTEMPTS):
                state = await self.find(id)
                entropy = self._entropy(32).hex()
                step = decide(
                    state, command, self._clock(), by=by, present=present, entropy=entropy
                )
                if step is None:
                    return state
                with suppress(ChangeRefused):
                    return await self._append(step)
        raise ApiError(503, "tournament_busy")

    async def _append(self, step: tuple[Tournament, TournamentEntry]) -> Tournament:
        state, entry = step
        # In a cancelled tournament nobody plays any more, so all rounds may be shown.
        done = state.round if state.stage == "cancelled" else state.done
        plan = state.plan
        row = TournamentRow(
            plan.tournament,
            plan.club,
            plan.name,
            state.stage,
            len(state.players),
            plan.rounds,
            state.round,
            done,
            entry.at,
        )
        await self._store.change(PutTournamentEntry(row, state.seq, _encode(entry)))
        self._keep(state)
        if any(isinstance(event, RoundBegan) for event in entry.events):
            self.begun[row.id] = state.round
        self.changed.set()
        return state

    def _keep(self, state: Tournament) -> None:
        id = state.plan.tournament
        known = self._known.get(id)
        if known is None or known.seq < state.seq:
            self._known[id] = state
