"""Helpers shared by all commands: the language, the rules option, and exiting with an error."""

import errno
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from gongzhu.texts import LANGUAGES, Lang, SystemReason, presentable, say
from gongzhu.texts.presentable import hidden

if TYPE_CHECKING:
    from gongzhu.cli.file_kind import FileKind
    from gongzhu.rules import NamedRules

BAD_INPUT = 2
"""Exit status for bad input; status 1 is for faults that a command was asked to find."""
LONGEST_NAME = 40
"""Largest length of a player's name in a table of figures; the scorekeeper has the same limit."""
_OURS = "\n\u2068\u2069"
"""Invisible characters that our own messages contain, so that they are not escaped."""
_NO_MORE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EPIPE)
"""Error numbers of failed writes: the disk or quota is full, or no program reads the pipe any
more."""


def system_language() -> Lang:
    """The language set in GONGZHU_LANG, else by the locale, else English."""
    for name in ("GONGZHU_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "").lower()
        for lang in LANGUAGES:
            if value.startswith(lang):
                return lang
        if value:
            return "en"
    return "en"


LANG = system_language()
"""The language of the system when the program was started."""


def option(key: str, *names: str, **more: Any) -> Any:
    """An option of a command, as the second part of an `Annotated`. `key` is the message of its
    help; without names it is called like the parameter. `more` goes to `typer.Option`."""
    return typer.Option(*names, help=say(key, LANG), **more)


def argument(key: str, name: str | None = None, **more: Any) -> Any:
    """An argument of a command, which the usage line shows by this name."""
    return typer.Argument(metavar=name, help=say(key, LANG), **more)


def _lang(value: str) -> str:
    return value if value in LANGUAGES else fail(say("cli.no_lang", system_language(), value=value))


if TYPE_CHECKING:
    LangName = Lang  # because `_lang` has looked at it
else:
    LangName = Annotated[str, option("cli.lang_option", "--lang", callback=_lang)]
RulesName = Annotated[str, option("cli.rules_option", "--rules", "-r")]
"""A preset's name or a rule file's path, as given; `named_rules` reads it."""
Force = Annotated[bool, option("cli.force_option", "--force")]


def cannot_write(error: OSError) -> bool:
    """True if the error comes from writing, and so says nothing about the file being read."""
    return error.errno in _NO_MORE


def is_file(path: Path) -> bool:
    """True if the path is a file. Also false if the path cannot be examined: opening it will show
    why."""
    try:
        return path.is_file()
    except OSError:
        return False


def contents(path: Path, most: int, too_large: str, lang: Lang) -> bytes:
    """The bytes of a file. Exits with an error message if it cannot be read or has more than `most`
    bytes; `too_large` is the key of the message for the latter."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        fail_at(path, error, lang)
    if len(data) > most:
        fail(say(too_large, lang, file=path, most=most))
    return data


def refuse_existing(path: Path, force: bool, lang: Lang) -> None:
    """Exit with an error message if a file would be overwritten, unless `force`.

    Devices and pipes may be written to: they have no content to lose.
    """
    if is_file(path) and not force:
        fail(say("cli.exists", lang, file=path))


def refuse_other_kind(path: Path, wanted: "FileKind", lang: Lang) -> None:
    """Exit with an error message if the file is of another kind, which it names together with the
    command that reads it."""
    from gongzhu.cli.file_kind import other_kind

    told = other_kind(path, wanted, lang)
    if told is not None:
        fail(told)


def named_rules(source: str, lang: Lang = "en") -> "NamedRules":
    """The rules that `--rules` names. Exits with an error message if there are none."""
    from gongzhu.rules import RuleError, load_rules

    try:
        return load_rules(source)
    except RuleError as error:
        refuse_other_kind(Path(source), "rules", lang)
        fail(error.text(lang))


def escaped(message: str) -> str:
    """A message safe to print on a terminal: file names in it may contain characters that move the
    cursor, change colours or reverse the text."""
    return "".join(
        ascii(each)[1:-1] if hidden(each) and each not in _OURS else each for each in message
    )


def shown_name(name: str) -> str:
    """A player's name from a record, shortened and cleaned for a table of figures."""
    return presentable(name, LONGEST_NAME) or "–"


def fail(message: str, status: int = BAD_INPUT) -> NoReturn:
    """Print an error message on standard error, and exit."""
    sys.stderr.write(f"gongzhu: {escaped(message)}\n")
    raise typer.Exit(status)


def fail_at(path: object, error: OSError, lang: Lang) -> NoReturn:
    """Print the system's error for a file or folder, and exit."""
    fail(say("cli.file", lang, file=path, error=SystemReason(error).text(lang)))
