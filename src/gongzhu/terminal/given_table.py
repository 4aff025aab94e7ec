"""A table at which the person plays given hands against bots. Nothing is saved."""

from collections.abc import Sequence
from random import Random

from gongzhu.bots.levels import Bot
from gongzhu.cards import Seat
from gongzhu.dealing import child_seed
from gongzhu.records import DealRecord, record_deal
from gongzhu.rules import Action, Event, Game, Phase, apply, dealer_of
from gongzhu.rules.events import Hands
from gongzhu.rules.legal import waiting
from gongzhu.table import Stage
from gongzhu.terminal.seated_table import MatchSetup, SeatedTable
from gongzhu.texts import Lang, say
from gongzhu.view import View, see, view_of

YOU = Seat(0)


class GivenTable(SeatedTable):
    """A table at which the deals with these hands are played in order, in as many games as the
    rules need for them."""

    def __init__(self, setup: MatchSetup, bot: Bot, given: Sequence[Hands]) -> None:
        """Deal the first hands of `given`, which has one item for each deal, with the hands by
        seat. There must be at least one, and all must fit the rules."""
        super().__init__(setup, YOU, bot)
        self._given = given
        self._dealt = self._games = self._actions = 0
        self._game = Game.new(setup.rules)
        self._records: list[DealRecord] = []
        self._deal, told = self._game.deal(given[0])
        self._begin(told)

    @property
    def stage(self) -> Stage:
        """`playing` during a deal, `scored` after it."""
        return "scored" if self._deal.public.phase is Phase.ENDED else "playing"

    @property
    def has_next(self) -> bool:
        """True if there are more hands to deal."""
        return self._dealt + 1 < len(self._given)

    @property
    def moment(self) -> int:
        """Number of actions and finished deals so far. It grows with every change."""
        return self._actions + self._dealt

    @property
    def dealer(self) -> Seat:
        """The dealer's seat in the running deal, or between two deals in the next one."""
        return dealer_of(self.setup.rules, self._dealt + (self.stage != "playing"))

    @property
    def records(self) -> list[DealRecord]:
        """Records of the finished deals of the current game, in order."""
        return self._records

    def progress(self, lang: Lang) -> Sequence[str]:
        """Two texts: the number of the game (from 1), and the number of the deal (from 1) among all
        given ones."""
        numbers = {"deal": self._dealt + 1, "deals": len(self._given)}
        return (
            say("table.header.game", lang, game=self._games + 1),
            say("table.header.deal_of", lang, **numbers),
        )

    def waiting_for(self) -> Seat | None:
        """The seat that must act next. If several seats must act at the same time (passing or
        exposing), it is the person's seat if that is one of them, otherwise the first of them. None
        if the deal has ended."""
        turns = waiting(self._deal)
        return self.you if self.you in turns else next(iter(turns), None)

    def view_of(self, seat: Seat) -> View:
        """The deal as the player in `seat` may see it."""
        return view_of(self._deal, seat)

    def chance(self, seat: Seat) -> Random:
        """The random generator for the next choice of the bot in `seat`. For the same seed,
        position and seat it is always the same."""
        return Random(child_seed(self.setup.seed, "given", self._dealt, self._actions, seat))

    def act(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Take a player's action. Returns the events that follow, as the person sees them. Raises
        IllegalAction."""
        self._deal, told = apply(self._deal, seat, action)
        seen = self._seen(told)
        self.seen += seen
        self.last_actor = seat
        self._actions += 1
        if self.stage == "scored":
            self._game = self._game.after_deal(self._deal.public)
            self._records.append(self._record())
        return seen

    def next_deal(self) -> None:
        """Deal the next given hands. If a game has ended, this is the first deal of a new game.
        Raises ValueError while a deal is being played, and if no hands are left."""
        if self.stage == "playing" or not self.has_next:
            raise ValueError("there is no next deal")
        self._dealt += 1
        if self._game.result is not None:
            self._game, self._games, self._records = Game.new(self.setup.rules), self._games + 1, []
        self._deal, told = self._game.deal(self._given[self._dealt])
        self._begin(told)

    def _begin(self, told: Sequence[Event]) -> None:
        self.seen = list(self._seen(told))
        self.last_actor = None

    def _seen(self, told: Sequence[Event]) -> tuple[Event, ...]:
        return tuple(seen for event in told if (seen := see(event, self.you)) is not None)

    def _record(self) -> DealRecord:
        setup = self.setup
        return record_deal(
            self._deal, self._game, players=setup.names, preset=setup.preset, game=self._games
        )
