"""The parts of a running server that the request handlers need, in one object."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from ipaddress import ip_network
from typing import Any, ParamSpec, TypeVar

from anyio.to_thread import current_default_thread_limiter
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, HTTPConnection, Request

from gongzhu.server.accounts.everywhere import Everywhere
from gongzhu.server.accounts.passkeys import Passkeys
from gongzhu.server.accounts.provider_sign_in import ProviderSignIn
from gongzhu.server.accounts.recovery import RecoveryCodes
from gongzhu.server.accounts.sign_in_bodies import SignInWays
from gongzhu.server.admin.upkeep import Upkeep
from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.daily.days import Days
from gongzhu.server.edge.admission import Admission
from gongzhu.server.edge.hosts import Hosts
from gongzhu.server.edge.limits import (
    MINUTE,
    ConnectionCounter,
    GuessCounter,
    RateLimiter,
    SharedAllowance,
)
from gongzhu.server.edge.origins import Origins
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.games.finished_deals import FinishedDeals
from gongzhu.server.games.history import Histories
from gongzhu.server.games.pages import Sheets
from gongzhu.server.games.reviews import Reviews
from gongzhu.server.identity.address_hashes import Marks
from gongzhu.server.identity.moderation import Moderation
from gongzhu.server.identity.sessions import Identity, Session
from gongzhu.server.live.services import Services
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.server.monitoring.process_metrics import Vitals
from gongzhu.server.monitoring.readiness import Readiness
from gongzhu.server.monitoring.security_log import Event, SecurityLog
from gongzhu.server.puzzles import PuzzleBooks
from gongzhu.server.tables.tables import Tables
from gongzhu.server.work.bots import Bots
from gongzhu.server.work.cluster import ClusterJobs
from gongzhu.server.work.job import Job, Priority
from gongzhu.server.work.pool import COMMAND, WorkerPool
from gongzhu.server.work.queue import Asker
from gongzhu.store import Store

LOOPBACK = (ip_network("127.0.0.0/8"), ip_network("::1/128"), ip_network("::ffff:127.0.0.0/104"))
PROBE = "probe"
"""The name of the store's setting that is written and read to check that the store works."""
RECENT = 10 * 60 * 1000
"""Milliseconds for which a player who has proved their identity is not asked to do so again."""

HOUR = 3600.0

P = ParamSpec("P")
T = TypeVar("T")


