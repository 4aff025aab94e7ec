"""Keeps a table safe while it is played: every action saved, every finished deal recorded."""

from pathlib import Path

from gongzhu.cards import Seat
from gongzhu.records import DealRecord
from gongzhu.rules import Action, Event
from gongzhu.terminal.recorder import append_record
from gongzhu.terminal.saves import SavedTable, save_table
from gongzhu.terminal.session import Session, Stage
from gongzhu.texts import Lang


class Keeper:
    """A session and the files that belong to it.

    A finished deal is recorded before the table is saved, and recording twice is harmless: so
    whenever the program is killed, going on with what was saved records each deal once.
    """

    def __init__(self, session: Session, path: Path, record: Path | None, lang: Lang) -> None:
        self.session = session
        self.record = record
        self.trouble = ""
        """Why the last attempt to save or record failed; empty when it did not."""
        self._path = path
        self._lang = lang
        self._unrecorded: list[DealRecord] = []
        if session.stage is not Stage.DEAL:
            self._unrecorded.append(session.records[-1])
        self._write()

    def act(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Take an action for a seat; what the person sees of what follows. Raises IllegalAction."""
        events = self.session.act(seat, action)
        if self.session.stage is not Stage.DEAL:
            self._unrecorded.append(self.session.records[-1])
        self._write()
        return events

    def next_deal(self) -> None:
        """Deal again."""
        self.session.next_deal()
        self._write()

    def speak(self, lang: Lang) -> None:
        """The language was changed; it is saved with the table."""
        self._lang = lang
        self._write()

    def close(self) -> None:
        """The person leaves: a match that is over need not be kept."""
        if self.session.stage is Stage.MATCH_OVER and not self.trouble:
            self._path.unlink(missing_ok=True)

    def _write(self) -> None:
        self.trouble = ""
        try:
            self._record()
        except OSError as error:
            self._trouble(error)
        try:
            save_table(self._path, self._saved())
        except OSError as error:
            self._trouble(error)

    def _record(self) -> None:
        while self._unrecorded:
            if self.record:
                append_record(self.record, self._unrecorded[0])
            del self._unrecorded[0]

    def _trouble(self, error: OSError) -> None:
        self.trouble = f"{error.filename or self._path}: {error.strerror}"

    def _saved(self) -> SavedTable:
        session = self.session
        record = str(self.record.absolute()) if self.record else None
        return SavedTable(
            lang=self._lang, record=record, setup=session.setup, deals=session.actions
        )
