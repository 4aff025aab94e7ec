"""What the handlers of requests have at hand."""

from collections.abc import Callable

from starlette.requests import HTTPConnection

from gongzhu.server.config import ServerConfig
from gongzhu.server.house import House
from gongzhu.server.identity import Identity, Session
from gongzhu.server.limits import Allowance, OpenCount
from gongzhu.server.memory import Leftovers
from gongzhu.server.metrics import Metrics
from gongzhu.server.origins import Origins
from gongzhu.server.problems import Refusal
from gongzhu.server.services import Services
from gongzhu.server.thinking.pool import COMMAND, Thinking
from gongzhu.server.timers import Timers
from gongzhu.store import Store

MINUTE = 60.0
HOUR = 3600.0


class Desk:
    """One server, while it runs."""

    def __init__(self, services: Services, identity: Identity) -> None:
        """Raises ValueError for a trusted proxy that is no network."""
        limits = services.config.limits
        self.config: ServerConfig = services.config
        self.store: Store = services.store
        self.clock: Callable[[], int] = services.clock
        self.metrics: Metrics = services.metrics
        self.services = services
        self.identity = identity
        self.house = House(services)
        self.origins = Origins(services.config.public_url, services.config.trusted_proxies)
        self.messages = Allowance(limits.messages, limits.messages_seconds, services.clock)
        self.new_tables = Allowance(limits.tables_per_hour, HOUR, services.clock)
        self.new_players = Allowance(limits.players_per_hour, HOUR, services.clock)
        self.records = Allowance(limits.records_per_minute, MINUTE, services.clock)
        self.open_sockets = OpenCount(limits.connections)
        self.sockets = 0
        """How many are open."""
        self.leftovers = Leftovers()

    @classmethod
    async def open(
        cls,
        config: ServerConfig,
        store: Store,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        think: tuple[str, ...] = COMMAND,
    ) -> "Desk":
        """Everything a server needs, started; `think` is the command of a thinker. Raises
        StoreError."""
        metrics = Metrics()
        thinking = Thinking(config.thinkers, config.patience.thought, metrics, think)
        services = Services(config, store, clock, entropy, Timers(clock), thinking, metrics)
        desk = cls(services, await Identity.open(store, clock, entropy))
        await desk.house.start()
        thinking.start()
        return desk

    async def close(self) -> None:
        """Write down what is on its way, and end the thinkers."""
        await self.house.stop()
        self.services.timers.stop()
        await self.services.thinking.stop()

    async def session(self, request: HTTPConnection) -> Session:
        """Who sends a request. Raises Refusal for somebody without a name."""
        session = await self.identity.who(request)
        if session is None:
            raise Refusal(401, "nobody")
        return session

    def spend(self, allowance: Allowance, request: HTTPConnection) -> None:
        """Count something that an address may not do too often. Raises Refusal."""
        if not allowance.take(self.origins.address(request)):
            raise Refusal(429, "too_often")