class ServerContext:
    """The parts of one running server: store, accounts, tables, limits, workers and so on."""

    sockets = 0
    """The number of open WebSockets."""

    def __init__(
        self, services: Services, identity: Identity, codes: RecoveryCodes, marks: Marks
    ) -> None:
        """Raises ValueError if a trusted proxy is not a network."""
        limits = services.config.limits
        self.config: ServerConfig = services.config
        self.store: Store = services.store
        self.clock: Callable[[], int] = services.clock
        self.services = services
        self.identity = identity
        self.codes = codes
        self.marks = marks
        self.passkeys = Passkeys(
            services.store, identity, services.clock, services.entropy, services.config.public_url
        )
        self.provider = ProviderSignIn(
            services.store, identity, services.config, services.clock, services.entropy
        )
        identity.way_back = self.way_back
        self.tables = Tables(services)
        self.everywhere = Everywhere(services, self.tables)
        self.hosts = Hosts(services.config, services.clock)
        self.origins = Origins(services.config.public_url, services.config.trusted_proxies)
        self.security = SecurityLog()
        self.admission = Admission(
            services.config, self.origins, services.metrics, self.security, services.clock
        )
        self.messages = RateLimiter(limits.messages, limits.messages_seconds, services.clock)
        self.new_tables = RateLimiter(limits.tables_per_hour, HOUR, services.clock, "tables")
        self.new_players = RateLimiter(limits.players_per_hour, HOUR, services.clock, "players")
        self.recoveries = RateLimiter(
            limits.recoveries_per_hour, HOUR, services.clock, "recoveries"
        )
        self.sign_ins = RateLimiter(limits.sign_ins_per_hour, HOUR, services.clock, "sign_ins")
        self.changes = RateLimiter(limits.changes_per_hour, HOUR, services.clock, "changes")
        self.explanations = RateLimiter(limits.explanations_per_minute, MINUTE, services.clock)
        self.lobbies = RateLimiter(limits.lobbies_per_minute, MINUTE, services.clock)
        self.records = RateLimiter(limits.records_per_minute, MINUTE, services.clock)
        self.reads_of_history = RateLimiter(limits.histories_per_minute, MINUTE, services.clock)
        self.reads_of_games = RateLimiter(limits.games_per_minute, MINUTE, services.clock)
        self.forks = RateLimiter(limits.forks_per_minute, MINUTE, services.clock)
        self.reads_of_reviews = RateLimiter(limits.reviews_per_minute, MINUTE, services.clock)
        self.new_reviews = RateLimiter(limits.new_reviews_per_minute, MINUTE, services.clock)
        self.exports = RateLimiter(limits.exports_per_minute, MINUTE, services.clock)
        self.invitations = RateLimiter(limits.invitations_per_minute, MINUTE, services.clock)
        self.number_tries = GuessCounter(
            limits.numbers_per_minute,
            limits.wrong_numbers_per_minute,
            services.clock,
            "numbers",
        )
        self.open_sockets = ConnectionCounter(limits.connections)
        self.tasks: set[asyncio.Task[None]] = set()
        """Background tasks, which are cancelled when the server stops."""
        pool = services.pool
        self.finished = FinishedDeals(services.store, services.clock)
        self.histories = Histories(services.store, pool, self.finished)
        self.sheets = Sheets(pool, self.finished)
        self.reviews = Reviews(services, self.histories, self.finished)
        self.upkeep = Upkeep(services, self.histories)
        self.puzzle_books = PuzzleBooks(services.store)
        self.days = Days(services, self.tables, self.finished)
        self._measured_from = tuple(
            ip_network(one, strict=False) for one in services.config.metrics_from
        )
        self.readiness = Readiness(
            {
                "store": self._try_store,
                "files": partial(run_in_threadpool, int),
                "workers": pool.check,
            }
        )
        self.vitals = Vitals(
            services.metrics.registry,
            {
                "writes": lambda: services.store.waiting,
                "turns": lambda: pool.waiting(Priority.TURN),
                "soon": lambda: pool.waiting(Priority.SOON),
                "background": lambda: pool.waiting(Priority.BACKGROUND),
                "long": lambda: pool.waiting(Priority.LONG),
                "files": lambda: current_default_thread_limiter().statistics().tasks_waiting,
            },
            lambda: pool.working,
        )

    @classmethod
    async def open(
        cls,
        config: ServerConfig,
        store: Store,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        command: tuple[str, ...] = COMMAND,
    ) -> "ServerContext":
        """Create and start all parts of a server; `command` is the command line of a worker.

        Raises StoreError.
        """
        metrics = Metrics()
        cluster = None if config.cluster is None else ClusterJobs(config.cluster)
        pool = WorkerPool(config.processes, metrics, command, cluster)
        bots = Bots(pool, config.timeouts.thought, metrics)
        moderation = Moderation(store, clock)
        await moderation.load()
        services = Services(config, store, clock, entropy, pool, bots, metrics, moderation)
        identity = Identity(store, clock, entropy, secure=config.secure)
        codes = RecoveryCodes(store, clock, entropy, identity)
        context = cls(services, identity, codes, await Marks.open(store, entropy))
        context.identity.on_refused = context.token_refused
        context.tables.bus.start(context.everywhere)
        await context.tables.start()
        pool.start()
        context.upkeep.start()
        return context

    async def close(self) -> None:
        """Stop background work, write all pending entries to disk, and end the workers."""
        for task in self.tasks:
            task.cancel()
        await self.reviews.stop()
        await self.days.stop()
        await self.upkeep.stop()
        self.vitals.stop()
        await self.tables.stop()
        await self.provider.close()
        await self.services.pool.stop()
        self.services.bots.stop()
        self.security.close()

    async def who(self, request: HTTPConnection) -> Session | None:
        """The session that a request belongs to, or None for a visitor who is not signed in."""
        session = await self.identity.who(request)
        if session is not None:
            self.admission.know(self.origins.address(request))
        return session

    async def session(self, request: HTTPConnection) -> Session:
        """The session that a request belongs to. Raises ApiError for a visitor without one."""
        session = await self.who(request)
        if session is None:
            raise ApiError(401, "nobody")
        await self.identity.seen(session)
        return session

    async def person(self, request: HTTPConnection) -> Session:
        """The session of a person who makes a request; for actions that bots may not do.

        Raises ApiError for a visitor without a session, and for a bot.
        """
        session = await self.session(request)
        if session.player.kind == "bot":
            raise ApiError(403, "not_for_bots")
        return session

    @property
    def metrics(self) -> Metrics:
        """The metrics of this server for the operator."""
        return self.services.metrics

    @property
    def moderation(self) -> Moderation:
        """The operator's bans, and the players whom each player has blocked."""
        return self.services.moderation

    @property
    def ways_in(self) -> SignInWays:
        """The ways to sign in that this server offers: passkeys, and an OpenID provider."""
        provider = self.provider.settings
        return SignInWays(self.passkeys.here, None if provider is None else provider.label)

    async def way_back(self, player: str) -> int | None:
        """Since when the player with this id can sign in by a passkey or an OpenID account here.

        In milliseconds since 1970; None if the player has neither. Raises StoreError.
        """
        link = await self.provider.link_of(player)
        since = [] if link is None else [link.made_ms]
        if self.passkeys.here == "ready":
            since += [row.made_ms for row in await self.store.passkeys(player)]
        return min(since, default=None)

    async def ask_for_proof(self, session: Session) -> None:
        """Raise ApiError if the player must prove their identity before a sensitive action.

        That is so if they have a way to do it and have not done it on this device in the last ten
        minutes. Players without any way to sign in are let through. So is everyone over plain http,
        where a typed code could be intercepted, and its owner locked out.
        """
        player = session.player
        if not self.config.secure or self.clock() - session.row.proved_ms < RECENT:
            return
        if self.codes.has(player) or await self.way_back(player.id) is not None:
            raise ApiError(403, "not_proved")

    def refuse_banned(self, request: HTTPConnection, player: str | None = None) -> None:
        """Raise ApiError if the player or the request's address is banned."""
        self.moderation.refuse_banned(player, self.origins.address(request))

    async def _try_store(self) -> None:
        """Check the store by writing a setting, as each move writes, and reading it."""
        await self.store.put_setting(PROBE, b"%d" % self.clock())
        await self.store.setting(PROBE)

    def may_measure(self, request: HTTPConnection) -> bool:
        """True if a request may read the metrics: it comes from this machine under its own name, or
        from a network that the operator has allowed."""
        return self.origins.from_networks(request, self._measured_from) or (
            self.hosts.named_for_itself(request) and self.origins.from_networks(request, LOOPBACK)
        )

    def note(
        self, event: Event, request: HTTPConnection, player: str | None = None, why: str = ""
    ) -> None:
        """Write an event to the security log, with the address that the request came from."""
        self.security.note(event, self.origins.address(request), player, why)

    def token_refused(self, request: HTTPConnection) -> None:
        """Write to the security log that a request had an invalid or expired token."""
        self.security.repeated("token_refused", self.origins.address(request), "unknown")

    async def work(self, request: Request, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a job in the worker pool for a visitor; it is cancelled if the visitor hangs up.

        Raises ApiError, and ClientDisconnect if the visitor has hung up.
        """
        asker = Asker("", self.origins.address(request))
        work = self.services.pool.do(job, asker, *args, **kwargs)
        return await self.while_there(request, work)

    async def while_there(self, request: Request, work: Coroutine[Any, Any, T]) -> T:
        """The result of `work`, which is cancelled if the visitor hangs up first.

        The request's body must have been read before. Raises ClientDisconnect if they hang up.
        """
        task = asyncio.create_task(work)
        gone = asyncio.create_task(_gone(request))
        try:
            await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise ClientDisconnect
            return task.result()
        finally:
            task.cancel()
            gone.cancel()

    def spend(self, limiter: RateLimiter, request: HTTPConnection) -> None:
        """Count a request against its address's limit. Raises ApiError if it is over the limit."""
        if not limiter.allow(self.origins.address(request)):
            raise ApiError(429, "too_often")

    async def spend_shared(self, limiter: RateLimiter, request: HTTPConnection) -> None:
        """Count a request against a limit that all servers of a store share.

        Raises ApiError if the address is over the limit, and StoreError.
        """
        self.spend(limiter, request)
        if await self.wait_shared(limiter.shared, request):
            raise ApiError(429, "too_often")

    async def wait_shared(self, allowance: SharedAllowance, request: HTTPConnection) -> float:
        """Seconds that a request's address must wait under a limit shared by all servers.

        0 if it may go on, and then the request is counted; always 0 if this server is the only one
        on its store. Raises StoreError.
        """
        if self.store.alone:
            return 0.0
        address = self.origins.address(request)
        return await allowance.wait(self.store, address, lambda one: self.marks.of(one)[0])


async def _gone(request: Request) -> None:
    """Return when the visitor hangs up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
