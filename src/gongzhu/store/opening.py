"""Opens or checks a store, given either a folder or the URL of a PostgreSQL database."""

import os
import re
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from msgspec import Struct

from gongzhu.store.faults import StoreError
from gongzhu.store.schema import POSTGRES, SQLITE
from gongzhu.store.store import Store

_SCHEMES = ("postgresql://", "postgres://")
_HOST = re.compile(r"(\[[^]]*\]|[^:]*)(:\d+)?")
"""A host name, an IPv4 address, or an IPv6 address in brackets, each with or without a port."""


class Format(Struct, frozen=True):
    """Schema version of an existing store, and the newest one that this program knows."""

    version: int
    """Schema version of the store, or 0 if there is no store yet."""
    known: int
    """Newest schema version that this program knows: opening an older store migrates it to this
    version."""


def is_postgres(place: str | Path) -> bool:
    """True if `place` is the URL of a PostgreSQL database (`postgresql://…` or `postgres://…`),
    False if it is a folder."""
    return str(place).startswith(_SCHEMES)


def check_postgres(place: str) -> str:
    """Return the URL of a PostgreSQL database unchanged. Raises StoreError `no_database` if `place`
    is anything else or an ambiguous URL, and `no_asyncpg` if asyncpg is not installed."""
    if not is_postgres(place) or not _is_address(place):
        raise StoreError("no_database")
    if find_spec("asyncpg") is None:
        raise StoreError("no_asyncpg")
    return place


def _is_address(text: str) -> bool:
    """True if the URL is unambiguous. If a password contains @ or / unescaped, a part of it would
    be taken for a port or a database name, and shown in messages."""
    try:
        parts = urlsplit(text)
        parse_qs(parts.query, strict_parsing=bool(parts.query))
    except ValueError:
        return False
    _, _, hosts = parts.netloc.rpartition("@")
    clear = all(_HOST.fullmatch(host) for host in hosts.split(","))
    return clear and "@" not in parts.path + parts.fragment


async def open_store(place: str | Path, name: str = "") -> Store:
    """Open the store at `place`: a folder, which is created if it is missing, or the URL of a
    database, `postgresql://user:password@host/name`.

    `name` is a label, not an address: the name by which a proxy refers to this server. It is stored
    in the database, and `Store.owner` returns it to other servers for the tables that this one has.
    It should be different for each server, but that is not checked. It may be empty, which gives
    this server no name, as is usual for one without others. With a folder it is ignored.

    Raises StoreError if another program uses the folder, if the store is damaged, newer than this
    program or unreachable, and if asyncpg is needed but not installed.
    """
    if is_postgres(place):
        address = check_postgres(str(place))
        from gongzhu.store.postgres import PostgresStore

        return await PostgresStore.open(address, name)
    folder = _folder(place)
    from gongzhu.store.sqlite import SqliteStore

    return await SqliteStore.open(folder)


async def check_store(place: str | Path) -> Format:
    """Check that the store at `place` (a folder or a database URL) could be opened now, and return
    its schema version. Changes nothing. Raises the StoreError that `open_store` would raise."""
    if is_postgres(place):
        address = check_postgres(str(place))
        from gongzhu.store.postgres_link import check_database, guarded

        return Format(await check_database(guarded(address, os.environ)), len(POSTGRES))
    folder = _folder(place)
    from gongzhu.store.sqlite_file import check_folder

    return Format(check_folder(folder), len(SQLITE))


def _folder(place: str | Path) -> Path:
    """The path of the folder that `place` names. Raises a StoreError with the code `place` if the
    argument is a URL (it contains `://`); callers have handled those of PostgreSQL before."""
    scheme, sign, _ = str(place).partition("://")
    if sign:
        raise StoreError("place", scheme=scheme)
    return Path(place)
