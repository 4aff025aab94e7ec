"""Durable storage: append-only logs of tables, people, finished games and settings.

`open_store` gives the same `Store` over a folder (SQLite) or a PostgreSQL database. The store
treats bodies, checkpoints and briefs as plain bytes; `packing` compresses best what looks like
JSON, but works for any bytes.
"""

# The drivers are used directly, and SQL that both databases understand is written once, as text.
# With SQLAlchemy Core, finding a session in SQLite took 72 us instead of 19, and the program
# needed 38 MB more memory.

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
