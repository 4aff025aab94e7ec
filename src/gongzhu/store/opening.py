"""Opens a store by the name of its place."""

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
"""A host, a literal IPv6 address among them, and perhaps a port."""


class Format(Struct, frozen=True):
    """The format of a store."""

    version: int
    """0: there is no store yet."""
    known: int
    """That of this program, to which opening it brings an older one."""


def is_postgres(place: str | Path) -> bool:
    """True if a place is a PostgreSQL database, and not a folder."""
    return str(place).startswith(_SCHEMES)


def check_postgres(place: str) -> str:
    """The address of a PostgreSQL database. Raises StoreError for any other place, and when
    asyncpg, which a database needs, is not installed."""
    if not is_postgres(place) or not _is_address(place):
        raise StoreError("no_database")
    if find_spec("asyncpg") is None:
        raise StoreError("no_asyncpg")
    return place


def _is_address(text: str) -> bool:
    """True if the address has parts that can be told apart: with an @ or / as it is in a password,
    some of the password would be taken for a port or a name, and shown."""
    try:
        parts = urlsplit(text)
        parse_qs(parts.query, strict_parsing=bool(parts.query))
    except ValueError:
        return False
    _, _, hosts = parts.netloc.rpartition("@")
    clear = all(_HOST.fullmatch(host) for host in hosts.split(","))
    return clear and "@" not in parts.path + parts.fragment


async def open_store(place: str | Path, name: str = "") -> Store:
    """Open the store of a folder, made when it is missing, or of a database
    `postgresql://user:password@host/name`, to whose other servers this one is known by `name`.

    Raises StoreError when another program serves it, or when it is damaged, newer than this
    program, or out of reach; and when asyncpg, which a database needs, is not installed.
    """
    if is_postgres(place):
        address = check_postgres(str(place))
        from gongzhu.store.postgres import PostgresStore

        return await PostgresStore.open(address, name)
    folder = _folder(place)
    from gongzhu.store.sqlite import SqliteStore

    return await SqliteStore.open(folder)


async def check_store(place: str | Path) -> Format:
    """The format of a store that could be opened now; nothing is changed. Raises the StoreError for
    which it could not."""
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
