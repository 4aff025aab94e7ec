"""Base class of all parts of a store, which reads rows and queues writes, and the settings.

Parameters of SQL queries that read are written $1, $2, …: PostgreSQL takes them as positions,
SQLite as names.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, ClassVar, TypeVar

from gongzhu.store.faults import ChangeRefused
from gongzhu.store.group import Commit, GroupCommit
from gongzhu.store.writes import Change, StoreWrite, check_texts

T = TypeVar("T")


class Database(ABC):
    """Base class of all parts of a store. It runs SQL queries, and queues writes, which are
    committed in groups."""

    lowered: str
    """SQL expression for a player's name in lower case, in every alphabet."""

    def __init__(self, commit: Commit, spacing: float = 0.0) -> None:
        """`commit` writes a group of writes in one transaction. `spacing` is the shortest time in
        seconds between the starts of two groups. It is 0 for a store in which a transaction costs
        nothing."""
        self._group = GroupCommit(commit, spacing)
        self._packing_lock = asyncio.Lock()

    @property
    def waiting(self) -> int:
        """Number of queued writes whose transaction has not begun yet."""
        return self._group.waiting

    def _packing(self) -> AbstractAsyncContextManager[None]:
        """An async context manager that locks out other packing. It must be held while log entries
        are compressed into packs, and while a stored game or log that may be packed is changed."""
        return self._packing_lock

    @abstractmethod
    async def _fetch(self, query: str, values: Sequence[str | int | bytes]) -> list[Any]:
        """Run a query with the values of $1, $2, …, and return its rows. Raises StoreError."""

    async def _query(self, query: str, *values: str | int | bytes) -> list[Any]:
        check_texts(*(value for value in values if isinstance(value, str)))
        return await self._fetch(query, values)

    async def _all(self, kind: Callable[..., T], query: str, *values: str | int | bytes) -> list[T]:
        """The rows that a query returns, each converted by calling `kind` with its columns."""
        return [kind(*row) for row in await self._query(query, *values)]

    async def _first(
        self, kind: Callable[..., T], query: str, *values: str | int | bytes
    ) -> T | None:
        """The first row that a query returns, converted by calling `kind` with its columns, or None
        if there is no row."""
        return next(iter(await self._all(kind, query, *values)), None)

    async def change(self, change: Change) -> None:
        """Carry out one change, and return once it is durable. Raises ChangeRefused if its
        conditions do not hold (for example because a session has ended), and StoreError if it
        cannot be written."""
        change.check()
        await self._group.put(change)


class Setting(StoreWrite, frozen=True):
    """Set the value of a key in the `settings` table, whether or not the key has a value."""

    key: str
    value: bytes


class SwapSetting(Change, frozen=True):
    """Replace the value of a key. Refused if the stored value is not `before` (None: no value
    yet)."""

    key: str
    before: bytes | None
    value: bytes

    longest: ClassVar = {"before": 100_000, "value": 100_000}

    def statements(self) -> tuple[str, tuple[str, ...]]:
        if self.before is None:
            text = "INSERT INTO settings (key, value) VALUES ($key, $value) ON CONFLICT DO NOTHING"
        else:
            text = "UPDATE settings SET value = $value WHERE key = $key AND value = $before"
        return text, ()


class SettingStore(Database):
    """Reads and writes the settings: byte strings, each stored under a text key."""

    async def setting(self, key: str) -> bytes | None:
        """The value of a key, or None if the key has none."""
        return await self._first(bytes, "SELECT value FROM settings WHERE key = $1", key)

    async def put_setting(self, key: str, value: bytes) -> None:
        """Set the value of a key, whether or not the key has a value."""
        check_texts(key)
        await self._group.put(Setting(key, value))

    async def swap_setting(self, key: str, before: bytes | None, value: bytes) -> bool:
        """Set the value of a key to `value` if it is `before` (None: the key has no value). Returns
        False, and changes nothing, if the stored value is a different one."""
        try:
            await self.change(SwapSetting(key, before, value))
        except ChangeRefused:
            return False
        return True
