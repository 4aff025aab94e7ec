"""People at a real server who open tables, play a game or two and go, again and again.

Some play with each other, some with bots; some devices lose their connection in between; most hosts
close their table, others just go away, and the server has to let go of it.
"""

import asyncio
from random import Random

import httpx2
from msgspec import Struct, field
from websockets.asyncio.client import ClientConnection

from gongzhu.rules import PRESETS
from gongzhu.server.live.messages import FromPlayer, Hello, Request, ToPlayer
from gongzhu.server.tables.opening import OpenTable
from gongzhu.table.commands import Close
from proof.crash.under_load import LIMITS
from proof.crash.under_load import PRESETS as PLAYED
from proof.players.socket_player import Guest, SocketPlayer, encode, http_client

THOUGHT = (0.2, 1.0)
"""Seconds before each message of a player."""
CUT = 0.02
"""How often a player's connection is lost instead."""
ABANDONED = 0.15
"""How many tables are left as they are."""
LOOK = 0.5
LONGEST = 600.0
"""Seconds for the games of a table."""


class Soaked(Struct):
    """What came of it so far."""

    tables: int = 0
    """Opened, and left again."""
    moves: int = 0
    """Acknowledged, of people."""
    games: int = 0
    connections: int = 0
    faults: list[str] = field(default_factory=list)


class Soaking:
    """So many tables at a time."""

    def __init__(self, base: str, seed: str) -> None:
        self.soaked = Soaked()
        self._base = base
        self._rng = Random(seed)
        self._door = asyncio.Lock()
        """One person comes in at a time: the client keeps its cookie until it is cleared away."""

    async def run(self, at_once: int) -> None:
        """Go on until the task is cancelled."""
        async with (
            http_client() as http,
            asyncio.TaskGroup() as places,
        ):
            for _ in range(at_once):
                places.create_task(self._one_after_another(http))

    async def _one_after_another(self, http: httpx2.AsyncClient) -> None:
        # Not all at the same moment.
        await asyncio.sleep(self._rng.uniform(0, 20))
        while True:
            await self._table(http)
            self.soaked.tables += 1

    async def _table(self, http: httpx2.AsyncClient) -> None:
        """One table from its opening to its end."""
        rng = self._rng
        preset = rng.choice(PLAYED)
        rules = PRESETS[preset].rules
        async with self._door:
            people = [
                await Guest.arrive(http, self._base, f"P{seat}")
                for seat in range(rng.randint(1, rules.players))
            ]
        bots = {str(seat): "steady" for seat in range(len(people), rules.players)}
        asked = OpenTable(preset=preset, rules=LIMITS[rules.family], bots=bots)
        table = await people[0].open(http, asked)
        players = [Soaker(person, table, f"{rng.random()}", self.soaked) for person in people]
        tasks = [asyncio.create_task(player.run()) for player in players]
        try:
            await self._games(http, players, rng.choice((1, 1, 2)))
            if rng.random() >= ABANDONED:
                await _close(people[0], table)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for player in players:
            self.soaked.faults += player.faults + player.breaches

    async def _games(self, http: httpx2.AsyncClient, players: "list[Soaker]", wanted: int) -> None:
        """Until everybody saw so many games, and looked at one of them."""
        try:
            async with asyncio.timeout(LONGEST):
                while any(len(player.games) < wanted for player in players):
                    await asyncio.sleep(LOOK)
        except TimeoutError:
            self.soaked.faults.append(f"{players[0].table}: no game ends")
            return
        self.soaked.games += wanted
        for path in ("/api/lobby", f"/api/games/{players[0].games[0]}", "/metrics"):
            answer = await http.get(self._base + path, headers=players[0].person.headers)
            if answer.status_code != 200:
                self.soaked.faults.append(f"{path}: {answer.status_code}")


async def _close(host: Guest, table: str) -> None:
    """The host closes the table, over a connection of its own."""
    async with host.socket(table) as socket:
        await socket.send(encode(Hello()).decode())
        await socket.send(encode(Request("close", Close())).decode())
        async for _ in socket:
            pass


class Soaker(SocketPlayer):
    """Plays as slowly as people who are in a hurry, and remembers nothing."""

    def __init__(self, person: Guest, table: str, seed: str, soaked: Soaked) -> None:
        super().__init__(person, table, seed)
        self._soaked = soaked

    async def _converse(self, socket: ClientConnection) -> bool:
        self._soaked.connections += 1
        return await super()._converse(socket)

    def _take(self, message: ToPlayer) -> None:
        super()._take(message)
        # The news that a refusal came from may have been there before it: look again at once.
        self._refused = False

    async def _send(self, socket: ClientConnection, message: FromPlayer) -> None:
        await asyncio.sleep(self._rng.uniform(*THOUGHT))
        if self._rng.random() < CUT:
            await socket.close()
        await super()._send(socket, message)

    def _acknowledged(self, id: str, seq: int) -> None:
        self._soaked.moves += isinstance(self._pending.get(id), Request)
        super()._acknowledged(id, seq)
        self.received.take()
