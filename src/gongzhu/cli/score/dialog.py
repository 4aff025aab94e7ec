"""The dialog with the scorekeeper: questions and answers, one line at a time."""

import io
import re
import sys
from collections.abc import Callable

from rich.console import Console, RenderableType

from gongzhu.cli.score.words import Command, parse_command
from gongzhu.texts import LANGUAGES, Lang, say, wrap

_FILLING = re.compile(r" +((?:\x1b\[[0-9;]*m)*)$", re.MULTILINE)

WIDTH = 100
"""Largest width in columns: wider lines are hard to read."""


class Quit(Exception):
    """Raised when the scorekeeper quits, or when the input ends."""


class Dialog:
    """Prints text and asks for lines; the language may change at any question."""

    def __init__(self, lang: Lang) -> None:
        self.lang: Lang = lang
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.console.width = min(self.console.width, WIDTH)

    def show(self, *things: RenderableType) -> None:
        """Print each thing on its own lines, without the trailing spaces of tables."""
        with self.console.capture() as lines:
            for thing in things:
                self.console.print(thing)
        sys.stdout.write(_FILLING.sub(r"\1", lines.get()))

    def show_whole(self, line: str) -> None:
        """Print a line unwrapped even if it is wider than the window, so that it can be copied."""
        self.console.print(line, soft_wrap=True)

    def message(self, key: str, style: str = "", **values: object) -> None:
        """Print the message `score.told.KEY`."""
        self.show_text(say(f"score.told.{key}", self.lang, **values), style)

    def show_text(self, text: str, style: str = "") -> None:
        """Print sentences, wrapped by the rules of their script."""
        for line in text.splitlines():
            self.console.print("\n".join(wrap(line, self.console.width)), style=style)

    def ask(self, prompt: Callable[[Lang], str]) -> str | Command:
        """Ask for a line; returns it, or a command that needs the book. Commands for help and
        language are handled here.

        Raises Quit if the input has ended.
        """
        while True:
            line = self._read(prompt(self.lang))
            command = parse_command(line)
            match command:
                case Command("help"):
                    self.message("help", style="dim")
                case Command("lang", argument):
                    self._turn_to(argument)
                case Command("quit"):
                    raise Quit
                case _:
                    return command or line

    def _turn_to(self, argument: str) -> None:
        others = [lang for lang in LANGUAGES if lang != self.lang]
        self.lang = next((lang for lang in LANGUAGES if lang == argument), others[0])

    def _read(self, prompt: str) -> str:
        try:
            if typed_by_hand():
                return input(prompt)
            # The input is no terminal: the line is printed, so that the output can be read on its
            # own.
            sys.stdout.write(prompt)
            sys.stdout.flush()
            line = sys.stdin.readline()
            sys.stdout.write(line.rstrip("\r\n") + "\n")
        except (EOFError, KeyboardInterrupt) as error:
            sys.stdout.write("\n")
            raise Quit from error
        if not line:
            raise Quit
        return line.rstrip("\r\n")


def typed_by_hand() -> bool:
    """True if the input is a terminal at which a person sees what they type."""
    return sys.stdin.isatty()
