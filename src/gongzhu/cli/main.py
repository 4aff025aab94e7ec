"""The program `gongzhu`: each command has a module or package of its own.

A command's module is imported only when the command is called, and in turn imports what it needs
only when it runs. So `--help` and all small commands start fast.
"""

import io
import os
import sys
from typing import Annotated, Any

import typer

from gongzhu import __version__
from gongzhu.cli.common import LANG, cannot_write, option, system_language
from gongzhu.cli.program import Group, Late, Program
from gongzhu.texts import SystemReason, say

PLACES = {
    "serve": ("serve:serve", "server.serve.about"),
    "play": ("play:play", "cli.play.about"),
    "rules": ("rules:app", "cli.rules.about"),
    "score": ("score.command:score", "cli.score.about"),
    "simulate": ("simulate:simulate", "cli.simulate.about"),
    "dataset": ("dataset.command:dataset", "cli.dataset.about"),
    "arena": ("arena:arena", "cli.arena.about"),
    "ladder": ("ladder:ladder", "cli.ladder.about"),
    "benchmark": ("benchmark:benchmark", "cli.benchmark.about"),
    "exploit": ("exploit:exploit", "cli.exploit.about"),
    "hint": ("hint:hint", "cli.hint.about"),
    "review": ("review:review", "cli.review.about"),
    "puzzles": ("puzzles:app", "cli.puzzles.about"),
    "advice": ("advice:advice", "cli.advice.about"),
    "bot": ("bot:bot", "cli.bot.about"),
    "verify": ("verify:verify", "cli.verify.about"),
    "verify-deal": ("verify_deal:verify_deal", "cli.verify_deal.about"),
    "stats": ("stats:stats", "cli.stats.about"),
    "convert": ("convert:convert", "cli.convert.about"),
    "admin": ("admin:app", "admin.help.about"),
    "backup": ("backup:backup", "store.backup.about"),
    "restore": ("backup:restore", "store.backup.restore_about"),
    "move-data": ("move_data:move_data", "store.move.about"),
}
"""For each command, its function or `Program` as `MODULE:NAME` within `gongzhu.cli`, and the
message key of its description."""


class Gongzhu(Group):
    """The top-level group of commands, made from PLACES."""

    def __init__(self, **asked: Any) -> None:
        commands = [
            Late(name, f"gongzhu.cli.{place}", key) for name, (place, key) in PLACES.items()
        ]
        super().__init__(**asked | {"commands": commands})


app = Program(cls=Gongzhu, no_args_is_help=True, help=say("cli.about", LANG))


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"gongzhu {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, option("cli.version", "--version", callback=_version, is_eager=True)
    ] = False,
) -> None: ...


def _open_closed_streams() -> None:
    """Connect each standard stream that the caller closed (`>&-` in a shell) to the null device.
    Otherwise the next opened files would get the numbers of these streams, and child processes
    would write into them."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            os.dup2(nothing, number)
            if nothing != number:
                os.close(nothing)
            setattr(sys, name, os.fdopen(number, "w" if number else "r", encoding="utf-8"))


def _write_any_letter() -> None:
    """Print each character that the encoding of standard output or error lacks, such as ♠ on old
    terminals, as a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def main() -> None:
    """Run the program.

    If output cannot be written, as on a full disk, one line on standard error says so. A pipe
    closed by its reader and a stream closed beforehand are not reported. If a command needs an
    optional package that is not installed, one line names it.
    """
    _open_closed_streams()
    _write_any_letter()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("gongzhu"):
            raise
        sys.exit(say("cli.extra", system_language(), package=error.name))
    except OSError as error:
        if not cannot_write(error):
            raise
        # Otherwise the output still in the buffer would fail again when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            sys.exit(1)
        lang = system_language()
        sys.exit(f"gongzhu: {say('cli.full', lang, error=SystemReason(error).text(lang))}")
