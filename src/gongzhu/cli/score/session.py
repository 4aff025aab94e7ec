"""A scorekeeping session: asks for the cards of each deal, and carries out commands such as `undo`
at any question."""

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import assert_never

from msgspec.structs import replace
from rich.rule import Rule
from rich.text import Text

from gongzhu.cards import CardTextError
from gongzhu.cli.files import is_file
from gongzhu.cli.score.dialog import Dialog, Quit, ScoreCommand, misused, typed_path
from gongzhu.cli.score.show import (
    deal_table,
    ending,
    game_table,
    heading,
    match_ending,
    match_table,
    prompt_of,
)
from gongzhu.cli.score.start import read_forfeit, usual_forfeits
from gongzhu.rules import explain
from gongzhu.scorebook import (
    EXPORTS,
    Book,
    BookFile,
    CountedDeal,
    DealEntry,
    EntryDraft,
    EntryQuestion,
    ScoreError,
    export_book,
    write_whole,
)
from gongzhu.texts import SystemReason, say

FORCE = "--force"
"""The word that, put after the file name in the command `export`, lets it overwrite an existing
file."""


class ScoreSession:
    """A scorekeeping session: the book being kept with its file, and the deal being entered."""

    def __init__(self, dialog: Dialog, book: Book, file: BookFile) -> None:
        self.dialog = dialog
        self.book = book
        self.file = file
        self.draft = self._fresh()
        self.editing: int | None = None
        """Index of the deal being corrected, or None while the next deal is entered."""
        self.waiting: EntryDraft | None = None
        """The unfinished entry of the next deal, set aside while another deal is corrected."""
        self.past: list[Book] = []
        """The books before each change in this session, the latest last, for `undo`."""
        self.undone: list[Book] = []
        """The books that were undone, the latest last, for `redo`."""
        self.unsaved = False
        self.exported: set[Path] = set()
        """Exported files of this session, which may be overwritten without `--force`."""

    def run(self) -> None:
        """Ask questions and carry out commands until the scorekeeper quits."""
        try:
            if self.book.deals:
                self._show_table()
            else:
                self.dialog.message("how", "dim")
            self._head()
            while True:
                self._step()
        except (Quit, KeyboardInterrupt):
            self._leave()

    def _leave(self) -> None:
        if self.unsaved:
            self._save()
        if self.draft.answers:
            self.dialog.message("half")
        if self.book.deals and not self.unsaved:
            self.dialog.message("kept", count=len(self.book.deals))
            self.dialog.show_whole(f"gongzhu score --file {shlex.quote(str(self.file.path))}")

    def _step(self) -> None:
        pending = self.draft.pending()
        if isinstance(pending, DealEntry):
            self._enter(pending)
            return
        names = self.book.pile_names()
        line = self.dialog.ask(lambda lang: prompt_of(pending, names, lang))
        if isinstance(line, ScoreCommand):
            self._obey(line)
        else:
            self._answer(pending, line)

    def _answer(self, question: EntryQuestion, line: str) -> None:
        text = line if line.strip() else question.default
        if text is None:
            self.dialog.message("wanted", "red")
            return
        try:
            self.draft = self.draft.answered(question.read(text))
        except (CardTextError, ScoreError) as error:
            word = misused(line)
            if word is None:
                self.dialog.show_text(error.text(self.dialog.lang), "red")
            else:
                self.dialog.message("misused", "red", word=word)

    def _enter(self, entry: DealEntry) -> None:
        """Add a complete entry to the book, or replace the deal being corrected, and show the
        result."""
        if self.editing is None:
            number = len(self.book.deals)
            self._change(self.book.add(entry))
        else:
            number = self.editing
            self._change(self.book.edit(number, entry))
        counted = self.draft.counted()
        self._show_deal(number)
        if counted:
            self.dialog.message("counted", "dim")
        self._go_on()

    def _change(self, book: Book) -> None:
        """Replace the book and remember the former one for `undo`. Does nothing if both are
        equal."""
        if book == self.book:
            return
        self.past.append(self.book)
        self.undone.clear()
        self._turn_to(book)

    def _show_deal(self, number: int) -> None:
        """Show the deal with index `number`. If it is not the last, then show the whole match. If
        it is the last of its game, then show the end of the game."""
        counted = self.book.counted()[number]
        self.dialog.show("", deal_table(self.book, counted, self.dialog.lang))
        if number + 1 < len(self.book.deals):
            self._show_table()
        else:
            self._show_ending(counted)

    def _turn_to(self, book: Book) -> None:
        """Replace the book, and save it to its file."""
        self.book, self.unsaved = book, True
        self._save()

    def _save(self) -> None:
        with self._saving(self.file.path):
            self.file.save(self.book)
            self.unsaved = False

    @contextmanager
    def _saving(self, path: Path) -> Iterator[None]:
        """Within this context, an OSError or ScoreError prints a message that `path` could not be
        written, and is not passed on."""
        try:
            yield
        except (OSError, ScoreError) as error:
            why = SystemReason(error) if isinstance(error, OSError) else error
            told = why.text(self.dialog.lang)
            self.dialog.message("not_saved", "red", path=path, error=told)

    def _go_on(self) -> None:
        """Return to the entry of the next deal, with the answers given before another deal was
        corrected."""
        self.draft = replace(self.waiting or self._fresh(), game=self._fresh().game)
        self.editing = self.waiting = None
        self._head()

    def _fresh(self) -> EntryDraft:
        return EntryDraft(self.book.standing().game, self.book.pile_names())

    def _head(self) -> None:
        text = heading(self.book, self.dialog.lang, self.editing)
        self.dialog.show("", Rule(Text(text, "bold"), style="dim", align="left"))

    def _show_ending(self, counted: CountedDeal) -> None:
        lang = self.dialog.lang
        for line in ending(self.book, counted, lang):
            self.dialog.show_text(line, "bold")
        if counted.result:
            self.dialog.show("", match_table(self.book, counted.match, lang))
        if counted.result and self.book.match_over():
            self.dialog.show_text(match_ending(self.book, lang), "bold")

    def _show_table(self) -> None:
        """Show every deal of the match, game by game."""
        lang = self.dialog.lang
        counted = self.book.counted()
        numbered = enumerate(counted)
        for _, group in groupby(numbered, key=lambda item: item[1].game_number):
            deals = list(group)
            self.dialog.show("", game_table(self.book, deals, lang))
            for line in ending(self.book, deals[-1][1], lang):
                self.dialog.show_text(line)
        if counted and counted[-1].match.played:
            self.dialog.show("", match_table(self.book, counted[-1].match, lang))

    def _obey(self, command: ScoreCommand) -> None:
        match command.name:
            case "undo":
                self._undo()
            case "redo":
                self._redo()
            case "edit":
                self._edit(command.argument)
            case "table":
                self._show_table()
                self._head()
            case "forfeit":
                self._agree_on(command.argument)
            case "rules":
                self._show_rules()
            case "save" | "export":
                self._write(command)
            case "lang" | "help" | "quit":
                raise AssertionError("the dialog sees to these")
            case _:
                assert_never(command.name)

    def _write(self, command: ScoreCommand) -> None:
        try:
            path = typed_path(command.argument.removesuffix(FORCE).rstrip())
        except ScoreError as error:
            self.dialog.show_text(error.text(self.dialog.lang), "red")
            return
        if command.name == "save":
            self._save_as(path)
        else:
            self._export(path, forced=command.argument.endswith(FORCE))

    def _undo(self) -> None:
        if self.draft.answers:
            self.draft = self.draft.back()
        elif self.editing is not None:
            self._go_on()
        elif self.past or self.book.deals:
            before = self.past.pop() if self.past else self.book.undo()
            self.undone.append(self.book)
            if before.deals == self.book.deals:
                self._tell_forfeit(before)
            else:
                key = "undone" if len(before.deals) < len(self.book.deals) else "edit_undone"
                self.dialog.message(key, number=_changed_deal(before, self.book) + 1)
            self._turn_to(before)
            self._go_on()
        else:
            self.dialog.message("nothing_to_undo")

    def _redo(self) -> None:
        if not self.undone or self.editing is not None or self.draft.answers:
            self.dialog.message("nothing_to_redo")
            return
        before, after = self.book, self.undone.pop()
        self.past.append(before)
        self._turn_to(after)
        if before.deals == after.deals:
            self._tell_forfeit(after)
        else:
            self._show_deal(_changed_deal(before, after))
        self._go_on()

    def _edit(self, argument: str) -> None:
        number = int(argument or len(self.book.deals)) - 1
        if not 0 <= number < len(self.book.deals):
            self.dialog.message("no_such_deal", "red", count=len(self.book.deals))
            return
        if self.editing is None:
            self.waiting = self.draft
        self.editing = number
        before = self.book.counted()[number].before
        self.draft = replace(self._fresh(), game=before, old=self.book.deals[number])
        self._head()

    def _agree_on(self, argument: str) -> None:
        """Set the forfeit of the match to `argument`, or print the present one if it is empty. The
        deal being entered is kept."""
        lang = self.dialog.lang
        if not argument:
            now = self.book.forfeit or say("score.ask.nobody", lang)
            self.dialog.message("forfeit_now", forfeit=now, usual=usual_forfeits(lang))
            return
        try:
            changed = replace(self.book, forfeit=read_forfeit(argument, lang))
        except ScoreError as error:
            self.dialog.show_text(error.text(lang), "red")
            return
        self._change(changed)
        self._tell_forfeit(changed)

    def _tell_forfeit(self, book: Book) -> None:
        key = "forfeit_agreed" if book.forfeit else "no_forfeit"
        self.dialog.message(key, forfeit=book.forfeit)

    def _show_rules(self) -> None:
        for section in explain(self.book.rules.rules, self.dialog.lang):
            self.dialog.show_text(section.title, "bold")
            for sentence in section.sentences:
                self.dialog.show_text(sentence.text)

    def _save_as(self, path: Path) -> None:
        with self._saving(path):
            # The session's own file object remembers what the file holds.
            own = os.path.realpath(path) == os.path.realpath(self.file.path)
            file = self.file if own else BookFile(path)
            file.save(self.book)
            self.file, self.unsaved = file, False
            self.dialog.message("saved", path=path)

    def _export(self, path: Path, *, forced: bool) -> None:
        if path.suffix.casefold() not in EXPORTS:
            self.dialog.message("no_such_export", "red", allowed=", ".join(EXPORTS))
            return
        if is_file(path) and path not in self.exported and not forced:
            self.dialog.message("export_exists", "red", path=path, force=FORCE)
            return
        with self._saving(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            content = export_book(self.book, path.suffix.casefold(), self.dialog.lang)
            write_whole(path, [content])
            self.exported.add(path)
            self.dialog.message("exported", path=path)


def _changed_deal(before: Book, after: Book) -> int:
    """Index of the first deal in which two books differ. If one begins with all deals of the other,
    the number of deals in the shorter one."""
    pairs = zip(before.deals, after.deals, strict=False)
    fewest = min(len(before.deals), len(after.deals))
    return next((place for place, (one, other) in enumerate(pairs) if one != other), fewest)
