"""The interface of a store for all other packages, and the news that a store receives from other
servers."""

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
    """News that this server has lost its server number: other servers may have taken all its
    tables."""


class SummariesChanged(Struct, frozen=True):
    """News that other servers have changed the summaries of tables, or have archived tables."""

    tables: tuple[str, ...] | None
    """Names of the tables, or None if it may be any, since news were missed."""


class MessageReceived(Struct, frozen=True):
    """News that another server has sent a message with `tell`."""

    message: bytes
    """The encoded message."""


News = LockLost | SummariesChanged | MessageReceived
"""Items of `Store.news`, the queue of events caused by other servers on the same database."""


class Store(
    TableLog, GameArchive, SignInStore, DayStore, ModerationStore, ClubStore, TournamentStore
):
    """The complete interface of durable storage. A write is durable when its method returns.
    Thousands of tasks of one event loop may write at the same time: all waiting writes are
    committed together.

    Every method can raise StoreError, and then has changed nothing. A write whose task is cancelled
    may still be carried out. Texts must not contain NUL, and integers must fit into 64 bits.

    The methods for sharing a database with other servers do here what a server in a folder, which
    is always alone, needs. `PostgresStore` overrides them.
    """

    def __init__(self, commit: Commit, spacing: float = 0.0) -> None:
        super().__init__(commit, spacing)
        self.news = asyncio.Queue[News]()
        """News from other servers on the same database. It stays empty in a folder."""

    @property
    def alone(self) -> bool:
        """True if no other server can use this store, so that this one may append to every
        table."""
        return True

    async def take(self, tables: Sequence[str]) -> set[str]:
        """Take tables for this server, so that no other server may append to them. Returns the
        names of those that this server has now: all of `tables` except unknown ones and the ones
        that another running server has. In a folder, all of them."""
        return set(tables)

    async def give_back(self, tables: Sequence[str]) -> None:
        """Give up tables of this server: no server has them then, so that another one can `take`
        them. Tables that this server does not have are ignored. The caller must have no unfinished
        writes to any of them. In a folder this does nothing."""

    def let_go(self) -> None:
        """Give up the server number, and all tables with it, so that other servers can `take` them.
        Returns immediately. Later `LockLost` is put into `news`, and a new number is taken.
        Unfinished writes are either carried out before that, or refused. In a folder this does
        nothing."""

    async def owner(self, table: str) -> str | None:
        """The name of the other server that has a table, or empty if that server has no name, None
        if no other server has the table."""
        return None

    def tell(self, message: bytes) -> None:
        """Send a message, at most 5,000 bytes of UTF-8, to the other servers on this database soon.
        A server that is disconnected misses it, and receives `SummariesChanged(None)` once it is
        connected again."""

    async def share_visited(self, tables: Sequence[str]) -> set[str]:
        """Tell the other servers on this database which tables of this server people are connected
        to (`tables`, by name), in place of those published before. Returns the names of such tables
        of the other servers. In a folder it returns an empty set."""
        return set()

    async def spend(self, key: str, times: int, seconds: float) -> float:
        """Count one use of the rate limit with the name `key`: `times` uses in `seconds`, refilled
        evenly, shared by all servers on the database. Returns 0 if the use is allowed. Otherwise
        returns the seconds until it will be allowed, and does not count the use. In a folder it
        always returns 0."""
        return 0.0

    @abstractmethod
    async def close(self) -> None:
        """Commit the waiting writes, and close the database."""
