"""The services that all tables of a server share."""

from collections.abc import Callable

from msgspec import Struct

from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.identity.address_hashes import AddressHashes
from gongzhu.server.identity.moderation import Moderation
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.server.work.bots import Bots
from gongzhu.server.work.pool import WorkerPool
from gongzhu.store import Store


class Services(Struct, frozen=True):
    """The parts of a server that every table needs. They are created once at the start of the
    server, and passed to everything that works with tables."""

    config: ServerConfig
    store: Store
    clock: Callable[[], int]
    """Returns the time in milliseconds since 1970."""
    entropy: Callable[[int], bytes]
    """Returns the given number of cryptographically random bytes."""
    pool: WorkerPool
    bots: Bots
    metrics: Metrics
    moderation: Moderation
    hashes: AddressHashes
