"""The store as everybody above sees it."""

import asyncio
from abc import abstractmethod
from collections.abc import Sequence

from gongzhu.store.game_archive import GameArchive
from gongzhu.store.group import Commit
from gongzhu.store.people import AccountStore, DayStore, ModerationStore
from gongzhu.store.table_log import TableLog
from gongzhu.store.tables import News


class Store(TableLog, GameArchive, AccountStore, DayStore, ModerationStore):
    """All that a server keeps. A write is durable when its method returns. Thousands of tasks of
    one event loop may write at once: whatever waits is committed together.

    Every method raises StoreError, and has then done nothing. A write whose task is cancelled may
    still be carried out. Texts must be without NUL, whole numbers within 64 bits.

    What is about other servers is here as it is for a store that is alone.
    """

    def __init__(self, commit: Commit, spacing: float = 0.0) -> None:
        super().__init__(commit, spacing)
        self.news = asyncio.Queue[News]()
        """What is heard of other stores on the same database; nothing for one that is alone."""

    @property
    def alone(self) -> bool:
        """True if no other store can have the same place open: then every lease is its own."""
        return True

    async def take(self, tables: Sequence[str]) -> set[str]:
        """Have the lease of tables, so that this store alone may append to them: those that it has
        now, which are all but those of another store that lives. A folder has one store, and that
        has every lease."""
        return set(tables)

    async def give_back(self, tables: Sequence[str]) -> None:
        """Let others have tables, of which nothing is on its way to the database any more."""

    def let_go(self) -> None:
        """Let others have all tables, soon and whatever is on its way: that is written before, or
        refused. `news` has it."""

    async def owner(self, table: str) -> str | None:
        """The name of the other server that has a table, if any; empty where it has no name."""
        return None

    def tell(self, message: bytes) -> None:
        """Tell the other stores of this place something soon, in up to 5,000 bytes of UTF-8. Those
        that are out of reach do not hear it, and are given `Listed(None)` when they are back."""

    async def share_visited(self, tables: Sequence[str]) -> set[str]:
        """Let other stores know at which of this one's tables somebody is; those of theirs."""
        return set()

    async def spend(self, key: str, times: int, seconds: float) -> float:
        """Count something that may be done so often at once, and then as it comes back, evenly over
        so many seconds, whichever store of the place it is counted by. 0 if it may be done; else
        the seconds until it may, and then it does not count."""
        return 0.0

    @abstractmethod
    async def close(self) -> None:
        """Carry out what waits, and let go of the database."""
