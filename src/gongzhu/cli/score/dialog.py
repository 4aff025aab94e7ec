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
"""Columns, at most: wider lines are hard to read."""


class Quit(Exception):
    """The scorekeeper has had enough, or there are no more lines."""


class Dialog:
    """Shows things and asks for lines, in a language that may change at any question."""

    def __init__(self, lang: Lang) -> None:
        self.lang: Lang = lang
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.console.width = min(self.console.width, WIDTH)

    def show(self, *things: RenderableType) -> None:
        """Show each thing on lines of its own, without the spaces that fill a table up."""
        with self.console.capture() as lines:
            for thing in things:
                self.console.print(thing)
        sys.stdout.write(_FILLING.sub(r"\1", lines.get()))

    def show_whole(self, line: str) -> None:
        """Show a line that may be longer than the window, ready to be copied."""
        self.console.print(line, soft_wrap=True)

    def message(self, key: str, style: str = "", **values: object) -> None:
        """Show the message `score.told.KEY`."""
        self.show_text(say(f"score.told.{key}", self.lang, **values), style)

    def show_text(self, text: str, style: str = "") -> None:
        """Show sentences, wrapped as their script wants it."""
        for line in text.splitlines():
            self.console.print("\n".join(wrap(line, self.console.width)), style=style)

    def ask(self, prompt: Callable[[Lang], str]) -> str | Command:
        """A line, or a command that needs the book; help and language are seen to here.

        Raises Quit when there is no more to come.
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
            # Nobody types here: the line is shown, so that the output can be read by itself.
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
    """True if somebody types at a terminal and sees the line while typing it."""
    return sys.stdin.isatty()
