"""Pairs of deals, played over the wire, that differ only in what an observer may not know.

A deal may have several partners: it is then played once, and compared with each of them."""

from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, contextmanager
from itertools import cycle, zip_longest
from random import Random
from typing import Self
from unittest.mock import patch

from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.rules import Phase, RuleSet
from proof.secrecy.day import day_transcripts
from proof.secrecy.deals import BOARD_KINDS, DAY_KINDS, Alike, Kind, alike_for
from proof.secrecy.observers import look_everywhere, trouble
from proof.secrecy.round import round_transcripts
from proof.secrecy.scene import Guests, Scene
from proof.server_log import LogStream, kept_log
from tests.support.in_process import InProcess, in_process
from tests.support.virtual_time import VirtualLoop
from tests.support.worlds import World


class WorldServer:
    """A server in a loop of its own, where one world after the other is played."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._loop = VirtualLoop()  # type: ignore[abstract] # all that is called is there
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

    def transcripts(self, alike: Alike, world: World, seed: str) -> list[list[bytes]]:
        """What everybody was sent up to the end of one of these worlds: by seat, then the watcher,
        then the stranger. Those who must not tell the worlds apart are curious.

        The seed decides what the curious do, and nothing of it depends on what they may not
        know."""
        return self._loop.run_until_complete(self._play(alike, world, seed))

    async def _play(self, alike: Alike, world: World, seed: str) -> list[list[bytes]]:
        scene = Scene(self.server, self.guests, world.rules, seed, alike.bots)
        await scene.open()
        rng = Random(f"{seed} curious")
        if alike.before is not None:
            await self._deal(scene, alike.before)
            for taken in alike.before.actions:
                await scene.act(*taken)
        await self._deal(scene, world)
        for taken in world.actions:
            await look_everywhere(scene, alike.viewer, rng)
            if rng.random() < 0.03:
                await trouble(scene, alike.viewer, taken, rng)
            await scene.act(*taken)
            await self._loop.advance(rng.random())
        await look_everywhere(scene, alike.viewer, rng, everything=True)
        assert scene.reached() == world.replay()[0], "the wire played the world"
        if alike.viewer in alike.bots and self.server.workers.thinks(alike.viewer):
            await self._fail_in_play(scene, alike.viewer)
        told = [observer.transcript for observer in scene.observers]
        await scene.close()
        return told

    async def _fail_in_play(self, scene: Scene, seat: Seat) -> None:
        """A card is played in the place of a bot, by chance, and from what it may know. Where its
        choice is the last one of a deal or of sealed ones, others' become known with it."""
        deal = scene.truth.deal
        assert deal is not None
        if deal.public.phase is Phase.PLAYING and len(deal.own[seat].hand) > 1:
            self.server.workers.answer(seat, None)
            await self._loop.quiet()

    async def _deal(self, scene: Scene, world: World) -> None:
        with patch("gongzhu.dealing.evidence.deal_hands", lambda *_: world.hands):
            await scene.deal()


class Compared(Struct, frozen=True):
    """How a world and its partners looked; each partner makes a pair with it."""

    pairs: int
    """The partners, no two of them the same."""
    differences: list[str]
    """For each world that they tell apart from the first, what the observers, who must not, see
    first."""
    blind: int
    """Pairs that all the others cannot tell apart either: they prove nothing."""
    transcript: list[bytes]
    """What the observers were sent in the first world, and again in every other that is not
    told apart."""
    log: list[bytes]
    """What the server wrote to it, likewise."""

    @property
    def same(self) -> bool:
        """Whether the observers can tell none apart."""
        return not self.differences


class WorldServers:
    """Servers that go through the same: one for each world of those that are compared."""

    def __init__(self, houses: Sequence[WorldServer], log: LogStream) -> None:
        self._houses = houses
        self._log = log

    def compare(self, kind: Kind, rules: RuleSet, seed: str) -> Compared:
        """Play worlds that must not be told apart."""
        alike = alike_for(kind, rules, Random(seed), len(self._houses) - 1)
        who = (-2, -1) if alike.viewer is None else (int(alike.viewer),)
        own = dict.fromkeys(DAY_KINDS, day_transcripts)
        own |= dict.fromkeys(BOARD_KINDS, round_transcripts)
        first, *others = [own.get(kind, house.transcripts) for house in self._houses]
        world, *partners = alike.worlds
        told = first(alike, world, seed)
        log = self._log.take()
        seen = [*(told[place] for place in who), log]
        blind, differences = 0, []
        # Where there are too few partners, some are played again, so that all servers have gone
        # through the same: that makes no pair, but must look the same too.
        for number, (played, world) in enumerate(zip(others, cycle(partners), strict=False)):
            also = played(alike, world, seed)
            difference = _difference(seen, [*(also[place] for place in who), self._log.take()])
            differences += [difference] if difference else []
            blind += number < len(partners) and also == told
        transcript = [message for place in who for message in told[place]]
        return Compared(len(partners), differences, blind, transcript, log)


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
def world_servers(seed: str, partners: int = 1) -> Iterator[WorldServers]:
    """Open a server for the first world, and one for each partner."""
    with ExitStack() as stack:
        log = stack.enter_context(kept_log())
        opened = [stack.enter_context(WorldServer(seed)) for _ in range(1 + partners)]
        log.take()
        yield WorldServers(opened, log)
