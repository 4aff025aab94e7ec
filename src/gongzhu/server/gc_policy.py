"""When memory is searched for what nobody can reach any more.

Left to itself, Python searches all of it again and again while tables are played, and finds
nothing: neither tables nor connections leave anything behind that is not freed at once. With a
thousand tables each search takes long enough for players to notice. What goes wrong may leave
something behind, objects that hold one another: that is searched for as connections are closed.
"""

import gc

ENOUGH = 2000
"""Closed connections, and as many more as are open, before all of memory is searched."""
NEVER = 2**31 - 1


def freeze_startup_objects() -> None:
    """Called when the server has started: what it has by then stays, and is searched no more; of
    the rest only what is young is searched by itself."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)


class GcPolicy:
    """Counts the connections that were closed, and searches all of memory when it is time."""

    def __init__(self) -> None:
        self._closed = 0

    def connection_closed(self, open_ones: int) -> None:
        """One more was closed, and so many are open."""
        self._closed += 1
        if self._closed >= ENOUGH + open_ones:
            self._closed = 0
            gc.collect()
