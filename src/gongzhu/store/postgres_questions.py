"""Questions for thinkers on other machines, in PostgreSQL.

A server puts a question there with the time by which it must be answered. Whichever thinker is free
takes it, and nobody else does (`SKIP LOCKED`). A thinker says each second that it lives, and what
was taken by one that does not is there for the others again. Nothing of it survives a crash of the
database: a server whose question is not answered in time does without.

Questions and answers are bytes here. Only thinkers of the same `kind` are asked: the same version
of the program, and the same programs of the host.
"""

import asyncio
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from secrets import token_hex

from gongzhu.store.faults import StoreError
from gongzhu.store.postgres_link import (
    Connection,
    connect,
    guarded,
    retrying,
    store_errors,
)
from gongzhu.store.postgres_server import SERVERS
from gongzhu.store.schema import POSTGRES

BEAT = 1.0
"""Seconds between two words that a thinker lives, and between two countings of the thinkers."""
LIFE = 4.0
"""Seconds for which one of them is good."""
COMMAND_SECONDS = 2.0
OPENING_PATIENCE = 3.0
ASKED = "gongzhu_asked"
"""The channel of NOTIFY on which thinkers hear that there is a question."""
ANSWERED = "gongzhu_answered_"
"""With the server's name, the channel on which it hears that a question is answered."""

_COUNT = f"""
    SELECT coalesce((
        SELECT sum(processes) FROM thinkers WHERE kind = $1 AND until > clock_timestamp()
    ), 0), (
        SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = {SERVERS}
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    )
"""
_ASK = f"""
    WITH asked AS (
        INSERT INTO questions (kind, asker, deadline, body)
        VALUES ($1, $2, clock_timestamp() + $3 * interval '1 s', $4) RETURNING id
    )
    SELECT id, pg_notify('{ASKED}', '') FROM asked
"""
_ANSWERS = "DELETE FROM questions WHERE id = ANY($1::bigint[]) RETURNING id, answer"
_WITHDRAW = "DELETE FROM questions WHERE id = $1"
_WITHDRAW_ALL = "DELETE FROM questions WHERE asker = $1"
_JOIN = f"""
    INSERT INTO thinkers (kind, processes, until)
    VALUES ($1, $2, clock_timestamp() + interval '{LIFE} s') RETURNING id
"""
_LIVE = f"""
    UPDATE thinkers SET until = clock_timestamp() + interval '{LIFE} s' WHERE id = $1
    RETURNING true
"""
_PART = f"""
    WITH gone AS (DELETE FROM thinkers WHERE id = $1 RETURNING id)
    SELECT pg_notify('{ASKED}', '') FROM gone
"""
_BURY = f"""
    WITH gone AS (DELETE FROM thinkers WHERE until < clock_timestamp() RETURNING id)
    SELECT pg_notify('{ASKED}', '') FROM gone LIMIT 1
"""
_FORGET = "DELETE FROM questions WHERE deadline < clock_timestamp() - interval '60 s'"
_TAKE = """
    UPDATE questions SET taker = $1 WHERE id IN (
        SELECT id FROM questions
        WHERE taker IS NULL AND answer IS NULL AND kind = $2 AND deadline > clock_timestamp()
        ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED
    ) RETURNING id, body
"""
_GIVE_BACK = f"""
    WITH free AS (UPDATE questions SET taker = NULL WHERE id = $2 AND taker = $1 RETURNING id)
    SELECT pg_notify('{ASKED}', '') FROM free
"""
_ANSWER = f"""
    WITH answered AS (
        UPDATE questions SET answer = $3 WHERE id = $2 AND taker = $1 RETURNING id, asker
    )
    SELECT pg_notify('{ANSWERED}' || asker, id::text) FROM answered
"""


