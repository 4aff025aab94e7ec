"""The address at which `gongzhu serve` listens, and the welcome message that names it."""

import sys
from collections.abc import Callable
from errno import EADDRINUSE
from pathlib import Path
from socket import socket

import typer

from gongzhu.cli.common import fail
from gongzhu.texts import Lang, SystemReason, say

FAILED = 1
USUAL_PORT = 8000
TRIES = 20
"""Number of further ports tried after the usual one."""


def at_port(
    host: str, port: int | None, lang: Lang, take: Callable[[str, int], socket]
) -> tuple[socket, int]:
    """A listening socket and its port: the given port, or the first free one from the usual port
    on. Exits with an error message if none can be used. `take` opens the socket, and raises
    OSError."""
    wanted = USUAL_PORT if port is None else port
    last = wanted + TRIES if port is None else wanted
    tried = wanted
    while True:
        try:
            taken = take(host, tried)
        except OSError as error:
            if error.errno != EADDRINUSE:
                reason = SystemReason(error).text(lang)
                values = {"host": host, "port": tried, "error": reason}
                fail(say("server.serve.unbound", lang, **values), FAILED)
            if tried == last:
                fail(say("server.serve.busy", lang, host=host, port=wanted), FAILED)
            tried += 1
        else:
            if tried != wanted:
                typer.echo(say("server.serve.next_port", lang, busy=wanted, port=tried))
            return taken, taken.getsockname()[1]


def at_path(path: Path, lang: Lang, take: Callable[[Path, int], socket]) -> socket:
    """A Unix socket at `path`, open to the server's group so that a proxy can connect. Exits with
    an error message if that fails. `take` opens the socket with a file mode, and raises OSError."""
    try:
        return take(path, 0o660)
    except OSError as error:
        if error.errno == EADDRINUSE:
            fail(say("server.serve.busy_socket", lang, path=path), FAILED)
        reason = SystemReason(error).text(lang)
        fail(say("server.serve.unbound_socket", lang, path=path, error=reason), FAILED)


def tell(public_url: str | None, here: str, lang: Lang) -> None:
    """Print where to find a server that listens on no port."""
    typer.echo(here if public_url is None else say("server.serve.public", lang, url=public_url))
    typer.echo(say("server.serve.stop", lang))
    sys.stdout.flush()


def welcome(host: str, port: int, public_url: str | None, browser: bool, lang: Lang) -> None:
    """Print where to find the server, with a QR code for phones, and open the browser if asked. A
    server with a public address answers only to that."""
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
