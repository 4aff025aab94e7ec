"""The course of a deal on the screen: whose turn it is, and what follows from each action."""

from collections.abc import Callable
from functools import partial
import threading
from time import monotonic

from textual import work

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
from gongzhu.terminal.pace import PACES, WITHOUT_A_WORD
from gongzhu.terminal.screens.deal_end import DealEndSheet
from gongzhu.terminal.screens.game_end import GameEndSheet
from gongzhu.terminal.screens.pacing import BotChose, PacedScreen
from gongzhu.terminal.screens.questions import MoonQuestion
from gongzhu.terminal.screens.sheet import LocalizedScreen
from gongzhu.texts import say


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
        """Keep notable events in the notice until the person acts. A rule in the notice is removed,
        since it was about the position before."""
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
