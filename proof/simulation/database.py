"""A PostgreSQL that several servers write into, below the statements that they send it.

What is real here is all that decides: `Keeper`, which has the leases, `Writer`, which sends a group
once more or finds out what became of it, and `plan`. What is simulated is the database: a clock,
rows, the one transaction at a time that writes them, rows that a transaction holds, locks that end
with their session, NOTIFY. A group is there whole or not at all.
"""

import asyncio
import re
from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import Any

import asyncpg
from msgspec import Struct
from msgspec.structs import replace

from gongzhu.store import Conflict, StoreError
from gongzhu.store import postgres_leases as leases
from gongzhu.store import postgres_writer as writer
from gongzhu.store.postgres_rows import WRITE_ROWS
from gongzhu.store.writes import Append, Plan
from proof.simulation.faults import Faults
from proof.simulation.loop import PROCESS, Process, SimulatedLoop
from proof.simulation.sessions import TRIP, Found, Group, Session, Statement
from tests.support.rows_store import Rows

SYNC = (0.0005, 0.006)
NOTICES = (0.0, 0.2)
"""Seconds until the database notices that a client is gone."""
LOOK = 0.01
"""Seconds between two looks at a row that a transaction holds."""
_BEGIN = re.compile(r"BEGIN; SELECT FROM workers WHERE epoch = (\d+) FOR KEY SHARE")
_COMMIT = re.compile(r"UPDATE owners SET groups = (\d+) WHERE epoch = (\d+); COMMIT")


class Server(Struct, eq=False):
    """A row of `workers`."""

    process: Process
    until: float
    held: int = 0
    """Transactions that hold it."""


