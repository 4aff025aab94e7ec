"""Creates all parts of one running server, such as its tables, accounts and workers, in the order
of their dependencies."""

from collections.abc import Callable
from functools import partial
from typing import Any

from anyio.to_thread import current_default_thread_limiter
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from gongzhu.server.accounts.accounts import Accounts
from gongzhu.server.accounts.cookies import Cookies
from gongzhu.server.accounts.leaving import Leaving
from gongzhu.server.accounts.passkey_checks import Site
from gongzhu.server.accounts.passkeys import Passkeys, passkeys_at
from gongzhu.server.accounts.provider_sign_in import ProviderSignIn
from gongzhu.server.accounts.recovery import RecoveryCodes
from gongzhu.server.accounts.sign_ins import SignIns
from gongzhu.server.admin.upkeep import Upkeep
from gongzhu.server.background import BackgroundTasks
from gongzhu.server.clubs.clubs import Clubs
from gongzhu.server.clubs.pages import ClubPages
from gongzhu.server.clubs.seasons import Seasons
from gongzhu.server.clubs.tables import ClubTables
from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.daily.days import Days
from gongzhu.server.edge.admission import Admission
from gongzhu.server.edge.hosts import Hosts
from gongzhu.server.edge.origins import Origins
from gongzhu.server.games.finished_deals import FinishedDeals
from gongzhu.server.games.history import Histories
from gongzhu.server.games.pages import Sheets
from gongzhu.server.games.reviews import Reviews
from gongzhu.server.identity.address_hashes import AddressHashes
from gongzhu.server.identity.moderation import Moderation
from gongzhu.server.identity.rate_limits import RateLimits
from gongzhu.server.identity.sessions import Identity, SignInMethods
from gongzhu.server.live.services import Services
from gongzhu.server.lobby.public_tables import PublicTableList
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.server.monitoring.process_metrics import Vitals
from gongzhu.server.monitoring.readiness import Readiness
from gongzhu.server.monitoring.security_log import SecurityLog
from gongzhu.server.puzzles import PuzzleBooks
from gongzhu.server.tables.everywhere import Everywhere
from gongzhu.server.tables.socket import TableSocket
from gongzhu.server.tables.tables import Tables
from gongzhu.server.tournaments.director import Director
from gongzhu.server.tournaments.entrants import Entrants
from gongzhu.server.tournaments.log import TournamentLog
from gongzhu.server.tournaments.results import TournamentResults
from gongzhu.server.tournaments.tournaments import Tournaments
from gongzhu.server.work.bots import Bots
from gongzhu.server.work.cluster import ClusterJobs
from gongzhu.server.work.job import Priority
from gongzhu.server.work.pool import COMMAND, WorkerPool
from gongzhu.store import Store

PROBE = "probe"
"""Key of the setting that is written and read to check that the store works."""


