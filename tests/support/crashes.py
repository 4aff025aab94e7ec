"""A server under load that is killed again and again, and judged by what its players were told."""

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import httpx
from msgspec import Struct

from gongzhu.dealing import Evidence, check_deals, read_evidence
from gongzhu.records import Verifier, scan_jsonl
from gongzhu.server.bodies import OpenTable, RuleValue
from support.judging import Judge, Log
from support.serving import PAUSE, Server
from support.wire import Person, WirePlayer

SEATS = 4
PRESETS = ("gongzhu-pagat", "hearts-denexa", "gongzhu-boulder", "gongzhu-hwa")
"""With exposing, with passing, with cards that lie face down, with neither."""
LIMITS: dict[str, dict[str, RuleValue]] = {
    "gongzhu": {"lower_limit": -100},
    "hearts": {"limit": 20},
}
"""So that games end all the time."""


class Outcome(Struct):
    """What a run came to."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    resent: int = 0
    games: int = 0
    deals: int = 0
    entries: int = 0
    restart: float = 0.0
    """Seconds of the slowest start."""
    refused: Counter[str] = Counter()
    faults: list[str] = []


class Crashing:
    """Tables whose players move as fast as they can, at a server that is killed."""

    def __init__(
        self, data: Path, seed: str, tables: int, module: str = "support.unlimited"
    ) -> None:
        """`module` is the server's."""
        self.outcome = Outcome()
        self._rng = Random(seed)
        self._seed = seed
        self._tables = tables
        self._server = Server(data, module=module)
        self.judges: list[Judge] = []
        """One for each table."""
        self._players: dict[str, list[WirePlayer]] = {}
        self._log: Log | None = None

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """The server runs, and all tables play."""
        self._server.start()
        tasks: list[asyncio.Task[None]] = []
        try:
            await self._open_tables()
            self._log = Log(self._server.data)
            tasks = [
                asyncio.create_task(player.run())
                for players in self._players.values()
                for player in players
            ]
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._server.end(signal.SIGKILL)
            if self._log is not None:
                self._log.close()

    async def _open_tables(self) -> None:
        base = self._server.base
        async with httpx.AsyncClient(trust_env=False) as http:
            for number in range(self._tables):
                preset = PRESETS[number % len(PRESETS)]
                rules = LIMITS[preset.partition("-")[0]]
                people = [
                    await Person.arrive(http, base, f"{number}-{seat}") for seat in range(SEATS)
                ]
                table = await people[0].open(http, OpenTable(preset=preset, rules=rules))
                self.judges.append(Judge(table))
                self._players[table] = [
                    WirePlayer(person, table, f"{self._seed} {person.name}", duplicates=0.05)
                    for person in people
                ]

    async def kill(self, least: float = 0.05, most: float = 2.0, hasty: float = 0.1) -> None:
        """Let them play for a moment, kill the server, start it again, judge.

        `hasty`: how often nobody waits until it has started, so that the next time it may be
        killed while it reads what the last one left.
        """
        await asyncio.sleep(self._rng.uniform(least, most))
        await asyncio.to_thread(self._server.end, signal.SIGKILL)
        self.outcome.kills += 1
        self._server.launch()
        if self._rng.random() >= hasty:
            await self._started()
            await self.judge()

    async def acknowledged(self, more: int) -> None:
        """Wait until so many more commands are acknowledged."""
        players = [player for players in self._players.values() for player in players]
        goal = sum(player.acknowledged for player in players) + more
        while sum(player.acknowledged for player in players) < goal:
            await asyncio.sleep(PAUSE)

    async def _started(self) -> None:
        took = await asyncio.to_thread(self._server.wait)
        self.outcome.restart = max(self.outcome.restart, took)

    async def judge(self) -> None:
        """Hold what everybody was told against the log."""
        assert self._log is not None
        for judge in self.judges:
            judge.judge(self._log, self._players[judge.table])
            await asyncio.sleep(0)

    async def finish(self, patience: float = 60.0) -> Outcome:
        """After the last kill: every table ends a game that it had not ended, and all is judged."""
        await self._started()
        before = {table: self._games(table) for table in self._players}
        waiting = set(self._players)
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        while waiting and loop.time() < until:
            await asyncio.sleep(PAUSE)
            waiting = {table for table in waiting if self._games(table) == before[table]}
        await self.judge()
        outcome = self.outcome
        outcome.faults += [f"{table}: no game ends any more" for table in sorted(waiting)]
        for judge in self.judges:
            outcome.acknowledged += judge.judged
            outcome.lost += judge.lost
            outcome.faults += judge.faults
            outcome.entries += 0 if judge.truth is None else judge.truth.seq
        for players in self._players.values():
            for player in players:
                outcome.resent += player.resent
                outcome.faults += player.faults + player.breaches
                outcome.refused.update(refusal.code for refusal in player.refusals)
        await self._verify()
        return outcome

    def _games(self, table: str) -> int:
        return len({game for player in self._players[table] for game in player.games})

    async def _verify(self) -> None:
        """The records and the evidence of every game that anybody saw the end of."""
        outcome = self.outcome
        async with httpx.AsyncClient(trust_env=False, base_url=self._server.base) as http:
            for judge in self.judges:
                assert judge.truth is not None
                evidence: list[Evidence] = []
                for game in [played.game for played in judge.truth.state.games]:
                    records = await http.get(f"/api/games/{game}.jsonl")
                    shown = await http.get(f"/api/games/{game}.evidence.jsonl")
                    if records.status_code != 200 or shown.status_code != 200:
                        outcome.faults.append(f"{judge.table}: game {game} is not to be had")
                        continue
                    verifier = Verifier()
                    found = verifier.verify(scan_jsonl(records.content.splitlines()))
                    outcome.faults += [f"{game}: {fault.text()}" for fault in found]
                    outcome.games += 1
                    outcome.deals += verifier.deals
                    evidence += read_evidence(shown.content)
                outcome.faults += [fault.text() for fault in check_deals(evidence)]
