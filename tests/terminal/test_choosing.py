"""The cursor, the marks and the typed cards, without a screen."""

import pytest

from gongzhu.cards import Card
from gongzhu.rules import Expose, Pass, Play, RuleSet, apply, start_deal
from gongzhu.terminal.choosing import Choosing
from gongzhu.terminal.local_table import YOU
from gongzhu.view import View, view_of
from tests.support.tables import full_hands, preset

HAND = "AS QS 2S KH 9H TC 4C 3C JD TD 7D 6D 5D"
"""As it lies from left to right."""


def view(rules: RuleSet, hand: str = HAND) -> View:
    """The person's view at the beginning of a deal with this hand."""
    deal, _ = start_deal(rules, full_hands(rules, {0: hand}))
    return view_of(deal, YOU)


def choosing(seen: View) -> Choosing:
    """A choice that has just begun."""
    choice = Choosing()
    choice.attend(seen)
    return choice


def codes(choice: Choosing, moves: int) -> list[str]:
    """The cards under the cursor, move by move to the right."""
    found = []
    for _ in range(moves):
        assert choice.cursor is not None
        found.append(choice.cursor.code)
        choice.move(1)
    return found


PASSING = preset("hearts-denexa")
EXPOSING = preset("gongzhu-pagat")
SELLING = preset("gongzhu-boulder")
PLAYING = preset("gongzhu-hwa")


def test_the_cursor_goes_round_the_hand() -> None:
    assert " ".join(codes(choosing(view(PASSING)), 14)) == f"{HAND} AS"


def test_the_cursor_goes_round_the_key_cards_when_exposing() -> None:
    assert codes(choosing(view(EXPOSING)), 4) == ["QS", "TC", "JD", "QS"]


def test_without_key_cards_there_is_nothing_to_point_at() -> None:
    choice = choosing(view(EXPOSING, "AS KS 2S KH 9H 4C 3C 2C TD 7D 6D 5D 4D"))
    assert choice.cursor is None
    choice.move(1)
    assert choice.cursor is None
    assert choice.answer() == choice.turn() == Expose({})


def test_three_cards_are_marked_and_passed() -> None:
    choice = choosing(view(PASSING))
    for _ in range(2):
        assert choice.answer() is None
        choice.move(1)
    assert choice.turn() is None
    assert choice.answer() == Pass((Card("AS"), Card("QS"), Card("2S")))
    choice.turn()
    assert choice.marked == [Card("AS"), Card("QS")]


def test_exposing_turns_through_what_the_rules_allow() -> None:
    choice = choosing(view(EXPOSING))
    choice.turn()
    assert choice.answer() == Expose({Card("QS"): "open"})
    choice.turn()
    assert choice.answer() == Expose({})
    choice = choosing(view(SELLING))
    choice.turn()
    choice.move(1)
    choice.turn()
    choice.turn()
    assert choice.answer() == Expose({Card("QS"): "down", Card("TC"): "up"})


def test_a_card_that_is_no_key_card_is_not_turned() -> None:
    choice = choosing(view(EXPOSING))
    choice.point(Card("AS"))
    choice.turn()
    assert choice.answer() == Expose({})


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("JD", "JD"),
        ("jd", "JD"),
        ("Td", "TD"),
        ("10d", "TD"),
        ("1d", "TD"),
        ("0", "AS"),
        ("Qs", "QS"),
        ("a", "AS"),
        ("t", "TC"),
        ("tt", "TD"),
        ("H", "KH"),
        ("HH", "9H"),
        ("HHH", "KH"),
        ("Ah", "AS"),
        ("5", "5D"),
        ("5c", "5D"),
        ("?", "AS"),
        ("q", "AS"),
        ("s", "AS"),
    ],
)
def test_typing_goes_to_cards(typed: str, found: str) -> None:
    choice = choosing(view(PASSING))
    for sign in typed:
        choice.type(sign)
    assert choice.cursor is Card(found)


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        ("q", [False]),
        ("Q", [True]),
        ("s", [False]),
        ("Qs", [True, True]),
        ("Qss", [True, True, False]),
    ],
)
def test_only_what_names_a_card_is_taken_from_other_keys(typed: str, taken: list[bool]) -> None:
    choice = choosing(view(PASSING))
    assert [choice.type(sign) for sign in typed] == taken


def test_the_cursor_goes_to_the_nearest_card_that_may_be_played() -> None:
    deal, _ = start_deal(PLAYING, full_hands(PLAYING, {0: HAND}))
    choice = choosing(view_of(deal, YOU))
    choice.point(Card("KH"))
    while deal.public.turn != YOU:
        seat = deal.public.turn
        assert seat is not None
        deal, _ = apply(deal, seat, Play(view_of(deal, seat).playable()[0]))
    seen = view_of(deal, YOU)
    choice.attend(seen)
    assert choice.cursor in seen.playable()
    choice.point(Card("KH"))
    choice.move(1, allowed_only=True)
    assert choice.cursor in seen.playable()
    assert choice.answer() == choice.turn() == Play(choice.cursor)


def test_nothing_is_chosen_before_there_is_a_deal() -> None:
    choice = Choosing()
    assert choice.answer() is None
    assert choice.turn() is None


def test_a_card_may_be_typed_in_any_width() -> None:
    choice = choosing(view(PLAYING))
    for signs, code in (("４Ｃ", "4C"), ("Ｔｄ", "TD")):
        for sign in signs:
            assert choice.type(sign)
        assert choice.cursor == Card(code)
