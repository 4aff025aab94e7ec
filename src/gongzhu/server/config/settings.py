"""The settings of a server, checked when they are created; the defaults suit a home or a club."""

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
from gongzhu.server.config.openid import OpenIdSettings
from gongzhu.server.config.outside_bots import OutsideLevel, outside_level
from gongzhu.server.config.web_addresses import parts_of
from gongzhu.server.monitoring.logs import LogFormat
from gongzhu.texts import Lang, say

BUNDLE = Path(__file__).parents[1] / "static"
_CGROUPS = Path("/sys/fs/cgroup")
_OWN_CGROUP = Path("/proc/self/cgroup")


def cores() -> int:
    """How many CPU cores this process may use, at least 1.

    On Linux both the CPU affinity and the quota of a container or service are respected: the quota
    is `cpu.max` of the process's cgroup and of the cgroups above it.
    """
    try:
        count = len(os.sched_getaffinity(0))
    except AttributeError:
        # This function exists only on Linux.
        return os.cpu_count() or 1
    try:
        own = _OWN_CGROUP.read_text("utf-8").rpartition("0::/")[2].strip()
    except OSError:
        return count
    for group in (_CGROUPS / own, *(_CGROUPS / own).parents):
        try:
            quota, period = map(int, (group / "cpu.max").read_text("ascii").split())
        except (OSError, ValueError):
            # The root cgroup has no such file, and `max` means no limit.
            continue
        count = min(count, quota // period)
    return max(1, count)


PROCESSES = max(min(2, cores()), cores() - 1)
"""The default number of workers: one core is left to the server, but with two cores there are two
workers, so that bots do not wait for longer work."""
_NAME = re.compile(r"[a-z0-9_.-]{1,120}|[0-9a-f:.]{2,45}", re.ASCII)
"""The form of a host name or an IP address, without scheme and port."""
_SERVER = re.compile(r"[a-z0-9-]{1,40}", re.ASCII)
"""The form of the name of a server among several on one database, one that proxies accept."""


class ConfigError(ValueError):
    """A setting that cannot be used; its text is the message `server.serve.CODE` with `values`."""

    def __init__(self, code: str, **values: object) -> None:
        self.code = code
        self._values = values
        super().__init__(code)

    def text(self, lang: Lang) -> str:
        """One sentence that names the option and says what is wrong with it."""
        return say(f"server.serve.{self.code}", lang, **self._values)


class Limits(Struct, frozen=True, kw_only=True):
    """Limits on what one visitor may do. A club behind one router counts as one address."""

    messages: int = 100
    """Messages that one session may send over all of its sockets in `messages_seconds`."""
    messages_seconds: float = 20.0
    """The period in seconds for which `messages` and `frames` are counted."""
    connections: int = 200
    """Open WebSockets of one address, which may have twice as many connections of any kind."""
    connections_in_all: int = 8_000
    """Open connections of any kind from all addresses together; fewer if the system demands it."""
    header_bytes: int = 16 * 1024
    """Largest size in bytes of a request's first line and headers together."""
    requests_per_minute: int = 10_000
    """Requests from one address in a minute, including those for files of the pages."""
    handshakes_per_minute: int = 300
    """WebSockets that one address may open in a minute."""
    frames: int = 300
    """WebSocket frames of any kind, pings and fragments included, over one socket in
    `messages_seconds`."""
    tables_per_hour: int = 60
    """Tables that one address may open in an hour."""
    open_tables: int = 40
    """Tables opened from one address that may be in use at the same time."""
    open_tables_per_player: int = 8
    """Tables opened by one account that may be in use at the same time."""
    players_per_hour: int = 200
    """New guests and bot accounts from one address in an hour."""
    recoveries_per_hour: int = 60
    """Attempts to use a recovery code from one address in an hour."""
    sign_ins_per_hour: int = 240
    """Steps of signing in with a passkey from one address in an hour; signing in takes two."""
    changes_per_hour: int = 120
    """New names, recovery codes and passkeys from one address in an hour."""
    club_changes_per_hour: int = 600
    """Changes of clubs and tournaments from one address in an hour, answers for the next evening
    among them."""
    explanations_per_minute: int = 240
    """Rule sets that are explained in words for one address in a minute."""
    tournaments_per_minute: int = 6000
    """Requests for tournaments from one address in a minute; each page makes up to one in a
    second."""
    lobbies_per_minute: int = 1200
    """Requests for the lobby from one address in a minute; an open page makes one in 5 seconds."""
    records_per_minute: int = 20
    """Files of game records checked for one address in a minute; each may take a second."""
    games_per_minute: int = 120
    """Requests for finished games, to view or download, from one address in a minute."""
    histories_per_minute: int = 120
    """Requests for lists and statistics of finished games from one address in a minute."""
    forks_per_minute: int = 240
    """Choices made from one address in a minute in deals that are continued from a past moment."""
    reviews_per_minute: int = 600
    """Requests for reviews from one address in a minute; while a review is computed, a page makes
    one each second."""
    new_reviews_per_minute: int = 20
    """New reviews that one address may start in a minute; they are computed one after the other."""
    exports_per_minute: int = 6
    """Downloads of all games of a player for one address in a minute."""
    invitations_per_minute: int = 60
    """QR codes of table links drawn for one address in a minute."""
    numbers_per_minute: int = 10
    """Room numbers that one address may try in a minute."""
    wrong_numbers_per_minute: int = 60
    """Wrong room numbers in a minute from all addresses together; above that, addresses that
    recently tried a wrong one must wait."""
    thinking_seconds: float = 2.0
    """The longest thinking time in seconds that a bot may be given for one action."""
    waiting_bytes: int = 512 * 1024
    """Bytes that may wait for a socket that does not read, before it is closed."""


class Timeouts(Struct, frozen=True, kw_only=True):
    """Time limits and intervals of the server, in seconds."""

    headers: float = 10.0
    """The time to receive all headers of a request, counted from the first byte, or from the start
    of the connection."""
    body: float = 60.0
    """The time to receive the body of a request, and the longest pause of a client in reading an
    answer."""
    idle: int = 20
    """The time to wait for the next request on the same connection."""
    hello: float = 10.0
    """The time to wait for the first message on a WebSocket."""
    arrival: float = 30.0
    """The time to wait for the WebSocket of a player who took a seat without having one."""
    empty: float = 3 * 60.0
    """The time after which a table without connections is no longer shown in the lobby."""
    unload: float = 30 * 60.0
    """The time after which a table without connections is removed from memory; it stays on disk."""
    close: float = 24 * 3600.0
    """The time after which a table without connections is closed and archived."""
    sweep: float = 60.0
    """The interval between two searches for idle tables."""
    thought: float = 1.5
    """The time that a bot may take beyond its own thinking time; then a simpler bot chooses."""
    upkeep: float = 60.0
    """The interval between two searches for games that are to be compressed or deleted."""
    goodbye: float = 3.0
    """The time that a stopping server allows for its goodbye messages to be delivered."""


class ServerConfig(Struct, frozen=True, kw_only=True):
    """All settings that an operator may choose for a server.

    Raises ConfigError for a value that cannot be used, and ClusterError for a bad cluster address.
    """

    public_url: str | None = None
    """The address under which browsers open the server, such as `https://example.org`; None: the
    address at which it listens."""
    strict_subdomains: bool = False
    """True if browsers must use https for all subdomains of the public address, too (HSTS)."""
    allowed_hosts: tuple[str, ...] = ()
    """Additional host names that browsers may use for this server, such as `cards.local`."""
    listens: tuple[str, int] = ("127.0.0.1", 8000)
    """The address and the port that the server listens at."""
    trusted_proxies: tuple[str, ...] = ()
    """Networks of proxies whose `X-Forwarded-For` header is trusted."""
    metrics_from: tuple[str, ...] = ()
    """Networks that may read `/metrics` besides this machine."""
    limits: Limits = Limits()
    timeouts: Timeouts = Timeouts()
    default_preset: str = DEFAULT_PRESET
    default_level: str = DEFAULT_LEVEL
    outside: tuple[OutsideLevel, ...] = ()
    """Bot programs of the operator that players may give seats to."""
    processes: int = PROCESSES
    """The number of workers: processes that compute bots' choices, hints, reviews and so on."""
    cluster: str | None = None
    """The address of a Dask scheduler for background work; None: the server's own workers do it."""
    keep_games: int | None = None
    """The number of days for which finished games are kept; None: for ever."""
    openid: OpenIdSettings | None = None
    """An OpenID provider with whose accounts players can sign in, or None."""
    name: str = ""
    """The name by which a proxy knows this server, if several share one database."""
    admin: Path | None = None
    """The folder of the socket for the operator's commands; None: there is no such socket."""
    bundle: Path = BUNDLE
    """The folder with the built pages of the web client."""
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
        """True if browsers use https, so that cookies may require it."""
        return (self.public_url or "").startswith("https://")


def _is_site(url: str) -> bool:
    """True for an http or https URL of a host and perhaps a port, without path and user name."""
    parts = parts_of(url)
    if parts is None or parts.scheme not in ("http", "https"):
        return False
    rest = url.removeprefix(f"{parts.scheme}://{parts.netloc}")
    return _NAME.fullmatch(parts.hostname or "") is not None and rest in ("", "/")


def outside_levels(written: Iterable[str]) -> tuple[OutsideLevel, ...]:
    """Read the operator's bot programs, each written as `NAME=COMMAND LINE`. Raises ConfigError."""
    programs = []
    for text in written:
        try:
            programs.append(outside_level(text))
        except ValueError as error:
            raise ConfigError("bad_bot", value=text) from error
    return tuple(programs)
