"""A table of `gongzhu.table` in memory: one person, bots in the other seats, and no screen.

Commands go in, and the person is shown what the table's cut lets its seat see. The terminal is
the owner of clock and randomness: all randomness comes from the seed of the match, so the same
seed with the same choices gives the same deals and the same bots' play.
"""

import time
from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.bots.bot import Bot
from gongzhu.bots.reasons import analyse_for_hint
from gongzhu.bots.search.analysis import Analysis
from gongzhu.cards import Seat
from gongzhu.dealing import call_deal, child_seed, commitment
from gongzhu.records import DealRecord
from gongzhu.rules import Action, DealBegan, Event, Match, RuleSet, dealer_of
from gongzhu.table import (
    LogEntry,
    Player,
    Settings,
    Stage,
    Table,
    TableState,
    ask_of,
    bots_to_move,
    evolve,
    open_table,
    see_fact,
    step,
    step_server,
    view_table,
)
from gongzhu.table.commands import BotAct, Command, Commit, Open, Ready, Reveal, Sit, Start
from gongzhu.table.facts import Happened
from gongzhu.view import View

YOU = Seat(0)
"""The person's seat."""

PERSON = "person"
"""The person's id at the table."""

TABLE = "terminal"
"""The table's name in its commitments."""


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
    """By seat, the person's first. The bots have names in the person's language."""
    games: int = 0
    """Games in the match; 0 where nobody has agreed on a number."""


class LocalTable:
    """A match being played. It changes by `act` and `next_deal` alone."""

    def __init__(self, setup: MatchSetup, bot: Bot, log: Sequence[LogEntry] = ()) -> None:
        """Go on after the entries of `log`; without any, open the table and deal the first deal.

        `bot` plays for every seat but the person's. Raises NewerFormat for entries of a later
        version.
        """
        self.setup = setup
        self.log: list[LogEntry] = []
        """Every entry of the table's log, from which the table can be made again."""
        self.seen: list[Event] = []
        """The events of this deal as the person saw them, in order."""
        self.last_actor: Seat | None = None
        """The seat that acted last in this deal, as far as it was not played before."""
        self._bot = bot
        self._table: Table | None = None
        for entry in log:
            self._take(evolve(self._table, entry), entry)
        if not log:
            settings = Settings(name="", preset=setup.preset, rules=setup.rules)
            self._take(*open_table(Open(TABLE, settings, PERSON), _now()))
            self._command(Sit(YOU))
            self._deal(Start(setup.level))

    @property
    def state(self) -> TableState:
        """The table, its hands and secrets apart."""
        return self._truth.state

    @property
    def view(self) -> View:
        """The deal as the person may see it."""
        return self._view_of(YOU)

    @property
    def stage(self) -> Stage:
        """`playing` a deal, `scored` after a deal, or `finished` after a game."""
        return self.state.stage

    @property
    def match(self) -> Match:
        """The standing of the match after every game that is over."""
        return self._truth.match

    @property
    def match_over(self) -> bool:
        """True once as many games are over as were agreed on."""
        return self.stage == "finished" and 0 < self.setup.games <= self.match.played

    @property
    def game_number(self) -> int:
        """Of the game on the table within the match, 0-based."""
        return self.match.played - (self.stage == "finished")

    @property
    def dealer(self) -> Seat:
        """The seat that deals: of the running deal, or, between two deals, of the next."""
        return dealer_of(self.setup.rules, self.state.fair.count - (self.stage == "playing"))

    @property
    def records(self) -> list[DealRecord]:
        """The finished deals of the game on the table. They have neither times nor a date, so
        that a deal has one record however often the program was killed in it."""
        return [
            replace(deal.record, players=self.setup.names, timings=(), date="")
            for deal in self._truth.finished
        ]

    @property
    def moment(self) -> int:
        """The number of entries so far: another one after every change."""
        return len(self.log)

    def waiting_for(self) -> Seat | None:
        """The seat that is to act next, the person first when several may; None at the end."""
        if ask_of(self._truth, YOU):
            return YOU
        return next((seat for seat, _ in bots_to_move(self._truth)), None)

    def bot_choice(self, seat: Seat) -> Callable[[], Action]:
        """The choice of the bot in `seat` as it is now: a function that takes as long as the bot
        thinks, and may be called in any thread."""
        view = self._view_of(seat)
        public = view.public
        moment = (public.number, public.phase.value, len(public.tricks))
        seed = child_seed(self.setup.seed, "bot", seat, self.game_number, *moment)
        return lambda: self._bot.choose(view, Random(seed), 0)

    def analysis(self) -> Analysis:
        """The analysis of the person's choices for a hint, from the person's view; it takes
        a moment."""
        return analyse_for_hint(self.view, self.setup.seed)

    def act(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Take the action; the events that follow, as the person sees them.

        Raises CommandRefused, and changes nothing then.
        """
        if seat == YOU:
            events = self._command(action)
        else:
            choice = BotAct(seat, action, self.moment)
            events = self._keep(step_server(self._truth, choice, _now(), self._entropy()))
        self.last_actor = seat
        return events

    def next_deal(self) -> None:
        """Deal again, in a new game if the last one is over.

        Raises ValueError while a deal is being played, and when the match is over.
        """
        if self.stage == "playing" or self.match_over:
            raise ValueError("there is no next deal")
        self._deal(Ready())

    def _deal(self, calls: Command) -> None:
        """Deal by GZH1: `calls` calls the deal, and the program answers with the person's number
        as a page does."""
        self._command(calls)
        fair = self.state.fair
        assert fair.chain is not None, "a called deal belongs to a chain"
        number = child_seed(self.setup.seed, "number", fair.count)
        call = call_deal(TABLE, fair.chain, fair.count, self.setup.rules)
        self._command(Commit(fair.count, commitment(call, YOU, number)))
        self._command(Reveal(fair.count, number))
        self.last_actor = None

    def _command(self, command: Command) -> tuple[Event, ...]:
        """Have the table carry out the person's command; the events that the person sees."""
        person = Player(PERSON, self.setup.names[YOU])
        return self._keep(step(self._truth, person, command, _now(), self._entropy()))

    def _entropy(self) -> str:
        return child_seed(self.setup.seed, "entropy", self.moment)

    def _keep(self, done: tuple[Table, LogEntry] | None) -> tuple[Event, ...]:
        return () if done is None else self._take(*done)

    def _take(self, table: Table, entry: LogEntry) -> tuple[Event, ...]:
        """Keep the next entry and the table after it; the events that the person sees."""
        self._table = table
        self.log.append(entry)
        facts = (see_fact(fact, YOU) for fact in entry.facts)
        events = tuple(fact.event for fact in facts if isinstance(fact, Happened))
        if any(isinstance(event, DealBegan) for event in events):
            self.seen = []
        self.seen += events
        return events

    @property
    def _truth(self) -> Table:
        assert self._table is not None, "the table is open"
        return self._table

    def _view_of(self, seat: Seat) -> View:
        deal = view_table(self._truth, seat).deal
        assert deal is not None, "a deal is on the table from the first one on"
        return View(self.setup.rules, seat, deal.public, deal.own)


def _now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
