"""Keeping what happened: append-only logs of tables, people, games, settings.

`open_store` gives the same `Store` over a folder (SQLite) or a PostgreSQL database. Bodies,
checkpoints and briefs are bytes to it; only `packing` has an idea of what is in them, and does not
rely on it.
"""

# The drivers are used as they are, without an ORM and its migrations: all that is hot here is one
# writer that commits whatever waits as one transaction, in a handful of statements over a handful
# of tables, and a layer that deals out sessions and connections would only be in its way.

from gongzhu.store.copies import Counts, back_up, restore
from gongzhu.store.days import DayTry
from gongzhu.store.faults import Conflict, StoreError
from gongzhu.store.games import Deals, GameRow, Played
from gongzhu.store.opening import check_postgres, check_store, is_postgres, open_store
from gongzhu.store.players import FORMER, DeviceRow, PlayerRow, name_of_session
from gongzhu.store.settings import Setting
from gongzhu.store.sign_in import LinkRow, PasskeyRow
from gongzhu.store.store import Store
from gongzhu.store.tables import Listed, Lost, News, TableBrief, Tail, Told

__all__ = [
    "FORMER",
    "Conflict",
    "Counts",
    "DayTry",
    "Deals",
    "DeviceRow",
    "GameRow",
    "LinkRow",
    "Listed",
    "Lost",
    "News",
    "PasskeyRow",
    "Played",
    "PlayerRow",
    "Setting",
    "Store",
    "StoreError",
    "TableBrief",
    "Tail",
    "Told",
    "back_up",
    "check_postgres",
    "check_store",
    "is_postgres",
    "name_of_session",
    "open_store",
    "restore",
]
