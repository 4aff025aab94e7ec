"""Decides when Python's garbage collector searches all of memory.

By default Python does so again and again while tables are played, and finds nothing: tables and
connections are freed at once, without the collector. With a thousand tables each full collection
takes long enough for players to notice. Errors, however, may leave objects that refer to each
other, so a full collection runs after many connections have been closed.
"""

import gc

ENOUGH = 2000
"""A full collection runs after this many connections have been closed, plus the number that are
open."""
NEVER = 2**31 - 1


def freeze_startup_objects() -> None:
    """Exclude all objects that exist after startup from garbage collection, and turn off automatic
    full collections; young objects are still collected automatically."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)


class GcPolicy:
    """Counts closed connections, and runs a full garbage collection after enough of them (see
    `ENOUGH`)."""

    def __init__(self) -> None:
        self._closed = 0

    def connection_closed(self, open_ones: int) -> None:
        """Count one more closed connection; `open_ones` is the number of connections that are open
        now."""
        self._closed += 1
        if self._closed >= ENOUGH + open_ones:
            self._closed = 0
            gc.collect()