class Database:
    """Outlives every server."""

    def __init__(self, loop: SimulatedLoop, faults: Faults, seed: str) -> None:
        self.rows = Rows()
        self.conflicts: list[str] = []
        """Entries by a server that had not the lease, or that did not follow."""
        self.risen: set[tuple[str, int]] = set()
        """See `Disk`; here nothing that was refused is there after a crash."""
        self.loop = loop
        self.faults = faults
        self.rng = Random(f"{seed} database")
        self._servers: dict[int, Server] = {}
        """By epoch."""
        self._epochs = 0
        self._writers: dict[int, int] = {}
        """By number, the groups that each has written."""
        self._locks: dict[tuple[int, int], Session] = {}
        self._visited: dict[str, int] = {}
        """By table at which somebody is, the epoch of its server."""
        self._turn = asyncio.Lock()
        """Of the transaction that writes."""
        self._sessions: list[Session] = []
        self._numbers = 0
        self._away_until = self._full_until = 0.0
        self._cut_off: dict[Process, float] = {}
        """Until when these reach nobody."""
        self._statements: dict[str, Statement] = {
            leases._BEGIN: self._new_server,
            leases._BEAT: self._beat,
            leases._END: self._end,
            leases._END_STOPPED: self._end_stopped,
            leases._BURY: self._bury,
            leases._BURY_LEFT: self._bury_left,
            leases._TAKE: self._take,
            leases._TAKEN: self._taken,
            leases._GIVE_BACK: self._give_back,
            leases._SHARE_VISITED: self._share_visited,
            leases._VISITED: self._others_visited,
            writer._NEW_WRITER: self._new_writer,
            "SELECT groups FROM owners WHERE epoch = $1": self._groups,
            "SELECT pg_notify($1, $2)": self._notify,
            "SELECT pg_advisory_lock($1, $2)": self._lock,
            "SELECT pg_try_advisory_lock($1, $2)": self._lock,
            "write": self._write,
            WRITE_ROWS: self._write_rows,
        }

    # --- for processes ---------------------------------------------------------------------------

    async def connect(self, seconds: float) -> Session:
        """A session of the process that runs, with so many seconds for each statement. Raises
        StoreError."""
        process = await self._reach()
        self._numbers += 1
        session = Session(self, process, self._numbers, seconds)
        self._sessions.append(session)
        return session

    async def read(self) -> Rows:
        """The rows, to look into. Raises StoreError."""
        await self._reach()
        return self.rows

    async def _reach(self) -> Process:
        process = PROCESS.get()
        assert process is not None
        await asyncio.sleep(self.rng.uniform(*TRIP))
        if self.loop.time() < max(self._away_until, self._cut_off.get(process, 0.0)):
            raise StoreError("unreachable", error="away")
        return process

    def owner(self, table: str, asking: int) -> int | None:
        """The epoch of the server that has a lease and lives, unless it is the one that asks."""
        epoch = self.rows.leases.get(table, asking)
        server = self._servers.get(epoch)
        lives = server is not None and server.until > self.loop.time()
        return epoch if lives and epoch != asking else None

    # --- the world's part ------------------------------------------------------------------------

    def heal(self) -> None:
        """It is within reach of everybody, and has room."""
        self._away_until = self._full_until = 0.0
        self._cut_off.clear()

    def cut_off(self, process: Process, seconds: float) -> None:
        """A process loses its connections, and gets no new ones for a while."""
        self._cut_off[process] = self.loop.time() + seconds
        self._end_sessions(process)

    def crashed(self, process: Process, chance: float) -> None:
        """A process is dead. `chance`: that what it was about to commit is there afterwards."""
        for session in self._sessions:
            if session.process is process:
                session.is_void = not session.is_committing or self.rng.random() >= chance
                notices = self.rng.uniform(*NOTICES)
                self.loop.call_later(notices, session.end, context=self.faults.context)

    def _end_sessions(self, process: Process | None = None) -> None:
        for session in list(self._sessions):
            if process in (None, session.process):
                session.end()

    # --- sessions --------------------------------------------------------------------------------

    def find(self, text: str) -> Statement:
        """See `Host`."""
        known = self._statements.get(text)
        if known is not None:
            return known
        if found := _BEGIN.fullmatch(text):
            epoch = int(found[1])
            return lambda session, values: self._begin(session, epoch)
        if found := _COMMIT.fullmatch(text):
            number, group = int(found[2]), int(found[1])
            return lambda session, values: self._commit(session, number, group)
        return _nothing

    def ended(self, session: Session) -> None:
        """See `Host`."""
        self._sessions.remove(session)
        for lock in [lock for lock, holder in self._locks.items() if holder is session]:
            del self._locks[lock]
        self._leave(session)

    def _leave(self, session: Session) -> None:
        """The end of a transaction, either way."""
        session.in_transaction = session.is_committing = False
        if session.held is not None:
            self._servers[session.held].held -= 1
            session.held = None
        if session.group is not None:
            session.group = None
            self._turn.release()

    # --- what a writer asks for ------------------------------------------------------------------

    async def _begin(self, session: Session, epoch: int) -> Found:
        session.in_transaction = True
        if epoch not in self._servers:
            return []
        self._servers[epoch].held += 1
        session.held = epoch
        return [()]

    async def _write(self, session: Session, values: Sequence[Any]) -> Found:
        writes, epoch = values
        await self._turn.acquire()
        if session.over:
            self._turn.release()
            return []
        # Leases are held by the row of their server, and are not a part of this.
        rows = _copied(self.rows, deeply=not all(isinstance(write, Append) for write in writes))
        done = rows.plan(writes, epoch)
        session.group = Group(rows, done)
        rows.apply(done, epoch or 0)
        return [(done,)]

    async def _write_rows(self, session: Session, values: Sequence[Any]) -> Found:
        """A group that is one statement, and a transaction by itself."""
        epoch, names, number, groups, *columns, _ = values
        await self._turn.acquire()
        leases = [self.rows.leases.get(name) for name in names]
        if session.over or epoch not in self._servers or any(one != epoch for one in leases):
            self._turn.release()
            return [(False,)]
        done = Plan(
            entries=list(zip(*columns[:3], strict=True)),
            tables=dict(zip(*columns[3:5], strict=True)),
            checkpoints={name: tuple(rest) for name, *rest in zip(*columns[5:], strict=True)},
        )
        if any(number <= len(self.rows.logs[name]) for name, number, _ in done.entries):
            self._turn.release()
            raise asyncpg.UniqueViolationError("entries")
        session.group = Group(_copied(self.rows, deeply=False), done)
        session.group.rows.apply(done, epoch)
        await self._begin(session, epoch)
        await self._commit(session, number, groups)
        return [(True,)]

    async def _commit(self, session: Session, number: int, groups: int) -> Found:
        session.is_committing = True
        now, took, lost = self.loop.time(), self.rng.uniform(*SYNC), False
        for fault in self.faults.commit():
            match fault.kind:
                case "full":
                    self._full_until = max(self._full_until, now + fault.amount)
                case "unreadable":
                    self._away_until = max(self._away_until, now + fault.amount)
                    self._end_sessions()
                case "stall":
                    took += fault.amount
                case "torn":
                    self.faults.torn(session.process, fault.amount)
                case _:
                    # The connection is lost just before the COMMIT, or just after.
                    lost = True
                    session.is_void = self.rng.random() >= fault.amount
        await asyncio.sleep(took)
        if session.over:
            return []
        if self.loop.time() < self._full_until:
            self._leave(session)
            raise asyncpg.DiskFullError("full")
        if not session.is_void:
            self._carry_out(session)
            self._writers[number] = groups
            self._leave(session)
        if lost:
            session.end()
        return []

    def _carry_out(self, session: Session) -> None:
        group = session.group
        assert group is not None, "written before it is committed"
        done, self.rows = group.done, group.rows
        for name in {name for name, _, _ in done.entries}:
            epoch = self.rows.leases.get(name, 0)
            server = self._servers.get(epoch)
            if server is None or server.process is not session.process or epoch != session.held:
                self.conflicts.append(f"{name} is written without its lease")
        self.conflicts += [
            str(error) for error in done.refused.values() if isinstance(error, Conflict)
        ]
        for name in done.archived:
            self.rows.leases.pop(name, None)
        for name in (*done.tables, *done.archived):
            self._tell(session, leases.LISTED, name)
        self.faults.trace("commit", len(done.entries), *(body for _, _, body in done.entries))

    async def _new_writer(self, session: Session, values: Sequence[Any]) -> Found:
        number = len(self._writers) + 1
        self._writers[number] = 0
        return [(number,)]

    async def _groups(self, session: Session, values: Sequence[Any]) -> Found:
        return [(self._writers[values[0]],)]

    # --- what a keeper asks for ------------------------------------------------------------------

    async def _new_server(self, session: Session, values: Sequence[Any]) -> Found:
        self._epochs += 1
        until = self.loop.time() + leases.LIFE
        self._servers[self._epochs] = Server(session.process, until)
        return [(self._epochs,)]

    async def _beat(self, session: Session, values: Sequence[Any]) -> Found:
        server = self._servers.get(values[0])
        if server is None:
            return []
        server.until = self.loop.time() + leases.LIFE
        return [(True,)]

    async def _end(self, session: Session, values: Sequence[Any]) -> Found:
        (epoch,) = values
        while epoch in self._servers and self._servers[epoch].held:
            await asyncio.sleep(LOOK)
        return self._delete([epoch])

    async def _end_stopped(self, session: Session, values: Sequence[Any]) -> Found:
        """Sessions here end by themselves where their server has stopped."""
        return []

    async def _bury(self, session: Session, values: Sequence[Any]) -> Found:
        now = self.loop.time()
        return self._delete(
            [one for one, server in self._servers.items() if server.until < now and not server.held]
        )

    async def _bury_left(self, session: Session, values: Sequence[Any]) -> Found:
        return self._delete(
            [
                epoch
                for epoch, server in self._servers.items()
                if (leases.SERVERS, epoch) not in self._locks and not server.held
            ]
        )

    def _delete(self, epochs: list[int]) -> Found:
        met = [epoch for epoch in epochs if self._servers.pop(epoch, None) is not None]
        for name in [name for name, epoch in self.rows.leases.items() if epoch in met]:
            self._free(name)
        return [() for _ in met]

    def _free(self, name: str) -> None:
        self.rows.leases.pop(name, None)
        self._visited.pop(name, None)

    async def _take(self, session: Session, values: Sequence[Any]) -> Found:
        names, epoch = values
        if epoch not in self._servers:
            raise asyncpg.ForeignKeyViolationError("no such server")
        for name in names:
            self.rows.leases.setdefault(name, epoch)
        return []

    async def _taken(self, session: Session, values: Sequence[Any]) -> Found:
        names, epoch = values
        return [(name,) for name in names if self.rows.leases.get(name) == epoch]

    async def _give_back(self, session: Session, values: Sequence[Any]) -> Found:
        names, epoch = values
        for name in names:
            if self.rows.leases.get(name) == epoch:
                self._free(name)
        return []

    async def _share_visited(self, session: Session, values: Sequence[Any]) -> Found:
        epoch, names = values
        mine = [name for name, one in self.rows.leases.items() if one == epoch]
        for name in mine:
            self._visited.pop(name, None)
        self._visited |= dict.fromkeys(set(names) & set(mine), epoch)
        return []

    async def _others_visited(self, session: Session, values: Sequence[Any]) -> Found:
        return [(name,) for name, epoch in self._visited.items() if epoch != values[0]]

    async def _notify(self, session: Session, values: Sequence[Any]) -> Found:
        self._tell(session, *values)
        return [()]

    def _tell(self, session: Session, channel: str, message: str) -> None:
        for other in self._sessions:
            other.tell(session.number, channel, message)

    async def _lock(self, session: Session, values: Sequence[Any]) -> Found:
        """Those that wait are of numbers that nobody else has: they need not."""
        kind, number = values
        return [(self._locks.setdefault((kind, number), session) is session,)]


async def _nothing(session: Session, values: Sequence[Any]) -> Found:
    """Settings and locks that make no difference here."""
    return []


def _copied(rows: Rows, deeply: bool) -> Rows:
    """The same rows, to be changed; `deeply`: those about people too."""
    return replace(
        rows,
        logs={name: list(log) for name, log in rows.logs.items()},
        briefs=dict(rows.briefs),
        checkpoints=dict(rows.checkpoints),
        archived=set(rows.archived),
        people=deepcopy(rows.people) if deeply else rows.people,
        games=dict(rows.games),
        summaries=dict(rows.summaries),
        settings=dict(rows.settings),
        packed=dict(rows.packed),
        deals=dict(rows.deals),
    )
