"""The services that all tables of a server share."""

from collections.abc import Callable

from msgspec import Struct

from gongzhu.server.config import ServerConfig
from gongzhu.server.metrics import Metrics
from gongzhu.server.moderation import Moderation
from gongzhu.server.work.bots import Bots
from gongzhu.server.work.pool import WorkerPool
from gongzhu.store import Store


class Services(Struct, frozen=True):
    """Handed to every room."""

    config: ServerConfig
    store: Store
    clock: Callable[[], int]
    """Milliseconds since 1970."""
    entropy: Callable[[int], bytes]
    """So many random bytes, each time others."""
    pool: WorkerPool
    bots: Bots
    metrics: Metrics
    moderation: Moderation
