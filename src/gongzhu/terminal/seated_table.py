"""The interface of a table with one person and bots, as the screens use it."""

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
    """The settings with which a match begins; they never change."""

    rules_name: str
    preset: str | None
    """Name of the preset, if the rules are exactly those of one."""
    rules: RuleSet
    seed: str
    level: str
    """The level of all the bots."""
    names: tuple[str, ...]
    """Names by seat. The bots have names in the person's language."""
    games: int = 0
    """Number of games in the match; 0 if none was agreed."""


class SeatedTable(ABC):
    """A table at which deals are played one after another. It changes by `act`, `next_deal` and
    what subclasses add."""

    def __init__(self, setup: MatchSetup, you: Seat, bot: Bot) -> None:
        self.setup = setup
        self.you = you
        """The person's seat."""
        self.seen: list[Event] = []
        """The events of the current deal as the person saw them, in order."""
        self.last_actor: Seat | None = None
        """The seat that acted last in this deal; None if it has not acted since the deal was
        loaded."""
        self._bot = bot

    @property
    def view(self) -> View:
        """The deal as the person may see it."""
        return self.view_of(self.you)

    @property
    @abstractmethod
    def stage(self) -> Stage:
        """`playing` a deal, `scored` after a deal, or `finished` after a game."""

    @property
    @abstractmethod
    def moment(self) -> int:
        """A number that differs after every change."""

    @property
    @abstractmethod
    def dealer(self) -> Seat:
        """The dealer's seat in the running deal, or, between two deals, in the next one."""

    @property
    @abstractmethod
    def records(self) -> list[DealRecord]:
        """Records of the finished deals of the current game."""

    @property
    def has_next(self) -> bool:
        """False if no deal can follow the current one."""
        return True

    @abstractmethod
    def progress(self, lang: Lang) -> Sequence[str]:
        """The state of the game, as a few short texts."""

    @abstractmethod
    def waiting_for(self) -> Seat | None:
        """The seat that must act next, the person's first if several must; None if no seat must."""

    @abstractmethod
    def act(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Take an action, and return the events that follow as the person sees them.

        Raises CommandRefused or IllegalAction, in which case nothing has changed.
        """

    @abstractmethod
    def next_deal(self) -> None:
        """Deal the next deal. Raises ValueError if there is none."""

    @abstractmethod
    def view_of(self, seat: Seat) -> View:
        """The deal as a seat may see it."""

    @abstractmethod
    def chance(self, seat: Seat) -> Random:
        """The random generator that the bot in a seat uses for its next choice."""

    def bot_choice(self, seat: Seat) -> Callable[[], Action]:
        """A function that returns the choice of the bot in `seat` for the current position. It
        takes as long as the bot thinks, and may be called in any thread."""
        view, rng = self.view_of(seat), self.chance(seat)
        return lambda: self._bot.choose(view, rng, 0)

    def analysis(self) -> Analysis:
        """Analyse the person's choices for a hint, using only what the person may see. This takes
        some time."""
        return analyse_for_hint(self.view, self.setup.seed)
