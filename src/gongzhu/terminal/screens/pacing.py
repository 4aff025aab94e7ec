"""When things happen: bots think aside from the screen, and nothing goes too fast to be seen."""

from collections.abc import Callable

from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer

from gongzhu.cards import Seat
from gongzhu.rules import Action


class BotChose(Message):
    """A bot has thought about the moment it was asked at."""

    def __init__(self, seat: Seat, action: Action, moment: int, seconds: float) -> None:
        self.seat = seat
        self.action = action
        self.moment = moment
        self.seconds = seconds
        super().__init__()


class PacedScreen(Screen[None]):
    """A screen on which one thing is due next; nothing happens while a sheet covers it."""

    _due: Callable[[], None] | None = None
    _timer: Timer | None = None
    _overdue = False

    @property
    def waiting(self) -> bool:
        """True if something is due that `hurry` would do at once."""
        return self._due is not None

    def after(self, seconds: float, what: Callable[[], None]) -> None:
        """Do this after so long, in place of whatever else was due."""
        self.forget()
        self._due = what
        if seconds > 0:
            self._timer = self.set_timer(seconds, self.hurry)
        else:
            self.call_later(self._unless_replaced, what)

    def _unless_replaced(self, what: Callable[[], None]) -> None:
        if self._due is what:
            self.hurry()

    def hurry(self) -> None:
        """Do now what is due; later, when a sheet covers the screen."""
        if self._due is None:
            return
        if self.app.screen is not self:
            self._overdue = True
            return
        what = self._due
        self.forget()
        what()

    def forget(self) -> None:
        """Nothing is due any more."""
        if self._timer:
            self._timer.stop()
        self._due, self._timer, self._overdue = None, None, False

    def on_screen_resume(self) -> None:
        """The sheet is gone."""
        if self._overdue:
            self.hurry()
