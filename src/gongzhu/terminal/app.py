"""The Textual app of `gongzhu play`."""

import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar, get_args

from textual.filter import LineFilter

from gongzhu.terminal.look import THEMES, AsciiOnly, Deck
from gongzhu.terminal.opening import Opening, Speed
from gongzhu.terminal.program import TableProgram
from gongzhu.terminal.saves import Keeper
from gongzhu.terminal.screens.questions import ResumeQuestion
from gongzhu.terminal.screens.sheet import LocalizedScreen
from gongzhu.terminal.screens.start import StartScreen
from gongzhu.terminal.screens.table import TableScreen
from gongzhu.texts import LANGUAGES, say

Item = TypeVar("Item")

TERMINAL_CHECK = 2.0
"""Seconds between two checks that the terminal is still open."""


class TableApp(TableProgram):
    """The Textual app of the terminal game, with its screens. It can show cards in two colour
    schemes, and replace special characters by ASCII."""

    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        self._ascii = AsciiOnly(enabled=opening.ascii)
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = opening.deck

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The filters of Textual, and if `--ascii` was given the one that replaces special
        characters."""
        ours = [self._ascii] if self._ascii.enabled else []
        return [*super().get_line_filters(), *ours]

    def on_mount(self) -> None:
        if not self.is_headless:
            self.set_interval(TERMINAL_CHECK, self._leave_with_terminal)
        opening = self.opening
        if opening.given:
            self.sit_down(opening.play_given(opening.given, self.lang))
        elif opening.saved and opening.resume:
            self.go_on()
        elif opening.rules and opening.saved and opening.resume is None:
            self.push_screen(ResumeQuestion(), self._resume_answered)
        elif opening.rules:
            self.begin(opening.rules)
        else:
            self.push_screen(StartScreen())

    def _resume_answered(self, answer: str | None) -> None:
        if answer == "yes":
            self.go_on()
        elif self.opening.rules:
            self.begin(self.opening.rules)

    def sit_down(self, keeper: Keeper) -> None:
        """Open the table screen, on which the person plays at `keeper.table`. `keeper` is the table
        together with the files in which it is saved and its deals are recorded."""
        self.seated = keeper
        self.push_screen(TableScreen())

    def _leave_with_terminal(self) -> None:
        """Exit if the terminal was closed. It is called at intervals, because not every terminal
        sends a signal when it is closed. The match is saved already, but a program that went on
        running would keep the saved file locked."""
        if not sys.__stdin__ or not sys.__stdin__.isatty():
            self.exit()

    def action_language(self) -> None:
        """Switch the whole screen to the other language, and save it with the match."""
        self.lang = _following(LANGUAGES, self.lang)
        if self.seated:
            self.seated.speak(self.lang)
        self._refresh_text()

    def action_speed(self) -> None:
        """Switch to the next speed of the bots."""
        self.speed = _following(get_args(Speed), self.speed)
        self.notify(say(f"table.speed.{self.speed}", self.lang), timeout=2)
        self._refresh_text()

    def action_deck(self) -> None:
        """Switch to the other colour scheme of the cards."""
        self.theme = _following(get_args(Deck), self.theme)
        self._refresh_text()

    def _refresh_text(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, LocalizedScreen) and screen.is_mounted:
                screen.refresh_text()


def _following(items: Sequence[Item], item: object) -> Item:
    """The item after the one equal to `item`. After the last one, and if `item` is not among them,
    the first."""
    return next(
        (after for before, after in pairwise(items) if before == item),
        items[0],
    )
