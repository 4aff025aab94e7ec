"""Keeps a match on the disk: it is saved after every action, and every finished deal is recorded.

The saved match is one JSON file, replaced as a whole. It has the settings of the match and the
table's log, from which `LocalTable` is rebuilt.
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
"""Version of the format of a saved match. Files with another one are refused."""
PROGRAM: Final = "gongzhu play"
LARGEST_FILE = 64 * 1024 * 1024
"""Greatest size in bytes of a saved match. Thousands of deals need less."""


class SaveError(Exception):
    """Raised for a file that cannot be resumed as a saved match. `problem` selects the message
    `table.save.PROBLEM`, which `detail` fills in."""

    def __init__(self, path: Path, problem: str, detail: str | SystemReason = "") -> None:
        self.path = path
        self.problem = problem
        self.detail = detail
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One line with the path of the file and the problem."""
        detail = self.detail if isinstance(self.detail, str) else self.detail.text(lang)
        return say(f"table.save.{self.problem}", lang, path=self.path, detail=detail)


class Saved(Struct, frozen=True):
    """A saved match: the table, and the settings stored with it."""

    table: LocalTable
    record: Path | None
    """Path of the file to which finished deals are appended, or None to record nothing."""
    lang: Lang
    """The language of the person."""


class _Contents(Struct, frozen=True):
    lang: Lang
    record: str | None
    setup: MatchSetup
    log: list[LogEntry]


class _SavedFile(Struct, frozen=True, kw_only=True):
    program: Literal["gongzhu play"] = PROGRAM
    format: Literal[1] = FORMAT
    sha256: str
    """SHA-256 of the bytes of `table` in hexadecimal. It is checked because entries of the log are
    applied without checking them against the rules again."""
    table: Raw


def save_table(path: Path, saved: Saved) -> None:
    """Save the match at `path`. The file always has either the whole old or the whole new content.

    Raises OSError if it cannot be written.
    """
    table = saved.table
    record = str(saved.record.absolute()) if saved.record else None
    contents = json.encode(_Contents(saved.lang, record, table.setup, table.log))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, [json.encode(_SavedFile(sha256=_sum(contents), table=Raw(contents)))])


def load_table(path: Path, make_bot: Callable[[str], Bot]) -> Saved | None:
    """Load the match saved at `path`, or None if there is no file. `make_bot` makes the bot of a
    level, and raises UnknownLevel. Raises SaveError if the file cannot be read, is damaged, or is
    no saved match of this version."""
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
    """Rename a file to `NAME.kept-1`, or the next free number, so that it is not overwritten.
    Returns the new path. Raises OSError."""
    number = 1
    while (aside := path.with_name(f"{path.name}.kept-{number}")).exists():
        number += 1
    path.rename(aside)
    return aside


def lock_table(path: Path) -> Callable[[], None] | None:
    """Lock a path so that no other process saves a match there. Returns a function that releases
    the lock, or None if another process has it. On Windows nothing is locked.

    Raises OSError if the lock file cannot be created.
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
    """Append a record to the file as one line, and flush it to the disk. Does nothing if it is the
    last line already.

    If the last line is an unfinished copy of this record, it is completed, so that a program that
    was killed can simply repeat its last call. Raises OSError if the file cannot be written.
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
    """A table with its files: the saved match and the file of records. After every change through
    this object the table is saved and its finished deals are recorded.

    A deal is recorded before the table is saved, and recording it twice changes nothing. So even if
    the program is killed and the match resumed, each deal is recorded once.
    """

    def __init__(
        self, table: SeatedTable, path: Path | None, record: Path | None, lang: Lang
    ) -> None:
        """`path` is the file of the saved match, or None if the table is not saved. `record` is the
        file of records, or None to record nothing."""
        self.table = table
        self.path = path
        self.trouble = ""
        """The reason why the last attempt to save or record failed, or empty if it succeeded."""
        self._record = record
        self._lang = lang
        self._unrecorded: list[DealRecord] = []
        self._changed()

    def act(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Take a player's action, record a finished deal, and save. Returns the events that follow,
        as the person sees them. If a file cannot be written, nothing is raised: `trouble` then says
        why.

        Raises CommandRefused or IllegalAction if the action is not allowed.
        """
        events = self.table.act(seat, action)
        self._changed()
        return events

    def next_deal(self) -> None:
        """Deal the next deal, and save. Raises ValueError if there is none."""
        self.table.next_deal()
        self._write()

    def speak(self, lang: Lang) -> None:
        """Set the language of the messages in `trouble`, and save it with the match."""
        self._lang = lang
        self._write()

    def close(self) -> None:
        """Delete the saved match if it is over and everything was recorded. Called when the person
        leaves."""
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
