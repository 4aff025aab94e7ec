"""Opens a store, given a folder or the address of a PostgreSQL database."""

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
"""A host name, an IPv4 address or an IPv6 address in brackets, with or without a port."""


class Format(Struct, frozen=True):
    """The version of a store's database tables, and the newest version that this program knows."""

    version: int
    """Version of the store's tables; 0 if there is no store yet."""
    known: int
    """Version of this program: opening an older store brings it to this version."""


def is_postgres(place: str | Path) -> bool:
    """True if a place is the address of a PostgreSQL database, and not a folder."""
    return str(place).startswith(_SCHEMES)


def check_postgres(place: str) -> str:
    """Return the address of a PostgreSQL database unchanged. Raises StoreError for any other place,
    and if asyncpg, which a database needs, is not installed."""
    if not is_postgres(place) or not _is_address(place):
        raise StoreError("no_database")
    if find_spec("asyncpg") is None:
        raise StoreError("no_asyncpg")
    return place


def _is_address(text: str) -> bool:
    """True if the user, password, host and database in the address can be told apart without doubt.
    If a password contains @ or / unescaped, part of the password would be taken for a port or a
    name, and shown."""
    try:
        parts = urlsplit(text)
        parse_qs(parts.query, strict_parsing=bool(parts.query))
    except ValueError:
        return False
    _, _, hosts = parts.netloc.rpartition("@")
    clear = all(_HOST.fullmatch(host) for host in hosts.split(","))
    return clear and "@" not in parts.path + parts.fragment


async def open_store(place: str | Path, name: str = "") -> Store:
    """Open the store of a folder, which is made if it is missing, or of a database
    `postgresql://user:password@host/name`. Other servers of the database know this one by `name`.

    Raises StoreError if another program uses the folder, or if the store is damaged, newer than
    this program, or out of reach; and if asyncpg, which a database needs, is not installed.
    """
    if is_postgres(place):
        address = check_postgres(str(place))
        from gongzhu.store.postgres import PostgresStore

        return await PostgresStore.open(address, name)
    folder = _folder(place)
    from gongzhu.store.sqlite import SqliteStore

    return await SqliteStore.open(folder)


async def check_store(place: str | Path) -> Format:
    """Check that a store could be opened now, and return its format; nothing is changed. Raises the
    StoreError that opening it would raise."""
    if is_postgres(place):
        address = check_postgres(str(place))
        from gongzhu.store.postgres_link import check_database, guarded

        return Format(await check_database(guarded(address, os.environ)), len(POSTGRES))
    folder = _folder(place)
    from gongzhu.store.sqlite_file import check_folder

    return Format(check_folder(folder), len(SQLITE))


def _folder(place: str | Path) -> Path:
    scheme, sign, _ = str(place).partition("://")
    if sign:
        raise StoreError("place", scheme=scheme)
    return Path(place)
