"""A PostgreSQL that several servers write into, below the statements that they send it.

What is real here is all that decides: `ServerLock`, `Channel`, `Writer`, which sends a group once
more or finds out what became of it, the taking of tables, and `plan`. What is simulated is the
database: a clock, rows, the one transaction at a time that writes them, locks that end with their
session, sessions that end when they lie idle, NOTIFY. A group is there whole or not at all.
"""

import asyncio
from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import Any

import asyncpg
from msgspec.structs import replace

from gongzhu.store import Conflict, StoreError
from gongzhu.store import postgres as store
from gongzhu.store import postgres_servers as servers
from gongzhu.store import postgres_writer as writer
from gongzhu.store.plan import WritePlan, Written
from gongzhu.store.postgres_writer import WRITE_ROWS
from gongzhu.store.table_log import Append
from proof.simulation.faults import Faults
from proof.simulation.loop import PROCESS, Process, SimulatedLoop
from proof.simulation.sessions import TRIP, Found, Group, Session, Statement
from tests.support.rows_store import Rows

SYNC = (0.0005, 0.006)
NOTICES = (0.0, 0.2)
"""Seconds until the database notices that a client is gone."""


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
        self._servers: list[tuple[Process, str]] = []
        """The process and the name of each number, from 1 on."""
        self._transactions: list[str] = []
        """The outcome of each transaction, by number."""
        self._locks: dict[tuple[int, int], Session] = {}
        self._visited: dict[str, int] = {}
        """By table at which somebody is, the number of its server."""
        self._turn = asyncio.Lock()
        """Of the transaction that writes."""
        self._sessions: list[Session] = []
        self._numbers = 0
        self._away_until = self._full_until = 0.0
        self._cut_off: dict[Process, float] = {}
        """Until when these reach nobody."""
        self._statements: dict[str, Statement] = {
            servers._PING: self._ping,
            servers._NUMBER: self._new_server,
            servers._LOCK: self._lock,
            servers._NAME: self._name,
            store.OWNERS: self._owners,
            store.IS_GONE: self._is_gone,
            store.TAKE: self._take,
            store.TAKEN: self._taken,
            store.OWNER: self._owner,
            store.GIVE_BACK: self._give_back,
            store.SHARE_VISITED: self._share_visited,
            store.VISITED: self._others_visited,
            store._SUMMARIES: self._summaries,
            store._SPEND: self._spend,
            servers.NOTIFY: self._notify,
            "BEGIN": self._begin,
            writer.XACT: self._transaction,
            writer.STATUS: self._status,
            "write": self._write,
            WRITE_ROWS: self._write_rows,
            "COMMIT": self._commit,
        }

    # --- for processes ---------------------------------------------------------------------------

    async def connect(self, seconds: float, idle: float | None = None) -> Session:
        """A session of the process that runs, with so many seconds for each statement, that ends
        when it lies idle for longer than that. Raises StoreError."""
        process = await self._reach()
        self._numbers += 1
        session = Session(self, process, self._numbers, seconds, idle)
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
        return self._statements.get(text, _nothing)

    def ended(self, session: Session) -> None:
        """See `Host`."""
        self._sessions.remove(session)
        for lock in [lock for lock, holder in self._locks.items() if holder is session]:
            del self._locks[lock]
        self._leave(session)

    def _leave(self, session: Session) -> None:
        """The end of a transaction, either way."""
        session.in_transaction = session.is_committing = False
        if session.xact is not None:
            if self._transactions[session.xact] == "in progress":
                self._transactions[session.xact] = "aborted"
            session.xact = None
        if session.group is not None:
            session.group = None
            self._turn.release()

    # --- what a writer asks for ------------------------------------------------------------------

    async def _begin(self, session: Session, values: Sequence[Any]) -> Found:
        session.in_transaction = True
        return []

    async def _transaction(self, session: Session, values: Sequence[Any]) -> Found:
        session.xact = len(self._transactions)
        self._transactions.append("in progress")
        return [(str(session.xact),)]

    async def _status(self, session: Session, values: Sequence[Any]) -> Found:
        return [(self._transactions[int(values[0])],)]

    async def _write(self, session: Session, values: Sequence[Any]) -> Found:
        writes, sent = values
        await self._turn.acquire()
        if session.over:
            self._turn.release()
            return []
        rows = _copied(self.rows, deeply=not all(isinstance(write, Append) for write in writes))
        done = WritePlan() if sent and rows.has_written(writes) else rows.plan(writes)
        session.group = Group(rows, done)
        rows.apply(done)
        return [(done,)]

    async def _write_rows(self, session: Session, values: Sequence[Any]) -> Found:
        """A group that is one statement, and a transaction by itself."""
        names, servers, befores, afters, summaries, *columns = values
        await self._turn.acquire()
        rows = self.rows
        fitting = all(
            (rows.owners.get(name), len(rows.logs.get(name, ()))) == (number, before)
            and name not in rows.archived
            for name, number, before in zip(names, servers, befores, strict=True)
        )
        if session.over or not fitting:
            self._turn.release()
            return [(False,)]
        spans = zip(names, servers, befores, afters, strict=True)
        done = WritePlan(
            entries=list(zip(*columns[:3], strict=True)),
            tables={
                name: summary for name, summary in zip(names, summaries, strict=True) if summary
            },
            snapshots={name: tuple(rest) for name, *rest in zip(*columns[3:], strict=True)},
            written={name: Written(*span) for name, *span in spans},
        )
        session.group = Group(_copied(rows, deeply=False), done)
        session.group.rows.apply(done)
        await self._commit(session, ())
        return [(True,)]

    async def _commit(self, session: Session, values: Sequence[Any]) -> Found:
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
            if session.xact is not None:
                self._transactions[session.xact] = "committed"
            self._leave(session)
        if lost:
            session.end()
        return []

    def _carry_out(self, session: Session) -> None:
        group = session.group
        assert group is not None, "written before it is committed"
        done, self.rows = group.done, group.rows
        for name in {name for name, _, _ in done.entries}:
            number = self.rows.owners.get(name, 0)
            if not number or self._servers[number - 1][0] is not session.process:
                self.conflicts.append(f"{name} is written by another server than its own")
        self.conflicts += [
            str(error) for error in done.refused.values() if isinstance(error, Conflict)
        ]
        for name in done.archived:
            self._free(name)
        self.faults.trace("commit", len(done.entries), *(body for _, _, body in done.entries))

    # --- what a server asks for ------------------------------------------------------------------

    async def _ping(self, session: Session, values: Sequence[Any]) -> Found:
        return [(session.number,)]

    async def _new_server(self, session: Session, values: Sequence[Any]) -> Found:
        self._servers.append((session.process, ""))
        return [(len(self._servers),)]

    async def _name(self, session: Session, values: Sequence[Any]) -> Found:
        number, name = values
        self._servers[number - 1] = session.process, name
        return []

    async def _lock(self, session: Session, values: Sequence[Any]) -> Found:
        """It need not wait: the number is one that no other server has."""
        kind, number = values
        self._locks[kind, number] = session
        return []

    async def _is_gone(self, session: Session, values: Sequence[Any]) -> Found:
        return [(tuple(values) not in self._locks,)]

    async def _owners(self, session: Session, values: Sequence[Any]) -> Found:
        found = {self.rows.owners.get(name, 0) for name in values[0]}
        return [(number,) for number in sorted(found - {0})]

    async def _take(self, session: Session, values: Sequence[Any]) -> Found:
        names, free, number = values
        for name in names:
            there = name in self.rows.logs and name not in self.rows.archived
            if there and self.rows.owners.get(name, 0) in free:
                self.rows.owners[name] = number
                self._visited.pop(name, None)
        return []

    async def _taken(self, session: Session, values: Sequence[Any]) -> Found:
        names, number = values
        return [(name,) for name in names if self.rows.owners.get(name) == number]

    async def _owner(self, session: Session, values: Sequence[Any]) -> Found:
        table, asking = values
        number = self.rows.owners.get(table, 0)
        return [(self._servers[number - 1][1],)] if number not in (0, asking) else []

    async def _give_back(self, session: Session, values: Sequence[Any]) -> Found:
        names, number = values
        for name in names:
            if self.rows.owners.get(name) == number:
                self._free(name)
        return []

    def _free(self, name: str) -> None:
        self.rows.owners.pop(name, None)
        self._visited.pop(name, None)

    async def _share_visited(self, session: Session, values: Sequence[Any]) -> Found:
        number, names = values
        mine = [name for name, one in self.rows.owners.items() if one == number]
        for name in mine:
            self._visited.pop(name, None)
        self._visited |= dict.fromkeys(set(names) & set(mine), number)
        return []

    async def _others_visited(self, session: Session, values: Sequence[Any]) -> Found:
        alive = {number for _, number in self._locks}
        others = [(name, one) for name, one in self._visited.items() if one != values[0]]
        return [(name,) for name, one in others if one in alive]

    async def _summaries(self, session: Session, values: Sequence[Any]) -> Found:
        logs, summaries = self.rows.logs, self.rows.summaries
        names = [name for name in sorted(values[0]) if name in logs]
        return [(n, len(logs[n]), summaries[n]) for n in names if n not in self.rows.archived]

    async def _spend(self, session: Session, values: Sequence[Any]) -> Found:
        """Allow everything: the simulated players stay within all limits."""
        return [(True,)]

    async def _notify(self, session: Session, values: Sequence[Any]) -> Found:
        for told in zip(*values, strict=True):
            for other in self._sessions:
                other.tell(session.number, *told)
        return []


async def _nothing(session: Session, values: Sequence[Any]) -> Found:
    """Settings and locks that make no difference here."""
    return []


def _copied(rows: Rows, deeply: bool) -> Rows:
    """The same rows, to be changed; `deeply`: those about people too."""
    return replace(
        rows,
        logs={name: list(log) for name, log in rows.logs.items()},
        summaries=dict(rows.summaries),
        snapshots=dict(rows.snapshots),
        archived=set(rows.archived),
        people=deepcopy(rows.people) if deeply else rows.people,
        games=dict(rows.games),
        results=dict(rows.results),
        settings=dict(rows.settings),
        packed=dict(rows.packed),
        deals=dict(rows.deals),
        clubs=deepcopy(rows.clubs) if deeply else rows.clubs,
    )