class Parts:
    """All parts of one server, such as its tables, accounts and workers. Only the application and
    tests use the whole. Each part and each handler is given only the parts that its parameters
    name."""

    def __init__(self, services: Services) -> None:
        """Create the parts that depend on the shared services. Raises ValueError if a configured
        trusted proxy is not a network."""
        config, store, clock = services.config, services.store, services.clock
        self.services = services
        self.store = store
        self.config = config
        self.clock = clock
        self.pool = services.pool
        self.bots = services.bots
        self.metrics = services.metrics
        self.moderation = services.moderation
        self.hashes = services.hashes
        self.hosts = Hosts(config, clock)
        self.origins = Origins(config.public_url, config.trusted_proxies)
        self.security = SecurityLog()
        self.admission = Admission(config, self.origins, self.metrics, self.security, clock)
        self.limits = RateLimits(config.limits, store, self.hashes, clock)

        passkeys = isinstance(passkeys_at(config.public_url), Site)
        self.methods = SignInMethods(store, config.openid, passkeys=passkeys)
        self.identity = Identity(
            store, clock, services.entropy, self.methods, self._token_refused, secure=config.secure
        )
        self.codes = RecoveryCodes(services, self.identity)
        self.passkeys = Passkeys(services, self.identity)
        self.provider = ProviderSignIn(services, self.identity)
        self.cookies = Cookies(self.identity.cookie, secure=config.secure)
        self.accounts = Accounts(services, self.methods, self.codes, self.passkeys, self.provider)
        self.tables = Tables(services)
        self.public_tables = PublicTableList(self.tables.living, clock)
        self.everywhere = Everywhere(services, self.tables)
        self.connections = self.everywhere.connections
        self.socket = TableSocket(
            services,
            self.origins,
            self.identity,
            self.admission,
            security=self.security,
            tables=self.tables,
            connections=self.connections,
        )
        self.finished = FinishedDeals(services)
        self.histories = Histories(store, self.pool, self.finished)
        self.sheets = Sheets(self.pool, self.finished)
        self.reviews = Reviews(services, self.histories, self.finished)
        self.puzzle_books = PuzzleBooks(store)
        self.days = Days(services, self.tables, self.finished)
        self.tournament_log = TournamentLog(services)
        self.clubs = Clubs(services, self.tournament_log.changed.set)
        self.entrants = Entrants(services, self.tables.rooms, self.everywhere.attendance)
        self.tournament_results = TournamentResults(self.entrants, self.finished)
        self.tournaments = Tournaments(
            services, self.tournament_log, self.entrants, self.everywhere, self.tournament_results
        )
        self.director = Director(
            services, self.tables, self.everywhere, self.tournament_log, self.entrants
        )
        self.club_pages = ClubPages(services, self.tournament_log, self.tables, self.hosts)
        self.club_tables = ClubTables(services, self.tables)
        self.seasons = Seasons(store, self.pool, self.finished, self.clubs)
        self.leaving = Leaving(services, self.everywhere, self.tables, self.histories, self.clubs)
        self.sign_ins = SignIns(self.everywhere, self.moderation, self.cookies, self.security)
        self.upkeep = Upkeep(services, self.histories, self.seasons.counts)
        self.readiness = Readiness(
            {
                "store": self._try_store,
                "files": partial(run_in_threadpool, int),
                "workers": self.pool.check,
            }
        )
        self.background = BackgroundTasks()
        self.vitals = Vitals(
            self.metrics.registry,
            {
                "writes": lambda: store.waiting,
                "turns": lambda: self.pool.waiting(Priority.TURN),
                "soon": lambda: self.pool.waiting(Priority.SOON),
                "background": lambda: self.pool.waiting(Priority.BACKGROUND),
                "long": lambda: self.pool.waiting(Priority.LONG),
                "files": lambda: current_default_thread_limiter().statistics().tasks_waiting,
            },
            lambda: self.pool.working,
        )

    def by_type(self) -> dict[Any, Any]:
        """The parts by type, for handlers whose parameters have these types."""
        found = {type(part): part for part in (*vars(self).values(), *vars(self.tables).values())}
        return {**found, Store: self.store, Callable[[], int]: self.clock}

    @classmethod
    async def open(
        cls,
        config: ServerConfig,
        store: Store,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        command: tuple[str, ...] = COMMAND,
    ) -> "Parts":
        """Create and start all parts of a server. `clock` returns milliseconds since 1970,
        `entropy(n)` returns n random bytes, and `command` is the command line that starts a worker.

        Raises StoreError.
        """
        metrics = Metrics()
        cluster = None if config.cluster is None else ClusterJobs(config.cluster)
        pool = WorkerPool(config.processes, metrics, command, cluster)
        bots = Bots(pool, config.timeouts.thought, metrics)
        moderation = Moderation(store, clock)
        await moderation.load()
        hashes = await AddressHashes.open(store, entropy)
        parts = cls(
            Services(config, store, clock, entropy, pool, bots, metrics, moderation, hashes)
        )
        parts.tables.bus.start(parts.everywhere)
        await parts.tables.start()
        pool.start()
        parts.background.start(parts.upkeep.run())
        parts.background.start(parts.director.run())
        await parts.leaving.resume()
        return parts

    async def close(self) -> None:
        """Stop background work, write all waiting log entries to disk, and stop the workers."""
        self.leaving.deletions.cancel()
        await self.reviews.stop()
        await self.days.stop()
        await self.background.stop()
        self.vitals.stop()
        await self.tables.stop()
        await self.provider.close()
        await self.pool.stop()
        self.bots.stop()
        self.security.close()

    async def _try_store(self) -> None:
        """Check the store by writing a setting, since every move writes, and reading it. Raises
        StoreError."""
        await self.store.put_setting(PROBE, b"%d" % self.clock())
        await self.store.setting(PROBE)

    def _token_refused(self, request: HTTPConnection) -> None:
        """Write to the security log that a request had an invalid or expired session token."""
        self.security.repeated("token_refused", self.origins.address(request), "unknown")
