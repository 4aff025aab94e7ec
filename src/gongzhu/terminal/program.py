"""The running app as far as its screens use it: the table, the language and the speed."""

from typing import ClassVar

from textual.app import App
from textual.binding import BindingType

from gongzhu.rules import NamedRules
from gongzhu.terminal.event_text import EventText
from gongzhu.terminal.local_table import LocalTable
from gongzhu.terminal.opening import Opening, Speed
from gongzhu.terminal.saves import Keeper
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.texts import Lang


class TableProgram(App[None]):
    """The app's state: the table or the choice of one, and the language, card colours and speed,
    which may change at any time.

    `gongzhu.terminal.app.TableApp` adds the screens.
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
        """The current table with its files, or None before one was chosen on the start screen."""

    @property
    def keeper(self) -> Keeper:
        """The current table together with the files in which it is saved and recorded. Must not be
        read before a table has been chosen."""
        assert self.seated, "a table has been opened"
        return self.seated

    @property
    def table(self) -> SeatedTable:
        """The current table. Must not be read before a table has been chosen."""
        return self.keeper.table

    @property
    def match_table(self) -> LocalTable:
        """The current table if a match is played. Must not be read while given hands are played."""
        assert isinstance(self.table, LocalTable), "a match is played"
        return self.table

    def event_text(self) -> EventText:
        """An object that describes events of the current table in the current language."""
        setup = self.table.setup
        return EventText(setup.rules, setup.names, self.table.you, self.lang)

    def go_on(self) -> None:
        """Resume the saved match, and show it."""
        self.sit_down(self.opening.go_on(self.lang))

    def begin(self, rules: NamedRules) -> None:
        """Start a new match with these rules, and show it."""
        self.sit_down(self.opening.begin(rules, self.level, self.lang))

    def sit_down(self, keeper: Keeper) -> None:
        """Open the table screen, on which the person plays at `keeper.table`. `keeper` is the table
        together with the files in which it is saved and its deals are recorded. Subclasses
        implement it."""
        raise NotImplementedError

    def leave(self) -> None:
        """Leave the table and end the app. A match stays saved unless it is over."""
        self.keeper.close()
        self.exit()
