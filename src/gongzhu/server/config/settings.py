"""The settings of a server, which are checked when they are created. Their defaults suit a home or
a club."""

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
    """Number of CPU cores that this process may use, at least 1.

    On Linux this respects the CPU affinity, and the quota of a container or service: `cpu.max` of
    the process's cgroup and of the cgroups above it.
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
"""The default number of worker processes: one less than the number of cores, so that the server has
a core of its own, but at least one, and two with two cores, so that bots do not wait for longer
work."""
_NAME = re.compile(r"[a-z0-9_.-]{1,120}|[0-9a-f:.]{2,45}", re.ASCII)
"""Matches a host name in lower case, or an IP address, without scheme and port."""
_SERVER = re.compile(r"[a-z0-9-]{1,40}", re.ASCII)
"""Matches the name of a server that shares its database with others; proxies accept such a name."""


class ConfigError(ValueError):
    """Raised for a setting that cannot be used. The reason is the message `server.serve.CODE`,
    filled in with `values`."""

    def __init__(self, code: str, **values: object) -> None:
        self.code = code
        self._values = values
        super().__init__(code)

    def text(self, lang: Lang) -> str:
        """One sentence with the name of the option and the reason."""
        return say(f"server.serve.{self.code}", lang, **self._values)


class Limits(Struct, frozen=True, kw_only=True):
    """Limits on the visitors of one address, session or account. All players behind one router have
    the same address."""

    messages: int = 100
    """Messages that one session may send within `messages_seconds`, over all of its WebSockets
    together."""
    messages_seconds: float = 20.0
    """The period in seconds to which `messages` and `frames` apply."""
    connections: int = 200
    """Open WebSockets of one address; it may have twice as many connections of any kind."""
    connections_in_all: int = 8_000
    """Open connections of any kind from all addresses together. The server lowers it if the
    operating system allows fewer."""
    header_bytes: int = 16 * 1024
    """Bytes in the first line and the headers of a request together."""
    requests_per_minute: int = 10_000
    """Requests from one address in a minute, including those for files of the web client."""
    handshakes_per_minute: int = 300
    """WebSockets that one address may open in a minute."""
    frames: int = 300
    """WebSocket frames of any kind, also pings and fragments, that one socket may send within
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
    """Requests for signing in with a passkey or a provider from one address in an hour; each
    sign-in takes two."""
    changes_per_hour: int = 120
    """Changes of accounts, such as new names, recovery codes and passkeys, from one address in an
    hour."""
    club_changes_per_hour: int = 600
    """Changes of clubs and tournaments from one address in an hour, including answers to
    invitations to the next evening."""
    explanations_per_minute: int = 240
    """Requests from one address in a minute to explain a rule set in sentences."""
    tournaments_per_minute: int = 6000
    """Requests for tournaments from one address in a minute; an open page makes up to one per
    second."""
    lobbies_per_minute: int = 1200
    """Requests for the lobby from one address in a minute; an open page makes one every 5
    seconds."""
    records_per_minute: int = 20
    """Files of records that are checked for one address in a minute; each may take a second."""
    games_per_minute: int = 120
    """Requests from one address in a minute to view or download finished games."""
    histories_per_minute: int = 120
    """Requests for lists and statistics of finished games from one address in a minute."""
    forks_per_minute: int = 240
    """Choices from one address in a minute in deals that are played on from an earlier position."""
    reviews_per_minute: int = 600
    """Requests for reviews from one address in a minute; while a review is computed, an open page
    makes one per second."""
    new_reviews_per_minute: int = 20
    """New reviews that one address may start in a minute; they are computed one after another."""
    exports_per_minute: int = 6
    """Downloads of all games of a player from one address in a minute."""
    invitations_per_minute: int = 60
    """QR codes of links to tables that are drawn for one address in a minute."""
    numbers_per_minute: int = 10
    """Guesses of room numbers and club numbers from one address in a minute."""
    wrong_numbers_per_minute: int = 60
    """Wrong guesses of room numbers and club numbers from all addresses together in a minute. Above
    that, addresses with a recent wrong guess must wait."""
    thinking_seconds: float = 2.0
    """Longest thinking time in seconds that a host may choose for a bot's action."""
    waiting_bytes: int = 512 * 1024
    """Bytes that may wait to be sent to a WebSocket that does not read; above that, it is
    closed."""


