"""The command `gongzhu serve` and its options."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from gongzhu.cli.common import LangName, as_lang, fail, system_language
from gongzhu.cli.folders import data_folder, warn_of_writers
from gongzhu.cli.serve.listening import FAILED, at_path, at_port, tell, welcome
from gongzhu.cli.serve.settings import database_of, openid_of
from gongzhu.texts import say

if TYPE_CHECKING:
    from gongzhu.server.monitoring.logs import LogFormat

LANG = system_language()
MOST_PROCESSES = 256
"""Most worker processes; each takes a hundred megabytes or more."""


def _option(key: str, *names: str, **more: Any) -> Any:
    return typer.Option(*names, help=say(f"server.serve.{key}", LANG), **more)


Host = Annotated[str, _option("host", "--host")]
Port = Annotated[int | None, _option("port", "--port", min=0, max=65535)]
Unix = Annotated[Path | None, _option("unix", "--unix", metavar="PATH")]
# Kept as text: as a path, an empty value would mean the current directory.
Data = Annotated[str | None, _option("data", "--data", metavar="PATH")]
Database = Annotated[
    str | None,
    _option("database", "--database", envvar="GONGZHU_DATABASE", show_envvar=True),
]
DatabaseFile = Annotated[Path | None, _option("database_file", "--database-file")]
Name = Annotated[str, _option("name", "--name", envvar="GONGZHU_NAME", show_envvar=True)]
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
Processes = Annotated[int | None, _option("processes", min=1, max=MOST_PROCESSES)]
ClusterAddress = Annotated[str | None, _option("cluster", "--cluster", metavar="ADDRESS")]
Bots = Annotated[list[str] | None, _option("bot", "--bot", metavar="NAME=COMMAND")]
Check = Annotated[bool, _option("check", "--check")]


def serve(
    *,
    host: Host = "0.0.0.0",
    port: Port = None,
    unix: Unix = None,
    data: Data = None,
    database: Database = None,
    database_file: DatabaseFile = None,
    name: Name = "",
    open_browser: OpenBrowser = True,
    public_url: PublicUrl = None,
    hsts_subdomains: HstsSubdomains = False,
    openid_issuer: OpenIdIssuer = None,
    openid_client: OpenIdClient = None,
    openid_secret_file: OpenIdSecret = None,
    openid_label: OpenIdLabel = None,
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
    processes: Processes = None,
    cluster: ClusterAddress = None,
    bot: Bots = None,
    check: Check = False,
    lang: LangName = LANG,
) -> None:
    """Serve until Ctrl-C or SIGTERM; with `--check`, only check whether that would work."""
    language = as_lang(lang)
    from gongzhu.computing import ClusterError
    from gongzhu.server.config.settings import (
        PROCESSES,
        ConfigError,
        Limits,
        ServerConfig,
        Timeouts,
        outside_levels,
    )
    from gongzhu.server.edge.file_socket import listen_at
    from gongzhu.server.monitoring.logs import set_up_logs
    from gongzhu.server.serving import BACKLOG, listen, run_server
    from gongzhu.store import StoreError

    folder = data_folder(data, language, "serve")
    place = database_of(database, database_file, language) or str(folder)

    openid = openid_of(openid_issuer, openid_client, openid_secret_file, openid_label, language)
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
            keep_games=keep_games,
            processes=processes or PROCESSES,
            cluster=cluster,
            admin=folder,
            name=name,
            log_format=cast("LogFormat", log_format),
        )
    except (ConfigError, ClusterError) as error:
        fail(error.text(language))
    if unix is not None and port is not None:
        fail(say("server.serve.unix_port", language))
    warn_of_writers(folder, language)
    if check:
        from gongzhu.cli.serve.check import check_start

        return check_start(config, place, language, unix=unix, host=host, port=port)
    if unix is not None:
        listener = at_path(unix, language, partial(listen_at, backlog=BACKLOG))

        def ready() -> None:
            tell(public_url, say("server.serve.at_socket", language, path=unix), language)

    else:
        listener, bound = at_port(host, port, language, listen)

        def ready() -> None:
            welcome(host, bound, public_url, open_browser, language)

    set_up_logs(config.log_format)
    try:
        run_server(config, place, listener, ready)
    except StoreError as error:
        fail(error.text(language), FAILED)
    finally:
        if unix is not None:
            unix.unlink(missing_ok=True)
