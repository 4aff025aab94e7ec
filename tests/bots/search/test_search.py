"""The content of an analysis, and everything that it depends on."""

from math import hypot
from random import Random

import pytest
from msgspec.json import encode

from gongzhu.bots.policy import policy_of
from gongzhu.bots.search.analysis import Analysis, Estimate
from gongzhu.bots.search.bots import SearchBot
from gongzhu.bots.search.candidates import candidates_of
from gongzhu.bots.search.config import STRONG
from gongzhu.bots.search.search import MIN_DEALS, analyse, best_actions
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.cards import DOUBLER, PACK, PIG, SHEEP, Card, Seat
from gongzhu.rules import PRESETS, Expose, Mode, Phase, Play, apply, start_deal
from gongzhu.view import View, view_of
from tests.bots.search.searching import analysed
from tests.support.playing import random_start, waiting
from tests.support.positions import cards_of, position

PAGAT = PRESETS["gongzhu-pagat"].rules
HAND = "KS 3S 9D 4D 2D TH 6H 3H QC 9C 7C 5C 2C"
"""No two cards of it do the same."""


def in_play(trick: str = "") -> View:
    return position(PAGAT, HAND, leader=3 if trick else 0, trick=trick)


def rollouts_of(analysis: Analysis) -> int:
    return sum(choice.samples for choice in analysis.choices)


def actions(analysis: Analysis) -> set[str]:
    return {repr(choice.action) for choice in analysis.choices}


class TestChance:
    @pytest.mark.parametrize("name", ["gongzhu-boulder", "hearts-denexa", "gongzhu-pagat-5"])
    def test_the_same_seed_gives_the_same_analysis(self, name: str) -> None:
        deal, _ = random_start(PRESETS[name].rules, Random(3), number=0)
        view = view_of(deal, waiting(deal)[0])
        assert encode(analysed(view)) == encode(analysed(view))
        assert encode(analysed(view)) != encode(analysed(view, seed=2))

    def test_what_others_hold_changes_nothing(self) -> None:
        """Two deals that differ in it only."""
        pack = [card for card in PACK if card not in cards_of(HAND)]
        found = set()
        for seed in (1, 2):
            Random(seed).shuffle(pack)
            others = [tuple(sorted(pack[13 * index : 13 * index + 13])) for index in range(3)]
            deal, _ = start_deal(PAGAT, [cards_of(HAND), *others], 1, leader=Seat(0))
            for seat in waiting(deal):
                deal, _ = apply(deal, seat, Expose({}))
            found.add(encode(analysed(view_of(deal, Seat(0)), rollouts=100)))
        assert len(found) == 1


class TestPrior:
    """The best choice of an analysis is that of a level with the same rollouts and prior."""

    def test_the_best_choice_is_that_of_a_level(self) -> None:
        overruled = 0
        for seed in range(8):
            for name in ("hearts-denexa", "gongzhu-pagat"):
                for view in views_of(name, seed):
                    first, *others = analyse(view, seed=seed, config=STRONG).choices
                    assert first.action in best_actions(view, seed=seed, config=STRONG)
                    assert all(other.behind.mean >= 0 for other in others)
                    overruled += any(
                        other.value.mean > first.value.mean
                        for other in others
                        if other.samples == first.samples
                    )
        assert overruled

    def test_under_rules_that_no_network_knows_rollouts_alone_decide(self) -> None:
        deal, _ = random_start(PRESETS["gongzhu-pagat-5"].rules, Random(3), number=0)
        first, *others = analysed(view_of(deal, waiting(deal)[0])).choices
        most = [other for other in others if other.samples == first.samples]
        assert all(first.value.mean >= other.value.mean for other in most)


def views_of(name: str, seed: int) -> list[View]:
    """Two positions of a deal: before play, and the first lead after it."""
    deal, _ = random_start(PRESETS[name].rules, Random(seed), number=0)
    views = [view_of(deal, waiting(deal)[0])]
    while deal.public.phase is not Phase.PLAYING or deal.public.trick or not deal.public.tricks:
        seat = waiting(deal)[0]
        view = view_of(deal, seat)
        deal, _ = apply(deal, seat, best_actions(view, seed=seed, config=STRONG)[0])
    return [*views, view_of(deal, waiting(deal)[0])]


class TestDifferences:
    def test_each_choice_is_held_against_the_best_on_the_same_deals(self) -> None:
        best, *others = analysed(in_play(), 2000).choices
        assert (best.behind.mean, best.behind.high) == (0, 0)
        together = [other for other in others if other.samples == best.samples]
        assert together
        for other in together:
            assert other.behind.mean == pytest.approx(best.value.mean - other.value.mean)
            assert other.points_behind.mean == pytest.approx(best.points.mean - other.points.mean)

    def test_a_difference_is_known_better_than_what_differs(self) -> None:
        best, *others = analyse(in_play(), seed=1, rollouts=8000, keep=13).choices
        assert len(others) == 12
        for other in others:
            alone = hypot(_width(best.value), _width(other.value))
            assert 0 < _width(other.behind) < alone

    def test_cards_that_do_the_same_do_not_differ(self) -> None:
        view = position(PAGAT, "KS 3S 4D 3D 7C 6C 5C 4C 3C 9D 8D 4H 3H", leader=3, trick="6D")
        best, twin, *others = analysed(view).choices
        assert best.value == twin.value
        assert [choice.behind.high == 0 for choice in (best, twin, *others)] == [
            True,
            True,
            False,
            False,
        ]


