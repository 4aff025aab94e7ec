"""Keeping what happened: append-only logs of tables, people, games, settings.

`open_store` gives the same `Store` over a folder (SQLite) or a PostgreSQL database. Bodies,
checkpoints and briefs are bytes to it; only `packing` has an idea of what is in them, and does not
rely on it.
"""

# The drivers are used as they are, and what both databases understand is written once, as text. By
# SQLAlchemy Core finding a session took 72 us of SQLite instead of 19, and the program 38 MB more.

from gongzhu.store.copies import Counts, back_up, restore
from gongzhu.store.database import SettingStore
from gongzhu.store.days import DayTry
from gongzhu.store.faults import Conflict, StoreError
from gongzhu.store.game_archive import GameArchive
from gongzhu.store.games import Deals, GameRow, Played
from gongzhu.store.opening import check_postgres, check_store, is_postgres, open_store
from gongzhu.store.people import AccountStore, DayStore, ModerationStore
from gongzhu.store.players import FORMER, DeviceRow, PlayerRow
from gongzhu.store.settings import Setting
from gongzhu.store.sign_in import LinkRow, PasskeyRow
from gongzhu.store.store import Store
from gongzhu.store.table_log import TableLog
from gongzhu.store.tables import Listed, Lost, News, TableBrief, Tail, Told

__all__ = [
    "FORMER",
    "AccountStore",
    "Conflict",
    "Counts",
    "DayStore",
    "DayTry",
    "Deals",
    "DeviceRow",
    "GameArchive",
    "GameRow",
    "LinkRow",
    "Listed",
    "Lost",
    "ModerationStore",
    "News",
    "PasskeyRow",
    "Played",
    "PlayerRow",
    "Setting",
    "SettingStore",
    "Store",
    "StoreError",
    "TableBrief",
    "TableLog",
    "Tail",
    "Told",
    "back_up",
    "check_postgres",
    "check_store",
    "is_postgres",
    "open_store",
    "restore",
]
