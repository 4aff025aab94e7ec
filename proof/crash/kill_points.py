"""Points of the server that have names, at which it kills itself. The program knows nothing of
them: its functions are wrapped in a process that is to die.

What a point comes after has left the process when it dies: frames are in the hands of the kernel.
"""

import os
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any, NoReturn, cast

from gongzhu.cards import Seat
from gongzhu.server.edge.socket import SocketProtocol
from gongzhu.server.live import audience
from gongzhu.server.live.audience import Updates
from gongzhu.server.live.connection import Connection
from gongzhu.server.live.pipeline import PendingEntry
from gongzhu.server.live.room import Room
from gongzhu.store.plan import PACK, WritePlan
from gongzhu.store.sqlite_writer import SqliteWriter

COMMITS = 4
"""SQLite moves its log into the database after so many commits here, so that it does so often."""
SOME = 2
"""Connections that know of an entry in the midst of its broadcast."""

Passed = Callable[[], bool]
"""To be asked at each passage: whether this is the one, or later."""


def arm(point: str, passage: int) -> None:
    """Kill this process at that passage of a point, from 1, or at the first one after it that can
    be died at."""
    left = passage

    def passed() -> bool:
        nonlocal left
        left -= 1
        return left <= 0

    POINTS[point](passed)


def _die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("nobody outlives SIGKILL")


def _die_if(passed: Passed) -> None:
    if passed():
        _die()


def _nothing() -> None: ...


# --- the disk ----------------------------------------------------------------------------------


