"""`gongzhu serve`: the tables in the browser, for this machine and the home network."""

import os
import sys
from errno import EADDRINUSE
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING, Annotated, Any, cast
from urllib.parse import urlsplit

import typer

from gongzhu.cli.common import LangName, as_lang, fail, system_language
from gongzhu.cli.folders import user_folder
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.server.hashes import HashKind
    from gongzhu.server.logs import LogFormat
    from gongzhu.server.openid.settings import OpenIdSettings

LANG = system_language()
USUAL_PORT = 8000
TRIES = 20
"""Ports after the usual one that are tried."""
MOST_THINKERS = 256
"""Processes for bots: each takes a hundred megabytes and more."""
FAILED = 1
OPENID_SECRET = "GONGZHU_OPENID_SECRET"
"""The variable that may hold the password of this server at a provider of sign-in."""


def _option(key: str, *names: str, **more: Any) -> Any:
    return typer.Option(*names, help=say(f"server.serve.{key}", LANG), **more)


Host = Annotated[str, _option("host", "--host")]
Port = Annotated[int | None, _option("port", "--port", min=0, max=65535)]
Unix = Annotated[Path | None, _option("unix", "--unix", metavar="PATH")]
# Not a Path yet: as one, an empty word would be the folder of the shell.
Data = Annotated[str | None, _option("data", "--data", metavar="PATH")]
Database = Annotated[
    str | None,
    _option("database", "--database", envvar="GONGZHU_DATABASE", show_envvar=True),
]
DatabaseFile = Annotated[Path | None, _option("database_file", "--database-file")]
KeepGames = Annotated[int | None, _option("keep_games", "--keep-games", min=1, metavar="DAYS")]
OpenBrowser = Annotated[bool, _option("no_open", "--open-browser/--no-open")]
PublicUrl = Annotated[str | None, _option("public_url", "--public-url")]
HstsSubdomains = Annotated[bool, _option("hsts_subdomains", "--hsts-subdomains")]
OpenIdIssuer = Annotated[str | None, _option("openid_issuer", "--openid-issuer", metavar="URL")]
OpenIdClient = Annotated[str | None, _option("openid_client", "--openid-client", metavar="ID")]
OpenIdSecret = Annotated[
    Path | None, _option("openid_secret_file", "--openid-secret-file", metavar="FILE")
]
OpenIdLabel = Annotated[str | None, _option("openid_label", "--openid-label", metavar="NAME")]
OpenIdShortKeys = Annotated[bool, _option("openid_short_keys", "--openid-short-keys")]
TokenHash = Annotated[str, _option("token_hash", "--token-hash", metavar="KIND")]
TwoFactors = Annotated[bool, _option("two_factors", "--two-factors")]
AllowedHosts = Annotated[list[str] | None, _option("allowed_host", "--allowed-host")]
Proxies = Annotated[list[str] | None, _option("trusted_proxy", "--trusted-proxy")]
MetricsFrom = Annotated[list[str] | None, _option("metrics_from", "--metrics-from")]
LogFormatName = Annotated[str, _option("log_format", "--log-format")]
AllConnections = Annotated[int, _option("connections", min=1)]
Connections = Annotated[int, _option("connections_per_address", min=1)]
Handshakes = Annotated[int, _option("handshakes_per_minute", min=1)]
Requests = Annotated[int, _option("requests_per_minute", min=1)]
HeaderBytes = Annotated[int, _option("header_bytes", min=1024)]
HeaderSeconds = Annotated[float, _option("header_seconds", min=0.1)]
BodySeconds = Annotated[float, _option("body_seconds", min=0.1)]
IdleSeconds = Annotated[int, _option("idle_seconds", min=1)]
Tables = Annotated[int, _option("tables_per_hour", min=1)]
OpenTables = Annotated[int, _option("open_tables", "--open-tables", min=1)]
OpenTablesOfPlayer = Annotated[
    int, _option("open_tables_per_player", "--open-tables-per-player", min=1)
]
Players = Annotated[int, _option("players_per_hour", min=1)]
Thinkers = Annotated[int | None, _option("thinkers", min=1, max=MOST_THINKERS)]
Workers = Annotated[int, _option("workers", "--workers", min=1, max=64)]
Clerks = Annotated[int | None, _option("clerks", min=1)]
Bots = Annotated[list[str] | None, _option("bot", "--bot", metavar="NAME=COMMAND")]


