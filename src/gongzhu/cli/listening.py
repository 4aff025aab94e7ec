"""Opens the socket at which `gongzhu serve` listens, prints the addresses of the server, and
carries out `gongzhu serve --check`."""

import asyncio
import shutil
import sys
from collections.abc import Callable, Iterable
from errno import EADDRINUSE
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING

import typer

from gongzhu.cli.common import fail, refusing
from gongzhu.texts import Lang, SystemReason, say

if TYPE_CHECKING:
    from gongzhu.server.config.settings import ServerConfig

FAILED = 1
USUAL_PORT = 8000
"""The port on which the server listens if none is given."""
TRIES = 20
"""Number of further ports that are tried if USUAL_PORT is in use."""


def at_port(
    host: str, port: int | None, lang: Lang, take: Callable[[str, int], socket]
) -> tuple[socket, int]:
    """A listening socket and its port. `port` is the port to use. If it is None, the ports from
    USUAL_PORT on are tried until one is free. `take(host, port)` opens the socket, and raises
    OSError. Exits with status 1 if no port can be used."""
    wanted = USUAL_PORT if port is None else port
    for tried in range(wanted, wanted + (TRIES if port is None else 0) + 1):
        try:
            taken = take(host, tried)
        except OSError as error:
            if error.errno == EADDRINUSE:
                continue
            values = {"host": host, "port": tried, "error": SystemReason(error).text(lang)}
            fail(say("server.serve.unbound", lang, **values), FAILED)
        if tried != wanted:
            typer.echo(say("server.serve.next_port", lang, busy=wanted, port=tried))
        return taken, taken.getsockname()[1]
    return fail(say("server.serve.busy", lang, host=host, port=wanted), FAILED)


def at_path(path: Path, lang: Lang, take: Callable[[Path, int], socket]) -> socket:
    """A listening Unix socket at `path`, which the server's group may connect to, so that a proxy
    can. `take(path, mode)` opens the socket with a file mode, and raises OSError. Exits with status
    1 if that fails."""
    try:
        return take(path, 0o660)
    except OSError as error:
        if error.errno == EADDRINUSE:
            fail(say("server.serve.busy_socket", lang, path=path), FAILED)
        reason = SystemReason(error).text(lang)
        fail(say("server.serve.unbound_socket", lang, path=path, error=reason), FAILED)


def tell(public_url: str | None, here: str, lang: Lang) -> None:
    """Print `public_url`, or the text `here` if that is None, and how to stop the server. For a
    server that listens on a Unix socket."""
    typer.echo(here if public_url is None else say("server.serve.public", lang, url=public_url))
    typer.echo(say("server.serve.stop", lang))
    sys.stdout.flush()


def welcome(host: str, port: int, public_url: str | None, browser: bool, lang: Lang) -> None:
    """Print the address of a server that listens on `port` of `host`, with a QR code for phones if
    standard output is a terminal, and open it in a browser if `browser` is true. If there is a
    `public_url`, only that is printed, since the server answers to no other."""
    from gongzhu.server.edge.hosts import has_display, own_addresses, url_of

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


def check_start(
    config: "ServerConfig",
    place: str,
    lang: Lang,
    *,
    unix: Path | None,
    host: str,
    port: int | None,
) -> None:
    """Check whether a server could start with these settings, and print a line for each finding.
    `place` is the data folder or the address of the database. The server would listen at the Unix
    socket `unix` if that is given, or else on `port` of `host`. All checks are made even if one
    fails. Exits with status 1 if one failed."""

    from gongzhu.server.edge.file_socket import bind_at
    from gongzhu.server.serving import bind
    from gongzhu.store import StoreError, check_store

    def address() -> str:
        if unix is None:
            bound, free = at_port(host, port, lang, bind)
            bound.close()
            return say("server.check.port", lang, host=host, port=free)
        at_path(unix, lang, bind_at).close()
        unix.unlink()
        return say("server.check.socket", lang, path=unix)

    def store() -> str:
        with refusing(StoreError, lang=lang, status=FAILED):
            found = asyncio.run(check_store(place))
        code = "new" if not found.version else "older" if found.version < found.known else "same"
        return say(f"server.check.{code}", lang, version=found.version, known=found.known)

    for line in _settings(config, lang):
        typer.echo(line)
    failed = [look for look in (address, store) if not _succeeds(look)]
    if failed:
        raise typer.Exit(FAILED)


def _settings(config: "ServerConfig", lang: Lang) -> Iterable[str]:
    """Lines about the settings that are worth knowing: the public address, whether the programs of
    outside bots exist, and a missing bundle of web pages."""
    from gongzhu.server.pages import PAGE

    yield say("server.check.options", lang)
    if config.public_url is not None:
        yield say("server.serve.public", lang, url=config.public_url)
    for bot in config.outside:
        program = shutil.which(bot.command[0])
        yield say("server.check.bot", lang, name=bot.name, program=program)
    if not (config.bundle / PAGE).is_file():
        yield say("server.no_bundle", lang)


def _succeeds(look: Callable[[], str]) -> bool:
    """Call a check, and print the line that it returns. Returns False if the check printed an error
    and raised typer.Exit instead, otherwise True."""
    try:
        typer.echo(look())
    except typer.Exit:
        return False
    return True
