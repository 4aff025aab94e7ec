"""What follows from a view: always true, and as much as a good player would know."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gongzhu.cards import Card, Seat, Suit
from gongzhu.rules import Deal, RuleSet
from gongzhu.view import Knowledge, know, view_of
from tests.support.playing import greedy_action, play_out, random_action, random_start
from tests.support.rulesets import PRESET_RULES, any_rules, rule_sets, tries
from tests.support.tables import begin, cards, expose, pass_cards, play, preset

PAGAT = preset("gongzhu-pagat", first_lead="seat-0")
BOULDER = preset("gongzhu-boulder", first_lead="seat-0")
HEARTS = preset("hearts-denexa", pass_cycle=["none"])
DIAMONDS = "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD"
PIG = Card.QUEEN_OF_SPADES


def check_truth(deal: Deal) -> None:
    """Hold what every viewer concludes against the hands as they are."""
    players = deal.rules.players
    holder = {card: seat for seat, own in enumerate(deal.own) for card in own.hand}
    for viewer in (None, *map(Seat, range(players))):
        knowledge = know(view_of(deal, viewer))
        mine = set() if viewer is None else set(deal.own[viewer].hand)
        assert set(knowledge.holders) == set(holder) - mine
        for card, seats in knowledge.holders.items():
            assert holder[card] in seats
            assert list(seats) == sorted(set(seats) - {viewer})
            assert knowledge.may_hold(Seat(holder[card]), card)
        for seat, suits in enumerate(knowledge.voids):
            assert not suits & {card.suit for card in deal.own[seat].hand}
            if seat == viewer:
                assert suits == set(Suit) - {card.suit for card in deal.own[seat].hand}
            else:
                known = knowledge.known_hand(Seat(seat))
                assert set(known) <= set(deal.own[seat].hand)
                assert list(known) == sorted(known)


def check_a_deal(rules: RuleSet, seed: int) -> None:
    rng = Random(seed)
    strong = rng.random() < 0.3
    deal, _ = random_start(rules, rng, strong=strong)
    check_truth(deal)
    for step in play_out(deal, rng, greedy_action if strong else random_action):
        if rng.random() < 0.3:
            check_truth(step.after)
    check_truth(step.after)


@pytest.mark.parametrize("name", PRESET_RULES)
def test_what_is_concluded_is_true(name: str) -> None:
    for seed in range(tries(3)):
        check_a_deal(PRESET_RULES[name], seed)


@any_rules(40)
@given(rule_sets(), st.integers(0, 2**32))
def test_what_is_concluded_is_true_under_any_rules(rules: RuleSet, seed: int) -> None:
    check_a_deal(rules, seed)


def knowledge(deal: Deal, seat: int | None = 0) -> Knowledge:
    return know(view_of(deal, None if seat is None else Seat(seat)))


def suit_cards(known: Knowledge, seat: int, suit: Suit) -> list[Card]:
    return [card for card, at in known.holders.items() if seat in at and card.suit is suit]


def test_at_first_any_card_may_be_with_any_of_the_others() -> None:
    deal = play(begin(PAGAT), "")
    known = knowledge(deal)
    assert len(known.holders) == 39
    assert set(known.holders.values()) == {(1, 2, 3)}
    assert known.known_hand(Seat(1)) == ()
    assert known.voids[1] == frozenset()
    assert not known.may_hold(Seat(1), deal.own[0].hand[0])
    assert set(knowledge(deal, None).holders.values()) == {(0, 1, 2, 3)}


def test_who_does_not_follow_has_shown_a_void() -> None:
    deal = play(begin(PAGAT, {0: "*C", 1: "2D"}), "2C 2D")
    known = knowledge(deal, 2)
    assert known.voids[1] == {Suit.CLUBS}
    assert suit_cards(known, 1, Suit.CLUBS) == []
    assert suit_cards(known, 1, Suit.DIAMONDS)
    assert not known.may_hold(Seat(1), Card.TWO_OF_DIAMONDS)


def test_a_seat_knows_its_own_voids() -> None:
    assert knowledge(play(begin(PAGAT, {0: "*C"}), "")).voids[0] == set(Suit) - {Suit.CLUBS}


def test_the_holder_of_an_exposed_card_is_known() -> None:
    deal = expose(begin(PAGAT, {1: "QS"}), QS="open")
    for viewer in (0, 2, 3, None):
        known = knowledge(deal, viewer)
        assert known.holders[PIG] == (1,)
        assert PIG in known.known_hand(Seat(1))
    assert not knowledge(deal, 1).may_hold(Seat(1), PIG)


PASSES = ("QS KS AS", "3D 4D 5D", "2H 3H 4H", "2C 3C 4C")


def test_who_passed_a_card_knows_where_it_is_and_nobody_else_does() -> None:
    deal = begin(preset("hearts-denexa"), dict(enumerate(PASSES)))
    before = pass_cards(deal, *PASSES[:3])
    assert PIG not in knowledge(before).holders
    assert knowledge(before, 2).holders[PIG] == (0, 1, 3)
    deal = pass_cards(deal, *PASSES)
    assert knowledge(deal).known_hand(Seat(1)) == cards("QS KS AS")
    assert knowledge(deal, 2).holders[PIG] == (0, 1, 3)
    assert knowledge(deal, None).holders[PIG] == (0, 1, 2, 3)


def test_a_passed_card_is_forgotten_once_it_is_played() -> None:
    deal = pass_cards(begin(preset("hearts-denexa"), dict(enumerate(PASSES))), *PASSES)
    assert deal.public.turn == 0  # which was given 2C
    deal = play(deal, "2C")
    clubs = [card.code for card in deal.own[1].hand if card.suit is Suit.CLUBS]
    deal = play(deal, clubs[0])
    assert PIG in knowledge(deal).holders


def test_the_leader_holds_the_card_that_the_lead_is_named_after() -> None:
    pagat = preset("gongzhu-pagat")
    deal = play(begin(pagat, {1: "2S 3C"}), "")
    assert knowledge(deal).holders[Card.TWO_OF_SPADES] == (1,)
    deal = play(deal, "3C")
    assert knowledge(deal).holders[Card.TWO_OF_SPADES] == (1,)
    later = play(begin(pagat, {1: "2S 3C"}, number=1, leader=1), "3C")
    assert knowledge(later).holders[Card.TWO_OF_SPADES] == (1, 2, 3)
    assert knowledge(begin(pagat, {1: "2S"})).holders[Card.TWO_OF_SPADES] == (1, 2, 3)


def test_a_point_card_thrown_on_the_first_trick_tells_of_a_hand_of_them() -> None:
    deal = play(begin(HEARTS, {0: "2C", 1: "*H"}), "2C 2H")
    known = knowledge(deal, 2)
    possible = [card for card, at in known.holders.items() if 1 in at]
    assert set(possible) == {*cards("*H"), PIG} - {Card.TWO_OF_HEARTS}
    harmless = play(begin(PAGAT, {0: "*C", 1: "2H 2S"}), "2C 2H")
    assert knowledge(harmless, 2).may_hold(Seat(1), Card.TWO_OF_SPADES)


def test_a_harmless_card_thrown_on_the_first_trick_tells_of_the_void_alone() -> None:
    deal = play(begin(HEARTS, {0: "*C", 1: "2D 2H"}), "2C 2D")
    known = knowledge(deal, 2)
    assert known.voids[1] == {Suit.CLUBS}
    assert known.may_hold(Seat(1), Card.TWO_OF_HEARTS)


ALL_BUT_TWO = "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


def test_hearts_led_unbroken_tell_of_a_hand_of_hearts() -> None:
    hands = {0: "2C", 1: f"AC {ALL_BUT_TWO}", 2: "3C 2H", 3: "4C"}
    known = knowledge(play(begin(HEARTS, hands), "2C AC 3C 4C AH"))
    assert known.voids[1] == {Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES}
    free = preset("hearts-denexa", pass_cycle=["none"], hearts_must_be_broken=False)
    assert knowledge(play(begin(free, hands), "2C AC 3C 4C AH")).voids[1] == frozenset()


def test_hearts_led_when_broken_tell_nothing() -> None:
    hands = {0: "2C AH", 1: "KC QH 2D", 2: "3C 2H 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS", 3: "4C AD KH"}
    deal = play(begin(HEARTS, hands), "2C KC 3C 4C 2D 2H AD 3D KH")
    assert knowledge(deal).voids[3] == frozenset()


def test_hearts_led_after_the_queen_tell_nothing_where_she_breaks_them() -> None:
    changes = {"first_lead": "must-lead-2S", "pass_cycle": ["none"], "queen_breaks_hearts": True}
    hands = {0: "2S 2H", 1: "AS 3H 5C 5D", 2: "QS 4H", 3: "KS"}
    deal = play(begin(preset("hearts-denexa", **changes), hands), "2S AS QS KS 3H")
    assert knowledge(deal).voids[1] == frozenset()


def test_hearts_led_after_any_other_card_tell_of_a_hand_of_hearts() -> None:
    for discarded, breaks in (("QS", False), ("3S", True)):
        changes = {"first_lead": "must-lead-2S", "queen_breaks_hearts": breaks}
        rules = preset("hearts-denexa", pass_cycle=["none"], **changes)
        hands = {0: "2S", 1: f"AS {ALL_BUT_TWO}", 2: f"{discarded} 2H", 3: "KS"}
        known = knowledge(play(begin(rules, hands), f"2S AS {discarded} KS AH"))
        assert known.voids[1] == {Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES}


def test_an_exposed_card_that_had_to_follow_was_the_last_of_its_suit() -> None:
    deal = expose(begin(PAGAT, {0: "2S AS", 1: f"QS {DIAMONDS} KD", 2: "3S"}), QS="open")
    known = knowledge(play(deal, "2S QS"))
    assert known.voids[1] == {Suit.SPADES}
    later = expose(begin(PAGAT, {0: "2S AS", 1: "QS 4S", 2: "3S KS", 3: "5S 6S"}), QS="open")
    known = knowledge(play(later, "AS 4S 3S 5S 2S QS"))
    assert Suit.SPADES not in known.voids[1]


def test_an_exposed_card_that_was_discarded_tells_of_the_void_alone() -> None:
    deal = expose(begin(PAGAT, {0: "*C", 1: "QS 2S 3S"}), QS="open")
    known = knowledge(play(deal, "2C QS"), 2)
    assert known.voids[1] == {Suit.CLUBS}


def test_a_card_that_lay_face_down_and_had_to_follow_was_the_last_of_its_suit() -> None:
    deal = expose(begin(BOULDER, {0: "2S", 1: f"QS {DIAMONDS} KD", 2: "3S"}), QS="down")
    assert knowledge(play(deal, "2S QS")).voids[1] == {Suit.SPADES}
    undisclosed = expose(begin(BOULDER, {0: "2S", 1: f"QS {DIAMONDS} KD", 2: "3S"}))
    assert knowledge(play(undisclosed, "2S QS")).voids[1] == frozenset()
    free = preset("gongzhu-boulder", first_lead="seat-0", face_down_first_trick="free")
    hands = {0: "2S", 1: f"QS {DIAMONDS} KD", 2: "3S"}
    assert knowledge(play(expose(begin(free, hands), QS="down"), "2S QS")).voids[1] == frozenset()
    assert knowledge(play(expose(begin(free, hands), QS="up"), "2S QS")).voids[1] == {Suit.SPADES}


def test_a_lead_that_was_forced_says_nothing_of_other_cards_of_the_suit() -> None:
    """10♣ leads where 2♣ to 9♣ are laid aside, exposed or not, with others beside it or not."""
    rules = preset("gongzhu-summary", removed=[f"{rank}C" for rank in "23456789"])
    deal = play(expose(begin(rules, {2: "TC AC"}), TC="open"), "TC")
    assert Suit.CLUBS not in knowledge(deal).voids[2]
    check_truth(deal)


def test_a_lead_of_the_same_card_that_was_not_forced_says_that_there_are_none() -> None:
    removed = [f"{rank}C" for rank in "23456789"]
    alone = "TC 2D 3D 4D 5D 6D 7D 8D 9D TD JD"
    chosen = preset("gongzhu-summary", removed=removed, first_lead="holder-of-2C")
    deal = play(expose(begin(chosen, {2: alone}), TC="open"), "TC")
    assert Suit.CLUBS in knowledge(deal).voids[2]
    later = begin(preset("gongzhu-summary", removed=removed), {2: alone}, 1, 2)
    deal = play(expose(later, TC="open"), "TC")
    assert Suit.CLUBS in knowledge(deal).voids[2]


def test_as_many_cards_face_down_as_key_cards_it_may_have_are_known() -> None:
    deal = expose(begin(BOULDER, {0: "AH JD", 1: "QS TC"}), QS="down", TC="down", JD="down")
    assert knowledge(deal).known_hand(Seat(1)) == cards("TC QS")
    assert knowledge(deal, 2).known_hand(Seat(1)) == ()
    assert knowledge(deal, None).known_hand(Seat(1)) == ()
    one = expose(begin(BOULDER, {0: "AH JD", 1: "QS TC"}), TC="down")
    assert knowledge(one).known_hand(Seat(1)) == ()
    shown = expose(begin(BOULDER, {0: "AH JD", 1: "QS TC"}), QS="up", TC="down")
    assert knowledge(shown).known_hand(Seat(1)) == cards("TC QS")


def test_what_only_one_seat_may_hold_it_holds_and_a_full_hand_holds_nothing_else() -> None:
    """Seats 2 and 3 show out of both black suits, so seat 1 has the rest of them."""
    hands = {
        0: "2S 3S 4S 5S 6S 7S 2C 3C 4C 5C 6C 7C 8C",
        1: "8S 9S TS JS QS KS AS 9C TC JC QC KC AC",
        2: "*D",
        3: "*H",
    }
    deal = play(begin(PAGAT, hands), "2S 8S 2D 2H")
    known = knowledge(deal)
    assert known.known_hand(Seat(1)) == cards("9S TS JS QS KS AS")
    assert known.voids[1] == frozenset()
    known = knowledge(play(deal, "9C 3D 3H 2C"))
    assert known.known_hand(Seat(1)) == cards("TC JC QC KC AC 9S TS JS QS KS AS")
    assert known.voids[1] == {Suit.DIAMONDS, Suit.HEARTS}
    assert known.voids[2] == {Suit.CLUBS, Suit.SPADES}


def test_a_seat_that_may_hold_no_more_cards_than_it_has_holds_them_all() -> None:
    """Seat 1 shows out of all but spades, which seats 2 and 3 might hold as well."""
    hands = {
        0: "TC JC QC KC AC QD KD AD TH JH QH KH AH",
        1: "*S",
        2: "2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D 5D 6D",
        3: "7D 8D 9D TD JD 2H 3H 4H 5H 6H 7H 8H 9H",
    }
    deal = play(begin(PAGAT, hands), "AC 2S 2C 7D AD 3S 2D 8D AH 4S 3C")
    assert knowledge(deal).known_hand(Seat(1)) == cards("5S 6S 7S 8S 9S TS JS QS KS AS")
    assert Suit.SPADES in knowledge(deal).voids[2] & knowledge(deal).voids[3]


def test_the_last_card_is_with_the_only_seat_that_has_one() -> None:
    rng = Random(4)
    deal, _ = random_start(PAGAT, rng)
    for step in play_out(deal, rng):
        if len(step.after.public.tricks) == 12 and len(step.after.public.trick) == 2:
            turn = step.after.public.turn
            assert turn is not None
            (card,) = step.after.own[(turn + 1) % 4].hand
            assert knowledge(step.after, turn).holders == {card: ((turn + 1) % 4,)}


def test_nothing_is_left_to_know_when_all_cards_are_played() -> None:
    rng = Random(1)
    deal, _ = random_start(PAGAT, rng)
    *_, last = play_out(deal, rng)
    known = knowledge(last.after)
    assert known.holders == {}
    assert known.voids == (frozenset(Suit),) * 4
