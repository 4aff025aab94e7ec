"""Anybody does anything at any time, sense or nonsense: the table keeps its word."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from gongzhu.cards import PACK, Seat
from gongzhu.rules import Action, ChooseMoon, Claim, Expose, Pass, Play
from gongzhu.table import Command, CommandRefused, LogEntry, Player, ServerCommand, due, view_table
from gongzhu.table.commands import (
    Admit,
    BotAct,
    Clear,
    Close,
    Commit,
    Connect,
    Disconnect,
    Expel,
    Expire,
    Leave,
    Readmit,
    Ready,
    Resign,
    Resume,
    Reveal,
    SeatBot,
    Sit,
    StandIn,
    Start,
    Swap,
    TakeBack,
    Tick,
    TurnAway,
)
from gongzhu.texts import LANGUAGES
from tests.support.rulesets import EFFORT, tries
from tests.table.following import check_log, check_table
from tests.table.live import PEOPLE, Live, any_choice, configure, settings_of, timed

PRESETS_PLAYED = ("gongzhu-boulder", "gongzhu-pagat-5", "hearts-choice", "gongzhu-pagat-partners")
players = st.sampled_from((*PEOPLE, "fay"))
some_seat = st.integers(-1, 5).map(Seat)
numbers = st.sampled_from(("00" * 32, "no number", "ab" * 32))
clocks = st.sampled_from((timed(0), timed(10, 5)))
presets = st.sampled_from(PRESETS_PLAYED)
lates = st.sampled_from(("never", "after_deal", "at_once"))


def nonsense(rng: Random) -> Action:
    """An action that may be anything."""
    cards = tuple(rng.sample(PACK, 3))
    return rng.choice(
        (
            Pass(cards),
            Play(cards[0]),
            Expose({cards[0]: "open"}),
            Expose({}),
            ChooseMoon("self"),
            Claim(),
        )
    )


class AnyTable(RuleBasedStateMachine):
    """A table, and commands that come as they come."""

    @initialize(preset=presets, clock=clocks, late=lates, seed=st.integers(0, 1000))
    def open(self, preset: str, clock: object, late: str, seed: int) -> None:
        self.live = Live(settings_of(preset, clock=clock, late=late), seed=seed)
        self.snapshot = 0
        self.reasons: dict[str, list[str]] = {}

    def attempt(self, player: str | Player, command: Command, request: str | None = None) -> None:
        """Carry out a player's command, or have it refused with the table unchanged."""
        self._attempt(lambda: self.live.do(player, command, request))
        entry = self.live.log[-1]
        if request and entry.id == request:
            assert self.live.table.seen(entry.by or "", request) is not None

    def attempt_server(self, command: ServerCommand) -> None:
        """Carry out a command of the server, or have it refused with the table unchanged."""
        self._attempt(lambda: self.live.server(command))

    def _attempt(self, carry_out: Callable[[], LogEntry | None]) -> None:
        before = self.live.table
        try:
            entry = carry_out()
        except CommandRefused as refused:
            entry = None
            self.reasons[refused.code] = [refused.text(lang) for lang in LANGUAGES]
        if entry is None:
            assert self.live.table is before
        else:
            assert entry.facts

    @rule(player=players, seat=st.none() | some_seat)
    def sit(self, player: str, seat: Seat | None) -> None:
        self.attempt(Player(player, player[:1]), Sit(seat))

    @rule(player=players)
    def leave(self, player: str) -> None:
        self.attempt(player, Leave())

    @rule(player=players)
    def expel(self, player: str) -> None:
        self.attempt_server(Expel(player))

    @rule(player=players, online=st.booleans())
    def connection(self, player: str, online: bool) -> None:
        self.attempt_server(Connect(player) if online else Disconnect(player))

    @rule(player=players, ready=st.booleans(), number=st.integers(0, 3))
    def ready(self, player: str, ready: bool, number: int) -> None:
        self.attempt(player, Ready(ready), f"r-{number}")

    @rule(player=players, one=some_seat, other=some_seat, what=st.integers(0, 4))
    def host(self, player: str, one: Seat, other: Seat, what: int) -> None:
        commands = (
            SeatBot(one, "steady"),
            Clear(one),
            Swap((one, other)),
            StandIn(one),
            Readmit(other),
        )
        self.attempt(player, commands[what])

    @rule(player=players, place=st.integers(-1, 2).map(Seat), resigned=st.booleans())
    def late(self, player: str, place: Seat, resigned: bool) -> None:
        for command in (Admit(place), TurnAway(place), TakeBack(), Resign(resigned)):
            self.attempt(player, command)

    @rule(player=players, preset=presets, clock=clocks)
    def configure(self, player: str, preset: str, clock: object) -> None:
        self.attempt(player, configure(settings_of(preset, clock=clock)))

    @rule(fill=st.none() | st.just("random"))
    def start(self, fill: str | None) -> None:
        if self.live.table.host:
            self.attempt(self.live.table.host or "", Start(fill))

    @rule()
    def everybody_sits_and_begins(self) -> None:
        for player in PEOPLE[:3]:
            self.attempt(Player(player, player), Sit())
        for player in self.live.there():
            self.attempt(player, Ready())
        self.start("steady")

    @rule(player=players, seat=some_seat, seed=st.integers(0, 99))
    def act_at_random(self, player: str, seat: Seat, seed: int) -> None:
        action = nonsense(Random(seed))
        self.attempt(player, action, f"a-{seed}")
        self.attempt_server(BotAct(seat, action, self.live.table.seq - seed % 3))

    @rule(player=players, ahead=st.integers(-1, 1), number=numbers)
    def number_at_random(self, player: str, ahead: int, number: str) -> None:
        count = self.live.table.state.fair.count + ahead
        self.attempt(player, Commit(count, number))
        self.attempt(player, Reveal(count, number))

    @precondition(lambda self: self.live.stage() == "calling")
    @rule(most=st.integers(1, 5))
    def programs_do_their_part(self, most: int) -> None:
        for player in self.live.there()[:most]:
            fair = self.live.table.state.fair
            self.attempt(player, self.live.commitment_of(player))
            self.attempt(player, Reveal(fair.count, self.live.number(player)))

    @precondition(lambda self: self.live.stage() == "playing" and self.live.there())
    @rule(most=st.integers(1, 60))
    def play(self, most: int) -> None:
        self.live.play(any_choice, most)

    @rule(seconds=st.integers(0, 90))
    def time_passes(self, seconds: int) -> None:
        self.live.now += seconds * 1000
        self.attempt_server(Tick())

    @rule()
    def until_due(self) -> None:
        time = due(self.live.table)
        if time is not None:
            self.live.now = max(time, self.live.now)
            before = self.live.table
            self.attempt_server(Tick())
            assert self.live.table is not before, "what is due takes effect"

    @rule()
    def the_server_restarts(self) -> None:
        self.attempt_server(Resume())
        assert self.live.stage() == "closed" or self.live.there() == []
        assert due(self.live.table) is None

    @rule()
    def a_checkpoint_is_made(self) -> None:
        self.snapshot = self.live.table.seq

    @precondition(lambda self: self.live.table.seq > 40)
    @rule(player=st.none() | players)
    def close(self, player: str | None) -> None:
        if player is None:
            self.attempt_server(Expire())
        else:
            self.attempt(player, Close())

    @invariant()
    def fits_together(self) -> None:
        if hasattr(self, "live"):
            check_table(self.live.table)
            told = view_table(self.live.table, None)
            assert told.deal is None or told.deal.own is None

    def teardown(self) -> None:
        if hasattr(self, "live"):
            assert all(english != chinese for english, chinese in self.reasons.values())
            check_log(self.live.log, self.live.table, snapshot=self.snapshot)


AnyTable.TestCase.settings = settings(
    max_examples=tries(80),
    stateful_step_count=50,
    deadline=None,
    derandomize=EFFORT == 1,
    suppress_health_check=list(HealthCheck),
)
TestAnyTable = AnyTable.TestCase


@pytest.mark.parametrize("seed", range(4))
def test_every_table_can_be_played_to_an_end_by_time_alone(seed: int) -> None:
    """Two people who do nothing but be there are enough for a game to end."""
    live = Live(settings_of(PRESETS_PLAYED[seed], clock=timed(10)), seed=seed)
    live.begin("ann", "bo", fill="random")
    for _ in range(20_000):
        if live.stage() == "finished":
            break
        bots = [seat for seat in live.waited() if live.bot_chooses(seat)]
        if bots:
            live.move(bots[0])
        else:
            live.until_due()
    assert live.stage() == "finished"
    assert live.table.state.seats[0].stand_in
    check_log(live.log, live.table)
