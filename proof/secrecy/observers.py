"""Curious people around a table: they look at every page, send what is no message or not for them,
try moves that are not allowed, ask for hints, and come again as if they knew more or less."""

from collections.abc import Sequence
from functools import cache
from itertools import islice
from random import Random

from gongzhu.cards import Seat
from gongzhu.rules import Action
from gongzhu.server.live.messages import AskHint, FromPlayer, Ping, Request, Say, Write
from gongzhu.table.commands import Clear, Close, Commit, Readmit, Reveal, SeatBot, StandIn, Swap
from gongzhu.view import view_of
from proof.secrecy.scene import Scene
from tests.support.in_process import Observer
from tests.support.playing import Taken
from tests.support.worlds import questions

PATHS = (
    "/",
    "/t/{table}",
    "/replay/{game}",
    "/healthz",
    "/metrics",
    "/api/me",
    "/api/rules",
    "/api/lobby",
    "/api/lobby?lang=zh",
    "/api/tables/{table}/invitation.svg",
    "/api/tables/{table}/deals/2",
    "/api/tables/{table}/deals/1",
    "/api/tables/{table}/deals/0",
    "/api/tables/nowhere/deals/1",
    "/api/games/{game}",
    "/api/games/{game}.txt",
    "/api/games/{game}.jsonl",
    "/api/games/{game}.evidence.jsonl",
    "/api/games/{game}/review",
    "/api/me/statistics",
    "/api/nothing",
)
"""What is looked at while the deal runs."""
ASKED: tuple[tuple[str, dict[str, object]], ...] = (
    ("/api/games/{game}/review", {}),
    ("/api/forks", {"deal": 1, "ply": 0}),
    ("/api/forks", {"deal": 2, "ply": 9, "seat": 0}),
    ("/api/forks", {"deal": 1, "ply": 20, "seat": 1, "hidden": "redrawn", "seed": "1"}),
)
"""The requests made as if the game were over: for its review, and to play it on."""
FRAMES: tuple[str | bytes, ...] = (
    "{",
    "[]",
    '{"type":"request"}',
    '{"type":"request","id":"x","do":{"type":"play","card":"1X"}}',
    '{"type":"nothing","id":"y"}',
    b"\x00\x01",
    "x" * 5000,
)
"""What is no message."""
WORDS = (Say("nice"), Say("here_pig"), Say("who_has_queen"), Say("laugh"), Say("1X"), Write("Hm"))
"""Lines said aloud: in some games, or never, they are refused."""


async def look_everywhere(
    scene: Scene, viewer: Seat | None, rng: Random, everything: bool = False
) -> None:
    """The observers try to learn something, mostly a little."""
    for observer in _watching(scene, viewer):
        if everything or rng.random() < 0.1:
            await look_around(scene, observer, rng)
        if everything or rng.random() < 0.15:
            await say_nonsense(scene, observer, rng)
        if viewer is not None and (everything or rng.random() < 0.3):
            await try_moves(scene, viewer, rng)
        if viewer is not None and (everything or rng.random() < 0.2):
            await scene.ask_hint(viewer, rng.random() < 0.8)
        if everything or rng.random() < 0.1:
            await come_back(scene, observer, rng)
    people = [Seat(seat) for seat in range(scene.rules.players) if seat not in scene.bots]
    if everything or rng.random() < 0.3:
        # Anybody may talk, and what comes of it must not tell what the talker holds.
        await scene.talk(rng.choice(people), rng.choice(WORDS))
    if rng.random() < 0.05:
        # Somebody else is gone for a moment.
        away = rng.choice([seat for seat in people if seat != viewer] or people)
        await scene.go(scene.seated[away])
        await scene.server.loop.advance(1)
        await scene.come(scene.seated[away])


def _watching(scene: Scene, viewer: Seat | None) -> list[Observer]:
    if viewer is None:
        return [scene.watcher, scene.stranger]
    return [] if viewer in scene.bots else [scene.seated[viewer]]


async def trouble(scene: Scene, viewer: Seat | None, taken: Taken, rng: Random) -> None:
    """The store takes nothing, and gives nothing, for a moment: the action is not done."""
    scene.server.store.broken = True
    await scene.act(*taken)
    for observer in _watching(scene, viewer):
        await look_around(scene, observer, rng)
    scene.server.store.broken = False
    await scene.server.loop.advance(1)


async def look_around(scene: Scene, observer: Observer, rng: Random) -> None:
    """HTTP."""
    values = {"table": scene.name, "game": scene.truth.state.game}
    for path in rng.sample(PATHS, 6):
        await scene.server.request(observer, "GET", path.format(**values))
    path, asked = rng.choice(ASKED)
    body = {**asked, "game": values["game"]} if asked else None
    await scene.server.request(observer, "POST", path.format(**values), body)


async def say_nonsense(scene: Scene, observer: Observer, rng: Random) -> None:
    """Frames that are no messages, and messages that are not for who sends them."""
    count = scene.truth.state.fair.count
    of_hosts = (Clear(Seat(2)), StandIn(Seat(2)), Readmit(0))
    said: Sequence[FromPlayer | str | bytes] = (
        *FRAMES,
        Ping(rng.randrange(100)),
        Request(scene.id(), Commit(count, "0" * 64)),
        Request(scene.id(), Reveal(count, "1" * 64)),
        Request(scene.id(), Reveal(count + 1, "1" * 64)),
        Request(scene.id(), SeatBot(Seat(1), "steady")),
        Request(scene.id(), Swap((Seat(0), Seat(1)))),
        Request(scene.id(), Readmit(0) if observer is scene.host else of_hosts[count % 3]),
        Request(scene.id(), AskHint()),
        Request(scene.id(), Say("nice")),
        Request(scene.id(), Write("Let me in")),
        *([Request(scene.id(), Close())] if observer is not scene.host else []),
    )
    for message in rng.sample(said, 5):
        await scene.say(observer, message)


async def try_moves(scene: Scene, viewer: Seat, rng: Random) -> None:
    """Moves that are not allowed; why not must say nothing either."""
    deal = scene.truth.deal
    assert deal is not None
    view = view_of(deal, viewer)
    asked = _questions()
    wrong = (action for action in rng.sample(asked, 30) if view.why_illegal(action))
    for action in islice(wrong, 5):
        await scene.say(scene.seated[viewer], Request(scene.id(), action))


@cache
def _questions() -> tuple[Action, ...]:
    return tuple(questions())


async def come_back(scene: Scene, observer: Observer, rng: Random) -> None:
    """Another connection: of one who knows nothing, or a part, or pretends to know more."""
    seq = scene.truth.seq
    since = rng.choice([None, seq, max(0, seq - 1), max(0, seq - rng.randrange(12)), 0, seq + 5])
    if rng.random() < 0.5:
        await scene.go(observer)
        await scene.server.loop.advance(rng.random())
        await scene.come(observer, since)
        return
    first = scene.sockets[observer.name]
    await scene.come(observer, since)
    await first.close()
    await scene.server.loop.quiet()
