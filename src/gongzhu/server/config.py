"""The settings of a server, checked as they are made. The defaults suit a home or a club."""

import os
import re
from collections.abc import Iterable
from ipaddress import ip_network
from pathlib import Path
from typing import get_args

from msgspec import Struct

from gongzhu.bots import DEFAULT_LEVEL
from gongzhu.computing.cluster import Cluster
from gongzhu.rules import DEFAULT_PRESET
from gongzhu.server.logs import LogFormat
from gongzhu.server.openid.settings import OpenIdSettings
from gongzhu.server.outside_bots import OutsideLevel, outside_level
from gongzhu.server.web_addresses import parts_of
from gongzhu.texts import Lang, say

BUNDLE = Path(__file__).parent / "static"
_CGROUPS = Path("/sys/fs/cgroup")
_OWN_CGROUP = Path("/proc/self/cgroup")


def cores() -> int:
    """The cores that this process may use: those that it may run on, or fewer by the quota of a
    container or a service, which is `cpu.max` of its cgroup or of one above."""
    try:
        count = len(os.sched_getaffinity(0))
    except AttributeError:
        # There is none but on Linux.
        return os.cpu_count() or 1
    try:
        own = _OWN_CGROUP.read_text("utf-8").rpartition("0::/")[2].strip()
    except OSError:
        return count
    for group in (_CGROUPS / own, *(_CGROUPS / own).parents):
        try:
            quota, period = map(int, (group / "cpu.max").read_text("ascii").split())
        except (OSError, ValueError):
            # There is none at the root, and `max` is no limit.
            continue
        count = min(count, quota // period)
    return max(1, count)


PROCESSES = max(min(2, cores()), cores() - 1)
"""Workers, unless the operator wants others: a core is left to the server, but where there are two
a worker is kept for bots beside one that may have longer work."""
_NAME = re.compile(r"[a-z0-9_.-]{1,120}|[0-9a-f:.]{2,45}", re.ASCII)
"""A name or an address, without scheme and port."""
_SERVER = re.compile(r"[a-z0-9-]{1,40}", re.ASCII)
"""A server's own name, as proxies take it."""


class ConfigError(ValueError):
    """A setting that cannot be used: the message `server.serve.CODE`, filled from `values`."""

    def __init__(self, code: str, **values: object) -> None:
        self.code = code
        self._values = values
        super().__init__(code)

    def text(self, lang: Lang) -> str:
        """The option and what is wrong with it, in one sentence."""
        return say(f"server.serve.{self.code}", lang, **self._values)


class Limits(Struct, frozen=True, kw_only=True):
    """Limits on what one visitor may ask for. A club behind one router is one address."""

    messages: int = 100
    """From one session, over all of its sockets, in `messages_seconds`."""
    messages_seconds: float = 20.0
    connections: int = 200
    """Open sockets of one address, which may have twice as many connections of any kind."""
    connections_in_all: int = 8_000
    """Open connections of any kind, of all addresses; fewer where the system allows fewer."""
    header_bytes: int = 16 * 1024
    """Of the request line and all headers of a request."""
    requests_per_minute: int = 10_000
    """From one address, files of the pages among them."""
    handshakes_per_minute: int = 300
    """Sockets that one address may open."""
    frames: int = 300
    """Of any kind over one socket in `messages_seconds`: pings, pongs and fragments too."""
    tables_per_hour: int = 60
    """Opened from one address."""
    open_tables: int = 40
    """Opened from one address, with somebody there."""
    open_tables_per_player: int = 8
    """Opened by one account, with somebody there."""
    players_per_hour: int = 200
    """New guests and bot accounts from one address."""
    recoveries_per_hour: int = 60
    """Tries of recovery codes from one address."""
    sign_ins_per_hour: int = 240
    """Steps of signing in with a passkey, from one address: each time takes two."""
    changes_per_hour: int = 120
    """New names, recovery codes and passkeys from one address."""
    explanations_per_minute: int = 240
    """Rule sets that are put into words for one address."""
    lobbies_per_minute: int = 1200
    """Looks at the lobby from one address: an open page takes one in five seconds."""
    records_per_minute: int = 20
    """Files of records that are checked for one address: each may take a second."""
    games_per_minute: int = 120
    """Finished games that one address may look at or take away, page by page."""
    histories_per_minute: int = 120
    """Lists and statistics of finished games for one address."""
    forks_per_minute: int = 240
    """Choices in deals that are played on, from one address."""
    reviews_per_minute: int = 600
    """Looks at reviews from one address: a page takes one a second while a review is made."""
    new_reviews_per_minute: int = 20
    """Reviews that one address asks for: they are made one after the other."""
    exports_per_minute: int = 6
    """Files with all games of a player for one address."""
    invitations_per_minute: int = 60
    """Links of tables that are drawn as codes for one address."""
    numbers_per_minute: int = 10
    """Room numbers that one address may try."""
    wrong_numbers_per_minute: int = 60
    """Wrong ones from everywhere together; above that, nobody tries who was wrong lately."""
    thinking_seconds: float = 2.0
    """The longest time to think that a bot of the server may be given for an action."""
    waiting_bytes: int = 512 * 1024
    """For one socket that does not read, before it is cut off."""


class Timeouts(Struct, frozen=True, kw_only=True):
    """Times for which the server waits, in seconds."""

    headers: float = 10.0
    """For all headers of a request, from the first byte on or from the connection's."""
    body: float = 60.0
    """For the body of a request, and for a visitor to go on reading an answer."""
    idle: int = 20
    """For the next request over the same connection."""
    hello: float = 10.0
    """For the first message of a socket."""
    arrival: float = 30.0
    """For the socket of a player who took a seat without one."""
    empty: float = 3 * 60.0
    """A table that nobody is connected to is not in the lobby after that."""
    unload: float = 30 * 60.0
    """A table that nobody is connected to leaves the memory after that."""
    close: float = 24 * 3600.0
    """A table that nobody was connected to is closed and archived after that."""
    sweep: float = 60.0
    """Between two looks at which tables are idle."""
    thought: float = 1.5
    """For a bot, besides its own time to think; then another one plays in its place."""
    upkeep: float = 60.0
    """Between two looks at which games are to be packed or deleted."""
    goodbye: float = 3.0
    """For the goodbyes of a server that stops to reach its sockets."""


class ServerConfig(Struct, frozen=True, kw_only=True):
    """Everything that an operator may set. Raises ConfigError, and ClusterError for a cluster, for
    a value that cannot be used."""

    public_url: str | None = None
    """The address at which browsers find this server, if not the one it listens at, such as
    `https://example.org`."""
    strict_subdomains: bool = False
    """Whether browsers are to come by https alone to the hosts below that address, too."""
    allowed_hosts: tuple[str, ...] = ()
    """More names by which browsers may call this server, such as `cards.local`."""
    listens: tuple[str, int] = ("127.0.0.1", 8000)
    """The address and the port that it listens at."""
    trusted_proxies: tuple[str, ...] = ()
    """Networks whose `X-Forwarded-For` is believed."""
    metrics_from: tuple[str, ...] = ()
    """Networks that may read `/metrics` besides this machine."""
    limits: Limits = Limits()
    timeouts: Timeouts = Timeouts()
    default_preset: str = DEFAULT_PRESET
    default_level: str = DEFAULT_LEVEL
    outside: tuple[OutsideLevel, ...] = ()
    """Programs of the host that players may give seats to."""
    processes: int = PROCESSES
    """Workers: processes that bots, hints, reviews and other work are computed in."""
    cluster: str | None = None
    """The address of a Dask scheduler for background work; None: the workers do it."""
    keep_games: int | None = None
    """Days for which finished games are kept; None: for ever."""
    openid: OpenIdSettings | None = None
    """A provider whose accounts sign players in."""
    name: str = ""
    """The name by which a proxy knows this server among several on one database."""
    admin: Path | None = None
    """The folder in which the server takes the host's commands; None: nowhere."""
    bundle: Path = BUNDLE
    """The folder with the built pages."""
    log_format: LogFormat = "console"

    def __post_init__(self) -> None:
        url = self.public_url
        if url is not None and not _is_site(url):
            raise ConfigError("bad_url", value=url)
        if self.strict_subdomains and not self.secure:
            raise ConfigError("hsts_https")
        if self.openid is not None:
            if not self.secure:
                raise ConfigError("openid_https")
            fault = self.openid.fault()
            if fault is not None:
                raise ConfigError(fault[0], value=fault[1])
        for host in self.allowed_hosts:
            if not _NAME.fullmatch(host):
                raise ConfigError("bad_host", value=host)
        for code, networks in (
            ("bad_proxy", self.trusted_proxies),
            ("bad_metrics", self.metrics_from),
        ):
            for network in networks:
                try:
                    ip_network(network, strict=False)
                except ValueError as error:
                    raise ConfigError(code, value=network) from error
        if self.cluster is not None:
            Cluster(self.cluster).check()
        if self.name and not _SERVER.fullmatch(self.name):
            raise ConfigError("bad_name", value=self.name)
        if self.log_format not in get_args(LogFormat):
            raise ConfigError("bad_log_format", value=self.log_format)
        names = [program.name for program in self.outside]
        for name in names:
            if names.count(name) > 1:
                raise ConfigError("bot_twice", name=name)

    @property
    def secure(self) -> bool:
        """True if browsers come over https, so that cookies may insist on it."""
        return (self.public_url or "").startswith("https://")


def _is_site(url: str) -> bool:
    """True for an address of http or https that names a host, perhaps a port, and nothing else: no
    page, and nobody who goes there."""
    parts = parts_of(url)
    if parts is None or parts.scheme not in ("http", "https"):
        return False
    rest = url.removeprefix(f"{parts.scheme}://{parts.netloc}")
    return _NAME.fullmatch(parts.hostname or "") is not None and rest in ("", "/")


def outside_levels(written: Iterable[str]) -> tuple[OutsideLevel, ...]:
    """The programs that a host names, each as `NAME=COMMAND LINE`. Raises ConfigError."""
    programs = []
    for text in written:
        try:
            programs.append(outside_level(text))
        except ValueError as error:
            raise ConfigError("bad_bot", value=text) from error
    return tuple(programs)
