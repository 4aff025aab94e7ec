"""Bots that are programs of the operator's own, described in docs/outside-bots.md. To players, each
of them is one more level of bot."""

import json
import re
import shlex
import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from random import Random

from msgspec import Struct

from gongzhu.arena.outside import OutsideBot, OutsideFault
from gongzhu.bots import LEVELS
from gongzhu.rules import Action
from gongzhu.view import View

PATIENCE = 1.0
"""Seconds within which a program must answer; this is less than the time that a table waits for a
bot."""
OPTION = "--outside="
"""Option of a worker's command line; its value is a JSON object from names to commands."""
_NAME = re.compile(r"\w[\w .-]{0,19}")


class OutsideLevel(Struct, frozen=True):
    """A program, and the name of the level under which players see it."""

    name: str
    command: tuple[str, ...]


def outside_level(text: str) -> OutsideLevel:
    """Parse a program given as `NAME=COMMAND LINE`. Raises ValueError if the text has another form,
    the name is not allowed or is that of a built-in level, or the program is not found here."""
    name, _, line = text.partition("=")
    command = tuple(shlex.split(line))
    if name in LEVELS or not _NAME.fullmatch(name):
        raise ValueError(text)
    if not command or shutil.which(command[0]) is None:
        raise ValueError(text)
    return OutsideLevel(name, command)


def as_option(programs: Iterable[OutsideLevel]) -> str:
    """The option of a worker's command line that passes the programs to it."""
    return OPTION + json.dumps({program.name: program.command for program in programs})


class OutsideBots:
    """The programs that a worker runs. Each is started before its first question, and again after
    it has failed."""

    def __init__(self) -> None:
        self._commands: dict[str, list[str]] = {}
        self._running: dict[str, OutsideBot] = {}

    def __contains__(self, level: str) -> bool:
        return level in self._commands

    def start(self, options: Sequence[str]) -> None:
        """Start all programs that the worker's options name, so that none has to start when it is
        asked."""
        for option in options:
            if option.startswith(OPTION):
                self._commands.update(json.loads(option.removeprefix(OPTION)))
        for level in self._commands:
            with suppress(OutsideFault):  # raised again when the program is asked
                self._start(level)

    def _start(self, level: str) -> None:
        self._running[level] = OutsideBot(
            self._commands[level], PATIENCE, starting=0, keep_stderr=True
        )

    def choose(self, level: str, view: View) -> Action:
        """The action that the program of this level answers. Raises OutsideFault if it does not
        answer with a legal action in time."""
        if level not in self._running:
            self._start(level)
        try:
            return self._running[level].choose(view, Random(), 0)
        except OutsideFault:
            self._running.pop(level).close(wait=0)
            self._start(level)
            raise
