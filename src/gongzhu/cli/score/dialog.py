"""The dialog with the scorekeeper in the terminal: printed text, questions, and commands that can
be typed instead of an answer."""

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
    """A command that the scorekeeper typed, such as `undo`, with its argument (empty if it has
    none)."""

    name: Name
    argument: str = ""


def parse_command(text: str) -> ScoreCommand | None:
    """The command that a typed line means, in English or Chinese, or None if the line is an answer
    to the question."""
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
    """The first word of the line if it is the word of a command, otherwise None. Used to explain an
    answer that was refused."""
    first, *_ = text.split() or [""]
    known = {word for words in _WORDS.values() for word in words}
    return first if first.casefold() in known else None


def small_number(text: str, most: int) -> int | None:
    """The whole number from 1 to `most` that `text` consists of, or None for any other text."""
    # Python refuses to convert numbers of thousands of digits.
    if not text.isdecimal() or len(text) > len(str(most)):
        return None
    return int(text) if 0 < int(text) <= most else None


def typed_path(text: str) -> Path:
    """The path in a typed text, with or without quotes. `~` and `~NAME` mean a home folder. Raises
    ScoreError if there is no such user, or if the text contains a null character."""
    if "\0" in text:
        raise ScoreError("no_path", path=text)
    path = Path(text.strip("\"'"))
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise ScoreError("no_home", path=path) from error


_FILLING = re.compile(r" +((?:\x1b\[[0-9;]*m)*)$", re.MULTILINE)

WIDTH = 100
"""Greatest width in columns: longer lines are hard to read."""


class Quit(Exception):
    """Raised when the scorekeeper quits, or when the input ends."""


class Dialog:
    """Prints text and asks questions in a language that the scorekeeper may change at any
    question."""

    def __init__(self, lang: Lang) -> None:
        self.lang: Lang = lang
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.console.width = min(self.console.width, WIDTH)

    def show(self, *things: RenderableType) -> None:
        """Print texts or Rich tables, each on lines of its own, without trailing spaces."""
        with self.console.capture() as lines:
            for thing in things:
                self.console.print(thing)
        sys.stdout.write(_FILLING.sub(r"\1", lines.get()))

    def show_whole(self, line: str) -> None:
        """Print a line without wrapping, even if it is wider than the window, so that it can be
        copied."""
        self.console.print(line, soft_wrap=True)

    def message(self, key: str, style: str = "", **values: object) -> None:
        """Print the message `score.told.KEY`, filled in with `values`, in a Rich style such as
        `red`."""
        self.show_text(say(f"score.told.{key}", self.lang, **values), style)

    def show_text(self, text: str, style: str = "") -> None:
        """Print one or more lines of text, wrapped to the window, in a Rich style."""
        for line in text.splitlines():
            self.console.print("\n".join(wrap(line, self.console.width)), style=style)

    def ask(self, prompt: Callable[[Lang], str]) -> str | ScoreCommand:
        """Print `prompt(lang)` and read a line. Returns the line, or the command that it means. The
        commands `help` and `lang` are carried out here, and the question is asked again.

        Raises Quit on the command `quit`, on Ctrl-C and at the end of the input.
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
    """True if standard input is a terminal."""
    return sys.stdin.isatty()
