"""Pairs of deals, played over the wire, that differ only in what an observer may not know."""

from collections.abc import Sequence
from random import Random
from unittest.mock import patch

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.rules import Action, Expose, Pass, Phase, RuleSet, start_deal
from gongzhu.server.messages import (
    ClearSeat,
    CloseTable,
    CommitNumber,
    MakeMove,
    Ping,
    PutBot,
    ShowNumber,
    SwapSeats,
)
from gongzhu.view import view_of
from support.in_process import Observer, in_process
from support.playing import play_out, random_action, random_hands
from support.scene import Scene, move_of
from support.virtual import VirtualLoop, run
from support.worlds import World, questions, unlike

SEALED: dict[Phase, type[Pass] | type[Expose]] = {Phase.PASSING: Pass, Phase.EXPOSING: Expose}
"""What is chosen in secret, and when."""
PATHS = (
    "/healthz",
    "/metrics",
    "/api/me",
    "/api/lobby",
    "/api/lobby?lang=zh",
    "/api/tables/{table}/deals/1",
    "/api/tables/{table}/deals/0",
    "/api/tables/nowhere/deals/1",
    "/api/games/{game}",
    "/api/games/{game}.jsonl",
    "/api/games/{game}.evidence.jsonl",
    "/api/nothing",
)
"""What is looked at while the deal runs."""
FRAMES: tuple[str | bytes, ...] = (
    "{",
    "[]",
    '{"type":"act"}',
    '{"type":"act","id":"x","move":{"type":"play","card":"1X"}}',
    '{"type":"nothing","id":"y"}',
    b"\x00\x01",
    "x" * 5000,
    "\ud800".encode("utf-8", "surrogatepass"),
)
"""What is no message."""


def whole_deal(rules: RuleSet, rng: Random) -> World:
    """The first deal of a game, played at random to its end."""
    hands = random_hands(rules, rng)
    deal, _ = start_deal(rules, hands)
    actions = tuple(step.action for step in play_out(deal, rng, claims=rng.random() < 0.5))
    return World(rules, hands, 0, None, actions)


def cut(world: World, rng: Random) -> World:
    """The deal up to some moment before its end."""
    return replace(world, actions=world.actions[: rng.randrange(len(world.actions))])


def order(world: World) -> list[tuple[type[Action], Seat]]:
    """Who did what kind of thing, one after the other: everybody at the table sees that."""
    return [(type(action), action.seat) for action in world.actions]


def pair_for_seat(rules: RuleSet, seat: Seat, rng: Random) -> tuple[World, World]:
    """Two deals that a seat cannot tell apart."""
    while True:
        world = cut(whole_deal(rules, rng), rng)
        for _ in range(10):
            if rng.random() < 0.3:
                other = other_choices(world, seat, rng)
            else:
                found = unlike(world, seat, rng)
                other = None if found is None else found[1]
            if other is not None and other != world and order(other) == order(world):
                return world, other


def other_choices(world: World, seat: Seat, rng: Random) -> World | None:
    """What the others have chosen in secret by now, chosen otherwise, in the same order."""
    deal, _ = world.replay()
    sealed = SEALED.get(deal.public.phase)
    if sealed is None:
        return None
    actions = list(world.actions)
    for place, action in enumerate(actions):
        if isinstance(action, sealed) and action.seat != seat:
            before, _ = replace(world, actions=tuple(actions[:place])).replay()
            actions[place] = random_action(before, action.seat, rng)
    return replace(world, actions=tuple(actions))


def pair_for_nobody(rules: RuleSet, rng: Random) -> tuple[World, World]:
    """Two deals that have nothing in common but how many actions there were: who has no seat
    sees nothing of a running deal."""
    one, other = whole_deal(rules, rng), whole_deal(rules, rng)
    length = rng.randrange(min(len(one.actions), len(other.actions)))
    return replace(one, actions=one.actions[:length]), replace(
        other, actions=other.actions[:length]
    )


def transcripts(world: World, viewer: Seat | None, seed: str) -> list[list[bytes]]:
    """What everybody was sent, up to the end of the world: by seat, then the watcher, then the
    stranger. `viewer` is curious; `None`: the watcher and the stranger are.

    The seed decides what the curious do, and nothing of it depends on what they may not know."""

    async def play(loop: VirtualLoop) -> list[list[bytes]]:
        async with in_process(loop, seed) as server:
            scene = Scene(server, world.rules, seed)
            await scene.open()
            with patch("gongzhu.dealing.evidence.deal_hands", lambda *_: world.hands):
                await scene.deal()
            rng = Random(f"{seed} curious")
            for action in world.actions:
                await curious(scene, viewer, rng)
                await scene.act(action)
                await loop.advance(rng.random())
            await curious(scene, viewer, rng, everything=True)
            assert scene.truth.deal == world.replay()[0], "the wire played the world"
            return [list(observer.transcript) for observer in scene.observers]

    return run(play)


