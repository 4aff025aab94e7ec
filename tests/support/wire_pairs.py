"""Pairs of deals, played over the wire, that differ only in what an observer may not know."""

from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from itertools import zip_longest
from random import Random
from typing import Self
from unittest.mock import patch

from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.rules import Phase, RuleSet
from support.curious import curious, trouble
from support.in_process import InProcess, in_process
from support.logged import Logbook, logged
from support.scene import Guests, Scene
from support.virtual import VirtualLoop
from support.wire_worlds import Kind, Pair, pair_of
from support.worlds import World


class House:
    """A server in a loop of its own, where one pair after the other is played."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._loop = VirtualLoop()  # type: ignore[abstract]
        self._stack = AsyncExitStack()
        self.server: InProcess
        self.guests: Guests

    def __enter__(self) -> Self:
        self._loop.run_until_complete(self._open())
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.run_until_complete(self._stack.aclose())
        self._loop.close()

    async def _open(self) -> None:
        self.server = await self._stack.enter_async_context(in_process(self._loop, self._seed))
        self.guests = await Guests.arrive(self.server)

    def transcripts(self, pair: Pair, world: World, seed: str) -> list[list[bytes]]:
        """What everybody was sent up to the end of one world of a pair: by seat, then the watcher,
        then the stranger. Those who must not tell the worlds apart are curious.

        The seed decides what the curious do, and nothing of it depends on what they may not
        know."""
        return self._loop.run_until_complete(self._play(pair, world, seed))

    async def _play(self, pair: Pair, world: World, seed: str) -> list[list[bytes]]:
        scene = Scene(self.server, self.guests, world.rules, seed, pair.bots)
        await scene.open()
        rng = Random(f"{seed} curious")
        if pair.before is not None:
            await self._deal(scene, pair.before)
            for action in pair.before.actions:
                await scene.act(action)
        await self._deal(scene, world)
        for action in world.actions:
            await curious(scene, pair.viewer, rng)
            if rng.random() < 0.03:
                await trouble(scene, pair.viewer, action, rng)
            await scene.act(action)
            await self._loop.advance(rng.random())
        await curious(scene, pair.viewer, rng, everything=True)
        assert scene.truth.deal == world.replay()[0], "the wire played the world"
        if pair.viewer in pair.bots and self.server.thinkers.thinks(pair.viewer):
            await self._fail_in_play(scene, pair.viewer)
        told = [observer.transcript for observer in scene.observers]
        await scene.close()
        return told

    async def _fail_in_play(self, scene: Scene, seat: Seat) -> None:
        """A card is played in the place of a bot, by chance, and from what it may know. Where its
        choice is the last one of a deal or of sealed ones, others' become known with it."""
        deal = scene.truth.deal
        assert deal is not None
        if deal.public.phase is Phase.PLAYING and len(deal.own[seat].hand) > 1:
            self.server.thinkers.answer(seat, None)
            await self._loop.quiet()

    async def _deal(self, scene: Scene, world: World) -> None:
        with patch("gongzhu.dealing.evidence.deal_hands", lambda *_: world.hands):
            await scene.deal()


class Compared(Struct, frozen=True):
    """How a pair looked."""

    difference: str
    """What the observers, who must not tell the two apart, see first; empty where there is
    nothing."""
    others_same: bool
    """To all the others: then the pair proves nothing."""
    transcript: list[bytes]
    """What an observer was sent."""
    log: list[bytes]
    """What the server wrote to it."""

    @property
    def same(self) -> bool:
        """Whether the observers cannot tell the two apart."""
        return not self.difference


class Houses:
    """Two servers that go through the same: one for each world of a pair."""

    def __init__(self, one: House, other: House, log: Logbook) -> None:
        self._one = one
        self._other = other
        self._log = log

    def compare(self, kind: Kind, rules: RuleSet, seed: str) -> Compared:
        """Play a pair that must not be told apart."""
        pair = pair_of(kind, rules, Random(seed))
        one = self._one.transcripts(pair, pair.one, seed)
        log = self._log.take()
        other = self._other.transcripts(pair, pair.other, seed)
        who = (-2, -1) if pair.viewer is None else (pair.viewer,)
        seen = [*(one[place] for place in who), log]
        also = [*(other[place] for place in who), self._log.take()]
        told = [told for place in who for told in one[place]]
        return Compared(_difference(seen, also), one == other, told, log)


def _difference(ones: Sequence[list[bytes]], others: Sequence[list[bytes]]) -> str:
    """Where the first transcripts that are not the same part."""
    for one, other in zip(ones, others, strict=True):
        for left, right in zip_longest(one, other, fillvalue=b""):
            if left != right:
                pairs = enumerate(zip(left, right, strict=False))
                place = next((at for at, (a, b) in pairs if a != b), 0)
                near = slice(max(0, place - 80), place + 80)
                return f"{left[near]!r} against {right[near]!r}"
    return ""


@contextmanager
def houses(seed: str) -> Iterator[Houses]:
    """Open both."""
    with logged() as log, House(seed) as one, House(seed) as other:
        log.take()
        yield Houses(one, other, log)