class _Side(ABC):
    """One side, with a connection that is made anew when it is lost."""

    def __init__(self, address: str) -> None:
        self.on_lost: Callable[[], None] = lambda: None
        """Hears each second that the database is out of reach."""
        self._address = guarded(address, os.environ)
        self._connection: Connection | None = None
        self._turn = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin. Raises StoreError."""
        await retrying(OPENING_PATIENCE, self._beat)
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Say goodbye."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        # A database that is out of reach finds out by itself.
        with suppress(StoreError):
            await self._query(*self._goodbye())
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._beat()
            except StoreError:
                self.on_lost()

    async def _query(self, statement: str, *values: object) -> Sequence[Sequence[object]]:
        """The rows of one statement. Raises StoreError."""
        async with self._turn:
            connection = self._connection
            if connection is None or connection.is_closed():
                connection = await connect(self._address, COMMAND_SECONDS, synchronous_commit="off")
                try:
                    with store_errors():
                        await self._listen(connection)
                except BaseException:
                    connection.terminate()
                    raise
                self._connection = connection
            with store_errors():
                rows: Sequence[Sequence[object]] = await connection.fetch(statement, *values)
                return rows

    @abstractmethod
    async def _beat(self) -> None:
        """Say what is to be said each second. Raises StoreError."""

    @abstractmethod
    async def _listen(self, connection: Connection) -> None:
        """Have a new connection hear what this side is told."""

    @abstractmethod
    def _goodbye(self) -> tuple[str, object]:
        """The statement that ends this side, and its values."""


class QuestionSender(_Side):
    """The side of a server."""

    def __init__(self, address: str, kind: str) -> None:
        super().__init__(address)
        self.on_answer: Callable[[int, bytes], None] = lambda number, body: None
        """Hears an answer, with the number that `ask` returned."""
        self.on_count: Callable[[int], None] = lambda count: None
        """Hears each second how many processes there are for this server, its share of all."""
        self._kind = kind
        self._name = token_hex(8)
        self._answered: list[int] = []
        self._fetching: asyncio.Task[None] | None = None

    async def ask(self, body: bytes, seconds: float) -> int:
        """Put a question that is to be answered in so many seconds; its number. Raises
        StoreError."""
        ((number, _),) = await self._query(_ASK, self._kind, self._name, seconds, body)
        assert isinstance(number, int)
        return number

    async def withdraw(self, number: int) -> None:
        """Nobody wants the answer any more. Raises StoreError."""
        await self._query(_WITHDRAW, number)

    async def close(self) -> None:
        """Hear nothing more."""
        if self._fetching is not None:
            self._fetching.cancel()
            await asyncio.gather(self._fetching, return_exceptions=True)
        await super().close()

    async def _beat(self) -> None:
        await self._query(_BURY)
        ((processes, servers),) = await self._query(_COUNT, self._kind)
        assert isinstance(processes, int)
        assert isinstance(servers, int)
        self.on_count(-(-processes // max(1, servers)))

    async def _listen(self, connection: Connection) -> None:
        await connection.add_listener(f"{ANSWERED}{self._name}", self._heard)

    def _heard(self, _: object, process: int, channel: str, number: object) -> None:
        self._answered.append(int(str(number)))
        if self._fetching is None:
            self._fetching = asyncio.get_running_loop().create_task(self._fetch())

    async def _fetch(self) -> None:
        while self._answered:
            numbers, self._answered = self._answered, []
            # Those that cannot be had are late, and are done without.
            with suppress(StoreError):
                for number, body in await self._query(_ANSWERS, numbers):
                    assert isinstance(number, int)
                    assert isinstance(body, bytes)
                    self.on_answer(number, body)
        self._fetching = None

    def _goodbye(self) -> tuple[str, object]:
        return _WITHDRAW_ALL, self._name


class QuestionTaker(_Side):
    """The side of a thinker, which has several processes."""

    def __init__(self, address: str, kind: str, processes: int) -> None:
        super().__init__(address)
        self.on_question: Callable[[], None] = lambda: None
        """Hears that there may be a question, and at least once a second."""
        self._kind = kind
        self._processes = processes
        self._id: int | None = None

    async def open(self) -> None:
        """Begin, in a database that a server of this version serves. Raises StoreError."""
        await retrying(OPENING_PATIENCE, self._check)
        await super().open()

    async def take(self, most: int) -> list[tuple[int, bytes]]:
        """At most so many questions, with their numbers: nobody else has them. Raises
        StoreError."""
        if self._id is None:
            return []
        rows = await self._query(_TAKE, self._id, self._kind, most)
        return [(number, body) for number, body in rows]  # type: ignore[misc] # as selected

    async def give_back(self, number: int) -> None:
        """Let others have a question. Raises StoreError."""
        await self._query(_GIVE_BACK, self._id, number)

    async def answer(self, number: int, body: bytes) -> None:
        """Answer a question; in vain where others have it by now. Raises StoreError."""
        await self._query(_ANSWER, self._id, number, body)

    async def _check(self) -> None:
        found = await self._query("SELECT to_regclass('gongzhu.format') IS NOT NULL")
        rows = await self._query("SELECT version FROM format") if found[0][0] else []
        if [tuple(row) for row in rows] != [(len(POSTGRES),)]:
            raise StoreError("unserved_database")

    async def _beat(self) -> None:
        if self._id is None or not await self._query(_LIVE, self._id):
            ((number,),) = await self._query(_JOIN, self._kind, self._processes)
            assert isinstance(number, int)
            self._id = number
        await self._query(_BURY)
        await self._query(_FORGET)
        self.on_question()

    async def _listen(self, connection: Connection) -> None:
        await connection.add_listener(ASKED, self._heard)

    def _goodbye(self) -> tuple[str, object]:
        return _PART, self._id

    def _heard(self, *_: object) -> None:
        self.on_question()
