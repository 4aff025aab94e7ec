"""How long a bot thinks tells nobody what it holds."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from gongzhu.bots import make_bot
from gongzhu.bots.random_bot import RandomBot
from gongzhu.cards import ACE_OF_HEARTS, KEY_CARDS, PACK, Card, Seat
from gongzhu.rules import Phase
from gongzhu.server.bot_seats import BotSeats
from gongzhu.server.config import ServerConfig
from gongzhu.server.metrics import Metrics
from gongzhu.server.services import Services
from gongzhu.server.thinking.jobs import Choice
from gongzhu.server.thinking.pace import has_choice
from gongzhu.server.thinking.pool import ThinkerPool
from gongzhu.server.thinking.wire import ActionQuestion, Answer
from gongzhu.table import CommandRefused, see_fact
from gongzhu.table.commands import BotAct
from gongzhu.view import View, view_of
from tests.server.thinking import ANN, playing
from tests.support.virtual_time import VirtualLoop, run
from tests.table.live import Live, settings_of

STEP = 1 / 1024
"""Seconds; all times here are multiples of it, and sums of them exact."""
MINE = Seat(0)
"""The seat of the person."""
Seconds = Callable[[View], float]
Hands = tuple[tuple[Card, ...], ...]


class TimedWorker:
    """See `gongzhu.server.thinking.worker.Worker`; it takes as long as the view says."""

    stands = True

    def __init__(
        self,
        seconds: Seconds,
        command: Sequence[str],
        answered: Callable[["TimedWorker", Answer | None], None],
        started: Callable[["TimedWorker"], None],
    ) -> None:
        self.question: ActionQuestion | None = None
        self._seconds = seconds
        self._answered = answered
        self._started = started

    def start(self) -> None:
        """See `Worker`."""
        self._started(self)

    async def stop(self) -> None:
        """See `Worker`."""

    def ask(self, question: ActionQuestion) -> None:
        """See `Worker`."""
        self.question = question
        action = RandomBot().choose(question.view, Random(0), 0)
        loop = asyncio.get_running_loop()
        loop.call_later(self._seconds(question.view), self._tell, Answer(question.number, action))

    def _tell(self, answer: Answer) -> None:
        self.question = None
        self._answered(self, answer)


def thinking(seconds: Seconds, processes: int, monkeypatch: pytest.MonkeyPatch) -> ThinkerPool:
    """A pool whose processes take so long."""
    monkeypatch.setattr("gongzhu.server.thinking.processes.Worker", partial(TimedWorker, seconds))
    pooled = ThinkerPool(processes, 1.5, Metrics())
    pooled.start()
    return pooled


def a_quarter(view: View) -> float:
    """Like a bot that searches where it has a choice."""
    return 0.25 if has_choice(view) else STEP


def by_spades(view: View) -> float:
    """The more spades, the longer."""
    assert view.own is not None
    return 1 / 16 * (1 + sum(card.code.endswith("S") for card in view.own.hand))


class AtTable:
    """A person among bots, and what it sees of them and when."""

    def __init__(self, pooled: ThinkerPool, rules: str, hands: Hands, level: str) -> None:
        self.loop = asyncio.get_running_loop()
        self.live = Live(settings_of(rules))
        with patch("gongzhu.dealing.evidence.deal_hands", lambda *_: hands):
            self.live.begin("ann", fill=level)
        self.began = self.loop.time()
        self.seen: list[tuple[float, str]] = []
        """With the seconds since the deal."""
        others: Any = None
        services = Services(ServerConfig(), others, others, others, pooled, others, others)
        self.seats = BotSeats(services, ANN)
        self.wake()

    def wake(self) -> None:
        """Have the bots think."""
        self.seats.wake(self.live.table, self.chosen)

    def chosen(self, act: BotAct) -> None:
        """A bot has chosen."""
        try:
            entry = self.live.server(act)
        except CommandRefused:
            entry = None
        if entry is not None:
            facts = [str(seen) for fact in entry.facts if (seen := see_fact(fact, MINE))]
            self.seen.append((self.loop.time() - self.began, " ".join(facts)))
        self.wake()


async def pass_time(loop: VirtualLoop, seconds: float) -> None:
    """Time passes step by step."""
    for _ in range(round(seconds / STEP)):
        await loop.advance(STEP)


def dealt(*owners: int) -> Hands:
    """A deal in which the person has the ace of hearts and always the same cards, and the other key
    cards are where they are told to be."""
    plain = [card for card in PACK if card not in KEY_CARDS]
    hands = [[ACE_OF_HEARTS, *plain[:12]], [], [], []]
    keys = [card for card in KEY_CARDS if card is not ACE_OF_HEARTS]
    for card, owner in zip(keys, owners, strict=True):
        hands[owner].append(card)
    rest = plain[12:]
    for hand in hands:
        while len(hand) < 13:
            hand.append(rest.pop())
    return tuple(tuple(sorted(hand)) for hand in hands)


@pytest.mark.parametrize("processes", [1, 2, 8])
@pytest.mark.parametrize("level", ["strong", "master@250ms"])
def test_nobody_sees_by_the_clock_who_may_expose(
    processes: int, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worlds that differ in hidden cards alone: the same comes at the same time."""

    async def world(owners: tuple[int, ...], loop: VirtualLoop) -> list[tuple[float, str]]:
        pooled = thinking(a_quarter, processes, monkeypatch)
        # That everybody has a choice happens now and then.
        AtTable(pooled, "gongzhu-pagat", dealt(1, 2, 3), level)
        await pass_time(loop, 2.0)
        table = AtTable(pooled, "gongzhu-pagat", dealt(*owners), level)
        await pass_time(loop, 2.0)
        await pooled.stop()
        return table.seen

    every = run(partial(world, (1, 2, 3)))
    assert [fact for _, fact in every] == [f"Chose(seat={seat})" for seat in (1, 2, 3)]
    assert len({time for time, _ in every}) == 1
    for owners in [(1, 1, 1), (2, 2, 2), (3, 3, 3), (1, 1, 3), (3, 2, 3)]:
        assert run(partial(world, owners)) == every


