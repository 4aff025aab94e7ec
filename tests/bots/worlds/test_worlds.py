"""The deals that are drawn are those that fit, found by trying all, and all equally likely."""

import json
from collections import Counter
from collections.abc import Iterator
from math import comb, prod
from random import Random

import pytest
from msgspec.structs import replace

from gongzhu.bots.worlds import constraints_of, place_face_down, sample_worlds
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.cards import Card, Seat, seats
from gongzhu.packed.boards import board_of
from gongzhu.packed.layout import EXPOSED, MODE_BITS, MODES
from gongzhu.packed.packing import pack_deal
from gongzhu.packed.rules import pack_rules
from gongzhu.rules import Deal, Phase, RuleSet, Trick
from gongzhu.rules.facts import RULE_SETS
from gongzhu.view import View, know, view_of
from tests.bots.worlds.fitting import Fitting, all_fitting, fits
from tests.bots.worlds.sampling import chances_of
from tests.support.fresh_python import run_code
from tests.support.playing import greedy_action, play_out, random_action, random_start
from tests.support.positions import cards_of
from tests.support.rulesets import PRESET_RULES, every_kind, tries
from tests.support.tables import begin, expose, pass_cards, play, playable_codes, preset

KINDS = every_kind(seed=9, count=20)


def moments(rules: RuleSet, rng: Random) -> Iterator[View]:
    """What a seat or a spectator sees after every action of a deal."""
    strong = rng.random() < 0.3
    choose = greedy_action if strong else random_action
    deal, _ = random_start(rules, rng, strong=strong)
    for step in play_out(deal, rng, choose, claims=rng.random() < 0.2):
        if step.after.public.phase is not Phase.ENDED:
            yield view_of(step.after, rng.choice([None, *seats(rules.players)]))


def ways_to_deal(view: View) -> int:
    """Into how many deals the unseen cards go, whether they fit or not."""
    ways, left = 1, 0
    for seat in seats(view.public.players):
        if view.own is None or seat != view.seat:
            left += view.cards_left(seat)
            ways *= comb(left, view.cards_left(seat))
    return ways


def drawn(view: View, count: int, seed: int) -> list[Fitting]:
    worlds = sample_worlds(view, count, seed)
    return [
        (tuple(hands), down)
        for hands, down in zip(worlds.hands.tolist(), worlds.down.tolist(), strict=True)
    ]


def check_exactly(view: View) -> int:
    """Hold the chance of every deal against all that fit; how many these are."""
    fitting = all_fitting(view)
    chances = chances_of(constraints_of(view))
    assert set(chances) == set(fitting)
    assert all(abs(chance * len(fitting) - 1) < 1e-12 for chance in chances.values())
    return len(fitting)


@pytest.mark.parametrize("name", KINDS)
def test_every_deal_that_fits_is_equally_likely_and_no_other_is_drawn(name: str) -> None:
    rng = Random(name)
    for _ in range(tries(1)):
        for view in moments(KINDS[name], rng):
            if ways_to_deal(view) <= 100:
                check_exactly(view)
            elif rng.random() < 0.1:
                assert all(fits(view, *deal) for deal in drawn(view, 2, seed=rng.getrandbits(64)))


def chi_square(view: View, fitting: list[Fitting], count: int) -> float:
    """By how many deviations the draws differ more, or less, than chance would have it."""
    found = Counter(drawn(view, count, seed=3))
    assert set(found) <= set(fitting)
    expected = count / len(fitting)
    square = sum((found[deal] - expected) ** 2 / expected for deal in fitting)
    freedom = len(fitting) - 1
    return (square - freedom) / float((2 * freedom) ** 0.5)


@pytest.mark.parametrize("name", ["gongzhu-boulder", "gongzhu-pagat-5", "hearts-denexa"])
def test_draws_are_as_even_as_chance(name: str) -> None:
    rng, compared = Random(name), 0
    while compared < 3:
        for view in moments(PRESET_RULES[name], rng):
            if 50 < ways_to_deal(view) <= 100:
                fitting = all_fitting(view)
                if len(fitting) > 10:
                    assert abs(chi_square(view, fitting, 20_000)) < 4
                    compared += 1
                    break


def test_before_anything_is_known_every_deal_is_possible() -> None:
    assert constraints_of(view_of(begin(preset("hearts-denexa")), Seat(0))).cumulative[
        -1
    ] == pytest.approx(comb(39, 13) * comb(26, 13), rel=1e-15)
    for name, cards, hand in (("gongzhu-pagat", 52, 13), ("gongzhu-pagat-5", 50, 10)):
        spectator = constraints_of(view_of(begin(preset(name)), None))
        deals = prod(comb(left, hand) for left in range(hand, cards + 1, hand))
        assert spectator.cumulative[-1] == pytest.approx(float(deals), rel=1e-14)


PASSES = ("QS KS AS", "3D 4D 5D", "2H 3H 4H", "2C 3C 4C")


def in_all(deal: Deal, viewer: int, seat: int, cards: str) -> int:
    """In how many of a thousand draws the seat holds all these cards."""
    wanted = board_of(Card(code) for code in cards.split())
    hands = (hands for hands, _ in drawn(view_of(deal, Seat(viewer)), 1000, seed=4))
    return sum(hands[seat] & wanted == wanted for hands in hands)


def test_cards_that_the_viewer_passed_are_where_it_passed_them() -> None:
    deal = pass_cards(begin(preset("hearts-denexa"), dict(enumerate(PASSES))), *PASSES)
    assert in_all(deal, 0, 1, "QS KS AS") == 1000
    assert in_all(deal, 2, 1, "QS KS AS") < 150
    assert in_all(deal, 1, 1, "QS KS AS") == 1000


