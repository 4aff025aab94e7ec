"""A server that believes that a COMMIT was carried out whose answer was lost: what a judge of cuts
must find out."""

from collections.abc import Callable

from gongzhu.store.postgres_writer import Writer
from tests.support import unlimited_server


async def _assume(self: Writer, number: int) -> bool:
    return True


def serve(port: int, place: str, ready: Callable[[], None], processes: int) -> None:
    """As `tests.support.unlimited_server` does, but in good faith."""
    Writer._is_carried_out = _assume  # type: ignore[method-assign] # broken on purpose
    unlimited_server.serve(port, place, ready, processes)
