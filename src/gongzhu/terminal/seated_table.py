"""The interface of a table with one person and bots, which the screens use."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct

from gongzhu.bots.levels import Bot
from gongzhu.bots.reasons import analyse_for_hint
from gongzhu.bots.search.analysis import Analysis
from gongzhu.cards import Seat
from gongzhu.records import DealRecord
from gongzhu.rules import Action, Event, RuleSet
from gongzhu.table import Stage
from gongzhu.texts import Lang
from gongzhu.view import View


class MatchSetup(Struct, frozen=True, kw_only=True):
    """The settings of a match, which never change during it."""

    rules_name: str
    """The name of the rules: a preset's, or the one in a rule file."""
    preset: str | None
    """Name of the preset, or None if the rules are not exactly those of a preset."""
    rules: RuleSet
    seed: str
    """All deals, and all random choices of the bots, follow from it and the person's choices."""
    level: str
    """The level of all bots, with or without a thinking time."""
    names: tuple[str, ...]
    """The players' names by seat. The bots have names in the person's language."""
    games: int = 0
    """Number of games in the match, or 0 if no number was agreed."""


class SeatedTable(ABC):
    """A table at which one person and bots play one deal after another. Only `act`, `next_deal` and
    methods of subclasses change it."""

    def __init__(self, setup: MatchSetup, you: Seat, bot: Bot) -> None:
        self.setup = setup
        self.you = you
        """The person's seat."""
        self.seen: list[Event] = []
        """The events of the current deal in order, as the person sees them."""
        self.last_actor: Seat | None = None
        """The seat that acted last, or None if no seat has acted since the deal began or the table
        was loaded."""
        self._bot = bot

    @property
    def view(self) -> View:
        """The deal as the person may see it."""
        return self.view_of(self.you)

    @property
    @abstractmethod
    def stage(self) -> Stage:
        """`playing` during a deal, `scored` after it, or `finished` after the last deal of a
        game."""

    @property
    @abstractmethod
    def moment(self) -> int:
        """A number that is different after every change of the table."""

    @property
    @abstractmethod
    def dealer(self) -> Seat:
        """The dealer's seat in the running deal, or between two deals in the next one."""

    @property
    @abstractmethod
    def records(self) -> list[DealRecord]:
        """Records of the finished deals of the current game, in order."""

    @property
    def has_next(self) -> bool:
        """True if another deal can follow the current one."""
        return True

    @abstractmethod
    def progress(self, lang: Lang) -> Sequence[str]:
        """A few short texts about the progress: the number of the game and of the deal."""

    @abstractmethod
    def waiting_for(self) -> Seat | None:
        """The seat that must act next. If several seats must act at the same time (passing or
        exposing), it is the person's seat if that is one of them, otherwise the first of them. None
        if no seat must act."""

    @abstractmethod
    def act(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Take a player's action. Returns the events that follow, as the person sees them.

        Raises CommandRefused or IllegalAction if it is not allowed, and then changes nothing.
        """

    @abstractmethod
    def next_deal(self) -> None:
        """Deal the next deal. Raises ValueError while one is being played, and if none can
        follow."""

    @abstractmethod
    def view_of(self, seat: Seat) -> View:
        """The deal as the player in `seat` may see it."""

    @abstractmethod
    def chance(self, seat: Seat) -> Random:
        """The random generator for the next choice of the bot in `seat`. For the same seed,
        position and seat it is always the same."""

    def bot_choice(self, seat: Seat) -> Callable[[], Action]:
        """A function that returns the choice of the bot in `seat` for the current position. It
        takes as long as the bot thinks, and may be called in any thread and after the table has
        changed."""
        view, rng = self.view_of(seat), self.chance(seat)
        return lambda: self._bot.choose(view, rng, 0)

    def analysis(self) -> Analysis:
        """The analysis of the person's choices for a hint, from what the person may see. It takes
        up to a few seconds, and much longer if the machine code of the search must be compiled
        first."""
        return analyse_for_hint(self.view, self.setup.seed)
