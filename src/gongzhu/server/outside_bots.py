"""Programs of the host that sit at tables: docs/outside-bots.md. To everybody else each is one
more level."""

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
"""Seconds that a program has for an answer: less than a table waits for a bot."""
OPTION = "--outside="
"""For the command of a worker: what follows are names with their commands, as JSON."""

_NAME = re.compile(r"\w[\w .-]{0,19}")


class OutsideLevel(Struct, frozen=True):
    """A program by the name that players see."""

    name: str
    command: tuple[str, ...]


def outside_level(text: str) -> OutsideLevel:
    """The program that `NAME=COMMAND LINE` means; raises ValueError where it means none, or one
    that cannot be run here."""
    name, _, line = text.partition("=")
    command = tuple(shlex.split(line))
    if name in LEVELS or not _NAME.fullmatch(name):
        raise ValueError(text)
    if not command or shutil.which(command[0]) is None:
        raise ValueError(text)
    return OutsideLevel(name, command)


def as_option(programs: Iterable[OutsideLevel]) -> str:
    """The option of a worker's command that makes it know the programs."""
    return OPTION + json.dumps({program.name: program.command for program in programs})


class OutsideBots:
    """The programs as a worker has them: each runs before it is asked, and is started again after
    it failed."""

    def __init__(self) -> None:
        self._commands: dict[str, list[str]] = {}
        self._running: dict[str, OutsideBot] = {}

    def __contains__(self, level: str) -> bool:
        return level in self._commands

    def start(self, options: Sequence[str]) -> None:
        """Start all that the options of a worker name, so that none has to when it is asked."""
        for option in options:
            if option.startswith(OPTION):
                self._commands.update(json.loads(option.removeprefix(OPTION)))
        for level in self._commands:
            with suppress(OutsideFault):  # which it meets again when it is asked
                self._start(level)

    def _start(self, level: str) -> None:
        self._running[level] = OutsideBot(
            self._commands[level], PATIENCE, starting=0, keep_stderr=True
        )

    def choose(self, level: str, view: View) -> Action:
        """The action that the program of this name answers; raises OutsideFault for anything but
        a legal action in time."""
        if level not in self._running:
            self._start(level)
        try:
            return self._running[level].choose(view, Random(), 0)
        except OutsideFault:
            self._running.pop(level).close(wait=0)
            self._start(level)
            raise
