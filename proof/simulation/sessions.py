"""Connections to a simulated PostgreSQL, as its driver has them: a statement takes its time there
and back, and on the way the wire, the database or the process that sent it may be lost."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any, Protocol

from gongzhu.store.plan import WritePlan
from gongzhu.store.postgres_writer import STOPPED_MS
from gongzhu.store.writes import StoreWrite
from proof.simulation.faults import Faults
from proof.simulation.loop import Process, SimulatedLoop
from tests.support.rows_store import Rows

TRIP = (0.0001, 0.002)
"""Seconds for a statement on its way there, or for the answer."""

Found = list[tuple[Any, ...]]
Listener = Callable[["Session", int, str, str], None]
Statement = Callable[["Session", Sequence[Any]], Awaitable[Found]]


class Group:
    """The writes of a transaction, which nobody else sees yet."""

    def __init__(self, rows: Rows, done: WritePlan) -> None:
        """`rows`: as they will be."""
        self.rows = rows
        self.done = done


class Host(Protocol):
    """The database at the other end."""

    loop: SimulatedLoop
    faults: Faults
    rng: Random

    def find(self, text: str) -> Statement:
        """The meaning of a statement of this text."""
        ...

    def ended(self, session: "Session") -> None:
        """A session is over, and what it had not committed is void."""
        ...


class Session:
    """One connection; see `asyncpg.Connection`, of which it has what servers use."""

    def __init__(
        self,
        host: Host,
        process: Process,
        number: int,
        seconds: float,
        idle: float | None = None,
    ) -> None:
        """`seconds` for each statement, `idle` until the database ends a session without one."""
        self.process = process
        self.xact: int | None = None
        """The number of the one that it is in."""
        self.in_transaction = False
        self.is_committing = False
        self.is_void = False
        """True if nothing of its transaction will be there."""
        self.group: Group | None = None
        self.over = False
        """True if the database knows it no more."""
        self.listeners: dict[str, Listener] = {}
        self._host = host
        self.number = number
        self._loop = host.loop
        self._faults = host.faults
        self._rng = host.rng
        self._seconds = seconds
        self._idle = idle
        self._lost = False
        """True if the client knows that it is no more."""
        self._answer: asyncio.Future[Found] | None = None
        self._asked = 0
        """Statements so far."""

    # --- the client's end ------------------------------------------------------------------------

    async def execute(self, text: str, *values: Any) -> str:
        """Carry out a statement; the rows that it met, as PostgreSQL words it."""
        return f"SELECT {len(await self.ask(text, values))}"

    async def fetch(self, text: str, *values: Any) -> Found:
        """The rows that a statement finds."""
        return await self.ask(text, values)

    async def fetchval(self, text: str, *values: Any) -> Any:
        """The first value of the first row; None where there is none."""
        found = await self.ask(text, values)
        return found[0][0] if found else None

    async def prepare(self, text: str, *, name: str) -> "Prepared":
        """A statement that is ready."""
        return Prepared(self, text)

    async def write(self, writes: Sequence[StoreWrite], sent: bool) -> WritePlan:
        """See `gongzhu.store.postgres_writer`: a group, all but its COMMIT."""
        ((done,),) = await self.ask("write", (writes, sent))
        assert isinstance(done, WritePlan)
        return done

    async def add_listener(self, channel: str, listener: Listener) -> None:
        """Hear what is told by NOTIFY."""
        await self.ask("LISTEN", ())
        self.listeners[channel] = listener

    @asynccontextmanager
    async def transaction(self, isolation: str = "") -> AsyncIterator[None]:
        """Here each statement stands by itself."""
        yield

    async def close(self, timeout: float) -> None:
        """Take leave."""
        self.terminate()

    def terminate(self) -> None:
        """Hang up."""
        self._lost = True
        self._later(self._rng.uniform(*TRIP), self.end)

    def is_closed(self) -> bool:
        """True if nothing can be asked any more."""
        return self._lost

    def get_server_pid(self) -> int:
        """The number of the session."""
        return self.number

    async def ask(self, text: str, values: Sequence[Any]) -> Found:
        """The rows that a statement finds. Raises OSError."""
        if self._lost or not self.process.alive:
            raise ConnectionError("the connection is closed")
        answer: asyncio.Future[Found] = self._loop.create_future()
        self._answer = answer
        self._asked += 1
        self._later(self._rng.uniform(*TRIP), self._arrive, self._asked, text, values)
        try:
            async with asyncio.timeout(self._seconds):
                return await answer
        except TimeoutError:
            self.terminate()
            raise

    # --- the database's end ----------------------------------------------------------------------

    def tell(self, number: int, channel: str, message: str) -> None:
        """Session `number` tells everybody something."""
        listener = self.listeners.get(channel)
        if listener is not None:
            context, trip = self.process.context, self._rng.uniform(*TRIP)
            self._loop.call_later(
                trip, self._hear, listener, number, channel, message, context=context
            )

    def _hear(self, listener: Listener, number: int, channel: str, message: str) -> None:
        if not self._lost and not self.over:
            listener(self, number, channel, message)

    def end(self) -> None:
        """Let go of all that it holds; the client finds out in a moment."""
        if self.over:
            return
        self.over = True
        self._host.ended(self)
        self._later(self._rng.uniform(*TRIP), self._break)

    def _break(self) -> None:
        self._lost = True
        self._settle(self._asked, ConnectionResetError("the connection was lost"))

    def _arrive(self, asked: int, text: str, values: Sequence[Any]) -> None:
        if not self.over:
            work = self._carry_out(asked, text, values)
            self._loop.create_task(work, context=self._faults.context)

    async def _carry_out(self, asked: int, text: str, values: Sequence[Any]) -> None:
        found: Found | Exception
        try:
            found = await self._host.find(text)(self, values)
        except Exception as error:  # as the database refuses it
            found = error
        if self.over:
            return
        if self.in_transaction:
            self._later(STOPPED_MS / 1000, self._stopped, asked)
        elif self._idle is not None:
            self._later(self._idle, self._lay_idle, asked)
        self._later(self._rng.uniform(*TRIP), self._settle, asked, found)

    def _stopped(self, asked: int) -> None:
        """Nothing has come for a while: whoever has begun the transaction has stopped."""
        if self.in_transaction and asked == self._asked:
            self.end()

    def _lay_idle(self, asked: int) -> None:
        """Nothing has come for a while."""
        if asked == self._asked:
            self.end()

    def _settle(self, asked: int, found: Found | Exception) -> None:
        answer = self._answer
        if asked != self._asked or answer is None or answer.done():
            return
        if isinstance(found, Exception):
            answer.set_exception(found)
        else:
            answer.set_result(found)

    def _later(self, seconds: float, callback: Callable[..., None], *values: Any) -> None:
        """Call something outside all processes."""
        self._loop.call_later(seconds, callback, *values, context=self._faults.context)


class Prepared:
    """See `asyncpg.prepared_stmt.PreparedStatement`."""

    def __init__(self, session: Session, text: str) -> None:
        self._session = session
        self._text = text

    async def fetchval(self, *values: Any) -> Any:
        """The first value of the first row."""
        return await self._session.fetchval(self._text, *values)
