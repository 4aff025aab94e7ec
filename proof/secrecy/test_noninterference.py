"""Nobody is sent anything that depends on what is hidden from them: over sockets and HTTP, in
errors, after a reconnection, in the lobby, in figures and log, and in what bots are asked."""

import re
from collections import Counter
from random import Random

import pytest

from proof.secrecy.deals import BOARD_KINDS, DAY_KINDS, KINDS, TABLE_KINDS, Kind, alike_for
from proof.secrecy.leaking import BOARD_LEAKS, LEAKS, leaking
from proof.secrecy.pairs import world_servers
from tests.support.rulesets import PRESET_RULES, tries

CONTROL = "gongzhu-pagat"


def kinds(transcript: list[bytes]) -> Counter[str]:
    """How many messages and answers of each kind there are."""
    found = re.findall(rb'^{"type":"(\w+)"|\'status\', (\d+)', b"\n".join(transcript), re.MULTILINE)
    return Counter((kind or status).decode() for kind, status in found)


@pytest.mark.parametrize("name", PRESET_RULES)
def test_nobody_is_sent_anything_of_what_is_hidden(name: str) -> None:
    with world_servers(name) as both:
        for number in range(tries(1)):
            for kind in TABLE_KINDS:
                pair = both.compare(kind, PRESET_RULES[name], f"{name} {number}")
                assert (pair.differences, pair.blind) == ([], 0), (kind, number)


@pytest.mark.parametrize("kind", DAY_KINDS)
def test_nobody_is_sent_anything_of_what_is_hidden_in_the_deal_of_the_day(kind: Kind) -> None:
    with world_servers("day") as both:
        for number in range(tries(3)):
            pair = both.compare(kind, PRESET_RULES[CONTROL], f"day {number}")
            assert (pair.differences, pair.blind) == ([], 0), number
            assert b'"result":null' in b"\n".join(pair.transcript)


@pytest.mark.parametrize("kind", BOARD_KINDS)
def test_nobody_is_sent_anything_of_a_round_that_others_have_still_to_play(kind: Kind) -> None:
    with world_servers("round") as both:
        for number in range(tries(3)):
            pair = both.compare(kind, PRESET_RULES[CONTROL], f"a round {number}")
            assert (pair.differences, pair.blind) == ([], 0), number
            assert b'"stage":"playing"' in b"\n".join(pair.transcript)


@pytest.mark.parametrize("name", BOARD_LEAKS)
def test_a_leak_of_a_round_makes_a_difference(name: str) -> None:
    kind: Kind = "board" if name == "rounds" else "outside"
    with leaking(name), world_servers("round") as both:
        pairs = (both.compare(kind, PRESET_RULES[CONTROL], f"a round {n}") for n in range(3))
        assert any(not pair.same for pair in pairs)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("days", "unplayed"), ("days", "day"), ("master", "unplayed"), ("updates", "day")],
)
def test_a_leak_of_the_deal_of_the_day_makes_a_difference(name: str, kind: Kind) -> None:
    with leaking(name), world_servers("day") as both:
        pairs = (both.compare(kind, PRESET_RULES[CONTROL], f"day {number}") for number in range(3))
        assert any(not pair.same for pair in pairs)


def test_the_observers_see_and_try_everything() -> None:
    seen: Counter[str] = Counter()
    log: set[str] = set()
    with world_servers("all") as both:
        for number in range(6):
            for kind in TABLE_KINDS:
                pair = both.compare(kind, PRESET_RULES[CONTROL], f"all {number}")
                seen += kinds(pair.transcript)
                log |= set(re.findall(r'"event": "(\w+)"', b"\n".join(pair.log).decode()))
    people = {"snapshot", "update", "done", "refused", "you", "pong", "hint"} | {
        "lines",
        "said",
    }
    assert people | {"200", "404", "503", "play", "start"} <= set(seen), seen
    assert {"not_saved", "not_stored", "bot_replaced"} <= log


SEEN_BY: dict[str, Kind] = {"spectators": "nobody", "bots": "bot", "hints": "alone"}
"""Who can see a leak, where not every player can."""


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_makes_a_difference(name: str) -> None:
    with leaking(name), world_servers("control") as both:
        rules, kind = PRESET_RULES[CONTROL], SEEN_BY.get(name, "seat")
        pairs = (both.compare(kind, rules, f"control {number}") for number in range(12))
        assert any(not pair.same for pair in pairs)


@pytest.mark.parametrize("kind", KINDS)
def test_every_partner_is_another_deal_and_is_compared(kind: Kind) -> None:
    rules = PRESET_RULES[CONTROL]
    # Late in a deal, when little is hidden, there may be fewer.
    tried = (f"partners {number}" for number in range(20))
    seed, alike = next(
        (seed, found)
        for seed in tried
        if len((found := alike_for(kind, rules, Random(seed), 3)).worlds) == 4
    )
    deals = [world.replay()[0] for world in alike.worlds]
    assert len(deals) == 4
    assert all(deals.count(deal) == 1 for deal in deals)
    with world_servers("partners", 3) as servers:
        compared = servers.compare(kind, rules, seed)
    assert (compared.pairs, compared.differences, compared.blind) == (3, [], 0)


def test_a_leak_makes_a_difference_in_every_pair() -> None:
    with leaking("spectators"), world_servers("control", 3) as servers:
        compared = servers.compare("nobody", PRESET_RULES[CONTROL], "control 0")
    assert compared.pairs == len(compared.differences) > 0
