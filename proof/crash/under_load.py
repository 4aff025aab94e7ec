"""Tables whose players move as fast as they can, at a server that things happen to, and the judges
of what these players are told."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from gongzhu.dealing import Evidence, check_deals, read_evidence
from gongzhu.records import Verifier, scan_jsonl
from gongzhu.rules import RuleValue
from gongzhu.server.tables.opening import OpenTable
from gongzhu.table import LogEntry
from proof.crash.fork_server import Launch
from proof.crash.outcomes import Outcome
from proof.crash.server_process import ServerProcess, server_process
from proof.players.fast_player import FastPlayer
from proof.players.http_visitor import HttpVisitor
from proof.players.log_judge import Judge, take
from proof.players.socket_player import Guest, http_client
from tests.support.serving import PAUSE, free_port

SEATS = 4
PRESETS = ("gongzhu-pagat", "hearts-denexa", "gongzhu-boulder", "gongzhu-hwa")
"""With exposing, with passing, with cards that lie face down, with neither."""
LIMITS: dict[str, dict[str, RuleValue]] = {
    "gongzhu": {"lower_limit": -100},
    "hearts": {"limit": 20},
}
"""So that games end all the time."""
PATIENCE = 120.0
"""Seconds in which something must happen at a table, however busy the machine is."""

Entries = list[tuple[int, LogEntry]]


class Logs(Protocol):
    """Where the logs of all tables are read."""

    async def read(self, after: Mapping[str, int]) -> Mapping[str, Entries]:
        """The entries of each table after a number, with their numbers."""
        ...


class UnderLoad(ABC):
    """The tables, their players, their judges."""

    def __init__(self, launch: Launch, seed: str, tables: int) -> None:
        """`life` is the server's, but for its port."""
        self.outcome = Outcome()
        self.judges: list[Judge] = []
        """One for each table."""
        self._launch = launch
        self._launch.port = free_port()
        self._seed = seed
        self._tables = tables
        self._players: dict[str, list[FastPlayer]] = {}
        self._base = f"http://127.0.0.1:{self._launch.port}"
        self._visitor: HttpVisitor | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._server: ServerProcess | None = None
        self._up = asyncio.Event()
        """Set while there is a server."""
        self._logs: Logs | None = None

    @property
    def server(self) -> ServerProcess:
        """The server that runs."""
        assert self._server is not None, "inside `playing`"
        return self._server

    @property
    def acknowledged(self) -> int:
        """What the players know to be done, all together."""
        return sum(player.acknowledged for group in self._players.values() for player in group)

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """The server runs, and all tables play."""
        async with self._serving() as self._up:
            await self._open_tables()
            self._visitor = HttpVisitor(self._base, self._seed, self._up)
            async with self._reading() as self._logs:
                try:
                    self._tasks.append(asyncio.create_task(self._visitor.run()))
                    for group in self._players.values():
                        self._tasks += [asyncio.create_task(player.run()) for player in group]
                    yield
                finally:
                    await self._leave()

    @asynccontextmanager
    async def _serving(self) -> AsyncIterator[asyncio.Event]:
        """The server runs; what is set while it does."""
        async with server_process() as self._server:
            await self._server.begin(self._launch)
            await self._server.ready()
            yield self._server.up

    @property
    def starts(self) -> list[float]:
        """Seconds that each start took that was waited for."""
        return self.server.starts

    async def _leave(self) -> None:
        """Nobody plays any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @abstractmethod
    def _reading(self) -> AbstractAsyncContextManager[Logs]:
        """The logs in the server's data."""

    async def _open_tables(self) -> None:
        base = self._base
        async with http_client() as http:
            for number in range(self._tables):
                preset = PRESETS[number % len(PRESETS)]
                rules = LIMITS[preset.partition("-")[0]]
                people = [
                    await Guest.arrive(http, base, f"{number}-{seat}") for seat in range(SEATS)
                ]
                table = await people[0].open(http, OpenTable(preset=preset, rules=rules))
                self.judges.append(Judge(table))
                self._players[table] = [
                    FastPlayer(
                        person,
                        table,
                        f"{self._seed} {person.name}",
                        self._up,
                        duplicates=0.05,
                    )
                    for person in people
                ]

    async def wait(self, more: int) -> bool:
        """Wait until so many more commands are acknowledged; False when that takes too long."""
        goal, loop = self.acknowledged + more, asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while self.acknowledged < goal:
            if loop.time() > until:
                return False
            await asyncio.sleep(PAUSE)
        return True

    async def judge(self) -> None:
        """Hold what everybody was told against the log."""
        assert self._logs is not None
        told = {judge.table: take(self._players[judge.table]) for judge in self.judges}
        entries = await self._logs.read({judge.table: judge.seq for judge in self.judges})
        for judge in self.judges:
            judge.compare(told[judge.table], entries[judge.table])
            await asyncio.sleep(0)

    async def finish(self) -> Outcome:
        """In the end every table ends a game that it had not ended, and all is judged."""
        await self._games_end()
        await self._leave()
        await self.judge()
        outcome = self.outcome
        for judge in self.judges:
            for player in self._players[judge.table]:
                outcome.resent += player.resent
                outcome.faults += player.faults + player.breaches
                outcome.refused.update(refusal.code for refusal in player.refusals)
                for refusal in player.refusals:
                    # What is sent twice may be refused the second time.
                    if refusal.id is not None and refusal.id not in player.repeated:
                        judge.refused(player, refusal.id)
            outcome.acknowledged += judge.judged
            outcome.lost += judge.lost
            outcome.twice += judge.twice
            outcome.faults += judge.faults
            outcome.entries += judge.seq
        outcome.slowest_start = max(self.starts)
        await self._verify()
        await self._recall()
        return outcome

    async def _games_end(self) -> None:
        """Wait until every table has ended one more game, for as long as they go on."""
        loop = asyncio.get_running_loop()
        games = {table: self._games(table) for table in self._players}
        moved = dict.fromkeys(games, (0, loop.time()))
        while games:
            await asyncio.sleep(PAUSE)
            for table, before in list(games.items()):
                done = sum(player.acknowledged for player in self._players[table])
                known, since = moved[table]
                if done != known:
                    moved[table] = done, loop.time()
                elif loop.time() - since > PATIENCE:
                    self.outcome.faults.append(f"{table}: nothing happens any more")
                    del games[table]
                if self._games(table) != before:
                    games.pop(table, None)

    def _games(self, table: str) -> int:
        return len({game for player in self._players[table] for game in player.games})

    async def _verify(self) -> None:
        """The records and the evidence of every game that ended."""
        outcome = self.outcome
        async with http_client(self._base) as http:
            for judge in self.judges:
                assert judge.truth is not None
                evidence: list[Evidence] = []
                for game in [played.game for played in judge.truth.state.games]:
                    records = await http.get(f"/api/games/{game}.jsonl")
                    shown = await http.get(f"/api/games/{game}.evidence.jsonl")
                    if records.status_code != 200 or shown.status_code != 200:
                        answers = f"{records.status_code}, {shown.status_code}"
                        outcome.faults.append(
                            f"{judge.table}: game {game} is not to be had ({answers})"
                        )
                        continue
                    verifier = Verifier()
                    found = verifier.verify(scan_jsonl(records.content.splitlines()))
                    outcome.faults += [f"{game}: {fault.text()}" for fault in found]
                    outcome.games += 1
                    outcome.deals += verifier.deals
                    evidence += read_evidence(shown.content)
                outcome.faults += [fault.text() for fault in check_deals(evidence)]

    async def _recall(self) -> None:
        """Everything that visitors were told."""
        assert self._visitor is not None
        assert self._logs is not None
        visitor, outcome = self._visitor, self.outcome
        await visitor.recall()
        entries = await self._logs.read(dict.fromkeys(visitor.tables, 0))
        outcome.faults += [
            f"{table} is not there" for table in visitor.tables if not entries[table]
        ]
        outcome.faults += visitor.faults
        outcome.visits = len(visitor.cookies) + len(visitor.tables)
