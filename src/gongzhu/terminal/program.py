"""The running program as its screens know it: the table, the language and the speed."""

from typing import ClassVar

from textual.app import App
from textual.binding import BindingType

from gongzhu.rules import NamedRules
from gongzhu.terminal.event_text import EventText
from gongzhu.terminal.keeper import Keeper
from gongzhu.terminal.local_table import LocalTable
from gongzhu.terminal.opening import Opening
from gongzhu.terminal.pace import Speed
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.texts import Lang


class TableProgram(App[None]):
    """A table, or the choice of one, in a language, deck and speed that may change at any time.

    `gongzhu.terminal.app.TableApp` lays down the screens.
    """

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

    @property
    def keeper(self) -> Keeper:
        """Of the table being played at."""
        assert self.seated, "a table has been opened"
        return self.seated

    @property
    def table(self) -> SeatedTable:
        """The table being played at."""
        return self.keeper.table

    @property
    def match_table(self) -> LocalTable:
        """The table being played at, where a match is played at it."""
        assert isinstance(self.table, LocalTable), "a match is played"
        return self.table

    def event_text(self) -> EventText:
        """The events of this table as text, in the language of the moment."""
        setup = self.table.setup
        return EventText(setup.rules, setup.names, self.table.you, self.lang)

    def go_on(self) -> None:
        """Go on with the saved table."""
        self.sit_down(self.opening.go_on(self.lang))

    def begin(self, rules: NamedRules) -> None:
        """Open a new table."""
        self.sit_down(self.opening.begin(rules, self.level, self.lang))

    def sit_down(self, keeper: Keeper) -> None:
        """Show a table and play at it."""
        raise NotImplementedError

    def leave(self) -> None:
        """Leave the table; a match is saved."""
        self.keeper.close()
        self.exit()
