"""The commands understood at every question of `gongzhu score`, in both languages."""

import re
from pathlib import Path
from typing import Literal

from msgspec import Struct

from gongzhu.scorebook import ScoreError
from gongzhu.texts import plain

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


class Command(Struct, frozen=True):
    """A command with its argument."""

    name: Name
    argument: str = ""


def parse_command(text: str) -> Command | None:
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
                return Command(name, own.strip())
    return None


def misused(text: str) -> str | None:
    """The first word of a line if it is the word of a command; None otherwise. For lines that are
    not valid commands, to explain the error."""
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
