"""The command `gongzhu serve`: turns its options into a `ServerConfig` and runs the server."""

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

from gongzhu.cli.common import LANG, LangName, fail, option, refusing
from gongzhu.cli.files import data_folder, warn_of_writers
from gongzhu.cli.listening import FAILED, at_path, at_port, tell, welcome
from gongzhu.texts import Lang, SystemReason, say

if TYPE_CHECKING:
    from gongzhu.server.config.openid import OpenIdSettings
    from gongzhu.server.monitoring.logs import LogFormat


MOST_PROCESSES = 256
"""Greatest number of worker processes. Each of them needs a hundred megabytes of memory or more."""


def _option(key: str, *names: str, **more: Any) -> Any:
    return option(f"server.serve.{key}", *names, **more)


DatabaseFile = Annotated[Path | None, _option("database_file", "--database-file")]


def serve(
    *,
    host: Annotated[str, _option("host")] = "0.0.0.0",
    port: Annotated[int | None, _option("port", min=0, max=65535)] = None,
    unix: Annotated[Path | None, _option("unix")] = None,
    # Text, not a path: an empty path would mean the current directory.
    data: Annotated[str | None, _option("data", metavar="PATH")] = None,
    database: Annotated[str | None, _option("database", envvar="GONGZHU_DATABASE")] = None,
    database_file: DatabaseFile = None,
    name: Annotated[str, _option("name", "--name", envvar="GONGZHU_NAME")] = "",
    open_browser: Annotated[bool, _option("no_open", "--open-browser/--no-open")] = True,
    public_url: Annotated[str | None, _option("public_url")] = None,
    hsts_subdomains: Annotated[bool, _option("hsts_subdomains", "--hsts-subdomains")] = False,
    openid_issuer: Annotated[str | None, _option("openid_issuer", metavar="URL")] = None,
    openid_client: Annotated[str | None, _option("openid_client", metavar="ID")] = None,
    openid_secret_file: Annotated[
        Path | None, _option("openid_secret_file", metavar="FILE")
    ] = None,
    openid_label: Annotated[str | None, _option("openid_label", metavar="NAME")] = None,
    allowed_host: Annotated[list[str] | None, _option("allowed_host")] = None,
    trusted_proxy: Annotated[list[str] | None, _option("trusted_proxy")] = None,
    metrics_from: Annotated[list[str] | None, _option("metrics_from")] = None,
    log_format: Annotated[str, _option("log_format")] = "console",
    connections: Annotated[int, _option("connections", min=1)] = 8_000,
    connections_per_address: Annotated[int, _option("connections_per_address", min=1)] = 200,
    handshakes_per_minute: Annotated[int, _option("handshakes_per_minute", min=1)] = 300,
    requests_per_minute: Annotated[int, _option("requests_per_minute", min=1)] = 10_000,
    header_bytes: Annotated[int, _option("header_bytes", min=1024)] = 16 * 1024,
    header_seconds: Annotated[float, _option("header_seconds", min=0.1)] = 10.0,
    body_seconds: Annotated[float, _option("body_seconds", min=0.1)] = 60.0,
    idle_seconds: Annotated[int, _option("idle_seconds", min=1)] = 20,
    tables_per_hour: Annotated[int, _option("tables_per_hour", min=1)] = 60,
    open_tables: Annotated[int, _option("open_tables", min=1)] = 40,
    open_tables_per_player: Annotated[int, _option("open_tables_per_player", min=1)] = 8,
    players_per_hour: Annotated[int, _option("players_per_hour", min=1)] = 200,
    keep_games: Annotated[int | None, _option("keep_games", min=1, metavar="DAYS")] = None,
    processes: Annotated[int | None, _option("processes", min=1, max=MOST_PROCESSES)] = None,
    cluster: Annotated[str | None, _option("cluster", "--cluster", metavar="ADDRESS")] = None,
    bot: Annotated[list[str] | None, _option("bot", "--bot", metavar="NAME=COMMAND")] = None,
    check: Annotated[bool, _option("check", "--check")] = False,
    lang: LangName = LANG,
) -> None:
    """Run a server until Ctrl-C or SIGTERM. With `check`, only test whether it could start. Exits
    with status 2 if options are invalid, and with status 1 if the server cannot start."""
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
    with refusing(ConfigError, ClusterError, lang=lang):
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
    if unix is not None and port is not None:
        fail(say("server.serve.unix_port", lang))
    warn_of_writers(folder, lang)
    if check:
        from gongzhu.cli.listening import check_start

        return check_start(config, place, lang, unix=unix, host=host, port=port)
    if unix is not None:
        listener = at_path(unix, lang, partial(listen_at, backlog=BACKLOG))
        ready = partial(tell, public_url, say("server.serve.at_socket", lang, path=unix), lang)
    else:
        listener, bound = at_port(host, port, lang, listen)
        ready = partial(welcome, host, bound, public_url, open_browser, lang)
    set_up_logs(config.log_format)
    try:
        with refusing(StoreError, lang=lang, status=FAILED):
            run_server(config, place, listener, ready)
    finally:
        if unix is not None:
            unix.unlink(missing_ok=True)


OPENID_SECRET = "GONGZHU_OPENID_SECRET"
"""Environment variable that may hold the client secret of this server at its OpenID provider."""


def database_of(address: str | None, file: Path | None, lang: Lang) -> str | None:
    """The address of the PostgreSQL database, given as `address` or as the only word of `file`,
    which takes precedence, or None if neither is given. Exits with status 2 if the file cannot be
    read or the address is invalid."""
    from gongzhu.store import StoreError, check_postgres

    if file is not None:
        address = _line_in(file, "database", lang)
    if address is None:
        return None
    try:
        return check_postgres(address)
    except StoreError as error:
        if file is not None and error.problem == "no_database":
            fail(say("server.serve.no_database", lang, file=file))
        fail(error.text(lang))


def openid_of(
    issuer: str | None,
    client: str | None,
    secret_file: Path | None,
    label: str | None,
    lang: Lang,
) -> "OpenIdSettings | None":
    """The settings of the OpenID provider, or None if no argument is given. The client secret is in
    `secret_file` or in the environment. `label` is the provider's name on the button (default: its
    host). Exits with status 2 if the issuer, client or secret is missing."""
    from gongzhu.server.config.openid import LONGEST_LABEL, OpenIdSettings
    from gongzhu.server.config.web_addresses import parts_of

    if issuer is None and client is None and secret_file is None and label is None:
        return None
    secret = os.environ.get(OPENID_SECRET, "")
    if secret_file is not None:
        secret = _line_in(secret_file, "openid_secret", lang)
    if not (issuer and client and secret):
        fail(say("server.serve.openid_partly", lang))
    parts = parts_of(issuer)
    return OpenIdSettings(
        issuer=issuer,
        client=client,
        secret=secret,
        label=label or ("" if parts is None else parts.netloc[:LONGEST_LABEL]),
    )


def _line_in(file: Path, what: str, lang: Lang) -> str:
    """Read a secret from `file`, of which it must be the only word. Secrets are not given as
    options, since other users can see the command line. `what` is the option's name without `--`
    and `-file`, such as `database`. Exits with status 2 if the file cannot be read or does not hold
    exactly one word."""
    option = f"--{what.replace('_', '-')}-file"
    try:
        lines = file.read_text("utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        reason = SystemReason(error).text(lang) if isinstance(error, OSError) else str(error)
        fail(say("server.serve.unread", lang, option=option, file=file, error=reason))
    if len(lines) != 1:
        fail(say(f"server.serve.no_{what}", lang, file=file))
    return lines[0]
