"""Bots that are programs of the operator (outside bots, see docs/outside-bots.md). Players see each
of them as one more level of bot."""

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
"""Seconds within which a program must answer. It is shorter than the time that a table waits for a
bot."""
OPTION = "--outside="
"""Prefix of an option on a worker's command line; the rest of the option is a JSON object from
names to commands."""
_NAME = re.compile(r"\w[\w .-]{0,19}")


class OutsideLevel(Struct, frozen=True):
    """A program of the operator's, and the name of the level under which players see it."""

    name: str
    command: tuple[str, ...]
    """The program and its arguments."""


def outside_level(text: str) -> OutsideLevel:
    """The program written as `NAME=COMMAND LINE`. Raises ValueError if the name is not allowed or
    is that of a built-in level, or if the program is not found on this machine."""
    name, _, line = text.partition("=")
    command = tuple(shlex.split(line))
    if name in LEVELS or not _NAME.fullmatch(name):
        raise ValueError(text)
    if not command or shutil.which(command[0]) is None:
        raise ValueError(text)
    return OutsideLevel(name, command)


def as_option(programs: Iterable[OutsideLevel]) -> str:
    """The command-line option that makes a worker run these programs."""
    return OPTION + json.dumps({program.name: program.command for program in programs})


class OutsideBots:
    """The programs that a worker process runs. Each is started with the worker, and again after it
    has failed."""

    def __init__(self) -> None:
        self._commands: dict[str, list[str]] = {}
        self._running: dict[str, OutsideBot] = {}

    def __contains__(self, level: str) -> bool:
        return level in self._commands

    def start(self, options: Sequence[str]) -> None:
        """Start all programs that the options of the worker's command line name. A program that
        does not start is tried again when it is asked."""
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
        """The action that the program of the level `level` chooses for the view's seat. Raises
        OutsideFault if the program does not answer with a legal action in time. The program is
        started again after that."""
        if level not in self._running:
            self._start(level)
        try:
            return self._running[level].choose(view, Random(), 0)
        except OutsideFault:
            self._running.pop(level).close(wait=0)
            self._start(level)
            raise
