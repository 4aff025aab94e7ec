"""Exposed cards: chosen in secret, bound on one trick, and hidden as long as they lie face down."""

from itertools import permutations
from random import Random

from msgspec.json import encode

from gongzhu.cards import Card, Seat
from gongzhu.rules import CardPlayed, Expose, Exposure, Mode, Phase, apply, score_table
from gongzhu.view import view_of
from tests.support.playing import play_out
from tests.support.tables import begin, expose, pass_cards, play, playable_codes, preset

PAGAT = preset("gongzhu-pagat", first_lead="seat-0")
BOULDER = preset("gongzhu-boulder", first_lead="seat-0")
PIG = Card.QUEEN_OF_SPADES
DIAMONDS = "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD"
"""Eleven of them, to fill a hand that is out of something."""


def test_the_holder_may_not_follow_with_an_exposed_card_on_the_first_trick_of_its_suit() -> None:
    deal = expose(begin(PAGAT, {0: "2S", 1: "QS 3S AS"}), QS="open")
    assert playable_codes(play(deal, "2S")) == "3S AS"


def test_one_other_card_of_the_suit_is_enough_to_bind_the_exposed_one() -> None:
    deal = expose(begin(PAGAT, {0: "2S", 1: f"QS 3S {DIAMONDS}"}), QS="open")
    assert playable_codes(play(deal, "2S")) == "3S"


def test_the_only_card_of_the_suit_must_follow_exposed_or_not() -> None:
    deal = expose(begin(PAGAT, {0: "2S", 1: f"QS {DIAMONDS} KD"}), QS="open")
    assert playable_codes(play(deal, "2S")) == "QS"


def test_it_binds_the_leader_too_unless_it_is_the_only_card_of_the_suit() -> None:
    deal = expose(begin(PAGAT, {0: f"QS 2S {DIAMONDS}"}), QS="open")
    assert playable_codes(deal) == f"{DIAMONDS} 2S"
    deal = expose(begin(PAGAT, {0: f"QS {DIAMONDS} KD"}), QS="open")
    assert playable_codes(deal) == f"{DIAMONDS} KD QS"


def test_it_does_not_bind_a_discard() -> None:
    deal = expose(begin(PAGAT, {0: "*C", 1: f"{DIAMONDS} QS AS"}), QS="open")
    assert playable_codes(play(deal, "2C")) == f"{DIAMONDS} QS AS"


def test_one_trick_of_the_suit_uses_it_up_whoever_leads_it() -> None:
    hands = {0: "AS 2S", 1: "QS 3S 9S", 2: "5S 6S", 3: "7S 8S"}
    deal = play(expose(begin(PAGAT, hands), QS="open"), "AS 3S 5S 7S 2S")
    assert playable_codes(deal) == "9S QS"


def test_a_discard_on_the_first_trick_of_the_suit_uses_it_up_for_others() -> None:
    """Seat 1 has no spade on the first spade trick; that trick was the one all the same."""
    hands = {0: "2S AS", 1: f"{DIAMONDS} KD AD", 2: "QS 5S 6S", 3: "7S 8S"}
    deal = play(expose(begin(PAGAT, hands), QS="open"), "AS 2D 5S 7S 2S 3D")
    assert "QS" in playable_codes(deal).split()


def test_a_card_of_the_suit_discarded_before_frees_nothing() -> None:
    hands = {0: "2C 3C 2S", 1: f"3S 4S {DIAMONDS}", 2: "4C 5C QS 5S", 3: "6C 7C 6S"}
    deal = play(expose(begin(PAGAT, hands), QS="open"), "2C 3S 4C 6C 6S 2S 4S")
    assert "5S" in playable_codes(deal).split()
    assert "QS" not in playable_codes(deal).split()


def test_a_card_laid_face_down_is_bound_as_well() -> None:
    deal = expose(begin(BOULDER, {0: "2S", 1: "QS 3S"}), QS="down")
    assert "QS" not in playable_codes(play(deal, "2S")).split()


def test_a_card_laid_face_down_may_be_free_to_go_and_one_face_up_is_not() -> None:
    free = preset("gongzhu-boulder", first_lead="seat-0", face_down_first_trick="free")
    deal = expose(begin(free, {0: "2S", 1: "QS 3S"}), QS="down")
    assert "QS" in playable_codes(play(deal, "2S")).split()
    up = expose(begin(free, {0: "2S", 1: "QS 3S"}), QS="up")
    assert "QS" not in playable_codes(play(up, "2S")).split()
    led = expose(begin(free, {0: "AH 3H"}), AH="down")
    assert "AH" in playable_codes(led).split()


def test_the_others_only_see_how_many_lie_face_down() -> None:
    before = begin(BOULDER, {0: "QS JD", 1: "AH", 2: "TC"})
    deal = expose(before, QS="down", JD="down", AH="up", TC="down")
    assert deal.public.face_down == (2, 0, 1, 0)
    assert deal.public.exposed == (Exposure(Seat(1), Card.ACE_OF_HEARTS, "up"),)
    assert deal.own[0].exposures == (
        Exposure(Seat(0), Card.JACK_OF_DIAMONDS, "down"),
        Exposure(Seat(0), PIG, "down"),
    )


