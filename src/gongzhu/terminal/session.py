"""A table of one person and bots, without a screen: whose turn it is, and what has happened.

What is shown to the person comes from `Session.view`, `Session.seen` and `Session.records`.
The whole table follows from its setup and the actions that were taken, so these are all that
is saved; and the same seed with the same choices gives the same deals and the same bots' play.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from random import Random

from msgspec import Struct

from gongzhu.bots.bot import Bot
from gongzhu.bots.reasons import analyse_for_hint
from gongzhu.bots.search.analysis import Analysis
from gongzhu.cards import Seat, seats
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.records import DealRecord, record_deal
from gongzhu.rules import (
    Action,
    Deal,
    Event,
    Game,
    Match,
    Phase,
    RuleSet,
    apply,
    must_act,
)
from gongzhu.view import View, see, view_of

YOU = Seat(0)
"""Where the person sits."""


class Setup(Struct, frozen=True, kw_only=True):
    """What a table is opened with; it stays as it is for the whole match."""

    rules_name: str
    preset: str | None
    """The preset's name where the rules are exactly that preset's."""
    rules: RuleSet
    seed: str
    level: str
    """Of all the bots."""
    names: tuple[str, ...]
    """By seat, the person's first."""
    games: int = 0
    """How many games the match has; 0 where nobody has agreed on a number."""


class Stage(Enum):
    """How far the match is."""

    DEAL = "deal"
    DEAL_OVER = "deal over"
    GAME_OVER = "game over"
    MATCH_OVER = "match over"


Taken = tuple[Seat, Action]
"""An action, and the seat that took it."""


class Session:
    """A match being played. It changes by `act` and `next_deal` alone."""

    def __init__(self, setup: Setup, bot: Bot) -> None:
        """Open a table and deal the first deal; `bot` plays for every seat but the person's."""
        self.setup = setup
        self.match = Match.new(setup.rules)
        """Counts every game that is over."""
        self.game = Game.new(setup.rules)
        """Before the deal on the table; once that has ended, after it."""
        self.records: list[DealRecord] = []
        """Of every finished deal of the match."""
        self._bot = bot
        self._finished: list[tuple[Taken, ...]] = []
        self._deal: Deal
        self._deal_out()

    @classmethod
    def replay(cls, setup: Setup, bot: Bot, deals: Sequence[Sequence[Taken]]) -> "Session":
        """The table as it is after these actions, deal by deal.

        Raises IllegalAction, or ValueError where a deal begins before the last one ended.
        """
        session = cls(setup, bot)
        for place, actions in enumerate(deals):
            if place:
                session.next_deal()
            for seat, action in actions:
                session.act(seat, action)
        return session

    @property
    def actions(self) -> tuple[tuple[Taken, ...], ...]:
        """Every action of the match, deal by deal; the deal on the table comes last."""
        return (*self._finished, tuple(self._actions))

    @property
    def moment(self) -> tuple[int, int]:
        """How many deals and actions there were before: another one after every change."""
        return len(self._finished), len(self._actions)

    @property
    def last_actor(self) -> Seat | None:
        """Who acted last in this deal."""
        return self._actions[-1][0] if self._actions else None

    @property
    def view(self) -> View:
        """The deal as the person may see it."""
        return view_of(self._deal, YOU)

    @property
    def stage(self) -> Stage:
        """How far the match is."""
        if self._deal.public.phase is not Phase.ENDED:
            return Stage.DEAL
        if self.game.result is None:
            return Stage.DEAL_OVER
        agreed = self.setup.games
        return Stage.MATCH_OVER if agreed and self.match.played >= agreed else Stage.GAME_OVER

    @property
    def game_number(self) -> int:
        """Of the game on the table within the match, 0-based."""
        return self.match.played - (self.game.result is not None)

    @property
    def game_records(self) -> list[DealRecord]:
        """The finished deals of the game on the table."""
        return [record for record in self.records if record.game == self.game_number]

    def waiting_for(self) -> Seat | None:
        """The seat that is to act next, the person first when several may; None at the end."""
        deal = self._deal
        return next(
            (
                seat
                for seat in seats(deal.rules.players)
                if must_act(deal.public, deal.own[seat], seat)
            ),
            None,
        )

    def thinking(self, seat: Seat) -> Callable[[], Action]:
        """What the bot in `seat` has to think about now: called, in any thread, it gives the
        bot's action."""
        public = self._deal.public
        moment = (public.number, public.phase.value, len(public.tricks))
        seed = child_seed(self.setup.seed, "bot", seat, self.game_number, *moment)
        view = view_of(self._deal, seat)
        return lambda: self._bot.choose(view, Random(seed), 0)

    def analysis(self) -> Analysis:
        """What the person's choices come to, by what the person knows; it takes a moment."""
        return analyse_for_hint(self.view, self.setup.seed)

    def act(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Take the action for the seat; what the person sees of what follows.

        Raises IllegalAction, and changes nothing then.
        """
        deal, events = apply(self._deal, seat, action)
        self._deal = deal
        self._actions.append((seat, action))
        if deal.public.phase is Phase.ENDED:
            self._count()
        return self._see(events)

    def next_deal(self) -> None:
        """Deal again, in a new game if the last one is over.

        Raises ValueError while a deal is being played, and when the match is over.
        """
        if self.stage in (Stage.DEAL, Stage.MATCH_OVER):
            raise ValueError("there is no next deal")
        self._finished.append(tuple(self._actions))
        if self.game.result is not None:
            self.game = Game.new(self.setup.rules)
        self._deal_out()

    def _deal_out(self) -> None:
        self._actions: list[Taken] = []
        self.seen: list[Event] = []
        """What the person saw of this deal, in order."""
        hands = deal_hands(self.setup.rules, self._dealer_seed())
        self._deal, events = self.game.deal(hands)
        self._see(events)

    def _dealer_seed(self) -> str:
        return child_seed(self.setup.seed, self.game_number, self.game.number)

    def _see(self, events: Sequence[Event]) -> tuple[Event, ...]:
        seen = tuple(mine for event in events if (mine := see(event, YOU)))
        self.seen += seen
        return seen

    def _count(self) -> None:
        """Count the deal that has just ended."""
        dealer_seed = self._dealer_seed()
        after = self.game.after_deal(self._deal.public)
        self.records.append(
            record_deal(
                self._deal,
                after,
                players=self.setup.names,
                preset=self.setup.preset,
                game=self.game_number,
                dealer_seed=dealer_seed,
            )
        )
        self.game = after
        if after.result is not None:
            self.match = self.match.after(after.result)
