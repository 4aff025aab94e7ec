"""Keeps the tables in a server's memory, and those that are being loaded into it."""

import asyncio
from collections.abc import Callable, Iterable, Iterator

from gongzhu.server.live.room import Room
from gongzhu.server.live.services import Services

SECOND = 1000


class Rooms:
    """Finds tables in memory by name. Only the registry of tables adds and removes them."""

    def __init__(self, services: Services) -> None:
        self._clock: Callable[[], int] = services.clock
        self._empty = services.config.timeouts.empty * SECOND
        self._here: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[None]] = {}
        services.metrics.loaded.set_function(lambda: len(self._here))

    def __len__(self) -> int:
        """The number of tables in memory."""
        return len(self._here)

    def __contains__(self, name: str) -> bool:
        """True if the table of that name is in memory."""
        return name in self._here

    def __iter__(self) -> Iterator[Room]:
        """Each table in memory at the start; tables may be added and removed meanwhile."""
        return iter(list(self._here.values()))

    def get(self, name: str) -> Room | None:
        """The room of the table of that name, or None if it is not in memory."""
        return self._here.get(name)

    def loading(self, name: str) -> asyncio.Task[None] | None:
        """The task that loads a table, or None if it is not being loaded."""
        return self._loading.get(name)

    def loads(self) -> set[asyncio.Task[None]]:
        """All tasks that are loading tables."""
        return set(self._loading.values())

    def is_away(self, name: str) -> bool:
        """True if a table is neither in memory nor being loaded."""
        return name not in self._here and name not in self._loading

    def visited(self) -> list[str]:
        """Names of the tables in memory at which someone is connected, or was within the timeout
        for empty tables."""
        since = self._clock() - self._empty
        return [
            name
            for name, room in self._here.items()
            if room.audience.present or room.audience.idle_since > since
        ]

    def add(self, room: Room) -> None:
        """Add a table to those in memory."""
        self._here[room.name] = room

    def remove(self, name: str) -> Room | None:
        """Remove a table from those in memory and return it; None if it was not there."""
        return self._here.pop(name, None)

    def remove_all(self) -> list[Room]:
        """Remove all tables from memory and return them."""
        rooms, self._here = list(self._here.values()), {}
        return rooms

    def expect(self, names: Iterable[str], task: asyncio.Task[None]) -> None:
        """Note that a task has begun to load these tables."""
        self._loading.update(dict.fromkeys(names, task))

    def expect_no_more(self, names: Iterable[str]) -> None:
        """Note that the task that loaded these tables has ended."""
        for name in names:
            del self._loading[name]