class Timeouts(Struct, frozen=True, kw_only=True):
    """Time limits and intervals of the server, in seconds."""

    headers: float = 10.0
    """Time to receive all headers of a request, from its first byte; for the first request, from
    the start of the connection."""
    body: float = 60.0
    """Time to receive the body of a request. Also the longest time for which a visitor may stop
    reading a response."""
    idle: int = 20
    """Time to wait for the next request on an open connection."""
    hello: float = 10.0
    """Time to wait for the first message on a WebSocket."""
    arrival: float = 30.0
    """Time to wait for the WebSocket of a player who has taken a seat without having one."""
    empty: float = 3 * 60.0
    """Time after which a table without connections is no longer listed in the lobby."""
    unload: float = 30 * 60.0
    """Time after which a table without connections is removed from memory; it stays in the
    store."""
    close: float = 24 * 3600.0
    """Time after which a table without connections is closed and archived."""
    sweep: float = 60.0
    """Interval between two searches for tables without connections."""
    thought: float = 1.5
    """Time that a bot may need beyond its thinking time; after that, a simpler bot chooses."""
    upkeep: float = 60.0
    """Interval between two searches for games to compress or delete."""
    goodbye: float = 3.0
    """Time that a stopping server waits for its last messages to be delivered."""


class ServerConfig(Struct, frozen=True, kw_only=True):
    """All settings of a server.

    Creating it raises ConfigError for a value that cannot be used, and ClusterError for a malformed
    cluster address.
    """

    public_url: str | None = None
    """The URL at which browsers open the server, such as `https://example.org`. None if it is
    opened at the address where it listens."""
    strict_subdomains: bool = False
    """True to make browsers use https for all subdomains of the public URL's host, too (HSTS)."""
    allowed_hosts: tuple[str, ...] = ()
    """Further host names in lower case at which browsers may open the server, such as
    `cards.local`."""
    listens: tuple[str, int] = ("127.0.0.1", 8000)
    """The IP address and the port at which the server listens."""
    trusted_proxies: tuple[str, ...] = ()
    """IP addresses or networks of proxies whose header `X-Forwarded-For` is trusted."""
    metrics_from: tuple[str, ...] = ()
    """IP addresses or networks from which `/metrics` may be read, besides this machine."""
    limits: Limits = Limits()
    timeouts: Timeouts = Timeouts()
    default_preset: str = DEFAULT_PRESET
    """Name of the preset for a new table if the request names no rules."""
    default_level: str = DEFAULT_LEVEL
    """Level of the bots at a new table if the request names none."""
    outside: tuple[OutsideLevel, ...] = ()
    """Bot programs of the operator that can play at tables."""
    processes: int = PROCESSES
    """Number of worker processes, which compute bots' choices, hints, reviews and so on."""
    cluster: str | None = None
    """Address of a Dask scheduler for background work, or None if the workers of the server do
    it."""
    keep_games: int | None = None
    """Number of days for which finished games are kept, or None to keep them for good."""
    openid: OpenIdSettings | None = None
    """The OpenID provider with whose accounts players can sign in, or None if there is none."""
    name: str = ""
    """Name by which a proxy refers to this server, if several servers share a database; otherwise
    empty."""
    admin: Path | None = None
    """Folder of the Unix socket for the operator's commands, or None for no socket."""
    bundle: Path = BUNDLE
    """Folder with the built web client."""
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
        """True if browsers use https, so that cookies can require it."""
        return (self.public_url or "").startswith("https://")


def _is_site(url: str) -> bool:
    """True if the text is an http or https URL with a host and perhaps a port, but no path and no
    user name."""
    parts = parts_of(url)
    if parts is None or parts.scheme not in ("http", "https"):
        return False
    rest = url.removeprefix(f"{parts.scheme}://{parts.netloc}")
    return _NAME.fullmatch(parts.hostname or "") is not None and rest in ("", "/")


def outside_levels(written: Iterable[str]) -> tuple[OutsideLevel, ...]:
    """The operator's bot programs, each written as `NAME=COMMAND LINE`. Raises ConfigError for one
    that cannot be used."""
    programs = []
    for text in written:
        try:
            programs.append(outside_level(text))
        except ValueError as error:
            raise ConfigError("bad_bot", value=text) from error
    return tuple(programs)
