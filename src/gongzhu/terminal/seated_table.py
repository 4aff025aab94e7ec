"""A table with one person and bots, as the screens know it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct

from gongzhu.bots.bot import Bot
from gongzhu.bots.reasons import analyse_for_hint
from gongzhu.bots.search.analysis import Analysis
from gongzhu.cards import Seat
from gongzhu.records import DealRecord
from gongzhu.rules import Action, Event, RuleSet
from gongzhu.table import Stage
from gongzhu.texts import Lang
from gongzhu.view import View


class MatchSetup(Struct, frozen=True, kw_only=True):
    """All that a match is begun with; it stays as it is to the end."""

    rules_name: str
    preset: str | None
    """The preset's name where the rules are exactly that preset's."""
    rules: RuleSet
    seed: str
    level: str
    """Of all the bots."""
    names: tuple[str, ...]
    """By seat. The bots have names in the person's language."""
    games: int = 0
    """Games in the match; 0 where nobody has agreed on a number."""


class SeatedTable(ABC):
    """One deal on the table after another, or a single one; it changes by `act` and by what its
    own kind has beside that."""

    def __init__(self, setup: MatchSetup, you: Seat, bot: Bot) -> None:
        self.setup = setup
        self.you = you
        """The person's seat."""
        self.seen: list[Event] = []
        """The events of this deal as the person saw them, in order."""
        self.last_actor: Seat | None = None
        """The seat that acted last in this deal, as far as it was not played before."""
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
        """A number that is another one after every change."""

    @property
    @abstractmethod
    def dealer(self) -> Seat:
        """The seat that deals: of the running deal, or, between two deals, of the next."""

    @property
    @abstractmethod
    def records(self) -> list[DealRecord]:
        """The finished deals of the game on the table."""

    @property
    def has_next(self) -> bool:
        """False for a deal after which there is no other."""
        return True

    @abstractmethod
    def progress(self, lang: Lang) -> Sequence[str]:
        """The state of the game, in a few words each."""

    @abstractmethod
    def waiting_for(self) -> Seat | None:
        """The seat that is to act next, the person first when several may; None at the end."""

    @abstractmethod
    def act(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Take the action; the events that follow, as the person sees them.

        Raises CommandRefused or IllegalAction, and changes nothing then.
        """

    @abstractmethod
    def next_deal(self) -> None:
        """Deal again. Raises ValueError where there is no next deal."""

    @abstractmethod
    def view_of(self, seat: Seat) -> View:
        """The deal as a seat may see it."""

    @abstractmethod
    def chance(self, seat: Seat) -> Random:
        """The chance that the bot in a seat uses in its next choice."""

    def bot_choice(self, seat: Seat) -> Callable[[], Action]:
        """The choice of the bot in `seat` as it is now: a function that takes as long as the bot
        thinks, and may be called in any thread."""
        view, rng = self.view_of(seat), self.chance(seat)
        return lambda: self._bot.choose(view, rng, 0)

    def analysis(self) -> Analysis:
        """The analysis of the person's choices for a hint, from the person's view; it takes
        a moment."""
        return analyse_for_hint(self.view, self.setup.seed)
