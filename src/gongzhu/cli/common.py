"""Helpers shared by all commands: the language, options, and exiting with an error message."""

import errno
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from gongzhu.texts import LANGUAGES, Lang, Sayable, SystemReason, presentable, say, width_of, wrap
from gongzhu.texts.presentable import hidden

BAD_INPUT = 2
"""Exit status for bad input; status 1 is for faults that a command was asked to find."""
FAULT = 1
WIDTH = 80
"""Largest width of running text in columns: longer lines are hard to read."""
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
    if value not in LANGUAGES:
        fail(say("cli.no_lang", system_language(), value=value))
    return value


if TYPE_CHECKING:
    LangName = Lang  # after `_lang` has looked at it
else:
    LangName = Annotated[str, option("cli.lang_option", "--lang", callback=_lang)]
Force = Annotated[bool, option("cli.force_option", "--force")]


def cannot_write(error: OSError) -> bool:
    """True if the error comes from writing, and so says nothing about the file being read."""
    return error.errno in _NO_MORE


def escaped(message: str) -> str:
    """A message safe to print on a terminal: file names in it may contain characters that move the
    cursor, change colours or reverse the text."""
    return "".join(
        ascii(each)[1:-1] if hidden(each) and each not in _OURS else each for each in message
    )


def shown_name(name: str) -> str:
    """A player's name from a record, shortened and cleaned for a table of figures."""
    return presentable(name, LONGEST_NAME) or "–"


def aligned(rows: Sequence[Sequence[str]], gap: int = 3, *, right: bool = True) -> list[str]:
    """Rows of equal length as aligned lines, with `gap` spaces between columns. The first column
    stands to the left, the others to the right if `right`."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        pads = [" " * (width - width_of(cell)) for cell, width in zip(row, widths, strict=True)]
        others = zip(row[1:], pads[1:], strict=True)
        cells = [pad + cell if right else cell + pad for cell, pad in others]
        lines.append((" " * gap).join([row[0] + pads[0], *cells]).rstrip())
    return lines


def paragraph(text: str, lead: str = "") -> None:
    """Print a text in wrapped lines that are indented like the first one."""
    from shutil import get_terminal_size

    columns = min(get_terminal_size((WIDTH, 24)).columns, WIDTH)
    for line in wrap(text, max(columns - width_of(lead), 20)):
        typer.echo(lead + line)
        lead = " " * width_of(lead)


def own_rules(base: str, changes: Mapping[str, object], lang: Lang) -> str:
    """Rules that are no preset's, in one sentence: the preset that they are based on, and what the
    changed options mean."""
    from gongzhu.rules import options_of

    options = options_of()
    told = [options[key].explain(value, lang) for key, value in changes.items()]
    known = say(f"rules.preset.{base}.title", lang)
    return say("stats.own_rules", lang, base=known, changes=" / ".join(told))


def print_json(value: object) -> None:
    """Print a value on standard output as one line of JSON."""
    import msgspec

    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def fail(message: str, status: int = BAD_INPUT) -> NoReturn:
    """Print an error message on standard error, and exit."""
    sys.stderr.write(f"gongzhu: {escaped(message)}\n")
    raise typer.Exit(status)


def fail_at(path: object, error: OSError | Sayable, lang: Lang) -> NoReturn:
    """Print the system's or our own error for a file or folder, and exit."""
    told = SystemReason(error) if isinstance(error, OSError) else error
    fail(say("cli.file", lang, file=path, error=told.text(lang)))


@contextmanager
def refusing(*kinds: type[Any], lang: Lang, status: int = BAD_INPUT) -> Iterator[None]:
    """Within this context, exit with the text of the error if one of these kinds is raised, all of
    which have a text in each language."""
    try:
        yield
    except kinds as error:
        fail(error.text(lang), status)


@contextmanager
def refusing_at(path: object, *kinds: type[Any], lang: Lang) -> Iterator[None]:
    """Within this context, exit with a message about the file or folder `path` if one of these
    kinds is raised: errors of our own, or OSError, except for a pipe that nobody reads any more."""
    try:
        yield
    except BrokenPipeError:
        raise
    except kinds as error:
        fail_at(path, error, lang)
