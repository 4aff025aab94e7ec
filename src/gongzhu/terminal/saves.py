"""Keeps a match: it is saved after every action, and every finished deal is recorded.

The saved match is one JSON file, written as a whole. It holds the setup of the match and the
table's log, from which `LocalTable` can continue.
"""

import os
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

from msgspec import DecodeError, Raw, Struct, json

from gongzhu.bots import UnknownLevel
from gongzhu.bots.levels import Bot
from gongzhu.cards import Seat
from gongzhu.records import DealRecord, write_jsonl
from gongzhu.rules import Action, Event
from gongzhu.scorebook import write_whole
from gongzhu.table import LogEntry, NewerFormat
from gongzhu.terminal.local_table import LocalTable
from gongzhu.terminal.seated_table import MatchSetup, SeatedTable
from gongzhu.texts import Lang, SystemReason, say

FORMAT: Final = 1
"""Format of the file. The first format held the actions of a match whose deals followed from the
seed alone."""
PROGRAM: Final = "gongzhu play"
LARGEST_FILE = 64 * 1024 * 1024
"""Largest size in bytes; a match of thousands of deals is smaller."""


class SaveError(Exception):
    """A file that is not a saved match that can be resumed.

    `problem` names the message `table.save.PROBLEM`.
    """

    def __init__(self, path: Path, problem: str, detail: str | SystemReason = "") -> None:
        self.path = path
        self.problem = problem
        self.detail = detail
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One line that names the file and what is wrong with it."""
        detail = self.detail if isinstance(self.detail, str) else self.detail.text(lang)
        return say(f"table.save.{self.problem}", lang, path=self.path, detail=detail)


class Saved(Struct, frozen=True):
    """A saved match: a table and what is stored with it."""

    table: LocalTable
    record: Path | None
    """The file to which finished deals are recorded; None to record nothing."""
    lang: Lang


class _Contents(Struct, frozen=True):
    lang: Lang
    record: str | None
    setup: MatchSetup
    log: list[LogEntry]


class _SavedFile(Struct, frozen=True, kw_only=True):
    program: Literal["gongzhu play"] = PROGRAM
    format: Literal[1] = FORMAT
    sha256: str
    """SHA-256 of the bytes of `table`. It is checked because entries are applied without checking
    them against the rules again."""
    table: Raw


def save_table(path: Path, saved: Saved) -> None:
    """Save the match atomically: the file always has the whole old or the whole new content.

    Raises OSError if it cannot be written.
    """
    table = saved.table
    record = str(saved.record.absolute()) if saved.record else None
    contents = json.encode(_Contents(saved.lang, record, table.setup, table.log))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, [json.encode(_SavedFile(sha256=_sum(contents), table=Raw(contents)))])


def load_table(path: Path, make_bot: Callable[[str], Bot]) -> Saved | None:
    """Load the saved match; None if there is no file. Raises SaveError for any other file, and for
    a level of bots that `make_bot` does not know."""
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SaveError(path, "unreadable", SystemReason(error)) from error
    if len(text) > LARGEST_FILE:
        raise SaveError(path, "foreign")
    try:
        head = json.decode(text)
    except (DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(path, "foreign") from error
    if not isinstance(head, dict) or head.get("program") != PROGRAM:
        raise SaveError(path, "foreign")
    if head.get("format") != FORMAT:
        raise SaveError(path, "other_format", str(head.get("format")))
    try:
        file = json.decode(text, type=_SavedFile)
        if _sum(file.table) != file.sha256:
            raise SaveError(path, "damaged", "sha256")
        contents = json.decode(file.table, type=_Contents)
        table = LocalTable(contents.setup, make_bot(contents.setup.level), contents.log)
    except UnknownLevel as error:
        raise SaveError(path, "damaged", f"bots: {error.name}") from error
    except (DecodeError, NewerFormat) as error:
        raise SaveError(path, "damaged", str(error)) from error
    record = Path(contents.record) if contents.record else None
    return Saved(table, record, contents.lang)


def _sum(data: bytes | Raw) -> str:
    return sha256(data).hexdigest()


def keep_aside(path: Path) -> Path:
    """Rename a file that could not be read, so that it is not overwritten; returns its new path."""
    number = 1
    while (aside := path.with_name(f"{path.name}.kept-{number}")).exists():
        number += 1
    path.rename(aside)
    return aside


def lock_table(path: Path) -> Callable[[], None] | None:
    """Lock a path so that no other program saves to it; None if another one has the lock.

    Returns a function that releases the lock. Raises OSError if the lock file cannot be created.
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


def append_record(path: Path, record: DealRecord) -> None:
    """Append the record to the file and flush it to the disk, unless it is the last line already.

    If the last line is an unfinished copy of this record, it is completed. So a program that was
    killed may simply repeat its last call. Raises OSError if the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    line = "".join(write_jsonl([record])).encode().rstrip(b"\n")
    with path.open("a+b") as file:
        end = file.seek(0, os.SEEK_END)
        file.seek(max(0, end - len(line) - 2))
        tail = file.read()
        begun = tail.removesuffix(b"\n").rpartition(b"\n")[2]
        if tail.endswith(b"\n") or not tail:
            if begun == line:
                return
            missing = line
        elif line.startswith(begun):
            missing = line.removeprefix(begun)
        else:
            missing = b"\n" + line
        file.write(missing + b"\n")
        file.flush()
        os.fsync(file.fileno())


class Keeper:
    """A table together with its files: the saved match and the file of records.

    A finished deal is recorded before the table is saved, and recording it twice does no harm. So
    if the program is killed at any moment and resumed from the saved match, each deal is recorded
    once.
    """

    def __init__(
        self, table: SeatedTable, path: Path | None, record: Path | None, lang: Lang
    ) -> None:
        """`path` is the file of the saved match, or None for a table that is not saved; `record` is
        the file of records, or None to record nothing."""
        self.table = table
        self.path = path
        self.trouble = ""
        """Why the last attempt to save or record failed; empty if it did not."""
        self._record = record
        self._lang = lang
        self._unrecorded: list[DealRecord] = []
        self._changed()

    def act(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Take an action, and return the events that follow as the person sees them.

        Raises CommandRefused or IllegalAction.
        """
        events = self.table.act(seat, action)
        self._changed()
        return events

    def next_deal(self) -> None:
        """Deal the next deal, and save."""
        self.table.next_deal()
        self._write()

    def speak(self, lang: Lang) -> None:
        """Change the language, and save it with the table."""
        self._lang = lang
        self._write()

    def close(self) -> None:
        """Delete the saved match if it is over, as the person leaves."""
        over = isinstance(self.table, LocalTable) and self.table.match_over
        if over and self.path and not self.trouble:
            self.path.unlink(missing_ok=True)

    def _changed(self) -> None:
        if self.table.stage != "playing":
            self._unrecorded.append(self.table.records[-1])
        self._write()

    def _write(self) -> None:
        self.trouble = ""
        try:
            while self._unrecorded:
                if self._record:
                    append_record(self._record, self._unrecorded[0])
                del self._unrecorded[0]
        except OSError as error:
            self._fail(error)
        try:
            if self.path and isinstance(self.table, LocalTable):
                save_table(self.path, Saved(self.table, self._record, self._lang))
        except OSError as error:
            self._fail(error)

    def _fail(self, error: OSError) -> None:
        file, reason = error.filename or self.path, SystemReason(error).text(self._lang)
        self.trouble = say("cli.file", self._lang, file=file, error=reason)
