"""Helpers for all commands: the language, options and arguments with translated help, tables of
text, and exits with an error message."""

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
"""Exit status for bad input. Status 1 is for faults that a command was asked to find."""
FAULT = 1
"""Exit status if a command found a fault that it was asked to look for, or if a bot failed."""
WIDTH = 80
"""Largest width of running text in columns: longer lines are hard to read."""
LONGEST_NAME = 40
"""Greatest length in characters of a player's name in a table. The scorekeeper has the same
limit."""
_OURS = "\n\u2068\u2069"
"""Line feed and the Unicode characters around inserted values: our own messages contain them, so
they are not escaped."""
_NO_MORE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EPIPE)
"""Error numbers of failed writes: the disk or quota is full, the file is too large, or the reader
of a pipe has closed it."""


def system_language() -> Lang:
    """The language of the environment, from the first variable that is set of GONGZHU_LANG, LC_ALL,
    LC_MESSAGES and LANG: `zh` if its value begins with `zh`, otherwise `en`."""
    for name in ("GONGZHU_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "").lower()
        for lang in LANGUAGES:
            if value.startswith(lang):
                return lang
        if value:
            return "en"
    return "en"


LANG = system_language()
"""The language of the environment when the program started, which is the default of every option
`--lang`."""


def option(key: str, *names: str, **more: Any) -> Any:
    """Metadata for `Annotated` that makes a parameter an option of a command. `key` is the message
    key of its help, `names` are its spellings such as `--seed` (default: made from the parameter's
    name), and `more` goes to `typer.Option`."""
    return typer.Option(*names, help=say(key, LANG), **more)


def argument(key: str, name: str | None = None, **more: Any) -> Any:
    """Metadata for `Annotated` that makes a parameter a positional argument of a command. `key` is
    the message key of its help, `name` its name in the usage line, and `more` goes to
    `typer.Argument`."""
    return typer.Argument(metavar=name, help=say(key, LANG), **more)


def _lang(value: str) -> str:
    if value not in LANGUAGES:
        fail(say("cli.no_lang", system_language(), value=value))
    return value


if TYPE_CHECKING:
    LangName = Lang  # checked by `_lang`
else:
    LangName = Annotated[str, option("cli.lang_option", "--lang", callback=_lang)]
Force = Annotated[bool, option("cli.force_option", "--force")]


def cannot_write(error: OSError) -> bool:
    """True if the error means that output cannot be written (full disk, closed pipe), so that it
    says nothing about a file being read."""
    return error.errno in _NO_MORE


def escaped(message: str) -> str:
    """The message with all invisible and control characters written as hexadecimal escapes, except
    those in our own messages. File names may contain characters that move the cursor, change
    colours or reverse the text."""
    return "".join(
        ascii(each)[1:-1] if hidden(each) and each not in _OURS else each for each in message
    )


def shown_name(name: str) -> str:
    """A player's name from a record as shown in tables: without control characters, cut to
    LONGEST_NAME characters, and a dash if nothing is left."""
    return presentable(name, LONGEST_NAME) or "–"


def aligned(rows: Sequence[Sequence[str]], gap: int = 3, *, right: bool = True) -> list[str]:
    """The lines of a table of text, one for each row. `rows` are non-empty and equally long, and
    `gap` is the number of spaces between columns. The first column is aligned left, the others
    right, or left if `right` is false."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        pads = [" " * (width - width_of(cell)) for cell, width in zip(row, widths, strict=True)]
        others = zip(row[1:], pads[1:], strict=True)
        cells = [pad + cell if right else cell + pad for cell, pad in others]
        lines.append((" " * gap).join([row[0] + pads[0], *cells]).rstrip())
    return lines


def paragraph(text: str, lead: str = "") -> None:
    """Print a text that begins with `lead`, such as a bullet, wrapped to the terminal or to WIDTH
    columns. Further lines are indented by the width of `lead`."""
    from shutil import get_terminal_size

    columns = min(get_terminal_size((WIDTH, 24)).columns, WIDTH)
    for line in wrap(text, max(columns - width_of(lead), 20)):
        typer.echo(lead + line)
        lead = " " * width_of(lead)


def own_rules(base: str, changes: Mapping[str, object], lang: Lang) -> str:
    """A sentence that describes rules that are not a preset. `base` is the name of the preset on
    which they are based, and `changes` the values of the options that differ from it, by key."""
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
    """Print an error message on standard error, and raise typer.Exit with the given status."""
    sys.stderr.write(f"gongzhu: {escaped(message)}\n")
    raise typer.Exit(status)


def fail_at(path: object, error: OSError | Sayable, lang: Lang) -> NoReturn:
    """Print the reason of an error after the name of the file or folder `path`, and raise
    typer.Exit with status 2. `error` is one of the operating system, or one of ours with a method
    `text`."""
    told = SystemReason(error) if isinstance(error, OSError) else error
    fail(say("cli.file", lang, file=path, error=told.text(lang)))


@contextmanager
def refusing(*kinds: type[Any], lang: Lang, status: int = BAD_INPUT) -> Iterator[None]:
    """If an exception of one of these types is raised within this context, print its text in `lang`
    on standard error and exit with `status`. All types must have a method `text(lang)`."""
    try:
        yield
    except kinds as error:
        fail(error.text(lang), status)


@contextmanager
def refusing_at(path: object, *kinds: type[Any], lang: Lang) -> Iterator[None]:
    """If an exception of one of these types is raised within this context, print its reason after
    the name of the file or folder `path` and exit with status 2. The types are OSError or have a
    method `text(lang)`. A BrokenPipeError is passed on."""
    try:
        yield
    except BrokenPipeError:
        raise
    except kinds as error:
        fail_at(path, error, lang)
