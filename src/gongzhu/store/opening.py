"""Opens a store by the name of its place."""

from importlib.util import find_spec
from pathlib import Path

from gongzhu.store.faults import StoreError
from gongzhu.store.store import Store

_SCHEMES = ("postgresql://", "postgres://")


def is_postgres(place: str | Path) -> bool:
    """True if a place is a PostgreSQL database, and not a folder."""
    return str(place).startswith(_SCHEMES)


def check_postgres(place: str) -> str:
    """The address of a PostgreSQL database. Raises StoreError for any other place, and when
    asyncpg, which a database needs, is not installed."""
    if not is_postgres(place):
        raise StoreError("no_database")
    if find_spec("asyncpg") is None:
        raise StoreError("no_asyncpg")
    return place


async def open_store(place: str | Path, doorway: str = "") -> Store:
    """Open the store of a folder, made when it is missing, or of a database
    `postgresql://user:password@host/name`, to whose other servers `doorway` is told, see
    `Store.owner`.

    Raises StoreError when another program serves it, or when it is damaged, newer than this
    program, or out of reach; and when asyncpg, which a database needs, is not installed.
    """
    if is_postgres(place):
        address = check_postgres(str(place))
        from gongzhu.store.postgres import PostgresStore

        return await PostgresStore.open(address, doorway)
    scheme, sign, _ = str(place).partition("://")
    if sign:
        raise StoreError("place", scheme=scheme)
    from gongzhu.store.sqlite import SqliteStore

    return await SqliteStore.open(Path(place))
