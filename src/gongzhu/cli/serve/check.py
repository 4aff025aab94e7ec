"""`gongzhu serve --check`: reports what a start would find, without serving or changing
anything."""

import asyncio
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import typer

from gongzhu.cli.common import fail
from gongzhu.cli.serve.listening import FAILED, at_path, at_port
from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.edge.file_socket import bind_at
from gongzhu.server.pages import PAGE
from gongzhu.server.serving import bind
from gongzhu.store import StoreError, check_store
from gongzhu.texts import Lang, say


def check_start(
    config: ServerConfig,
    place: str,
    lang: Lang,
    *,
    unix: Path | None,
    host: str,
    port: int | None,
) -> None:
    """Print a line for each finding about a start with settings that are valid in themselves. If
    the start would fail, exits with the status that it would have. All checks are made even if one
    fails."""

    def address() -> str:
        if unix is None:
            bound, free = at_port(host, port, lang, bind)
            bound.close()
            return say("server.check.port", lang, host=host, port=free)
        at_path(unix, lang, bind_at).close()
        unix.unlink()
        return say("server.check.socket", lang, path=unix)

    def store() -> str:
        try:
            found = asyncio.run(check_store(place))
        except StoreError as error:
            fail(error.text(lang), FAILED)
        code = "new" if not found.version else "older" if found.version < found.known else "same"
        return say(f"server.check.{code}", lang, version=found.version, known=found.known)

    for line in _settings(config, lang):
        typer.echo(line)
    failed = [look for look in (address, store) if not _succeeds(look)]
    if failed:
        raise typer.Exit(FAILED)


def _settings(config: ServerConfig, lang: Lang) -> Iterable[str]:
    """One line for each finding about the settings and the files of the program."""
    yield say("server.check.options", lang)
    if config.public_url is not None:
        yield say("server.serve.public", lang, url=config.public_url)
    for bot in config.outside:
        program = shutil.which(bot.command[0])
        yield say("server.check.bot", lang, name=bot.name, program=program)
    if not (config.bundle / PAGE).is_file():
        yield say("server.no_bundle", lang)


def _succeeds(look: Callable[[], str]) -> bool:
    """Print the result of a check; False if it failed, after its error message was printed."""
    try:
        typer.echo(look())
    except typer.Exit:
        return False
    return True
