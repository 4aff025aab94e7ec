"""Connections to PostgreSQL: settings, translation of errors, retries and migration of the
schema."""

import asyncio
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from ipaddress import ip_address
from typing import Any, TypeAlias, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg

from gongzhu.store.faults import StoreError
from gongzhu.store.schema import POSTGRES
from gongzhu.texts import Lang, SystemReason, say

T = TypeVar("T")
Connection: TypeAlias = "asyncpg.Connection[Any]"

LOCK = 0x676F6E677A6875
"""Key of the advisory lock that a server holds while it migrates the tables: the letters
`gongzhu`."""

OLDEST = 14
"""The oldest supported major version of PostgreSQL: the first that can end idle sessions."""
OPENING_PATIENCE = 3.0
"""Seconds for which a starting server retries while the database cannot be reached."""
CONNECT_SECONDS = 5.0
"""Time limit for connecting and for closing a connection, in seconds."""
COMMAND_SECONDS = 20.0
"""Default time limit of an SQL command, in seconds."""

SETTINGS = {
    "application_name": "gongzhu",
    "search_path": "gongzhu",
    "synchronous_commit": "on",
    # The queries are small: compiling them would take longer than running them.
    "jit": "off",
    # The lock of a server that has lost its network is free again after half a minute.
    "tcp_keepalives_idle": "15",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}

LOST = (
    OSError,  # includes TimeoutError: a late answer may still be on its way
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.exceptions.TooManyConnectionsError,
    asyncpg.exceptions.IdleInTransactionSessionTimeoutError,
    asyncpg.InterfaceError,
    # The driver raises this when the connection ends during a command.
    asyncpg.InternalClientError,
)
"""Exceptions after which a connection is unusable, but another attempt over a new one may
succeed."""

CROSSED = (asyncpg.exceptions.TransactionRollbackError, asyncpg.UniqueViolationError)
"""Exceptions that mean that two servers wrote the same rows at the same time."""

PASSING = ("unreachable", "crossed")
"""Values of `StoreError.problem` for faults that may be over a moment later, so that another
attempt is worthwhile."""


def guarded(address: str, environ: Mapping[str, str]) -> str:
    """The database URL `address`, with `sslmode=verify-full` added if the database is on another
    machine and neither the URL nor the environment `environ` sets `sslmode`. The driver's default
    would fall back to a connection without TLS."""
    query = urlsplit(address).query
    if "sslmode" in parse_qs(query) or "PGSSLMODE" in environ:
        return address
    if all(map(_is_here, _hosts(address, environ))):
        return address
    return f"{address}{'&' if query else '?'}sslmode=verify-full"


def place_of(address: str, environ: Mapping[str, str]) -> str:
    """The hosts and ports of the database at the URL `address`, or the paths of its local sockets,
    joined by commas. Safe to show: without user and password. `environ` may have PGHOST and
    PGPORT."""
    asked = parse_qs(urlsplit(address).query)
    port = asked.get("port", [environ.get("PGPORT", "5432")])[0]
    places = []
    for host in _hosts(address, environ):
        if host.startswith("/"):
            places.append(f"{host}/.s.PGSQL.{port}")
        elif re.search(r":\d+$", host) and not host.endswith("]"):
            places.append(host)
        else:
            places.append(f"{host or 'localhost'}:{port}")
    return ", ".join(places)


def _hosts(address: str, environ: Mapping[str, str]) -> list[str]:
    """The hosts in a URL, with their ports if given, or else those in PGHOST. The list has at least
    one item, which may be an empty string."""
    parts = urlsplit(address)
    _, _, named = parts.netloc.rpartition("@")
    hosts = named or ",".join(parse_qs(parts.query).get("host", ())) or environ.get("PGHOST", "")
    return [unquote(host) for host in hosts.split(",")]


def _is_here(host: str) -> bool:
    """True if a host, with or without a port, is this machine. An empty string stands for the
    default local socket."""
    if host in ("", "localhost") or host.startswith(("/", ":", "localhost:")):
        return True
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


async def connect(address: str, seconds: float = COMMAND_SECONDS, **settings: str) -> Connection:
    """Open a connection to the database at the URL `address`. `seconds` is the time limit of each
    SQL command. `settings` are PostgreSQL settings in addition to SETTINGS. Raises StoreError."""
    with store_errors(place_of(address, os.environ)):
        return await asyncpg.connect(
            address,
            timeout=CONNECT_SECONDS,
            command_timeout=seconds,
            server_settings={**SETTINGS, **settings},
        )


@asynccontextmanager
async def connecting(
    address: str, seconds: float = COMMAND_SECONDS, **settings: str
) -> AsyncIterator[Connection]:
    """A connection, opened with the arguments of `connect`, for use in a `with` block that prepares
    it. It stays open after the block, but is closed if the block raises an exception. Raises
    StoreError."""
    connection = await connect(address, seconds, **settings)
    try:
        with store_errors():
            yield connection
    except BaseException:
        connection.terminate()
        raise