class Compared(Struct, frozen=True):
    """How a pair looked."""

    same: bool
    """To the observers, who must not tell the two apart."""
    others_same: bool
    """To all the others: then the pair proves nothing."""
    transcript: list[bytes]
    """What an observer was sent."""


def compare_for_seat(rules: RuleSet, seed: str) -> Compared:
    """Play a pair that a seat must not tell apart."""
    rng = Random(seed)
    seat = Seat(rng.randrange(rules.players))
    one, other = (transcripts(world, seat, seed) for world in pair_for_seat(rules, seat, rng))
    return Compared(one[seat] == other[seat], one == other, one[seat])


def compare_for_nobody(rules: RuleSet, seed: str) -> Compared:
    """Play a pair that nobody without a seat must tell apart."""
    one, other = (transcripts(world, None, seed) for world in pair_for_nobody(rules, Random(seed)))
    return Compared(one[-2:] == other[-2:], one == other, one[-2])


async def curious(scene: Scene, viewer: Seat | None, rng: Random, everything: bool = False) -> None:
    """The observers try to learn something, mostly a little."""
    watching = [scene.watcher, scene.stranger]
    observers = watching if viewer is None else [scene.seated[viewer]]
    for observer in observers:
        if everything or rng.random() < 0.1:
            await look_around(scene, observer, rng)
        if everything or rng.random() < 0.15:
            await say_nonsense(scene, observer, rng)
        if viewer is not None and (everything or rng.random() < 0.3):
            await try_moves(scene, viewer, rng)
        if everything or rng.random() < 0.1:
            await come_back(scene, observer, rng)
    if rng.random() < 0.05:
        # Somebody else is gone for a moment.
        away = rng.choice([seat for seat in range(scene.rules.players) if seat != viewer])
        await scene.go(scene.seated[away])
        await scene.server.loop.advance(1)
        await scene.come(scene.seated[away])


async def look_around(scene: Scene, observer: Observer, rng: Random) -> None:
    """HTTP."""
    values = {"table": scene.name, "game": scene.truth.state.game}
    for path in rng.sample(PATHS, 6):
        await scene.server.request(observer, "GET", path.format(**values))


async def say_nonsense(scene: Scene, observer: Observer, rng: Random) -> None:
    """Frames that are no messages, and messages that are not for who sends them."""
    count = scene.truth.state.fair.count
    said: Sequence[object] = (
        *FRAMES,
        Ping(rng.randrange(100)),
        CommitNumber(scene.id(), count, "0" * 64),
        ShowNumber(scene.id(), count, "1" * 64),
        ShowNumber(scene.id(), count + 1, "1" * 64),
        PutBot(scene.id(), 1, "steady"),
        SwapSeats(scene.id(), (0, 1)),
        ClearSeat(scene.id(), 2),
        *([CloseTable(scene.id())] if observer is not scene.seated[0] else []),
    )
    for message in rng.sample(said, 5):
        await scene.say(observer, message)  # type: ignore[arg-type]


async def try_moves(scene: Scene, viewer: Seat, rng: Random) -> None:
    """Moves that are not allowed; why not must say nothing either."""
    deal = scene.truth.deal
    assert deal is not None
    view = view_of(deal, viewer)
    wrong = [action for action in questions(viewer, scene.rules) if view.why_illegal(action)]
    for action in rng.sample(wrong, 5):
        await scene.say(scene.seated[viewer], MakeMove(scene.id(), move_of(action)))


async def come_back(scene: Scene, observer: Observer, rng: Random) -> None:
    """Another connection: of one who knows nothing, or a part, or pretends to know more."""
    seq = scene.truth.seq
    since = rng.choice([None, seq, seq - 1, seq - rng.randrange(12), 0, seq + 5])
    if rng.random() < 0.5:
        await scene.go(observer)
        await scene.server.loop.advance(rng.random())
        await scene.come(observer, since)
        return
    first = scene.sockets[observer.name]
    await scene.come(observer, since)
    await first.close()
    await scene.server.loop.quiet()
