"""Saves a match after every action, and records every finished deal."""

from pathlib import Path

from gongzhu.cards import Seat
from gongzhu.records import DealRecord
from gongzhu.rules import Action, Event
from gongzhu.terminal.local_table import LocalTable
from gongzhu.terminal.recorder import append_record
from gongzhu.terminal.saves import Saved, save_table
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.texts import Lang, SystemReason, say


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