def test_a_shown_score_has_no_factor_while_the_card_lies_face_down() -> None:
    deal = begin(BOULDER, {0: "AS", 1: "QS KS", 2: f"AH KH {DIAMONDS}", 3: "2H 2S"})
    expected: dict[Mode, int] = {"down": -40, "up": -160}
    for mode, points in expected.items():
        now = play(expose(deal, AH=mode), "AS KS KH 2S")
        assert score_table(BOULDER, now.public).points == (points, 0, 0, 0)


def test_playing_a_card_reveals_that_it_lay_face_down_as_a_discard_too() -> None:
    deal = begin(BOULDER, {0: "AS KS", 1: "QS 3S", 2: f"AH KH {DIAMONDS}", 3: "2H 2S"})
    deal = play(expose(deal, AH="down"), "AS 3S")
    assert deal.public.face_down == (0, 0, 1, 0)
    deal = play(deal, "AH")
    assert deal.public.face_down == (0, 0, 0, 0)
    assert deal.public.hearts_broken
    assert deal.public.exposed == (Exposure(Seat(2), Card.ACE_OF_HEARTS, "down"),)
    deal = play(deal, "2S")
    assert score_table(BOULDER, deal.public).points[0] == -100


def test_a_card_is_told_to_have_lain_face_down_only_if_it_did() -> None:
    deal = expose(begin(BOULDER, {0: "QS JD", 1: "AH", 2: "TC"}), QS="down", JD="up", AH="up")
    told = [
        event.card
        for step in play_out(deal, Random(1))
        for event in step.events
        if isinstance(event, CardPlayed) and event.was_down
    ]
    assert told == [PIG]


def test_the_order_of_choosing_shows_nothing_and_changes_nothing() -> None:
    deal = begin(BOULDER, {0: "QS", 1: "AH", 2: "JD", 3: "TC"})
    choices = [
        (Seat(0), Expose({PIG: "up"})),
        (Seat(1), Expose({Card.ACE_OF_HEARTS: "down"})),
        (Seat(2), Expose({})),
        (Seat(3), Expose({Card.TEN_OF_CLUBS: "down"})),
    ]
    ends = set()
    for order in permutations(choices):
        now = deal
        for choice in order[:-1]:
            now, _ = apply(now, *choice)
            assert view_of(now, None) == view_of(deal, None)
        now, events = apply(now, *order[-1])
        assert now.public.phase is Phase.PLAYING
        ends.add((encode(now), encode(events[1:])))
    assert len(ends) == 1


def test_cards_are_passed_before_they_are_exposed() -> None:
    rules = preset("gongzhu-pagat", pass_cycle=["left"])
    deal = begin(rules, {0: "QS 2C 3C", 1: "2D 3D 4D", 2: "2H 3H 4H", 3: "4S 5S 6S"})
    deal = pass_cards(deal, "QS 2C 3C", "2D 3D 4D", "2H 3H 4H", "4S 5S 6S")
    assert deal.public.phase is Phase.EXPOSING
    deal = expose(deal, QS="open")
    assert deal.public.exposed == (Exposure(Seat(3), PIG, "open"),)


def test_cards_are_exposed_in_hearts_too() -> None:
    rules = preset("hearts-denexa", pass_cycle=["none"], sale="open", doubler="TC")
    deal = expose(begin(rules, {0: "2C", 1: "AH QS"}), AH="open")
    assert deal.public.phase is Phase.PLAYING
    assert deal.public.exposed == (Exposure(Seat(1), Card.ACE_OF_HEARTS, "open"),)
    deal = play(begin(rules, {0: "2C", 1: f"TC 3S {DIAMONDS}"}), "2C")
    assert playable_codes(deal) == "TC"


def test_two_cards_of_one_suit_may_be_exposed_and_are_bound_together() -> None:
    """The doubler is another spade here."""
    rules = preset("gongzhu-pagat", first_lead="seat-0", doubler="KS")
    deal = expose(begin(rules, {0: "2S", 1: "QS KS 3S"}), QS="open", KS="open")
    assert playable_codes(play(deal, "2S")) == "3S"
    deal = expose(begin(rules, {0: "2S", 1: f"QS KS {DIAMONDS}"}), QS="open", KS="open")
    assert playable_codes(play(deal, "2S")) == "QS KS"


def test_a_lone_exposed_card_is_free_while_another_of_the_suit_is_exposed_too() -> None:
    rules = preset("gongzhu-pagat", first_lead="seat-0", doubler="KS")
    deal = expose(begin(rules, {0: f"QS KS {DIAMONDS}"}), QS="open", KS="open")
    assert playable_codes(deal) == f"{DIAMONDS} QS KS"


def test_only_the_named_cards_may_be_exposed() -> None:
    rules = preset("gongzhu-pagat", exposable=["QS", "AH"])
    actions = view_of(begin(rules, {0: "TC JD AH QS"}), Seat(0)).legal_actions()
    shown = {card for action in actions if isinstance(action, Expose) for card in action.modes}
    assert shown == {PIG, Card.ACE_OF_HEARTS}
