"""`gongzhu serve`: the tables in the browser, for this machine and the home network."""

import sys
from errno import EADDRINUSE
from pathlib import Path
from socket import socket
from typing import Annotated

import typer

from gongzhu.cli.common import LangName, as_lang, fail, system_language
from gongzhu.cli.folders import user_folder
from gongzhu.texts import Lang, say

LANG = system_language()
USUAL_PORT = 8000
TRIES = 20
"""Ports after the usual one that are tried."""
FAILED = 1


def _help(key: str) -> str:
    return say(f"server.serve.{key}", LANG)


ABOUT = _help("about")


def serve(
    *,
    host: Annotated[str, typer.Option("--host", help=_help("host"))] = "0.0.0.0",
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help=_help("port"))
    ] = None,
    data: Annotated[Path | None, typer.Option("--data", help=_help("data"))] = None,
    database: Annotated[str | None, typer.Option("--database", help=_help("database"))] = None,
    open_browser: Annotated[
        bool, typer.Option("--open-browser/--no-open", help=_help("no_open"))
    ] = True,
    public_url: Annotated[
        str | None, typer.Option("--public-url", help=_help("public_url"))
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None, typer.Option("--trusted-proxy", help=_help("trusted_proxy"))
    ] = None,
    log_format: Annotated[str, typer.Option("--log-format", help=_help("log_format"))] = "console",
    connections_per_address: Annotated[
        int, typer.Option(min=1, help=_help("connections_per_address"))
    ] = 200,
    tables_per_hour: Annotated[int, typer.Option(min=1, help=_help("tables_per_hour"))] = 60,
    players_per_hour: Annotated[int, typer.Option(min=1, help=_help("players_per_hour"))] = 200,
    thinkers: Annotated[int | None, typer.Option(min=1, help=_help("thinkers"))] = None,
    bot: Annotated[
        list[str] | None, typer.Option("--bot", metavar="NAME=COMMAND", help=_help("bot"))
    ] = None,
    lang: LangName = LANG,
) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    language = as_lang(lang)
    from msgspec.structs import replace

    from gongzhu.server.config import Limits, ServerConfig
    from gongzhu.server.logs import set_up_logs
    from gongzhu.server.origins import Origins
    from gongzhu.server.outside_bots import outside_level
    from gongzhu.server.serving import run_server
    from gongzhu.store import StoreError

    if log_format not in ("json", "console"):
        fail(say("server.serve.bad_log_format", language, value=log_format))
    if public_url is not None and not public_url.startswith(("http://", "https://")):
        fail(say("server.serve.bad_url", language, value=public_url))
    proxies = tuple(trusted_proxy or ())
    for proxy in proxies:
        try:
            Origins(None, [proxy])
        except ValueError:
            fail(say("server.serve.bad_proxy", language, value=proxy))
    outside = {}
    for written in bot or ():
        try:
            program = outside_level(written)
        except ValueError:
            fail(say("server.serve.bad_bot", language, value=written))
        if program.name in outside:
            fail(say("server.serve.bot_twice", language, name=program.name))
        outside[program.name] = program
    config = ServerConfig(
        outside=tuple(outside.values()),
        public_url=public_url,
        trusted_proxies=proxies,
        limits=Limits(
            connections=connections_per_address,
            tables_per_hour=tables_per_hour,
            players_per_hour=players_per_hour,
        ),
    )
    if thinkers is not None:
        config = replace(config, thinkers=thinkers)
    listener, bound = _listen(host, port, language)
    set_up_logs("json" if log_format == "json" else "console")
    try:
        run_server(
            config,
            database or str(data or user_folder("data")),
            listener,
            lambda: _welcome(host, bound, public_url, open_browser, language),
        )
    except StoreError as error:
        fail(error.text(language), FAILED)


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


def _welcome(host: str, port: int, public_url: str | None, browser: bool, lang: Lang) -> None:
    """Say where the server is found, and show it to phones and to the browser."""
    from gongzhu.server.addresses import has_display, lan_address, url_of

    here = url_of("127.0.0.1" if host in ("0.0.0.0", "") else "::1" if host == "::" else host, port)
    typer.echo(say("server.serve.here", lang, url=here))
    far = None
    if host in ("0.0.0.0", "::", ""):
        address = lan_address()
        far = None if address is None else url_of(address, port)
    if far is not None:
        typer.echo(say("server.serve.network", lang, url=far))
    if public_url is not None:
        typer.echo(say("server.serve.public", lang, url=public_url))
        far = public_url
    if far is not None and sys.stdout.isatty():
        import segno

        typer.echo(say("server.serve.scan", lang))
        segno.make(far, error="l").terminal(compact=True, border=2)
    typer.echo(say("server.serve.stop", lang))
    sys.stdout.flush()
    if browser and has_display():
        import webbrowser

        webbrowser.open(here)