def _width(estimate: Estimate) -> float:
    return estimate.high - estimate.low


class TestBudget:
    @pytest.mark.parametrize("rollouts", [500, 2000])
    def test_as_many_as_were_asked_for(self, rollouts: int) -> None:
        found = analyse(in_play(), seed=1, rollouts=rollouts, keep=13)
        assert rollouts * 0.9 < rollouts_of(found) <= rollouts

    def test_most_go_to_the_survivors(self) -> None:
        found = analysed(in_play(), 2000)
        samples = [choice.samples for choice in found.choices]
        assert samples[0] == max(samples) > 2 * min(samples)

    def test_seconds_are_rollouts_too(self) -> None:
        view = in_play()
        assert rollouts_of(analyse(view, seed=1, seconds=0.1)) > rollouts_of(
            analyse(view, seed=1, seconds=0.001)
        )

    def test_cards_that_all_do_the_same_are_not_thought_about(self) -> None:
        view = position(PAGAT, "KS 4D 3D 7C 6C 5C 4C 3C 9D 8D 4H 3H 2H", leader=3, trick="8C")
        found = analyse(view, seed=1, seconds=2)
        assert [choice.samples for choice in found.choices] == [MIN_DEALS] * 5
        looked_at = analyse(view, seed=1, rollouts=400, keep=2)
        assert rollouts_of(looked_at) > 5 * MIN_DEALS

    def test_a_bot_with_one_card_to_play_answers_at_once(self) -> None:
        """Without looking: it could not roll out anything in no time."""
        view = position(PAGAT, "KS 4D 3D 7C 6C 5C 4C 3C 9D 8D 4H 3H 2H", leader=3, trick="6S")
        action = SearchBot(STRONG).choose(view, Random(0), 1e-9)
        assert action == Play(cards_of("KS")[0])

    def test_of_cards_that_do_the_same_any_is_played(self) -> None:
        """Always the lowest would show others what is in the hand."""
        view = position(PAGAT, "KS 3S 4D 3D 2D KC QC 9D 8D 5H 4H 3H 2H", leader=3, trick="AC")
        bot = SearchBot(STRONG)
        played = {bot.choose(view, Random(seed), 1e-9) for seed in range(20)}
        assert played == {Play(card) for card in cards_of("QC KC")}


class TestChoices:
    def test_every_card_that_may_be_played(self) -> None:
        found = analysed(in_play("6D"))
        assert found.complete
        cards = cards_of("2D 4D 9D")
        assert actions(found) == {repr(Play(card)) for card in cards}

    def test_neighbours_that_do_the_same_are_one_candidate(self) -> None:
        """Others must not hold a card between them, and both must score the same."""
        hand = "KS QS JS 9S KD JD TD 8D 6H 5H 4H 3H"
        view = position(PAGAT, hand, tricks=["AC TS QD 8C"])
        found = candidates_of(view, packed_rules(PAGAT), policy_of(PAGAT))
        together = [
            [each.card.code for each in same if isinstance(each, Play)] for same in found.actions
        ]
        assert together == [
            ["8D"],
            ["TD"],
            ["JD"],
            ["KD"],
            ["3H", "4H"],
            ["5H", "6H"],
            ["9S", "JS"],
            ["QS"],
            ["KS"],
        ]

    def test_every_way_to_expose(self) -> None:
        hand = "QS 3S JD 3D 7C 6C 5C 4C 3C 9D 8D 4H 3H"
        found = analysed(position(PAGAT, hand, phase=Phase.EXPOSING))
        assert found.complete
        ways: list[dict[Card, Mode]] = [{}, {PIG: "open"}, {SHEEP: "open"}]
        ways.append({SHEEP: "open", PIG: "open"})
        assert actions(found) == {repr(Expose(way)) for way in ways}

    def test_the_promising_passes(self) -> None:
        hand = "AS KS QS 3S 7C 6C 5C 4C 3C 9D 8D 4H 3H"
        view = position(PRESETS["hearts-denexa"].rules, hand, phase=Phase.PASSING, number=0)
        found = analysed(view)
        assert not found.complete
        assert 1 < len(found.choices) < 286

    def test_somebody_captures_every_card_that_counts(self) -> None:
        for choice in analysed(in_play()).choices:
            assert set(choice.captures) == {PIG, SHEEP, DOUBLER}
            for shares in choice.captures.values():
                assert sum(shares) == pytest.approx(1)
            assert sum(choice.slam) <= 1

    def test_points_are_those_of_the_score_sheet(self) -> None:
        """In Hearts the queen costs 13, and whoever gets her has them."""
        hand = "AS 4S 9H 5H 3H 2H 7D 6D 5D 4D 3D 2D"
        rules = PRESETS["hearts-denexa"].rules
        view = position(rules, hand, leader=1, tricks=["2C 5C KC 9D"], trick="AC")
        for choice in analysed(view).choices:
            assert choice.points.low < choice.points.mean < choice.points.high
            assert 0 <= choice.points.mean <= 26
            # Of the 26 the others have what is left, more or less for moons.
            assert choice.value.mean == pytest.approx((26 - 4 * choice.points.mean) / 3, abs=6)
