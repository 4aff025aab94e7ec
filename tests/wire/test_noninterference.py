"""Nobody is sent anything that depends on what is hidden from them: over sockets and HTTP, in
errors, after a reconnection, in the lobby and in the figures."""

import re
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.rules import RuleSet
from gongzhu.table import Ask, Table, ask_of, read_entry, view_table
from gongzhu.table.facts import Happened
from support.in_process import in_process
from support.playing import random_action, waiting
from support.rulesets import PRESET_RULES, tries
from support.scene import Scene
from support.tables import preset
from support.taint import known_after, leaks
from support.virtual import VirtualLoop, run
from support.wire_pairs import compare_for_nobody, compare_for_seat, curious

CONTROL = "gongzhu-pagat"


def kinds(transcript: list[bytes]) -> Counter[str]:
    """How many messages and answers of each kind there are."""
    found = re.findall(rb'\'{"type":"(\w+)"|\'status\', (\d+)', b"\n".join(transcript))
    return Counter((kind or status).decode() for kind, status in found)


@pytest.mark.parametrize("name", PRESET_RULES)
def test_a_seat_is_sent_nothing_of_what_is_hidden(name: str) -> None:
    for number in range(tries(1)):
        pair = compare_for_seat(PRESET_RULES[name], f"{name} {number}")
        assert (pair.same, pair.others_same) == (True, False), number


@pytest.mark.parametrize("name", PRESET_RULES)
def test_who_has_no_seat_is_sent_nothing_of_a_running_deal(name: str) -> None:
    for number in range(tries(1)):
        pair = compare_for_nobody(PRESET_RULES[name], f"{name} {number}")
        assert (pair.same, pair.others_same) == (True, False), number


def test_the_observers_see_and_try_everything() -> None:
    seen = kinds(compare_for_seat(PRESET_RULES[CONTROL], "all").transcript)
    seen += kinds(compare_for_nobody(PRESET_RULES[CONTROL], "all").transcript)
    wanted = {"snapshot", "update", "done", "refused", "you", "pong", "200", "404"}
    assert wanted <= set(seen), seen


def others_cards(table: Table, seat: Seat | None) -> Ask | None:
    """What is asked of a seat, with its neighbour's cards in it."""
    ask = ask_of(table, seat)
    if ask is None or seat is None or table.deal is None:
        return ask
    return replace(ask, cards=tuple(card.code for card in table.deal.own[seat - 1].hand))


LEAKS: dict[str, Callable[..., object]] = {
    "see_fact": lambda fact, _: fact,
    "view_table": lambda table, seat: view_table(table, Seat(3 if seat == 0 else 0)),
    "ask_of": others_cards,
}
"""What is broken, and how: hands are shown in updates, in snapshots, in what is asked."""


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_makes_a_difference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"gongzhu.server.outlook.{name}", LEAKS[name])
    pairs = (compare_for_seat(PRESET_RULES[CONTROL], f"control {number}") for number in range(8))
    assert any(not pair.same for pair in pairs)


def test_a_leak_to_those_without_a_seat_makes_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gongzhu.server.outlook.see_fact", LEAKS["see_fact"])
    assert not compare_for_nobody(PRESET_RULES[CONTROL], "control").same


def scan_game(rules: RuleSet, seed: str) -> tuple[list[str], Counter[str]]:
    """What was sent too early in a whole game and the beginning of the next one, and how many facts
    there were of each kind."""

    async def play(loop: VirtualLoop) -> tuple[list[str], Counter[str]]:
        async with in_process(loop, seed) as server:
            scene = Scene(server, rules, seed)
            await scene.open()
            rng = Random(seed)
            while scene.truth.state.stage != "finished":
                await scene.deal()
                await play_deal(scene, rng)
            await scene.deal()
            await play_deal(scene, rng, most=12)
            entries = [read_entry(body) for body in server.store.logs[scene.name]]
            found = []
            seats = [*map(Seat, range(rules.players)), None, None]
            for seat, observer in zip(seats, scene.observers, strict=True):
                known = known_after(entries, rules, seat)
                told = leaks(observer.texts, known, rules, scene.said)
                found += [f"{observer.name} {leak}" for leak in told]
            facts = (fact for entry in entries for fact in entry.facts)
            return found, Counter(
                type(fact.event if isinstance(fact, Happened) else fact).__name__ for fact in facts
            )

    return run(play)


async def play_deal(scene: Scene, rng: Random, most: int = 1000) -> None:
    """To its end, or so many actions, with curious people around."""
    for _ in range(most):
        if scene.truth.state.stage != "playing":
            return
        deal = scene.truth.deal
        assert deal is not None
        viewer = rng.choice([None, *map(Seat, range(scene.rules.players))])
        await curious(scene, viewer, rng)
        await scene.act(random_action(deal, rng.choice(waiting(deal)), rng))
        await scene.server.loop.advance(rng.random())


SCANNED = {
    "gongzhu-boulder": preset("gongzhu-boulder", lower_limit=-50),
    "gongzhu-pagat-5": preset("gongzhu-pagat-5", lower_limit=-50),
    "hearts-gilfoy": preset("hearts-gilfoy", limit=20),
}


@pytest.mark.parametrize("name", SCANNED)
def test_no_card_is_named_before_its_time(name: str) -> None:
    found, facts = scan_game(SCANNED[name], name)
    assert found == []
    assert {"DealBegan", "CardPlayed", "DealEnded", "DealScored", "GameEnded"} <= set(facts)
    assert facts["CardPlayed"] > 50


def test_a_leak_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gongzhu.server.outlook.see_fact", LEAKS["see_fact"])
    found, _ = scan_game(SCANNED["hearts-gilfoy"], "control")
    assert {leak.partition(" after")[0] for leak in found} == {
        *(f"Seat {seat}" for seat in range(4)),
        "Watcher",
        "stranger",
    }
