"""How long a bot thinks tells nobody what it holds."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from gongzhu.bots import make_bot
from gongzhu.bots.random_bot import RandomBot
from gongzhu.cards import ACE_OF_HEARTS, KEY_CARDS, PACK, Card, Seat
from gongzhu.rules import Expose, Phase
from gongzhu.server.live.bot_seats import BotSeats, beat_after
from gongzhu.server.work.bots import BotChoice, Bots, usual_seconds
from gongzhu.server.work.job import JobAnswer, JobRequest, pack
from gongzhu.table import CommandRefused, see_fact
from gongzhu.table.commands import BotAct
from gongzhu.view import View
from tests.server.bots import ANN, asking
from tests.support.scripted_bots import chooses
from tests.support.virtual_time import VirtualLoop, run
from tests.table.live import Live, settings_of

STEP = 1 / 1024
"""Seconds; all times here are multiples of it, and sums of them exact."""
MINE = Seat(0)
"""The seat of the person."""
Seconds = Callable[[View], float]
Hands = tuple[tuple[Card, ...], ...]


class TimedWorker:
    """A stand-in for a worker process that takes as long as the view says."""

    def __init__(
        self,
        seconds: Seconds,
        command: Sequence[str],
        answered: Callable[["TimedWorker", JobAnswer], None],
        started: Callable[["TimedWorker"], None],
        ended: Callable[["TimedWorker"], None],
    ) -> None:
        self._seconds = seconds
        self._answered = answered
        self._started = started

    def start(self) -> None:
        """See `Worker`."""
        self._started(self)

    async def stop(self) -> None:
        """See `Worker`."""

    def send(self, request: JobRequest) -> None:
        """See `Worker`."""
        view = chooses(request).view
        action = RandomBot().choose(view, Random(0), 0)
        answer = JobAnswer(request.number, "done", pack(action))
        loop = asyncio.get_running_loop()
        loop.call_later(self._seconds(view), self._answered, self, answer)


@asynccontextmanager
async def thinking(
    seconds: Seconds, processes: int, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Bots]:
    """Bots whose workers take so long."""
    monkeypatch.setattr("gongzhu.server.work.pool.Worker", partial(TimedWorker, seconds))
    async with asking(processes=processes) as bots:
        yield bots


def has_choice(view: View) -> bool:
    """True if the seat, which must act, may do more than one thing."""
    match view.public.phase:
        case Phase.EXPOSING:
            return len(view.legal_actions()) > 1
        case Phase.PLAYING:
            return len(view.playable()) > 1
        case _:
            return True


def an_eighth(view: View) -> float:
    """Like a bot that searches where it has a choice."""
    return 0.125 if has_choice(view) else STEP


def by_spades(view: View) -> float:
    """The more spades, the longer."""
    assert view.own is not None
    return 1 / 256 * (1 + sum(card.code.endswith("S") for card in view.own.hand))


class AtTable:
    """A person among bots, and what it sees of them and when."""

    def __init__(self, bots: Any, rules: str, hands: Hands, level: str) -> None:
        self.loop = asyncio.get_running_loop()
        self.live = Live(settings_of(rules))
        with patch("gongzhu.dealing.evidence.deal_hands", lambda *_: hands):
            self.live.begin("ann", fill=level)
        self.began = self.loop.time()
        self.seen: list[tuple[float, str]] = []
        """With the seconds since the deal."""
        self.seats = BotSeats(bots, level, ANN)
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
@pytest.mark.parametrize("level", ["master", "strong@250ms"])
def test_nobody_sees_by_the_clock_who_may_expose(
    processes: int, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worlds that differ in hidden cards alone: the same comes at the same time."""

    async def world(owners: tuple[int, ...], loop: VirtualLoop) -> list[tuple[float, str]]:
        async with thinking(an_eighth, processes, monkeypatch) as bots:
            table = AtTable(bots, "gongzhu-pagat", dealt(*owners), level)
            await pass_time(loop, 2.0)
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
        hands = dealt(1, 2, 3)
        async with thinking(by_spades, processes, monkeypatch) as bots:
            shuffled = tuple(hands[at] for at in order)
            table = AtTable(bots, "hearts-denexa", shuffled, "strong")
            assert table.live.table.deal is not None
            assert table.live.table.deal.public.phase is Phase.PASSING
            await pass_time(loop, 4.0)
            return table.seen

    first = run(partial(world, (0, 1, 2, 3)))
    assert len(first) == 3
    assert len({time for time, _ in first}) == 1
    for order in [(0, 3, 2, 1), (0, 2, 3, 1), (0, 1, 3, 2)]:
        assert run(partial(world, order)) == first


