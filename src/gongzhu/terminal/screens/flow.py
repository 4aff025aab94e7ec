"""The course of a deal on the screen: whose turn it is, what follows from each action, and how fast
it may go."""

import threading
from collections.abc import Callable
from functools import partial
from time import monotonic

from textual import work
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer

from gongzhu.cards import Seat
from gongzhu.rules import (
    Action,
    CardsExposed,
    CardsPassed,
    ChooseMoon,
    Claimed,
    Event,
    Phase,
    Play,
    Reason,
    TrickTaken,
)
from gongzhu.terminal.opening import PACES, WITHOUT_A_WORD
from gongzhu.terminal.screens.ends import DealEndSheet, GameEndSheet
from gongzhu.terminal.screens.questions import MoonQuestion
from gongzhu.terminal.screens.sheet import LocalizedScreen
from gongzhu.texts import say


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
        """True if a step of the screen is scheduled, which `hurry` would do at once."""
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


class FlowScreen(LocalizedScreen, PacedScreen):
    """The flow of a table: bots act in their turn, the person is asked in theirs, and deals and
    games are ended."""

    def __init__(self) -> None:
        super().__init__()
        self.notice: Reason | tuple[Event, ...] = ()
        """What the line below the question shows: the rule that forbids a choice, or events worth
        reading."""
        self.fresh = False
        """True while a trick that has just been taken still lies on the table."""
        self._thought = False
        """True once some bot has made its first choice."""

    def attend(self) -> None:
        """Show the table after a change."""
        raise NotImplementedError

    def on_mount(self) -> None:
        self.proceed()

    def proceed(self) -> None:
        """Take the next step of the deal: ask the person, let a bot think, or show the end of the
        deal."""
        table = self.program.table
        seat = table.waiting_for()
        pace = PACES[self.program.speed]
        you = table.you
        between_bots = seat not in (you, None) and table.last_actor not in (you, None)
        self.fresh = False
        if pace.card or not between_bots:
            self.attend()
        phase = table.view.public.phase
        if seat is None:
            self.app.push_screen(DealEndSheet(), self._deal_seen)
        elif seat != you:
            self._think(seat, table.bot_choice(seat), table.moment)
        elif phase is Phase.MOON:
            self.app.push_screen(MoonQuestion(table), self._moon_chosen)
        elif phase is Phase.PLAYING and table.view.cards_left(you) == 1:
            (card,) = table.view.playable()
            self.after(pace.card, partial(self.perform, you, Play(card)))

    @work(thread=True)
    def _think(self, seat: Seat, choose: Callable[[], Action], moment: int) -> None:
        """Let a bot choose in a thread of its own, so that the screen stays responsive."""
        since = monotonic()
        timed = "@" in self.program.table.setup.level
        notice = threading.Timer(WITHOUT_A_WORD, self.app.call_from_thread, (self._tell_why,))
        if not (self._thought or timed):
            notice.start()
        try:
            action = choose()
        finally:
            notice.cancel()
        self._thought = True
        self.post_message(BotChose(seat, action, moment, monotonic() - since))

    def _tell_why(self) -> None:
        self.app.notify(say("bots.compiling", self.lang))

    def on_bot_chose(self, message: BotChose) -> None:
        """Let the bot act once its shortest time has passed, unless the deal has moved on
        meanwhile."""
        if message.moment == self.program.table.moment:
            rest = PACES[self.program.speed].card - message.seconds
            self.after(rest, partial(self.perform, message.seat, message.action))

    def perform(self, seat: Seat, action: Action) -> None:
        """Take a legal action for a seat, and show what follows."""
        self.forget()
        events = self.program.keeper.act(seat, action)
        self._remark(seat, events)
        if any(isinstance(event, TrickTaken) for event in events):
            self.fresh = True
            self.attend()
            self.after(PACES[self.program.speed].trick, self.proceed)
        else:
            self.proceed()

    def _remark(self, seat: Seat, events: tuple[Event, ...]) -> None:
        """Show notable events after the action of a seat, such as exposed cards, in the notice
        until the person acts. A rule in the notice is removed, since it was about the position
        before."""
        if seat == self.program.table.you or isinstance(self.notice, Reason):
            self.notice = ()
        remarkable = CardsPassed | CardsExposed | Claimed
        if any(isinstance(event, remarkable) for event in events):
            self.notice = (*self.notice, *events)

    def _moon_chosen(self, choice: str | None) -> None:
        you = self.program.table.you
        self.perform(you, ChooseMoon("self" if choice == "self" else "others"))

    def _deal_seen(self, going_on: bool | None) -> None:
        if not (going_on and self.program.table.has_next):
            self.program.leave()
        elif self.program.table.stage == "scored":
            self._deal_again()
        else:
            self.app.push_screen(GameEndSheet(), self._game_seen)

    def _game_seen(self, going_on: bool | None) -> None:
        if going_on and not self.program.match_table.match_over:
            self._deal_again()
        else:
            self.program.leave()

    def _deal_again(self) -> None:
        self.program.keeper.next_deal()
        self.notice = ()
        self.proceed()
