"""A server that believes that a COMMIT was carried out whose answer was lost: what a judge of cuts
must find out."""

from collections.abc import Callable

from gongzhu.store import postgres_writer
from gongzhu.store.postgres_writer import PostgresWriter
from tests.support import unlimited_server


async def _assume(self: PostgresWriter, transaction: str) -> bool:
    return True


def serve(port: int, place: str, ready: Callable[[], None], processes: int) -> None:
    """As `tests.support.unlimited_server` does, but in good faith."""
    # A statement that is a transaction by itself is sent again, and asks nobody.
    postgres_writer._in_good_faith = lambda writes: None
    PostgresWriter._is_committed = _assume  # type: ignore[method-assign] # broken on purpose
    unlimited_server.serve(port, place, ready, processes)
