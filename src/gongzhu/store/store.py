"""The interface of a store, for all other packages, and the news that it receives."""

import asyncio
from abc import abstractmethod
from collections.abc import Sequence

from msgspec import Struct

from gongzhu.store.clubs import ClubStore
from gongzhu.store.days import DayStore
from gongzhu.store.game_archive import GameArchive
from gongzhu.store.group import Commit
from gongzhu.store.moderation import ModerationStore
from gongzhu.store.sign_in import SignInStore
from gongzhu.store.table_log import TableLog
from gongzhu.store.tournaments import TournamentStore


class LockLost(Struct, frozen=True):
    """This server has lost its server number: other servers may have taken all its tables."""


class SummariesChanged(Struct, frozen=True):
    """Other servers have changed the summaries of these tables, or have archived them."""

    tables: tuple[str, ...] | None
    """Names of the tables whose summaries changed; None if they may be any, since news were
    missed."""


class MessageReceived(Struct, frozen=True):
    """Another server has sent a message."""

    message: bytes


News = LockLost | SummariesChanged | MessageReceived
"""What a store receives about the other servers on its database."""


class Store(
    TableLog, GameArchive, SignInStore, DayStore, ModerationStore, ClubStore, TournamentStore
):
    """All that a server keeps. A write is durable when its method returns. Thousands of tasks of
    one event loop may write at once: all waiting writes are committed together.

    Every method can raise StoreError, and then has changed nothing. A write whose task is cancelled
    may still be carried out. Texts must not contain NUL, and whole numbers must fit 64 bits.

    The methods for sharing a database with other servers do here what is right for a single server;
    `PostgresStore` overrides them.
    """

    def __init__(self, commit: Commit, spacing: float = 0.0) -> None:
        super().__init__(commit, spacing)
        self.news = asyncio.Queue[News]()
        """News from other servers on the same database; stays empty for a single server."""

    @property
    def alone(self) -> bool:
        """True if no other server can use the same store: then it may write every table."""
        return True

    async def take(self, tables: Sequence[str]) -> set[str]:
        """Take tables, so that only this server may append to them, and return those that it has
        now: all but the ones that another running server has. In a folder, all of them."""
        return set(tables)

    async def give_back(self, tables: Sequence[str]) -> None:
        """Let other servers take these tables. No write to them may be under way any more."""

    def let_go(self) -> None:
        """Let other servers take all tables soon. Writes that are under way are carried out before
        that, or refused. `news` is given `LockLost`."""

    async def owner(self, table: str) -> str | None:
        """The name of the other server that has a table; empty if that server has no name, None if
        no other server has the table."""
        return None

    def tell(self, message: bytes) -> None:
        """Send a message to the other servers of this database soon; at most 5,000 bytes of UTF-8.
        A server that cannot be reached misses it, and is given `SummariesChanged(None)` when it is
        back."""

    async def share_visited(self, tables: Sequence[str]) -> set[str]:
        """Let other servers know which tables of this server have visitors, and return the tables
        of other servers that have visitors."""
        return set()

    async def spend(self, key: str, times: int, seconds: float) -> float:
        """Count one use of an allowance of `times` uses, which refills evenly over `seconds` and is
        shared by all servers of the database. Returns 0 if the use is allowed; else the seconds
        until it will be, and then it is not counted. A single server always gets 0."""
        return 0.0

    @abstractmethod
    async def close(self) -> None:
        """Carry out the waiting writes, and close the database."""
