"""The dialog with the scorekeeper: questions and answers, one line at a time."""

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from msgspec import Struct
from rich.console import Console, RenderableType

from gongzhu.scorebook import ScoreError
from gongzhu.texts import LANGUAGES, Lang, plain, say, wrap

Name = Literal[
    "undo", "redo", "edit", "table", "save", "export", "forfeit", "rules", "lang", "help", "quit"
]

_WORDS: dict[Name, tuple[str, ...]] = {
    "undo": ("undo", "撤销", "撤回"),
    "redo": ("redo", "重做"),
    "edit": ("edit", "修改", "改"),
    "table": ("table", "history", "记分表", "历史", "分数"),
    "save": ("save", "保存"),
    "export": ("export", "导出"),
    "forfeit": ("forfeit", "罚什么"),
    "rules": ("rules", "规则"),
    "lang": ("lang", "语言"),
    "help": ("help", "?", "帮助"),
    "quit": ("quit", "exit", "退出"),
}
_SHORT = {"english": "lang en", "英文": "lang en", "chinese": "lang zh", "中文": "lang zh"}

# The arguments that each command may have.
_ARGUMENTS: dict[Name, str] = {
    "edit": r"(\s*[0-9]{1,6})?",
    "save": r"\s+\S.*",
    "export": r"\s+\S.*",
    "forfeit": r"(\s+\S.*)?",
    "lang": r"(\s+(en|zh))?",
}
_OWN_WORDS = ("save", "export", "forfeit")


class ScoreCommand(Struct, frozen=True):
    """A command with its argument."""

    name: Name
    argument: str = ""


def parse_command(text: str) -> ScoreCommand | None:
    """The command that a line means; None if the line is an answer to the question."""
    line = text.strip()
    shown, places = plain(line)
    if short := _SHORT.get(shown.rstrip(" .").casefold()):
        line = shown = short
        places = range(len(short))
    for name, words in _WORDS.items():
        for word in words:
            rest = shown[len(word) :]
            # A full stop may end a sentence, as in `退出。`, but may belong to a file name or free
            # text.
            ended = rest.rstrip(" .")
            if name not in _OWN_WORDS or not ended:
                rest = ended
            fits = re.fullmatch(_ARGUMENTS.get(name, ""), rest)
            if fits and shown[: len(word)].casefold() == word:
                # File names and free text are kept as they were typed.
                own = line[places[len(word)] :] if rest and name in _OWN_WORDS else rest
                return ScoreCommand(name, own.strip())
    return None


def misused(text: str) -> str | None:
    """If the first word of a line is the word of a command, that word; None otherwise. For lines
    that are no valid commands, to explain the error."""
    first, *_ = text.split() or [""]
    known = {word for words in _WORDS.values() for word in words}
    return first if first.casefold() in known else None


def small_number(text: str, most: int) -> int | None:
    """The whole number from 1 to `most` that a text means; None for any other text."""
    # Python refuses to convert numbers of thousands of digits.
    if not text.isdecimal() or len(text) > len(str(most)):
        return None
    return int(text) if 0 < int(text) <= most else None


def typed_path(text: str) -> Path:
    """A path as typed, with or without quotes; `~name` means a user's home. Raises ScoreError if
    there is no such user, or if no file can have that name."""
    if "\0" in text:
        raise ScoreError("no_path", path=text)
    path = Path(text.strip("\"'"))
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise ScoreError("no_home", path=path) from error


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

    def ask(self, prompt: Callable[[Lang], str]) -> str | ScoreCommand:
        """Ask for a line; returns it, or a command that needs the book. Commands for help and
        language are handled here.

        Raises Quit if the input has ended.
        """
        while True:
            line = self._read(prompt(self.lang))
            command = parse_command(line)
            match command:
                case ScoreCommand("help"):
                    self.message("help", style="dim")
                case ScoreCommand("lang", argument):
                    self._turn_to(argument)
                case ScoreCommand("quit"):
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
