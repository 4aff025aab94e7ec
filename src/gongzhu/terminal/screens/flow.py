"""The course of a deal on the screen: which player acts next, what follows from an action, and the
delays in between."""

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
    """Posted when a bot has chosen. `moment` is the value of the table's property `moment` when the
    bot was asked, and `seconds` is how long the choice took."""

    def __init__(self, seat: Seat, action: Action, moment: int, seconds: float) -> None:
        self.seat = seat
        self.action = action
        self.moment = moment
        self.seconds = seconds
        super().__init__()


class PacedScreen(Screen[None]):
    """A screen with at most one scheduled step, a function to be called later. Steps wait while a
    sheet covers the screen."""

    _due: Callable[[], None] | None = None
    _timer: Timer | None = None
    _overdue = False

    @property
    def waiting(self) -> bool:
        """True if a step is scheduled."""
        return self._due is not None

    def after(self, seconds: float, what: Callable[[], None]) -> None:
        """Call `what` after `seconds` seconds. It replaces the step that was scheduled before, if
        any."""
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
        """Call the scheduled step now, or as soon as no sheet covers the screen. Does nothing if
        there is none."""
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
        """Call the scheduled step if its time passed while a sheet covered the screen."""
        if self._overdue:
            self.hurry()


class FlowScreen(LocalizedScreen, PacedScreen):
    """The course of play at a table: bots act in their turn, the person is asked in theirs, and
    sheets are shown at the end of deals and games."""

    def __init__(self) -> None:
        super().__init__()
        self.notice: Reason | tuple[Event, ...] = ()
        """The content of the line below the question: the rule that forbids the person's last
        choice, or events to be described."""
        self.fresh = False
        """True while a trick that was just completed still lies on the table."""
        self._thought = False
        """True once any bot has made a choice."""

    def attend(self) -> None:
        """Show the table after a change, and start the person's choice. Subclasses implement it."""
        raise NotImplementedError

    def on_mount(self) -> None:
        self.proceed()

    def proceed(self) -> None:
        """Start the next step: ask the person, let a bot choose, play the person's last card, or
        show the sheet at the end of the deal."""
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
        """Call `choose` in a thread, so that the screen stays responsive, and post BotChose. If the
        first choice of a bot takes long, a notice explains why."""
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
        """Let the bot act, but not before the delay of the chosen speed has passed. Ignored if the
        table has changed since the bot was asked."""
        if message.moment == self.program.table.moment:
            rest = PACES[self.program.speed].card - message.seconds
            self.after(rest, partial(self.perform, message.seat, message.action))

    def perform(self, seat: Seat, action: Action) -> None:
        """Take a legal action for a seat, save, and show what follows. Raises CommandRefused or
        IllegalAction if it is not legal."""
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
        """Update the notice after an action of `seat`: events such as exposed cards are added and
        stay until the person acts. A forbidding rule is removed, since the position has changed."""
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
