"""The program `gongzhu play` on the screen."""

import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar, TypeVar, get_args

from textual.app import App
from textual.binding import BindingType
from textual.filter import LineFilter

from gongzhu.rules import NamedRules
from gongzhu.terminal.event_text import Teller
from gongzhu.terminal.keeper import Keeper
from gongzhu.terminal.local_table import LocalTable
from gongzhu.terminal.look import THEMES, AsciiOnly, Deck
from gongzhu.terminal.opening import Opening
from gongzhu.terminal.screens.pacing import Speed
from gongzhu.terminal.screens.questions import ResumeQuestion
from gongzhu.terminal.screens.sheet import Spoken
from gongzhu.terminal.screens.start import StartScreen
from gongzhu.terminal.screens.table import TableScreen
from gongzhu.texts import LANGUAGES, Lang, say

Item = TypeVar("Item")

TERMINAL_CHECK = 2.0
"""Seconds between looks whether the terminal is still there."""


class TableApp(App[None]):
    """Start screen and table, in a language, deck and speed that may change at any time."""

    TITLE = "gongzhu"
    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        ("e", "language"),
        ("v", "speed"),
        ("d", "deck"),
    ]

    def __init__(self, opening: Opening) -> None:
        super().__init__()
        self.opening = opening
        self.lang: Lang = opening.lang
        self.speed: Speed = opening.speed
        self.level = opening.level
        self.seated: Keeper | None = None
        """Of the table being played at; None on the start screen."""
        self._ascii = AsciiOnly(enabled=opening.ascii)
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = opening.deck

    @property
    def keeper(self) -> Keeper:
        """Of the table being played at."""
        assert self.seated, "a table has been opened"
        return self.seated

    @property
    def table(self) -> LocalTable:
        """The table being played at."""
        return self.keeper.table

    def teller(self) -> Teller:
        """Tells what happens at this table, in the language of the moment."""
        setup = self.table.setup
        return Teller(setup.rules, setup.names, self.lang)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's own, and ours for bare terminals."""
        ours = [self._ascii] if self._ascii.enabled else []
        return [*super().get_line_filters(), *ours]

    def on_mount(self) -> None:
        """Open the first screen."""
        if not self.is_headless:
            self.set_interval(TERMINAL_CHECK, self._leave_with_terminal)
        opening = self.opening
        if opening.saved and opening.resume:
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

    def go_on(self) -> None:
        """Go on with the saved table."""
        self._sit_down(self.opening.go_on(self.lang))

    def begin(self, rules: NamedRules) -> None:
        """Open a new table."""
        self._sit_down(self.opening.begin(rules, self.level, self.lang))

    def _sit_down(self, keeper: Keeper) -> None:
        self.seated = keeper
        self.push_screen(TableScreen())

    def leave(self) -> None:
        """Leave the table; it is saved."""
        self.keeper.close()
        self.exit()

    def _leave_with_terminal(self) -> None:
        """End when the terminal was closed, which not every one says by a signal: the table is
        saved, and a program that nobody sees would keep it locked."""
        if not sys.__stdin__ or not sys.__stdin__.isatty():
            self.exit()

    def action_language(self) -> None:
        """Speak the other language."""
        self.lang = _following(LANGUAGES, self.lang)
        if self.seated:
            self.seated.speak(self.lang)
        self._refresh_text()

    def action_speed(self) -> None:
        """Let bots play at the next speed."""
        self.speed = _following(get_args(Speed), self.speed)
        self.notify(say(f"table.speed.{self.speed}", self.lang), timeout=2)
        self._refresh_text()

    def action_deck(self) -> None:
        """Use the other deck."""
        self.theme = _following(get_args(Deck), self.theme)
        self._refresh_text()

    def _refresh_text(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, Spoken) and screen.is_mounted:
                screen.refresh_text()


def _following(items: Sequence[Item], item: object) -> Item:
    """The item after this one, and the first one after the last."""
    return next(
        (after for before, after in pairwise(items) if before == item),
        items[0],
    )