def in_turn(live: Live) -> Seat:
    """The seat whose turn it is."""
    deal = live.table.deal
    assert deal is not None
    assert deal.public.turn is not None
    return deal.public.turn


@pytest.mark.parametrize("level", ["strong", "master", "strong@100ms"])
def test_each_card_comes_after_the_same_time_whether_or_not_there_was_a_choice(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    forced = list[bool]()
    waits = list[float]()

    def seconds(view: View) -> float:
        forced.append(not has_choice(view))
        return STEP if forced[-1] else STEP * 40

    async def work(loop: VirtualLoop) -> None:
        async with thinking(seconds, 1, monkeypatch) as bots:
            table = AtTable(bots, "gongzhu-pagat", dealt(1, 2, 3), level)
            await pass_time(loop, 2.0)
            table.live.move(MINE)
            forced.clear()
            for _ in range(52):
                began, seen = loop.time(), len(table.seen)
                if table.live.stage() != "playing":
                    break
                if in_turn(table.live) == MINE:
                    table.live.move(MINE)
                table.wake()
                while len(table.seen) == seen and in_turn(table.live) != MINE:
                    await loop.advance(STEP)
                    if len(table.seen) > seen:
                        waits.append(loop.time() - began)

    run(work)
    assert {True, False} == set(forced)
    assert len(set(waits)) == 1


def test_what_takes_longer_than_a_beat_comes_with_a_later_one() -> None:
    nothing = BotChoice(Expose({}))
    one = beat_after(nothing, "master", 1, 0.01)
    assert one > usual_seconds("master")
    assert beat_after(nothing, "master", 1, one + 0.01) == 2 * one
    # Who waited in line and then had no choice seems to have had one.
    late = BotChoice(Expose({}), due=one + 0.01)
    assert beat_after(late, "master", 1, one - 0.01) == 2 * one
    # Several who are asked together may come one after the other.
    assert beat_after(nothing, "master", 3, 0.01) == 3 * one
    # A level that does not look ahead answers at once.
    assert beat_after(nothing, "steady", 1, 0.01) == 0.0


class Held:
    """Bots that answer when a test says so."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop
        self.asked: list[tuple[View, asyncio.Future[BotChoice]]] = []

    async def choose(self, view: View, level: str, seed: str, **_: Any) -> BotChoice:
        """See `Bots`."""
        answer: asyncio.Future[BotChoice] = self._loop.create_future()
        self.asked.append((view, answer))
        return await answer

    async def answer(self) -> None:
        """Answer whoever asked first."""
        await self._loop.quiet()
        view, answer = self.asked.pop(0)
        if not answer.done():
            answer.set_result(BotChoice(make_bot("steady").choose(view, Random(0), 0)))
        await self._loop.quiet()


def test_what_is_held_is_dropped_with_the_table() -> None:
    async def work(loop: VirtualLoop) -> None:
        held = Held(loop)
        table = AtTable(held, "gongzhu-pagat", dealt(1, 2, 3), "steady")
        await held.answer()
        await held.answer()
        table.seats.forget()
        await held.answer()
        assert table.seen == []
        table.wake()
        await loop.quiet()
        for _ in range(3):
            assert table.seen == []
            await held.answer()
        assert len(table.seen) == 3

    run(work)


def test_what_is_held_for_too_long_is_asked_for_anew() -> None:
    """Somebody else has chosen for the bots meanwhile, and the play has begun."""

    async def work(loop: VirtualLoop) -> None:
        held = Held(loop)
        table = AtTable(held, "gongzhu-pagat", dealt(1, 2, 3), "steady")
        await held.answer()
        await held.answer()
        for _ in range(4):
            table.live.play(most=1)
        while MINE in table.live.waited():
            table.live.move(MINE)
        table.wake()
        # It is the turn of a bot whose answer is held; the last one sets it free.
        assert table.live.table.deal is not None
        assert table.live.table.deal.public.phase is Phase.PLAYING
        await held.answer()
        assert table.seen == []
        while table.live.stage() == "playing":
            if MINE in table.live.waited():
                table.live.move(MINE)
                table.wake()
            else:
                await held.answer()
        assert not held.asked

    run(work)
