"""A whole game over the wire, and every byte of it that names a card or a secret before its time:
to players, bots and those without a seat, over sockets and HTTP, and in the log."""

from collections import Counter
from random import Random

from msgspec import Struct, field

from gongzhu.cards import Seat
from gongzhu.rules import RuleSet
from gongzhu.table import LogEntry, read_entry
from gongzhu.table.facts import Happened
from proof.secrecy.observers import look_everywhere, trouble
from proof.secrecy.scene import Guests, Scene
from proof.secrecy.taint import known_after, leaks, secrets_until, told_to_the_log
from proof.server_log import LogStream, kept_log
from tests.support.in_process import Observer, in_process
from tests.support.playing import random_action, waiting
from tests.support.virtual_time import VirtualLoop, run


class Scanned(Struct):
    """What came of a game."""

    leaks: list[str] = field(default_factory=list)
    facts: Counter[str] = field(default_factory=Counter)
    """In the log of the table, by kind."""
    told: Counter[str] = field(default_factory=Counter)
    """Frames, bodies, questions and lines that were looked through, by who was told."""


def scan_game(rules: RuleSet, seed: str, bots: frozenset[Seat] = frozenset()) -> Scanned:
    """Play a game and the beginning of the next one, with curious people around and a store that
    fails now and then."""

    async def play(loop: VirtualLoop) -> Scanned:
        with kept_log() as log:
            async with in_process(loop, seed) as server:
                rules_page = await server.request(Observer("anybody"), "GET", "/api/rules")
                published = {rules_page.body: 0}
                scene = Scene(server, await Guests.arrive(server), rules, seed, bots)
                scene.keep_time()
                await scene.open()
                rng = Random(seed)
                while scene.truth.state.stage != "finished":
                    await scene.deal()
                    await _play_deal(scene, rng)
                    await _publish(scene, published)
                await scene.deal()
                await _play_deal(scene, rng, most=12)
                return _scanned(scene, log, published)

    return run(play)


async def _play_deal(scene: Scene, rng: Random, most: int = 1000) -> None:
    """To its end, or so many actions."""
    viewers = [None, *map(Seat, range(scene.rules.players))]
    for _ in range(most):
        if scene.truth.state.stage != "playing":
            return
        deal = scene.truth.deal
        assert deal is not None
        viewer = rng.choice(viewers)
        await look_everywhere(scene, viewer, rng)
        seat = rng.choice([seat for seat in waiting(deal) if not scene.has_chosen(seat)])
        action = random_action(deal, seat, rng)
        if rng.random() < 0.05:
            await trouble(scene, viewer, (seat, action), rng)
        await scene.act(seat, action)
        await scene.server.loop.advance(rng.random())


async def _publish(scene: Scene, published: dict[bytes, int]) -> None:
    """Note all that is told of the deal that is over, and of the game if that is."""
    state = scene.truth.state
    paths = [f"/api/tables/{scene.name}/deals/{state.fair.count}"]
    if state.stage == "finished":
        forms = ("", ".txt", ".jsonl", ".evidence.jsonl")
        paths += [f"/api/games/{state.game}{form}" for form in forms]
    for path in paths:
        answer = await scene.server.request(Observer("anybody"), "GET", path)
        assert answer.status == 200
        published[answer.body] = scene.truth.seq


def _entries(scene: Scene) -> list[LogEntry]:
    return [read_entry(body) for body in scene.server.store.rows.logs[scene.name]]


def _scanned(scene: Scene, log: LogStream, published: dict[bytes, int]) -> Scanned:
    """`published`: what names cards that are hidden in a running deal, and may, since it tells of
    rules, or of what is over; each with the entry after which it is told."""
    found = Scanned()
    entries = _entries(scene)
    for entry in entries:
        for fact in entry.facts:
            kind = type(fact.event if isinstance(fact, Happened) else fact)
            found.facts[kind.__name__] += 1
    tokens = {
        observer.name: observer.cookie.split(".")[1].encode()
        for observer in scene.observers
        if observer.cookie
    }
    seats = [*map(Seat, range(scene.rules.players)), None, None]
    for seat, observer in zip(seats, scene.observers, strict=True):
        found.told[observer.name] += len(observer.texts)
        found.leaks += [
            f"{observer.name} {leak}"
            for leak in leaks(
                [
                    (seq, text)
                    for seq, text in zip(observer.seqs, observer.texts, strict=True)
                    if seq < published.get(text, seq + 1)
                ],
                known_after(entries, scene.rules, seat),
                _secrets(scene, entries, seat),
                scene.rules,
                scene.said,
            )
        ]
        everything = b"\n".join(observer.transcript)
        found.leaks += [
            f"{observer.name} was sent the token of {name}"
            for name, token in tokens.items()
            if name != observer.name and token in everything
        ]
    for line in log.lines:
        found.told["log"] += 1
        words = told_to_the_log(line.decode())
        if words:
            found.leaks.append(f"log {words} in {line!r}")
    return found


def _secrets(scene: Scene, entries: list[LogEntry], seat: Seat | None) -> dict[str, int]:
    """Those in the log, and what the running deal was dealt from."""
    until = secrets_until(entries, seat)
    running = scene.truth.evidence
    if running is not None:
        until.setdefault(running.dealer_seed, len(entries) + 1)
    return until