def serve(
    *,
    host: Host = "0.0.0.0",
    port: Port = None,
    unix: Unix = None,
    data: Data = None,
    database: Database = None,
    database_file: DatabaseFile = None,
    open_browser: OpenBrowser = True,
    public_url: PublicUrl = None,
    hsts_subdomains: HstsSubdomains = False,
    openid_issuer: OpenIdIssuer = None,
    openid_client: OpenIdClient = None,
    openid_secret_file: OpenIdSecret = None,
    openid_label: OpenIdLabel = None,
    openid_short_keys: OpenIdShortKeys = False,
    two_factors: TwoFactors = False,
    token_hash: TokenHash = "sha256",
    allowed_host: AllowedHosts = None,
    trusted_proxy: Proxies = None,
    metrics_from: MetricsFrom = None,
    log_format: LogFormatName = "console",
    connections: AllConnections = 8_000,
    connections_per_address: Connections = 200,
    handshakes_per_minute: Handshakes = 300,
    requests_per_minute: Requests = 10_000,
    header_bytes: HeaderBytes = 16 * 1024,
    header_seconds: HeaderSeconds = 10.0,
    body_seconds: BodySeconds = 60.0,
    idle_seconds: IdleSeconds = 20,
    tables_per_hour: Tables = 60,
    open_tables: OpenTables = 40,
    open_tables_per_player: OpenTablesOfPlayer = 8,
    players_per_hour: Players = 200,
    keep_games: KeepGames = None,
    workers: Workers = 1,
    thinkers: Thinkers = None,
    clerks: Clerks = None,
    bot: Bots = None,
    lang: LangName = LANG,
) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    language = as_lang(lang)
    from gongzhu.server.config import (
        CLERKS,
        THINKERS,
        ConfigError,
        Limits,
        ServerConfig,
        Timeouts,
        outside_levels,
    )
    from gongzhu.server.logs import set_up_logs
    from gongzhu.server.serving import run_server
    from gongzhu.server.supervisor import Badge, Supervisor, WorkersFailed, run_workers
    from gongzhu.store import StoreError, is_postgres

    if data == "":
        fail(say("cli.no_folder", language))
    folder = user_folder("data") if data is None else Path(data)
    place = database_of(database, database_file, language) or str(folder)
    badge = Badge.found()

    openid = _openid(
        openid_issuer,
        openid_client,
        openid_secret_file,
        openid_label,
        short_keys=openid_short_keys,
        lang=language,
    )
    try:
        config = ServerConfig(
            public_url=public_url,
            strict_subdomains=hsts_subdomains,
            allowed_hosts=tuple(name.lower() for name in allowed_host or ()),
            trusted_proxies=tuple(trusted_proxy or ()),
            metrics_from=tuple(metrics_from or ()),
            limits=Limits(
                connections=connections_per_address,
                connections_in_all=connections,
                handshakes_per_minute=handshakes_per_minute,
                requests_per_minute=requests_per_minute,
                header_bytes=header_bytes,
                tables_per_hour=tables_per_hour,
                open_tables=open_tables,
                open_tables_per_player=open_tables_per_player,
                players_per_hour=players_per_hour,
            ),
            timeouts=Timeouts(headers=header_seconds, body=body_seconds, idle=idle_seconds),
            outside=outside_levels(bot or ()),
            openid=openid,
            two_factors=two_factors,
            # Which one of them it is the record sees to, as with the form of the log.
            token_hash=cast("HashKind", token_hash),
            keep_games=keep_games,
            thinkers=thinkers or max(1, THINKERS // workers),
            admin=folder,
            clerks=clerks or CLERKS,
            log_format=cast("LogFormat", log_format),
            worker=None if badge is None else badge.membership(folder),
        )
    except ConfigError as error:
        fail(error.text(language))
    if workers > 1 and not is_postgres(place):
        fail(say("server.serve.workers_postgres", language))
    if badge is not None:
        listener, ready = badge.listener, badge.ready
    elif unix is not None:
        if port is not None:
            fail(say("server.serve.unix_port", language))
        listener = _listen_at(unix, language)

        def ready() -> None:
            _tell(public_url, say("server.serve.at_socket", language, path=unix), language)

    else:
        listener, bound = _listen(host, port, language)

        def ready() -> None:
            _welcome(host, bound, public_url, open_browser, language)

    set_up_logs(config.log_format, None if badge is None else badge.number)
    try:
        if workers > 1 and badge is None:
            command = [sys.executable, "-c", "from gongzhu.cli.main import main; main()"]
            run_workers(Supervisor(workers, [*command, *sys.argv[1:]], listener, folder), ready)
        else:
            run_server(config, place, listener, ready)
    except StoreError as error:
        fail(error.text(language), FAILED)
    except WorkersFailed:
        # It has said why.
        raise typer.Exit(FAILED) from None
    finally:
        if unix is not None and badge is None:
            unix.unlink(missing_ok=True)


def database_of(address: str | None, file: Path | None, lang: Lang) -> str | None:
    """The address of the database that is named, in a file or outright, if one is; or one clear
    line and the end of the program."""
    from gongzhu.store import StoreError, check_postgres, is_postgres

    if file is not None:
        address = _line_in(file, "database", lang)
        if not is_postgres(address):
            fail(say("server.serve.no_database", lang, file=file))
    if address is None:
        return None
    try:
        return check_postgres(address)
    except StoreError as error:
        fail(error.text(lang))


def _openid(
    issuer: str | None,
    client: str | None,
    secret_file: Path | None,
    label: str | None,
    *,
    short_keys: bool,
    lang: Lang,
) -> "OpenIdSettings | None":
    """The provider of sign-in, if there is to be one; or one clear line and the end of the
    program."""
    from gongzhu.server.openid.settings import LONGEST_LABEL, OpenIdSettings

    if issuer is None and client is None and secret_file is None and label is None:
        if short_keys:
            fail(say("server.serve.short_keys_alone", lang))
        return None
    secret = os.environ.get(OPENID_SECRET, "")
    if secret_file is not None:
        secret = _line_in(secret_file, "openid_secret", lang)
    if not (issuer and client and secret):
        fail(say("server.serve.openid_partly", lang))
    return OpenIdSettings(
        issuer=issuer,
        client=client,
        secret=secret,
        label=label or urlsplit(issuer).netloc[:LONGEST_LABEL],
        short_keys=short_keys,
    )


def _line_in(file: Path, what: str, lang: Lang) -> str:
    """The secret in a file, which no list of processes shows; or one clear line and the end of
    the program."""
    option = f"--{what.replace('_', '-')}-file"
    try:
        lines = file.read_text("utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        fail(say("server.serve.unread", lang, option=option, file=file, error=reason))
    if len(lines) != 1:
        fail(say(f"server.serve.no_{what}", lang, file=file))
    return lines[0]


def _listen(host: str, port: int | None, lang: Lang) -> tuple[socket, int]:
    """A socket that listens, and its port; or one clear line and the end of the program."""
    from gongzhu.server.serving import listen

    wanted = USUAL_PORT if port is None else port
    last = wanted + TRIES if port is None else wanted
    tried = wanted
    while True:
        try:
            listener = listen(host, tried)
        except OSError as error:
            if error.errno != EADDRINUSE:
                values = {"host": host, "port": tried, "error": error.strerror or str(error)}
                fail(say("server.serve.unbound", lang, **values), FAILED)
            if tried == last:
                fail(say("server.serve.busy", lang, host=host, port=wanted), FAILED)
            tried += 1
        else:
            if tried != wanted:
                typer.echo(say("server.serve.next_port", lang, busy=wanted, port=tried))
            return listener, listener.getsockname()[1]


def _listen_at(path: Path, lang: Lang) -> socket:
    """A socket of the file system that listens, for a proxy in the server's group; or one clear
    line and the end of the program."""
    from gongzhu.server.file_socket import listen_at
    from gongzhu.server.serving import BACKLOG

    try:
        return listen_at(path, 0o660, BACKLOG)
    except OSError as error:
        reason = error.strerror or str(error)
        fail(say("server.serve.unbound_socket", lang, path=path, error=reason), FAILED)


def _tell(public_url: str | None, here: str, lang: Lang) -> None:
    """Say where a server is found that listens at no port."""
    typer.echo(here if public_url is None else say("server.serve.public", lang, url=public_url))
    typer.echo(say("server.serve.stop", lang))
    sys.stdout.flush()


def _welcome(host: str, port: int, public_url: str | None, browser: bool, lang: Lang) -> None:
    """Say where the server is found, and show it to phones and to the browser. A server with a
    public address answers to no other."""
    from gongzhu.server.addresses import has_display, own_addresses, url_of

    here = url_of("127.0.0.1" if host in ("0.0.0.0", "") else "::1" if host == "::" else host, port)
    far = public_url
    if public_url is not None:
        here = public_url
        typer.echo(say("server.serve.public", lang, url=public_url))
    else:
        typer.echo(say("server.serve.here", lang, url=here))
        if host in ("0.0.0.0", "::", ""):
            far = next((url_of(address, port) for address in own_addresses()), None)
        if far is not None:
            typer.echo(say("server.serve.network", lang, url=far))
    if far is not None and sys.stdout.isatty():
        import segno

        typer.echo(say("server.serve.scan", lang))
        segno.make(far, error="l").terminal(compact=True, border=2)
    typer.echo(say("server.serve.stop", lang))
    sys.stdout.flush()
    if browser and has_display():
        import webbrowser

        webbrowser.open(here)
