"""The saved table: one JSON file, whole on the disk after every action.

It holds the setup and every action, from which `Session.replay` makes the table again.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

import msgspec

from gongzhu.bots.bot import Bot
from gongzhu.rules import option_values, rules_from_values
from gongzhu.scorebook import write_whole
from gongzhu.terminal.session import Session, Setup, Taken
from gongzhu.texts import Lang, say

FORMAT: Final = 2
PROGRAM: Final = "gongzhu play"
LARGEST_FILE = 64 * 1024 * 1024
"""Bytes: a match of ten thousand deals has less."""


class SaveError(Exception):
    """A file that is not a saved table which can be gone on with.

    `problem` is the message `table.save.PROBLEM`.
    """

    def __init__(self, path: Path, problem: str, detail: str = "") -> None:
        self.path = path
        self.problem = problem
        self.detail = detail
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One line: the file, and what is wrong with it."""
        return say(f"table.save.{self.problem}", lang, path=self.path, detail=self.detail)


class SavedTable(msgspec.Struct, frozen=True, kw_only=True):
    """What the file holds."""

    program: Literal["gongzhu play"] = PROGRAM
    format: Literal[2] = FORMAT
    lang: Lang
    record: str | None
    """The file that finished deals are recorded in."""
    setup: Setup
    deals: tuple[tuple[Taken, ...], ...]
    """Every action, deal by deal; the deal on the table comes last."""

    def restore(self, path: Path, bot: Bot) -> Session:
        """The table as it was. Raises SaveError when the actions cannot have been taken."""
        try:
            rules_from_values(option_values(self.setup.rules))
            if len(self.setup.names) != self.setup.rules.players:
                raise ValueError("names")
            return Session.replay(self.setup, bot, self.deals)
        except ValueError as error:
            raise SaveError(path, "damaged", str(error)) from error


def load_table(path: Path) -> SavedTable | None:
    """What was saved there; None where there is no file. Raises SaveError for any other file."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise SaveError(path, "foreign")
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SaveError(path, "unreadable", error.strerror or "") from error
    try:
        head = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(path, "foreign") from error
    if not isinstance(head, dict) or head.get("program") != PROGRAM:
        raise SaveError(path, "foreign")
    if head.get("format") != FORMAT:
        raise SaveError(path, "other_format", str(head.get("format")))
    try:
        return msgspec.json.decode(text, type=SavedTable)
    except msgspec.DecodeError as error:
        raise SaveError(path, "damaged", str(error)) from error


def save_table(path: Path, table: SavedTable) -> None:
    """Write the table, so that the file is always a whole one, the old or the new.

    Raises OSError when it cannot be written.
    """
    write_whole(path, msgspec.json.encode(table))


def keep_aside(path: Path) -> Path:
    """Rename a file that could not be read, so that it is never written over; its new path."""
    number = 1
    while (aside := path.with_name(f"{path.name}.kept-{number}")).exists():
        number += 1
    path.rename(aside)
    return aside


def lock_table(path: Path) -> Callable[[], None] | None:
    """Keep other programs from saving to the same path; None where one does already.

    Call what is returned to let go. Raises OSError when no file can be made there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = path.with_name(f".{path.name}.lock").open("ab")
    if sys.platform == "win32":
        return lock.close
    import fcntl

    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return None
    return lock.close
