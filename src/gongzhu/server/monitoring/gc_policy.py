"""Decides when Python's garbage collector searches all of memory.

By default Python does so again and again while tables are played, and finds nothing, since the
objects of tables and connections are freed without it. With a thousand tables, a full collection
takes long enough for players to notice. But errors may leave objects that refer to each other, so a
full collection runs after many connections have been closed.
"""

import gc

ENOUGH = 2000
"""A full collection runs after as many closed connections as this number plus the number of open
ones."""
NEVER = 2**31 - 1
"""A threshold that the garbage collector does not reach."""


def freeze_startup_objects() -> None:
    """Exclude all objects that exist now from garbage collection, and turn off automatic full
    collections; young objects are still collected. Called once after startup."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)


class GcPolicy:
    """Counts closed connections, and runs a full garbage collection after many of them."""

    def __init__(self) -> None:
        self._closed = 0

    def connection_closed(self, open_ones: int) -> None:
        """Count one closed connection; `open_ones` is the number of connections that are open
        now."""
        self._closed += 1
        if self._closed >= ENOUGH + open_ones:
            self._closed = 0
            gc.collect()
