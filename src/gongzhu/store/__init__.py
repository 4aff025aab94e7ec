"""Durable storage on SQLite or PostgreSQL: table logs, player accounts, clubs, tournaments,
finished games, moderation and settings.

`open_store` returns a `Store` with the same methods over a folder (SQLite) or a PostgreSQL
database. The store treats log entries, snapshots and summaries as plain bytes. `packing` compresses
text that looks like JSON best, but accepts any bytes.
"""

# The drivers are used directly, and SQL that both databases understand is written once, as text.
# With SQLAlchemy Core, finding a session in SQLite took 72 us instead of 19, and the program
# needed 38 MB more memory.

from gongzhu.store.accounts import FORMER, AccountStore, DeviceRow, PlayerRow
from gongzhu.store.copies import CopiedRows, back_up, restore
from gongzhu.store.database import Setting, SettingStore
from gongzhu.store.days import DayStore, DayTry
from gongzhu.store.faults import ChangeRefused, Conflict, StoreError, TableMoved
from gongzhu.store.game_archive import Deals, GameArchive, GameRow, Played
from gongzhu.store.moderation import ModerationStore
from gongzhu.store.opening import check_postgres, check_store, is_postgres, open_store
from gongzhu.store.sign_in import LinkRow, PasskeyRow, SignInStore
from gongzhu.store.store import LockLost, MessageReceived, News, Store, SummariesChanged
from gongzhu.store.table_log import StoredTable, TableLog, TableSummary

__all__ = [
    "FORMER",
    "AccountStore",
    "ChangeRefused",
    "Conflict",
    "CopiedRows",
    "DayStore",
    "DayTry",
    "Deals",
    "DeviceRow",
    "GameArchive",
    "GameRow",
    "LinkRow",
    "LockLost",
    "MessageReceived",
    "ModerationStore",
    "News",
    "PasskeyRow",
    "Played",
    "PlayerRow",
    "Setting",
    "SettingStore",
    "SignInStore",
    "Store",
    "StoreError",
    "StoredTable",
    "SummariesChanged",
    "TableLog",
    "TableMoved",
    "TableSummary",
    "back_up",
    "check_postgres",
    "check_store",
    "is_postgres",
    "open_store",
    "restore",
]
