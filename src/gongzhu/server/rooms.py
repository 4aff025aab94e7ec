"""The tables in the memory of a server, and those that are being read into it."""

import asyncio
from collections.abc import Callable, Iterable, Iterator

from gongzhu.server.room import Room
from gongzhu.server.services import Services

SECOND = 1000


class Rooms:
    """Finds a table in memory by its name; the registry of tables alone changes which there are."""

    def __init__(self, services: Services) -> None:
        self._clock: Callable[[], int] = services.clock
        self._empty = services.config.timeouts.empty * SECOND
        self._here: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[None]] = {}
        services.metrics.loaded.set_function(lambda: len(self._here))

    def __len__(self) -> int:
        """The tables in memory."""
        return len(self._here)

    def __contains__(self, name: str) -> bool:
        """True for a table in memory."""
        return name in self._here

    def __iter__(self) -> Iterator[Room]:
        """Each table in memory, whatever comes and goes meanwhile."""
        return iter(list(self._here.values()))

    def get(self, name: str) -> Room | None:
        """The table of that name; None for one that is not in memory."""
        return self._here.get(name)

    def loading(self, name: str) -> asyncio.Task[None] | None:
        """The task that reads a table; None for one that is not being read."""
        return self._loading.get(name)

    def loads(self) -> set[asyncio.Task[None]]:
        """The tasks that read tables."""
        return set(self._loading.values())

    def is_away(self, name: str) -> bool:
        """True for a table that is neither in memory nor being read."""
        return name not in self._here and name not in self._loading

    def visited(self) -> list[str]:
        """The tables here at which somebody is, or was a moment ago."""
        since = self._clock() - self._empty
        return [
            name
            for name, room in self._here.items()
            if room.audience.present or room.audience.idle_since > since
        ]

    def add(self, room: Room) -> None:
        """Have a table in memory."""
        self._here[room.name] = room

    def remove(self, name: str) -> Room | None:
        """Have a table in memory no more; None where it was not."""
        return self._here.pop(name, None)

    def remove_all(self) -> list[Room]:
        """Have none in memory any more; those that were."""
        rooms, self._here = list(self._here.values()), {}
        return rooms

    def expect(self, names: Iterable[str], task: asyncio.Task[None]) -> None:
        """A task begins to read these tables."""
        self._loading.update(dict.fromkeys(names, task))

    def expect_no_more(self, names: Iterable[str]) -> None:
        """The task that read these tables is done with them."""
        for name in names:
            del self._loading[name]
