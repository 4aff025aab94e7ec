"""No card and no secret is told to anybody before its time, in any byte of a whole game."""

import json
from unittest.mock import patch

import pytest

from gongzhu.cards import Seat
from proof.secrecy.leaking import LEAKS, NAMELESS, leaking
from proof.secrecy.scanning import Scanned, scan_game
from proof.server_log import kept_log
from tests.support.asgi import Answer
from tests.support.in_process import Observer, in_process
from tests.support.tables import preset
from tests.support.virtual_time import VirtualLoop, run

GAMES = {
    "gongzhu-boulder": (preset("gongzhu-boulder", lower_limit=-50), ()),
    "gongzhu-pagat-5": (preset("gongzhu-pagat-5", lower_limit=-50), (1, 3)),
    "hearts-gilfoy": (preset("hearts-gilfoy", limit=20), (1, 2, 3)),
}
"""Rules with a near limit, and the seats that bots play."""


def scan(name: str, seed: str) -> Scanned:
    """Play and scan a game."""
    rules, bots = GAMES[name]
    return scan_game(rules, seed, frozenset(map(Seat, bots)))


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_told_before_its_time(name: str) -> None:
    found = scan(name, name)
    assert found.leaks == []
    assert {"DealBegan", "CardPlayed", "DealEnded", "DealScored", "GameEnded"} <= set(found.facts)
    assert found.facts["CardPlayed"] > 50
    bots = {f"Bot {seat}" for seat in GAMES[name][1]}
    assert {*bots, "Seat 0", "Watcher", "stranger", "log"} <= set(found.told)


ALL = {"Seat 0", "Watcher", "stranger"}
WHO = {
    "questions": {"Seat 0"},
    "spectators": {"Watcher", "stranger"},
    "log": {"log"},
    "bots": {"Bot 1", "Bot 2", "Bot 3"},
    "hints": {"Seat 0"},
}
"""Who can be told too much by a leak, where not everybody can."""


@pytest.mark.parametrize("name", [name for name in LEAKS if name not in NAMELESS])
def test_a_leak_is_named(name: str) -> None:
    with leaking(name):
        # Not every game has somebody ask for what leaks.
        games = (scan("hearts-gilfoy", f"control {number}") for number in range(5))
        found = next(game for game in games if game.leaks)
    told = {leak.partition(" after")[0].partition(" [")[0] for leak in found.leaks}
    assert told <= WHO.get(name, ALL)


def test_a_mistake_of_the_server_tells_nothing_of_what_it_held() -> None:
    """The answer has no word of it; the log has where it was, and no values."""

    def mistaken(*_: object) -> None:
        held = "QS AH"
        raise RuntimeError(len(held))

    async def ask(loop: VirtualLoop) -> tuple[Answer, bytes]:
        with kept_log() as log, patch("gongzhu.server.accounts.accounts.Accounts.me", mistaken):
            async with in_process(loop, "mistake") as server:
                answer = await server.request(Observer("anybody"), "GET", "/api/me")
                return answer, b"\n".join(log.lines)

    answer, log = run(ask)
    assert (answer.status, json.loads(answer.body)["code"]) == (500, "failed")
    assert b"RuntimeError" not in answer.body
    assert b"RuntimeError" in log
    assert b"mistaken" in log
    assert b"'QS AH'" not in log


def test_a_log_has_no_links() -> None:
    """Who reads it finds no way to a private table, or to a game."""

    async def ask(loop: VirtualLoop) -> bytes:
        with kept_log() as log:
            async with in_process(loop, "links") as server:
                server.store.broken = True
                await server.request(Observer("anybody"), "GET", f"/api/games/{'a1' * 16}.jsonl")
                return b"\n".join(log.lines)

    log = run(ask)
    assert b"not_stored" in log
    assert b"a1a1" not in log
