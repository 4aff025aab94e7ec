"""What all parts of a store need: reading rows, the queue of writes, and settings.

In SQL queries that read, parameters are written $1, $2, …: PostgreSQL takes them as positions,
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
    """Base class of all parts of a store: reads rows, and queues writes, which are committed in
    groups."""

    lowered: str
    """SQL expression for a player's name in lower case, in every alphabet."""

    def __init__(self, commit: Commit, spacing: float = 0.0) -> None:
        """`commit` writes a group of writes in one transaction. `spacing` is the least number of
        seconds between the beginnings of two groups; 0 for a store to which a group costs
        nothing."""
        self._group = GroupCommit(commit, spacing)
        self._packing_lock = asyncio.Lock()

    @property
    def waiting(self) -> int:
        """Number of queued writes whose transaction has not begun yet."""
        return self._group.waiting

    def _packing(self) -> AbstractAsyncContextManager[None]:
        """A lock to hold while log entries are compressed into packs, and while data that may be
        compressed is changed."""
        return self._packing_lock

    @abstractmethod
    async def _fetch(self, query: str, values: Sequence[str | int | bytes]) -> list[Any]:
        """The rows that a query with these parameters returns. Raises StoreError."""

    async def _query(self, query: str, *values: str | int | bytes) -> list[Any]:
        check_texts(*(value for value in values if isinstance(value, str)))
        return await self._fetch(query, values)

    async def _all(self, kind: Callable[..., T], query: str, *values: str | int | bytes) -> list[T]:
        """The rows that a query returns, each converted by calling `kind` with its columns."""
        return [kind(*row) for row in await self._query(query, *values)]

    async def _first(
        self, kind: Callable[..., T], query: str, *values: str | int | bytes
    ) -> T | None:
        """The first row that a query returns, converted by calling `kind` with its columns; None if
        there is no row."""
        return next(iter(await self._all(kind, query, *values)), None)

    async def change(self, change: Change) -> None:
        """Carry out one change. Raises ChangeRefused, for example because a session
        has ended, and StoreError."""
        change.check()
        await self._group.put(change)


class Setting(StoreWrite, frozen=True):
    """Set the value of a key among the settings, replacing any other value."""

    key: str
    value: bytes


class SwapSetting(Change, frozen=True):
    """Replace the value `before` of a key, None if it had none, by another one. Refused if the key
    has a different value by now."""

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
    """The settings of a server: values of any kind, found by a key."""

    async def setting(self, key: str) -> bytes | None:
        """The value of a key; None if it has none."""
        return await self._first(bytes, "SELECT value FROM settings WHERE key = $1", key)

    async def put_setting(self, key: str, value: bytes) -> None:
        """Set the value of a key."""
        check_texts(key)
        await self._group.put(Setting(key, value))

    async def swap_setting(self, key: str, before: bytes | None, value: bytes) -> bool:
        """Replace the value `before` of a key by another one, or insert it if `before` is None.
        Does nothing, and returns False, if the key has a different value by now."""
        try:
            await self.change(SwapSetting(key, before, value))
        except ChangeRefused:
            return False
        return True
