"""Files and folders named on the command line: recognising the kind of a file, opening files of
records, and default folders."""

import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, Literal

import typer

from gongzhu.cli.common import (
    argument,
    cannot_write,
    fail,
    fail_at,
    option,
    refusing_at,
)
from gongzhu.texts import Lang, say, typed

if TYPE_CHECKING:
    from gongzhu.records import Once
    from gongzhu.rules import NamedRules, RuleSet
    from gongzhu.rules.events import Hands

RulesName = Annotated[str, option("cli.rules_option", "--rules", "-r")]
"""The option `--rules`: a preset's name or a rule file's path as typed. `named_rules` turns it into
rules."""
RecordFile = Annotated[Path, argument("cli.verify.file", "FILE")]

FileKind = Literal["records", "evidence", "scorebook", "save", "ledger", "backup", "rules"]

LOOKED_AT = 4096
"""Number of bytes at the beginning of a file by which its kind is recognised."""
LONG_FILE = 4_000_000
"""Size in bytes of a file of records from which a progress bar is shown: reading it takes about a
second."""
MOST_DEALS = 10**9
"""Greatest number of deals that can be asked for on the command line."""

_SIGNS: tuple[tuple[FileKind, re.Pattern[bytes]], ...] = (
    ("backup", re.compile(rb"SQLite format 3\0")),
    ("scorebook", re.compile(rb'\{\s*"program"\s*:\s*"gongzhu score"')),
    ("save", re.compile(rb'\{\s*"program"\s*:\s*"gongzhu play"')),
    ("evidence", re.compile(rb'\{\s*"protocol"\s*:\s*"GZH')),
    # The version of the program stands beside the players.
    ("ledger", re.compile(rb'\{\s*"(a|bots|exploit)"\s*:[^\n]*"gongzhu"\s*:')),
    ("records", re.compile(rb'\{\s*"format"\s*:\s*\d|\[\s*(Format|Event|Date|Origin|Rules)\s+"')),
    ("rules", re.compile(rb"(\s*#[^\n]*\n)*\s*(preset|name|family)\s*=")),
)


def file_kind(start: bytes) -> FileKind | None:
    """The kind of a file whose content begins with the bytes `start`, or None if it is no file of
    this program."""
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    return next((kind for kind, sign in _SIGNS if sign.match(text)), None)


def asked_deals(asked: str, lang: Lang) -> int | Path:
    """The value of `--deals`: a number of deals from 1 to MOST_DEALS, or the path of an existing
    file with hands. Exits with status 2 if it is neither."""
    number = typed(asked).strip()
    if not number:
        fail(say("cli.deals.unfit", lang, value="''", most=MOST_DEALS))
    if not re.fullmatch("[+-]?[0-9]+", number):
        path = Path(asked)
        with refusing_at(asked, OSError, lang=lang):
            there = path.exists()
        return path if there else fail(say("cli.deals.neither", lang, value=asked))
    if len(number) > len(str(MOST_DEALS)) or not 1 <= int(number) <= MOST_DEALS:
        fail(say("cli.deals.unfit", lang, value=asked, most=MOST_DEALS))
    return int(number)


def hands_of(path: Path, rules: "RuleSet", lang: Lang) -> "tuple[Hands, ...]":
    """The hands of every deal in a file. Exits with status 2 if the file cannot be read, or if
    `rules` deal other cards or other numbers of cards."""
    from gongzhu.records import RecordError, given_hands

    with opened(path, lang) as stream, refusing_at(path, RecordError, lang=lang):
        return given_hands(stream, rules)


_XDG = {
    "data": ("XDG_DATA_HOME", Path(".local/share")),
    "state": ("XDG_STATE_HOME", Path(".local/state")),
}


def user_folder(kind: Literal["data", "state"]) -> Path:
    """The folder `gongzhu` for the user's data or for the state of programs, by the conventions of
    the operating system. It may not exist yet."""
    home = Path.home()
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        variable, usual = _XDG[kind]
        folder = Path(os.environ.get(variable) or home / usual)
    return folder / "gongzhu"