async def disconnect(connection: "Connection | None") -> None:
    """Close a connection, if it is not None. Errors are ignored, since the connection is gone in
    any case."""
    if connection is not None:
        with suppress(StoreError), store_errors():
            await connection.close(timeout=CONNECT_SECONDS)


@contextmanager
def store_errors(place: str = "") -> Iterator[None]:
    """Within the context, raise exceptions of the driver as StoreError: `unreachable`, `crossed`,
    `settings` or `failed`. The message of `unreachable` names `place` if given."""
    try:
        yield
    except asyncpg.exceptions.ClientConfigurationError as error:
        raise StoreError("settings", error=_line(error)) from error
    # A bad value is an InterfaceError too, but another attempt would not help.
    except ValueError as error:
        raise StoreError("failed", error=_line(error)) from error
    except LOST as error:
        raise StoreError("unreachable", error=_OutOfReach(error, place)) from error
    except CROSSED as error:
        raise StoreError("crossed", error=_line(error)) from error
    except asyncpg.PostgresError as error:
        raise StoreError("failed", error=_line(error)) from error


def _line(error: Exception) -> str:
    """The driver's message and the database's hints after it, joined into one line."""
    return " ".join(str(error).split())


class _OutOfReach:
    """A `Sayable` for error messages: the reason why a database cannot be reached, and its address
    `place` if given."""

    def __init__(self, error: Exception, place: str) -> None:
        self._error: str | SystemReason = _line(error) or type(error).__name__
        if isinstance(error, OSError):
            self._error = SystemReason(error)
        self._place = place

    def text(self, lang: Lang = "en") -> str:
        told = self._error if isinstance(self._error, str) else self._error.text(lang)
        return say("store.at", lang, error=told, place=self._place) if self._place else told


async def retrying(seconds: float, work: Callable[[], Awaitable[T]]) -> T:
    """Call `work` and return its result. While it raises a StoreError whose problem is in PASSING,
    call it again after pauses that grow from 0.05 to 1 second, for at most `seconds`. Raises the
    last StoreError."""
    loop = asyncio.get_running_loop()
    until, pause = loop.time() + seconds, 0.05
    while True:
        try:
            return await work()
        except StoreError as error:
            if error.problem not in PASSING or loop.time() + pause > until:
                raise
        await asyncio.sleep(pause)
        pause = min(2 * pause, 1.0)


async def migrate(connection: Connection) -> None:
    """Bring the tables of a database to this program's schema version, in one transaction.

    Raises StoreError if the database is newer than this program, older than OLDEST, or not encoded
    in UTF-8.
    """
    async with connection.transaction():
        version = await _version_of(connection)
        if version < len(POSTGRES):
            await _carry_out(connection, version)


async def check_database(address: str) -> int:
    """Check that the database at the URL `address` could be opened now, and return its schema
    version: 0 if gongzhu has no tables in it yet. Changes nothing. Raises the StoreError that
    opening it would raise."""
    connection = await retrying(OPENING_PATIENCE, lambda: connect(address))
    try:
        with store_errors():
            rehearsal = connection.transaction()
            await rehearsal.start()
            try:
                version = await _version_of(connection)
                # In a new database, creating the tables and rolling back shows whether that works.
                if version == 0:
                    await _carry_out(connection, version)
                return version
            finally:
                await rehearsal.rollback()
    finally:
        connection.terminate()


async def _version_of(connection: Connection) -> int:
    """The schema version of a database, 0 for a new one. Locks out migration by other servers until
    the end of the current transaction. Raises StoreError if this program cannot use the
    database."""
    await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
    major = connection.get_server_version().major
    if major < OLDEST:
        raise StoreError("old_database", version=major, needed=OLDEST)
    encoding = await connection.fetchval("SHOW server_encoding")
    if encoding != "UTF8":
        raise StoreError("encoding", encoding=encoding)
    if await connection.fetchval("SELECT to_regclass('gongzhu.format')") is not None:
        raise StoreError("before_release_database")
    version = 0
    if await connection.fetchval("SELECT to_regclass('gongzhu.version')") is not None:
        version = await connection.fetchval("SELECT number FROM version")
    if version > len(POSTGRES):
        raise StoreError("newer_database", version=version, known=len(POSTGRES))
    return int(version)


async def _carry_out(connection: Connection, version: int) -> None:
    """Migrate a database from schema `version` to this program's, within an open transaction."""
    if version == 0:
        await connection.execute("CREATE SCHEMA IF NOT EXISTS gongzhu")
        await connection.execute("CREATE TABLE version (number integer NOT NULL)")
        await connection.execute("INSERT INTO version VALUES (0)")
    for step in POSTGRES[version:]:
        for statement in step:
            await connection.execute(statement)
    await connection.execute("UPDATE version SET number = $1", len(POSTGRES))