@pytest.mark.parametrize("processes", [1, 8])
def test_nobody_sees_by_the_clock_who_passes_from_what(
    processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def world(order: tuple[int, ...], loop: VirtualLoop) -> list[tuple[float, str]]:
        pooled = thinking(by_spades, processes, monkeypatch)
        hands = dealt(1, 2, 3)
        table = AtTable(pooled, "hearts-denexa", tuple(hands[at] for at in order), "strong")
        assert table.live.table.deal is not None
        assert table.live.table.deal.public.phase is Phase.PASSING
        await pass_time(loop, 4.0)
        await pooled.stop()
        return table.seen

    first = run(partial(world, (0, 1, 2, 3)))
    assert len(first) == 3
    assert len({time for time, _ in first}) == 1
    for order in [(0, 3, 2, 1), (0, 2, 3, 1), (0, 1, 3, 2)]:
        assert run(partial(world, order)) == first


def views() -> tuple[View, View]:
    """The views of a seat that may play several cards, and of one that must play a certain one."""
    live = Live(settings_of("gongzhu-pagat"))
    live.begin("ann")
    live.play_to(Phase.PLAYING)
    while has_choice(in_turn(live)):
        live.play(most=1)
    return playing(), in_turn(live)


def in_turn(live: Live) -> View:
    """The view of the seat whose turn it is."""
    deal = live.table.deal
    assert deal is not None
    return view_of(deal, deal.public.turn)


async def asked(loop: VirtualLoop, pooled: ThinkerPool, view: View, level: str, seed: str) -> float:
    """The seconds until a choice comes."""
    heard: list[float] = []
    began = loop.time()

    def tell(_: Choice) -> None:
        heard.append(loop.time() - began)

    pooled.ask(view, level, seed, tell, place="table/0", asker=ANN)
    while not heard:
        await loop.advance(STEP)
    return heard[0]


def test_a_forced_play_takes_as_long_as_others_took(monkeypatch: pytest.MonkeyPatch) -> None:
    open_, forced = views()
    times = iter([0.25, 0.5, 0.375])

    async def work(loop: VirtualLoop) -> None:
        pooled = thinking(lambda view: next(times) if has_choice(view) else STEP, 1, monkeypatch)
        # Nothing has been measured yet.
        assert await asked(loop, pooled, forced, "strong", "one") == STEP
        for taken in (0.25, 0.5, 0.375):
            assert await asked(loop, pooled, open_, "strong", "one") == taken
        drawn = [await asked(loop, pooled, forced, "strong", f"{seed}") for seed in range(20)]
        assert set(drawn) == {0.25, 0.375, 0.5}
        again = [await asked(loop, pooled, forced, "strong", f"{seed}") for seed in range(20)]
        assert again == drawn
        # Those that choose in a millisecond do so always, and another level is another matter.
        assert await asked(loop, pooled, forced, "steady", "one") == STEP
        assert await asked(loop, pooled, forced, "master", "one") == STEP
        assert await asked(loop, pooled, forced, "master@250ms", "one") == 0.25
        await pooled.stop()

    run(work)


def test_who_waits_takes_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    open_, forced = views()

    async def work(loop: VirtualLoop) -> None:
        pooled = thinking(a_quarter, 1, monkeypatch)
        await asked(loop, pooled, open_, "strong", "one")
        heard: list[Choice] = []
        ask = partial(pooled.ask, place="table/0", asker=ANN)
        ask(forced, "strong", "seed", heard.append)
        ask(open_, "strong", "seed", heard.append)
        await pass_time(loop, 2 * STEP)
        assert (pooled.working, pooled.waiting, heard) == (1, 0, [])
        await pass_time(loop, 0.25)
        assert len(heard) == 2
        # Nobody waits for a server that stops.
        ask(forced, "strong", "seed", heard.append)
        await pass_time(loop, 2 * STEP)
        await pooled.stop()
        await pass_time(loop, 1.0)
        assert len(heard) == 2

    run(work)


def test_the_last_card_of_a_hand_is_played_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.begin("ann")
    while live.table.deal is None or len(live.table.deal.public.tricks) < 12:
        live.play(most=1)

    async def work(loop: VirtualLoop) -> None:
        pooled = thinking(a_quarter, 1, monkeypatch)
        assert await asked(loop, pooled, playing(), "strong", "one") == 0.25
        assert await asked(loop, pooled, in_turn(live), "strong", "one") == STEP
        await pooled.stop()

    run(work)


class Held:
    """A pool that answers when a test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[View, Callable[[Choice], None]]] = []

    def ask(self, view: View, level: str, seed: str, tell: Any, **_: Any) -> None:
        """See `ThinkerPool`."""
        self.asked.append((view, tell))

    def answer(self) -> None:
        """Answer whoever asked first."""
        view, tell = self.asked.pop(0)
        tell(Choice(make_bot("steady").choose(view, Random(0), 0)))


def test_what_is_held_is_dropped_with_the_table() -> None:
    async def work(_loop: VirtualLoop) -> None:
        held: Any = Held()
        table = AtTable(held, "gongzhu-pagat", dealt(1, 2, 3), "steady")
        held.answer()
        held.answer()
        table.seats.forget()
        held.answer()
        assert table.seen == []
        table.wake()
        for _ in range(3):
            assert table.seen == []
            held.answer()
        assert len(table.seen) == 3

    run(work)


def test_what_is_held_for_too_long_is_asked_for_anew() -> None:
    """Somebody else has chosen for the bots meanwhile, and the play has begun."""

    async def work(_loop: VirtualLoop) -> None:
        held: Any = Held()
        table = AtTable(held, "gongzhu-pagat", dealt(1, 2, 3), "steady")
        held.answer()
        held.answer()
        for _ in range(4):
            table.live.play(most=1)
        while MINE in table.live.waited():
            table.live.move(MINE)
        table.wake()
        # It is the turn of a bot whose answer is held; the last one sets it free.
        assert table.live.table.deal is not None
        assert table.live.table.deal.public.phase is Phase.PLAYING
        held.answer()
        assert table.seen == []
        while table.live.stage() == "playing":
            if MINE in table.live.waited():
                table.live.move(MINE)
                table.wake()
            else:
                held.answer()
        assert not held.asked

    run(work)