def data_folder(data: str | None, lang: Lang, command: Literal["serve", "backup", "move"]) -> Path:
    """The data folder of a server: the value `data` of the option `--data`, or the user's folder if
    it is None. Exits with status 2 if the value is empty or the address of a database. `command` is
    the command that the user called, on which the wording of the latter error depends."""
    if data is None:
        return user_folder("data")
    if not data:
        fail(say("cli.no_folder", lang))
    # As a path, "://" would lose a slash, and name a folder in the current directory.
    if "://" in data:
        fail(say(f"store.{command}.postgres", lang))
    return Path(data)


def warn_of_writers(folder: Path, lang: Lang) -> None:
    """Print a warning on standard error if all users of this machine may write into the data
    folder."""
    with suppress(OSError):  # The folder does not exist yet, or the store reports the error.
        mode = stat.S_IMODE(folder.stat().st_mode)
        if mode & stat.S_IWOTH:
            line = say("server.serve.open_folder", lang, folder=folder, mode=f"{mode:o}")
            typer.echo(line, err=True)


def is_file(path: Path) -> bool:
    """True if `path` is a regular file. False also if that cannot be found out, since opening it
    will then report why."""
    try:
        return path.is_file()
    except OSError:
        return False


def contents(path: Path, most: int, too_large: str, lang: Lang) -> bytes:
    """The bytes of a file. Exits with status 2 if it cannot be read or has more than `most` bytes.
    `too_large` is the message key of the error for the latter."""
    with refusing_at(path, OSError, lang=lang), path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        fail(say(too_large, lang, file=path, most=most))
    return data


def refuse_existing(path: Path, force: bool, lang: Lang) -> None:
    """Exit with status 2 if `path` is an existing regular file, unless `force` is true.

    Devices and pipes are allowed, since nothing in them can be overwritten.
    """
    if is_file(path) and not force:
        fail(say("cli.exists", lang, file=path))


def refuse_other_kind(path: Path, wanted: FileKind, lang: Lang) -> None:
    """Exit with status 2 if the file is recognised as another kind than `wanted`. The message names
    its kind and the command that reads it.

    A file that cannot be read or recognised is not refused, so that reading it reports the error. A
    pipe is not refused either, because it can be read only once.
    """
    found = None
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                found = file_kind(file.read(LOOKED_AT))
    if found not in (None, wanted):
        what, use = say(f"cli.kind.{found}", lang), say(f"cli.kind.use.{found}", lang)
        fail(say("cli.kind.other", lang, file=path, what=what, use=use))


def named_rules(source: str, lang: Lang = "en") -> "NamedRules":
    """The rules named by the value `source` of `--rules`: a preset's name or a rule file's path.
    Exits with status 2 if there are none or they are invalid."""
    from gongzhu.rules import RuleError, load_rules

    try:
        return load_rules(source)
    except RuleError as error:
        refuse_other_kind(Path(source), "rules", lang)
        fail(error.text(lang))


@contextmanager
def opened(path: Path, lang: Lang) -> Iterator[BinaryIO]:
    """Open a file of records for reading. If it is long and standard error is a terminal, a
    progress bar follows the reading. Exits with status 2 if the file is of another kind or cannot
    be read."""
    refuse_other_kind(path, "records", lang)
    try:
        with path.open("rb") as file:
            size = path.stat().st_size
            if size < LONG_FILE or not sys.stderr.isatty():
                yield file
                return
            from rich.console import Console
            from rich.markup import escape
            from rich.progress import Progress

            # Faults go to standard output. They pass through the bar's console only if both are the
            # same terminal, where they would otherwise be mixed up.
            bar = Progress(
                console=Console(stderr=True),
                transient=True,
                redirect_stdout=sys.stdout.isatty(),
                redirect_stderr=False,
            )
            with bar:
                yield bar.wrap_file(file, total=size, description=escape(path.name))
    except OSError as error:
        if cannot_write(error):
            raise
        fail_at(path, error, lang)


def tell_again(once: "Once", lang: Lang) -> None:
    """Print on standard error the number of repeated deals (`once.again`), which `once` has
    recognised while records were read. Print nothing if there are none."""
    if once.again:
        typer.echo(say("stats.again", lang, deals=once.again), err=True)
