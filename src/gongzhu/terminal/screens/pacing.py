"""Timing on the screen: delays between steps, so that nothing goes too fast to be seen."""

from collections.abc import Callable

from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer

from gongzhu.cards import Seat
from gongzhu.rules import Action


class BotChose(Message):
    """Sent when a bot has chosen, with the moment for which it was asked."""

    def __init__(self, seat: Seat, action: Action, moment: int, seconds: float) -> None:
        self.seat = seat
        self.action = action
        self.moment = moment
        self.seconds = seconds
        super().__init__()


class PacedScreen(Screen[None]):
    """A screen with at most one scheduled step; nothing happens while a sheet covers it."""

    _due: Callable[[], None] | None = None
    _timer: Timer | None = None
    _overdue = False

    @property
    def waiting(self) -> bool:
        """True if a step is scheduled, which `hurry` would do at once."""
        return self._due is not None

    def after(self, seconds: float, what: Callable[[], None]) -> None:
        """Schedule `what` after so many seconds; it replaces a step that was scheduled before."""
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
        """Do the scheduled step now, or as soon as no sheet covers the screen."""
        if self._due is None:
            return
        if self.app.screen is not self:
            self._overdue = True
            return
        what = self._due
        self.forget()
        what()

    def forget(self) -> None:
        """Cancel the scheduled step."""
        if self._timer:
            self._timer.stop()
        self._due, self._timer, self._overdue = None, None, False

    def on_screen_resume(self) -> None:
        """Do the scheduled step if its time came while a sheet covered the screen."""
        if self._overdue:
            self.hurry()