class _Watched:
    """A connection to SQLite with something before and after one of its statements."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        statement: str,
        before: Callable[[], None],
        after: Callable[[], None],
    ) -> None:
        self._connection = connection
        self._statement = statement
        self._before = before
        self._after = after

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if statement != self._statement:
            return self._connection.execute(statement, *values)
        self._before()
        done = self._connection.execute(statement, *values)
        self._after()
        return done


def _watch(
    statement: str,
    before: Callable[[], None] = _nothing,
    after: Callable[[sqlite3.Connection, Path], None] = lambda *_: None,
) -> None:
    plain = SqliteWriter.__init__
    # Nobody can die between the beginning of a statement and its end: what is a transaction by
    # itself takes several here.
    WritePlan.is_hot = False  # type: ignore[assignment, method-assign] # to die in between

    def made(self: SqliteWriter, path: Path) -> None:
        plain(self, path)
        real = self.connection
        watched = _Watched(real, statement, before, lambda: after(real, path))
        self.connection = cast(sqlite3.Connection, watched)

    SqliteWriter.__init__ = made  # type: ignore[method-assign] # to die in between


def _before_commit(passed: Passed) -> None:
    _watch("COMMIT", before=lambda: _die_if(passed))


def _after_commit(passed: Passed) -> None:
    _watch("COMMIT", after=lambda *_: _die_if(passed))


def _at_snapshot(passed: Passed, *moments: str) -> None:
    """Die in the midst of the statement that writes a group, where it comes to a snapshot."""
    plain = SqliteWriter.__init__

    def made(self: SqliteWriter, path: Path) -> None:
        plain(self, path)
        self.connection.create_function("die_if_passed", 0, lambda: _die_if(passed))
        for number, moment in enumerate(moments):
            self.connection.execute(
                f"CREATE TEMP TRIGGER dying_{number} {moment} ON snapshots "
                "BEGIN SELECT die_if_passed(); END"
            )

    SqliteWriter.__init__ = made  # type: ignore[method-assign] # to die in between


def _before_snapshot(passed: Passed) -> None:
    _at_snapshot(passed, "BEFORE INSERT")


def _after_snapshot(passed: Passed) -> None:
    # Where there was one before, it is changed.
    _at_snapshot(passed, "AFTER INSERT", "AFTER UPDATE")


def _before_pack(passed: Passed) -> None:
    _watch(PACK[0], before=lambda: _die_if(passed))


def _amid_pack(passed: Passed) -> None:
    _watch(PACK[1], before=lambda: _die_if(passed))


def _after_pack(passed: Passed) -> None:
    _watch(PACK[1], after=lambda *_: _die_if(passed))


def _checkpoint(connection: sqlite3.Connection) -> None:
    moved = connection.execute("PRAGMA wal_checkpoint").fetchone()
    assert moved is not None, "SQLite says nothing about a pragma that it does not know"


def _move_log(move: Callable[[sqlite3.Connection, Path], None]) -> None:
    """After every few commits, do what SQLite does by itself when its log is long."""
    count = 0

    def committed(connection: sqlite3.Connection, path: Path) -> None:
        nonlocal count
        count += 1
        if count % COMMITS == 0:
            move(connection, path)

    _watch("COMMIT", after=committed)


def _before_log(passed: Passed) -> None:
    def move(connection: sqlite3.Connection, _: Path) -> None:
        _die_if(passed)
        _checkpoint(connection)

    _move_log(move)


def _amid_log(passed: Passed) -> None:
    def move(connection: sqlite3.Connection, path: Path) -> None:
        if not passed():
            _checkpoint(connection)
            return
        before, over = path.stat().st_mtime_ns, False

        def lurk() -> None:
            while not over:
                if path.stat().st_mtime_ns != before:
                    _die()

        lurker = Thread(target=lurk)
        lurker.start()
        _checkpoint(connection)
        over = True
        lurker.join()

    _move_log(move)


def _after_log(passed: Passed) -> None:
    def move(connection: sqlite3.Connection, _: Path) -> None:
        _checkpoint(connection)
        _die_if(passed)

    _move_log(move)


# --- the sockets -------------------------------------------------------------------------------


def _sent(connection: Connection) -> bool:
    """Hand what was sent over a connection to the kernel; False where something that was sent
    before is not there yet, or where there is no socket any more."""
    link = connection._transport
    if not isinstance(link, SocketProtocol) or link._transport.get_write_buffer_size():
        return False
    data = b"".join(link._parser.data_to_send())
    if data and not link._transport.is_closing():
        os.write(link._transport.get_extra_info("socket").fileno(), data)
    return True


def _before_acknowledgement(passed: Passed) -> None:
    plain = Connection.done

    def done(self: Connection, id: str, seq: int) -> None:
        _die_if(passed)
        plain(self, id, seq)

    Connection.done = done  # type: ignore[method-assign] # to die in between


def _after_acknowledgement(passed: Passed) -> None:
    plain = Connection.done

    def done(self: Connection, id: str, seq: int) -> None:
        plain(self, id, seq)
        if passed() and _sent(self):
            _die()

    Connection.done = done  # type: ignore[method-assign] # to die in between


def _broadcast(passed: Passed, when: int | None) -> None:
    """Die when so many connections have been told of an entry; None: all of them."""
    plain = Room._published
    publishing: Room | None = None

    def die_if_told() -> None:
        assert publishing is not None
        if passed() and all(_sent(connection) for connection in publishing.audience.present):
            _die()

    class Told(Updates):
        """Counts who is told."""

        def __init__(self, *values: Any) -> None:
            super().__init__(*values)
            self._told = 0

        def text(self, seat: Seat | None) -> bytes:
            if publishing is not None and self._told == when:
                die_if_told()
            self._told += 1
            return super().text(seat)

    def publish(self: Room, pending: PendingEntry) -> None:
        nonlocal publishing
        publishing = self
        plain(self, pending)
        if when is None:
            die_if_told()
        publishing = None

    vars(audience)["Updates"] = Told
    Room._published = publish  # type: ignore[method-assign] # to die in between


POINTS: dict[str, Callable[[Passed], None]] = {
    "before commit": _before_commit,
    "after commit": _after_commit,
    "before acknowledgement": _before_acknowledgement,
    "after acknowledgement": _after_acknowledgement,
    "before broadcast": lambda passed: _broadcast(passed, 0),
    "amid broadcast": lambda passed: _broadcast(passed, SOME),
    "after broadcast": lambda passed: _broadcast(passed, None),
    "before snapshot": _before_snapshot,
    "after snapshot": _after_snapshot,
    "before pack": _before_pack,
    "amid pack": _amid_pack,
    "after pack": _after_pack,
    "before log": _before_log,
    "amid log": _amid_log,
    "after log": _after_log,
}
"""`snapshot`: of a table, in the midst of a transaction; `pack`: of a game, likewise, `amid`: it
is there, and so are its rows; `log`: SQLite moving its log into the database."""
OVER_ANY_STORE = tuple(name for name in POINTS if name.endswith(("acknowledgement", "broadcast")))
"""Those that have nothing to do with SQLite."""