def test_sealed_choices_tell_nothing() -> None:
    deal = begin(preset("hearts-denexa"), dict(enumerate(PASSES)))
    assert drawn(view_of(pass_cards(deal, *PASSES[:3]), Seat(3)), 50, 1) == drawn(
        view_of(deal, Seat(3)), 50, 1
    )


def test_cards_face_down_are_with_the_seats_that_laid_them() -> None:
    boulder = preset("gongzhu-boulder", first_lead="seat-0", first_lead_card="none")
    deal = expose(begin(boulder, {0: "AH", 1: "QS TC", 2: "JD"}), QS="down", AH="down", JD="up")
    pig, doubler, ace = (board_of([Card(code)]) for code in ("QS", "TC", "AH"))
    found = Counter(down for _, down in drawn(view_of(deal, Seat(0)), 3000, seed=1))
    assert set(found) == {ace | pig, ace | doubler}
    assert abs(found[ace | pig] - 1500) < 150
    for hands, down in drawn(view_of(deal, Seat(3)), 300, seed=1):
        for seat, laid in enumerate((1, 1, 0, 0)):
            assert (hands[seat] & down).bit_count() == laid
    played = play(deal, playable_codes(deal).split()[-1])
    assert all(
        fits(view_of(played, Seat(0)), *each) for each in drawn(view_of(played, Seat(0)), 20, 2)
    )


def test_cards_of_others_face_down_are_noted_in_the_state() -> None:
    boulder = preset("gongzhu-boulder", first_lead="seat-0", first_lead_card="none")
    deal = expose(begin(boulder, {0: "AH", 1: "QS TC", 2: "JD"}), QS="down", AH="down", JD="up")
    wanted = pack_deal(pack_rules(boulder), deal)
    state = wanted.copy()
    state[EXPOSED] = board_of([Card.JACK_OF_DIAMONDS])
    state[MODES] = wanted[MODES] & 3 << MODE_BITS
    place_face_down(state, board_of([Card.QUEEN_OF_SPADES, Card.ACE_OF_HEARTS]))
    assert state.tolist() == wanted.tolist()


def test_nothing_is_left_open_when_a_claim_has_ended_the_deal() -> None:
    rng = Random(2)
    rules = PRESET_RULES["hearts-denexa"]
    claimed = 0
    while claimed < 3:
        deal, _ = random_start(rules, rng, strong=True)
        *_, last = play_out(deal, rng, greedy_action, claims=True)
        if last.after.public.claimed is not None and last.after.own[0].hand:
            claimed += 1
            hands = tuple(board_of(own.hand) for own in last.after.own)
            assert drawn(view_of(last.after, Seat(0)), 5, 1) == [(hands, 0)] * 5


def test_the_seed_alone_settles_what_is_drawn() -> None:
    view = view_of(begin(preset("gongzhu-pagat-5")), Seat(2))
    assert drawn(view, 20, 5) == drawn(view, 20, 5)
    assert drawn(view, 20, 5) != drawn(view, 20, 6)
    assert drawn(view, 20, -1) == drawn(view, 20, (1 << 64) - 1)


def some_draws() -> list[list[Fitting]]:
    """What is drawn at every moment of some deals."""
    return [
        drawn(view, 3, seed=index)
        for name in ("gongzhu-boulder", "hearts-denexa")
        for index, view in enumerate(moments(PRESET_RULES[name], Random(8)))
    ]


@pytest.mark.rest
def test_the_draws_are_the_same_without_the_jit() -> None:
    code = "import json, tests.bots.worlds.test_worlds as t; print(json.dumps(t.some_draws()))"
    assert run_code(code, NUMBA_DISABLE_JIT="1").strip() == json.dumps(some_draws())


@pytest.mark.parametrize("name", PRESET_RULES)
def test_what_follows_from_a_view_holds_in_every_draw(name: str) -> None:
    for view in moments(PRESET_RULES[name], Random(name)):
        known = know(view)
        for hands, _ in drawn(view, 5, seed=1):
            for card, at in known.holders.items():
                assert any(hands[seat] & board_of([card]) for seat in at)


@pytest.mark.parametrize(
    "tricks",
    [
        # Nobody is left to hold the other clubs.
        ["AC 2D 5D 6D"],
        # One seat would hold all that is left of three suits: the last of the others, the first.
        ["AC 8S 7S KC", "AD 6S 5S KD", "AS QH JH JS"],
        ["AC KC 8S 7S", "AD KD 6S 5S", "AS JS QH JH"],
    ],
)
def test_a_view_that_no_deal_fits_is_refused(tricks: list[str]) -> None:
    """No seat of a deal has such a view, but observations can be made up."""
    hand = cards_of("KS 3S 4D 3D 7C 6C 5C 9D 8D 2H TH 3H")[: 13 - len(tricks)]
    played = tuple(Trick(Seat(0), cards_of(each), Seat(0)) for each in tricks)
    deal = begin(preset("gongzhu-pagat"), leader=0, number=1)
    view = view_of(expose(deal), Seat(0))
    assert view.own is not None
    own = replace(view.own, hand=tuple(sorted(hand)))
    made_up = replace(view, own=own, public=replace(view.public, tricks=played))
    with pytest.raises(ValueError, match="no deal fits this view"):
        sample_worlds(made_up, 1, seed=1)


def test_rule_sets_are_not_remembered_without_end() -> None:
    rules = PRESET_RULES["hearts-denexa"]
    for limit in range(1, RULE_SETS + 2):
        packed_rules(replace(rules, upper_limit=limit))
    assert packed_rules.cache_info().currsize <= RULE_SETS
