"""The command `gongzhu serve` and its options."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from gongzhu.cli.common import LANG, LangName, fail, option
from gongzhu.cli.folders import data_folder, warn_of_writers
from gongzhu.cli.serve.listening import FAILED, at_path, at_port, tell, welcome
from gongzhu.cli.serve.settings import database_of, openid_of
from gongzhu.texts import say

if TYPE_CHECKING:
    from gongzhu.server.monitoring.logs import LogFormat

MOST_PROCESSES = 256
"""Most worker processes; each takes a hundred megabytes or more."""


def _option(key: str, *names: str, **more: Any) -> Any:
    return typer.Option(*names, help=say(f"server.serve.{key}", LANG), **more)


# Kept as text: as a path, an empty value would mean the current directory.
DatabaseFile = Annotated[Path | None, option("server.serve.database_file", "--database-file")]
Name = Annotated[
    str, option("server.serve.name", "--name", envvar="GONGZHU_NAME", show_envvar=True)
]
ClusterAddress = Annotated[
    str | None, option("server.serve.cluster", "--cluster", metavar="ADDRESS")
]
Bots = Annotated[list[str] | None, option("server.serve.bot", "--bot", metavar="NAME=COMMAND")]


def serve(
    *,
    host: Annotated[str, option("server.serve.host")] = "0.0.0.0",
    port: Annotated[int | None, option("server.serve.port", min=0, max=65535)] = None,
    unix: Annotated[Path | None, option("server.serve.unix")] = None,
    data: Annotated[str | None, option("server.serve.data", metavar="PATH")] = None,
    database: Annotated[
        str | None, option("server.serve.database", envvar="GONGZHU_DATABASE", show_envvar=True)
    ] = None,
    database_file: DatabaseFile = None,
    name: Name = "",
    open_browser: Annotated[
        bool, option("server.serve.no_open", "--open-browser/--no-open")
    ] = True,
    public_url: Annotated[str | None, option("server.serve.public_url")] = None,
    hsts_subdomains: Annotated[
        bool, option("server.serve.hsts_subdomains", "--hsts-subdomains")
    ] = False,
    openid_issuer: Annotated[
        str | None, option("server.serve.openid_issuer", metavar="URL")
    ] = None,
    openid_client: Annotated[str | None, option("server.serve.openid_client", metavar="ID")] = None,
    openid_secret_file: Annotated[
        Path | None, option("server.serve.openid_secret_file", metavar="FILE")
    ] = None,
    openid_label: Annotated[str | None, option("server.serve.openid_label", metavar="NAME")] = None,
    allowed_host: Annotated[list[str] | None, option("server.serve.allowed_host")] = None,
    trusted_proxy: Annotated[list[str] | None, option("server.serve.trusted_proxy")] = None,
    metrics_from: Annotated[list[str] | None, option("server.serve.metrics_from")] = None,
    log_format: Annotated[str, option("server.serve.log_format")] = "console",
    connections: Annotated[int, option("server.serve.connections", min=1)] = 8_000,
    connections_per_address: Annotated[
        int, option("server.serve.connections_per_address", min=1)
    ] = 200,
    handshakes_per_minute: Annotated[
        int, option("server.serve.handshakes_per_minute", min=1)
    ] = 300,
    requests_per_minute: Annotated[int, option("server.serve.requests_per_minute", min=1)] = 10_000,
    header_bytes: Annotated[int, option("server.serve.header_bytes", min=1024)] = 16 * 1024,
    header_seconds: Annotated[float, option("server.serve.header_seconds", min=0.1)] = 10.0,
    body_seconds: Annotated[float, option("server.serve.body_seconds", min=0.1)] = 60.0,
    idle_seconds: Annotated[int, option("server.serve.idle_seconds", min=1)] = 20,
    tables_per_hour: Annotated[int, option("server.serve.tables_per_hour", min=1)] = 60,
    open_tables: Annotated[int, option("server.serve.open_tables", min=1)] = 40,
    open_tables_per_player: Annotated[
        int, option("server.serve.open_tables_per_player", min=1)
    ] = 8,
    players_per_hour: Annotated[int, option("server.serve.players_per_hour", min=1)] = 200,
    keep_games: Annotated[
        int | None, option("server.serve.keep_games", min=1, metavar="DAYS")
    ] = None,
    processes: Annotated[
        int | None, option("server.serve.processes", min=1, max=MOST_PROCESSES)
    ] = None,
    cluster: ClusterAddress = None,
    bot: Bots = None,
    check: Annotated[bool, option("server.serve.check", "--check")] = False,
    lang: LangName = LANG,
) -> None:
    """Serve until Ctrl-C or SIGTERM; with `--check`, only check whether that would work."""
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

    folder = data_folder(data, lang, "serve")
    place = database_of(database, database_file, lang) or str(folder)

    openid = openid_of(openid_issuer, openid_client, openid_secret_file, openid_label, lang)
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
        fail(error.text(lang))
    if unix is not None and port is not None:
        fail(say("server.serve.unix_port", lang))
    warn_of_writers(folder, lang)
    if check:
        from gongzhu.cli.serve.check import check_start

        return check_start(config, place, lang, unix=unix, host=host, port=port)
    if unix is not None:
        listener = at_path(unix, lang, partial(listen_at, backlog=BACKLOG))

        def ready() -> None:
            tell(public_url, say("server.serve.at_socket", lang, path=unix), lang)

    else:
        listener, bound = at_port(host, port, lang, listen)

        def ready() -> None:
            welcome(host, bound, public_url, open_browser, lang)

    set_up_logs(config.log_format)
    try:
        run_server(config, place, listener, ready)
    except StoreError as error:
        fail(error.text(lang), FAILED)
    finally:
        if unix is not None:
            unix.unlink(missing_ok=True)
