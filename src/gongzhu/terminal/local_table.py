"""A table of `gongzhu.table` in memory for one person and bots, without a screen.

All randomness comes from the seed of the match, so the same seed and the same choices of the person
give the same deals and the same play of the bots.
"""

import time
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from gongzhu.bots.levels import Bot
from gongzhu.cards import Seat
from gongzhu.dealing import call_deal, child_seed, commitment
from gongzhu.records import DealRecord
from gongzhu.rules import Action, DealBegan, Event, Match, dealer_of
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
from gongzhu.terminal.seated_table import MatchSetup, SeatedTable
from gongzhu.texts import Lang, say
from gongzhu.view import View

YOU = Seat(0)
"""The person's seat."""

PERSON = "person"
"""The person's player id at the table."""

TABLE = "terminal"
"""The table's id in the commitments of its deals."""


class LocalTable(SeatedTable):
    """A match that is being played, as the log of a table. Only `act` and `next_deal` change it."""

    def __init__(self, setup: MatchSetup, bot: Bot, log: Sequence[LogEntry] = ()) -> None:
        """Rebuild the table from the entries in `log`. If there are none, open a table and deal the
        first deal.

        `bot` chooses for every seat but the person's. Raises NewerFormat for entries written by a
        newer version.
        """
        super().__init__(setup, YOU, bot)
        self.log: list[LogEntry] = []
        """All entries of the table so far, from which it can be rebuilt."""
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
        """The public state of the table: no hands and no secrets."""
        return self._truth.state

    @property
    def stage(self) -> Stage:
        """`playing` during a deal, `scored` after it, or `finished` after the last deal of a
        game."""
        return self.state.stage

    @property
    def match(self) -> Match:
        """The results of the finished games of the match."""
        return self._truth.match

    @property
    def match_over(self) -> bool:
        """True if as many games were finished as were agreed on. Always False if no number was
        agreed."""
        return self.stage == "finished" and 0 < self.setup.games <= self.match.played

    @property
    def game_number(self) -> int:
        """Number of the current game within the match, 0-based."""
        return self.match.played - (self.stage == "finished")

    @property
    def dealer(self) -> Seat:
        """The dealer's seat in the running deal, or between two deals in the next one."""
        return dealer_of(self.setup.rules, self.state.fair.count - (self.stage == "playing"))

    @property
    def records(self) -> list[DealRecord]:
        """Records of the finished deals of the current game, in order. They have no times and no
        date, so that a deal has the same record even if the program was stopped and resumed while
        it was played."""
        return [
            replace(deal.record, players=self.setup.names, timings=(), date="")
            for deal in self._truth.finished
        ]

    @property
    def moment(self) -> int:
        """Number of log entries so far. It grows with every change."""
        return len(self.log)

    def waiting_for(self) -> Seat | None:
        """The seat that must act next. If several seats must act at the same time (passing or
        exposing), it is the person's seat if that is one of them, otherwise the first of them. None
        if no seat must act."""
        if ask_of(self._truth, YOU):
            return YOU
        return next((seat for seat, _ in bots_to_move(self._truth)), None)

    def chance(self, seat: Seat) -> Random:
        """The random generator for the next choice of the bot in `seat`. For the same seed,
        position and seat it is always the same."""
        public = self.view_of(seat).public
        moment = (public.number, public.phase.value, len(public.tricks))
        return Random(child_seed(self.setup.seed, "bot", seat, self.game_number, *moment))

    def progress(self, lang: Lang) -> Sequence[str]:
        """Two texts: the number of the game, out of the agreed number if there is one, and the
        number of the deal."""
        key, games = ("game_of" if self.setup.games else "game"), self.setup.games
        return (
            say(f"table.header.{key}", lang, game=self.game_number + 1, games=games),
            say("table.header.deal", lang, deal=self.view.public.number + 1),
        )

    def act(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Take a player's action. Returns the events that follow, as the person sees them.

        Raises CommandRefused if it is not allowed, and then changes nothing.
        """
        if seat == YOU:
            events = self._command(action)
        else:
            choice = BotAct(seat, action, self.moment)
            events = self._keep(step_server(self._truth, choice, _now(), self._entropy()))
        self.last_actor = seat
        return events

    def next_deal(self) -> None:
        """Deal the next deal. If a game has ended, this is the first deal of a new game.

        Raises ValueError while a deal is being played, and when the match is over.
        """
        if self.stage == "playing" or self.match_over:
            raise ValueError("there is no next deal")
        self._deal(Ready())

    def _deal(self, calls: Command) -> None:
        """Deal a deal by the protocol of fair deals. `calls` is the command that starts it, Start
        or Ready. The person's commitment and number are sent right after it, as a web page does for
        its player."""
        self._command(calls)
        fair = self.state.fair
        assert fair.chain is not None, "a called deal belongs to a chain"
        number = child_seed(self.setup.seed, "number", fair.count)
        call = call_deal(TABLE, fair.chain, fair.count, self.setup.rules)
        self._command(Commit(fair.count, commitment(call, YOU, number)))
        self._command(Reveal(fair.count, number))
        self.last_actor = None

    def _command(self, command: Command) -> tuple[Event, ...]:
        """Carry out a command of the person. Returns the events that follow, as the person sees
        them."""
        person = Player(PERSON, self.setup.names[YOU])
        return self._keep(step(self._truth, person, command, _now(), self._entropy()))

    def _entropy(self) -> str:
        return child_seed(self.setup.seed, "entropy", self.moment)

    def _keep(self, done: tuple[Table, LogEntry] | None) -> tuple[Event, ...]:
        return () if done is None else self._take(*done)

    def _take(self, table: Table, entry: LogEntry) -> tuple[Event, ...]:
        """Append an entry to the log, and replace the table by the one after it. Returns the events
        in the entry as the person sees them."""
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

    def view_of(self, seat: Seat) -> View:
        """The deal as the player in `seat` may see it."""
        deal = view_table(self._truth, seat).deal
        assert deal is not None, "a deal is on the table from the first one on"
        return View(self.setup.rules, seat, deal.public, deal.own)


def _now() -> int:
    """The current time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
