"""Parts of every command: the language, the rules option, and the way to fail."""

import errno
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from gongzhu.texts import LANGUAGES, Lang, SystemReason, presentable, say
from gongzhu.texts.presentable import hidden

if TYPE_CHECKING:
    from gongzhu.cli.file_kind import FileKind
    from gongzhu.rules import NamedRules

BAD_INPUT = 2
"""The exit status for what was asked wrongly; 1 is for faults that a command was to find."""
LONGEST_NAME = 40
"""Characters of a player's name in a table of figures: as many as the scorekeeper takes."""
_OURS = "\n\u2068\u2069"
"""Characters that cannot be seen, but which belong to our own sentences."""
_NO_MORE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EPIPE)
"""The errors of a place that takes no more, or is read by nobody."""


def system_language() -> Lang:
    """The language of GONGZHU_LANG, else of the locale, else English."""
    for name in ("GONGZHU_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "").lower()
        for lang in LANGUAGES:
            if value.startswith(lang):
                return lang
        if value:
            return "en"
    return "en"


def help_text(key: str) -> str:
    """A command's or option's help, in the language of the system."""
    return say(f"cli.{key}", system_language())


def _lang(value: str) -> str:
    if value not in LANGUAGES:
        fail(say("cli.no_lang", system_language(), value=value))
    return value


RulesName = Annotated[str, typer.Option("--rules", "-r", help=help_text("rules_option"))]
"""A preset's name or a rule file's path, as given; `named_rules` reads it."""

LangName = Annotated[str, typer.Option("--lang", callback=_lang, help=help_text("lang_option"))]


Force = Annotated[bool, typer.Option("--force", help=help_text("force_option"))]


def cannot_write(error: OSError) -> bool:
    """True for an error of writing, which says nothing of the file that is being read."""
    return error.errno in _NO_MORE


def is_file(path: Path) -> bool:
    """True for a file. A path that cannot be looked at is none: whoever opens it says why."""
    try:
        return path.is_file()
    except OSError:
        return False


def contents(path: Path, most: int, too_large: str, lang: Lang) -> bytes:
    """The bytes of a file, at most so many; or one clear line and the end of the program, which is
    the text of this name for a larger file."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        fail_at(path, error, lang)
    if len(data) > most:
        fail(say(too_large, lang, file=path, most=most))
    return data


def refuse_existing(path: Path, force: bool, lang: Lang) -> None:
    """End the program where a file of this name would be written over, unless `force`.

    What is no file, such as a device or a pipe, has nothing to lose.
    """
    if is_file(path) and not force:
        fail(say("cli.exists", lang, file=path))


def refuse_other_kind(path: Path, wanted: "FileKind", lang: Lang) -> None:
    """End the program for a file of another kind, with a word on what it is and who reads it."""
    from gongzhu.cli.file_kind import other_kind

    told = other_kind(path, wanted, lang)
    if told is not None:
        fail(told)


def as_lang(value: str) -> Lang:
    """The language that `--lang` named, already checked."""
    return "zh" if value == "zh" else "en"


def named_rules(source: str, lang: Lang = "en") -> "NamedRules":
    """The rules that `--rules` means, or one clear line and the end of the program."""
    from gongzhu.rules import RuleError, load_rules

    try:
        return load_rules(source)
    except RuleError as error:
        refuse_other_kind(Path(source), "rules", lang)
        fail(error.text(lang))


def escaped(message: str) -> str:
    """A message as a terminal may show it: a name of a file in it may have characters that would
    move the cursor, change colours or turn the sentence around."""
    return "".join(
        ascii(each)[1:-1] if hidden(each) and each not in _OURS else each for each in message
    )


def shown_name(name: str) -> str:
    """A player's name out of a record, as a table of figures shows it."""
    return presentable(name, LONGEST_NAME) or "–"


def fail(message: str, status: int = BAD_INPUT) -> NoReturn:
    """Say what is wrong on standard error, and leave."""
    sys.stderr.write(f"gongzhu: {escaped(message)}\n")
    raise typer.Exit(status)


def fail_at(path: object, error: OSError, lang: Lang) -> NoReturn:
    """Say what the system has against a file or folder, and leave."""
    fail(say("cli.file", lang, file=path, error=SystemReason(error).text(lang)))
