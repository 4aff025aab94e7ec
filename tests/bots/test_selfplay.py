"""Bots that play each other: the deals follow one another, and follow from the seed."""

from itertools import islice, pairwise
from random import Random

import pytest

from gongzhu.bots import UnknownLevel, make_bot
from gongzhu.bots.selfplay import SelfPlayConfig, play_deals, play_game, play_out
from gongzhu.cards import Seat
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.records import DealRecord, Verifier, scan_jsonl, write_jsonl
from gongzhu.rules import PRESETS, RuleSet, start_deal
from tests.support.rulesets import every_kind, tries

RULES = every_kind(seed=9, count=tries(3))
DEALS = 12


def setup_of(rules: RuleSet, *levels: str, seed: str = "a") -> SelfPlayConfig:
    return SelfPlayConfig(rules=rules, preset=None, levels=levels or ("random",), seed=seed)


def deals_of(setup: SelfPlayConfig, count: int = DEALS) -> list[DealRecord]:
    return list(islice(play_deals(setup), count))


@pytest.mark.parametrize("name", RULES)
def test_every_record_is_right(name: str) -> None:
    records = deals_of(setup_of(RULES[name], "random", "steady"))
    verifier = Verifier()
    faults = list(verifier.verify(scan_jsonl(write_jsonl(records))))
    assert [fault.text("en") for fault in faults] == []
    assert verifier.deals == DEALS


@pytest.mark.parametrize("name", ["gongzhu-pagat", "gongzhu-pagat-partners", "hearts-gilfoy"])
def test_deals_follow_one_another_game_by_game(name: str) -> None:
    records = deals_of(setup_of(RULES[name]), 60)
    assert (records[0].game, records[0].deal) == (0, 0)
    for before, after in pairwise(records):
        if before.game_over:
            assert (after.game, after.deal) == (before.game + 1, 0)
            assert set(after.totals_before) == {0}
        else:
            assert (after.game, after.deal) == (before.game, before.deal + 1)
            assert after.totals_before == before.totals
    assert records[-1].game > 0


def test_a_game_ends_when_it_is_over() -> None:
    *before, last = play_game(setup_of(RULES["gongzhu-pagat"]), 3)
    assert last.game_over
    assert not any(record.game_over for record in before)
    assert {record.game for record in [*before, last]} == {3}


def test_games_can_be_played_apart() -> None:
    setup = setup_of(RULES["hearts-denexa"])
    records = deals_of(setup, 40)
    second = [record for record in records if record.game == 1]
    assert list(islice(play_game(setup, 1), len(second))) == second


def test_the_seed_decides_everything() -> None:
    setup = setup_of(RULES["hearts-choice"], "steady", "random")
    assert deals_of(setup) == deals_of(setup)
    other = deals_of(setup_of(RULES["hearts-choice"], "steady", "random", seed="b"))
    assert all(one.hands != two.hands for one, two in zip(deals_of(setup), other, strict=True))


def test_one_deal_can_be_played_again_by_itself() -> None:
    rules = RULES["gongzhu-pagat"]
    record = deals_of(setup_of(rules, "random", "steady"), 2)[1]
    assert record.dealer_seed == child_seed("a", 0, 1)
    assert record.hands == deal_hands(rules, record.dealer_seed)
    bots = [make_bot(level) for level in ("random", "steady") * 2]
    rngs = [Random(child_seed(record.dealer_seed, "bot", seat)) for seat in range(4)]
    deal, _ = start_deal(rules, record.hands, 1, record.totals_before, record.first_leader)
    played = [card for trick in play_out(deal, bots, rngs).public.tricks for card in trick.cards]
    assert played == [card for _, card in record.plays]


def test_levels_go_round_the_table() -> None:
    two = setup_of(RULES["gongzhu-pagat-5"], "random", "steady")
    assert two.names == ("random-0", "steady-1", "random-2", "steady-3", "random-4")
    assert deals_of(two, 1)[0].players == two.names
    assert [two.level(Seat(seat)) for seat in range(5)] == ["random", "steady"] * 2 + ["random"]


def test_the_preset_is_named_where_it_was_given() -> None:
    rules = PRESETS["gongzhu-wiki"].rules
    setup = SelfPlayConfig(rules=rules, preset="gongzhu-wiki", levels=("random",), seed="")
    assert deals_of(setup, 1)[0].preset == "gongzhu-wiki"


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(UnknownLevel):
        deals_of(setup_of(RULES["gongzhu-pagat"], "random", "nobody"), 1)
