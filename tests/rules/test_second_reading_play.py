"""The second reading alone: how deals begin and are played, on hands of a few cards."""

from typing import Any

import pytest

from tests.support.oracle import OracleDeal
from tests.support.oracle_games import later_leader, pass_steps, unanswered_moon
from tests.support.plain_presets import PLAIN_PRESETS


def begun(
    preset: str, hands: str, leader: int | None = None, dealer: int = 0, **changes: Any
) -> OracleDeal:
    """A deal of these hands, apart by bars, without passing."""
    dealt = [set(hand.split()) for hand in hands.split("|")]
    options = PLAIN_PRESETS[preset] | {"pass_cycle": ["none"], "players": len(dealt)} | changes
    return OracleDeal(options, dealt, leader=leader, dealer=dealer)


def after(deal: OracleDeal, text: str) -> OracleDeal:
    """The same deal when these cards have been played, each by the seat whose turn it is."""
    for card in text.split():
        deal.make(deal.turn(), ("play", card))
    return deal


def choices(deal: OracleDeal) -> str:
    return " ".join(sorted(deal.legal_cards(deal.turn())))


@pytest.mark.parametrize(
    ("players", "direction", "way", "steps"),
    [
        (4, "clockwise", "left", 1),
        (4, "anticlockwise", "left", -1),
        (4, "anticlockwise", "right", 1),
        (4, "clockwise", "across", 2),
        (6, "clockwise", "across", 3),
        (8, "anticlockwise", "across", 4),
        (5, "clockwise", "left-2", 2),
        (7, "anticlockwise", "left-2", -2),
        (7, "clockwise", "right-2", -2),
        (3, "clockwise", "none", 0),
    ],
)
def test_where_cards_are_passed(players: int, direction: str, way: str, steps: int) -> None:
    options = {"players": players, "direction": direction, "pass_cycle": ["none", way]}
    assert pass_steps(options, 3) == steps


def test_passed_cards_come_from_the_neighbour() -> None:
    deal = begun("hearts-denexa", "2C 3C|4C 5C|6C 7C", pass_cycle=["left"], pass_count=1)
    assert deal.legal(0) == {("pass", "2C"), ("pass", "3C")}
    for seat, card in enumerate(("2C", "4C", "6C")):
        deal.make(seat, ("pass", card))
    assert [deal.hand(seat) for seat in range(3)] == [{"3C", "6C"}, {"2C", "5C"}, {"4C", "7C"}]
    assert deal.turn() == 1
    assert choices(deal) == "2C"


@pytest.mark.parametrize(
    ("lead", "card", "leader", "cards"),
    [
        ("must-lead", "7S", 1, "7S"),
        ("holder", "7S", 1, "7S AD"),
        ("must-lead", "2S", 2, "5S"),
        ("must-lead", "JS", 1, "QS"),
        ("must-lead", "AS", 2, "5S"),
        ("must-lead", "2D", 0, "3D"),
        ("dealer", "none", 2, "5S 9D"),
        ("after-dealer", "none", 0, "3D KS"),
        ("seat-0", "none", 0, "3D KS"),
    ],
)
def test_who_leads_first_and_what(lead: str, card: str, leader: int, cards: str) -> None:
    hands = "3D KS|7S AD|5S 9D" if card != "JS" else "3D KS|QS AD|5S 9D"
    deal = begun(
        "gongzhu-pagat", hands, dealer=2, sale="none", first_lead=lead, first_lead_card=card
    )
    assert deal.turn() == leader
    assert choices(deal) == cards


@pytest.mark.parametrize(
    ("later_lead", "aim", "partners", "scores", "leader"),
    [
        ("pig-captor", "high", "none", (5, 5, 5, 5), 3),
        ("as-first", "high", "none", (5, 5, 5, 5), None),
        ("winner", "high", "none", (5, 9, 0, 0), 1),
        ("loser", "high", "none", (5, 9, 0, -1), 3),
        ("winner", "low", "none", (5, 9, 1, 2), 2),
        ("loser", "low", "none", (5, 9, 1, 2), 1),
        ("winner", "high", "none", (9, 9, 0, 9), 3),
        ("loser", "high", "none", (9, 9, 9, 9), 3),
        ("winner", "high", "separate", (9, 3, 0, 9), 3),
        ("winner", "high", "pooled", (9, 3), 0),
        ("winner", "high", "pooled", (3, 9), 3),
    ],
)
def test_who_leads_later(
    later_lead: str, aim: str, partners: str, scores: tuple[int, ...], leader: int | None
) -> None:
    options = {"later_lead": later_lead, "aim": aim, "partners": partners, "players": 4}
    assert later_leader(options, dealer=2, captor=3, scores=scores) == leader


def test_an_exposed_card_is_bound_while_another_of_its_suit_is_not() -> None:
    deal = begun("gongzhu-pagat", "QS KS 3S|4S 5S 6S|7S 8S 9S", leader=1, doubler="KS")
    for seat, shown in enumerate((("KS:open", "QS:open"), (), ())):
        assert ("expose", *shown) in deal.legal(seat)
        deal.make(seat, ("expose", *shown))
    assert choices(after(deal, "4S 7S")) == "3S"
    assert choices(after(deal, "3S 8S")) == "KS QS"


def test_an_exposed_card_is_free_once_its_suit_was_led() -> None:
    deal = begun("gongzhu-pagat", "QS 3S 4S|5S 8S 7S|6S 9S TS", leader=1)
    for seat, shown in enumerate((("QS:open",), (), ())):
        deal.make(seat, ("expose", *shown))
    assert choices(after(deal, "8S 6S")) == "3S 4S"
    assert choices(after(deal, "3S 5S 9S")) == "4S QS"


def test_exposed_cards_that_are_all_of_a_suit_are_free() -> None:
    deal = begun("gongzhu-pagat", "QS KS 3D|4S 5S 6S|7S 8S 9S", leader=1, doubler="KS")
    for seat, shown in enumerate((("KS:open", "QS:open"), (), ())):
        deal.make(seat, ("expose", *shown))
    assert choices(after(deal, "4S 7S")) == "KS QS"


def test_the_doubler_is_no_discard_on_the_first_trick_either() -> None:
    hands = "2C 3C|TS KS 4H|4C 5C"
    assert choices(after(begun("hearts-denexa", hands, doubler="TS"), "2C")) == "KS"
    assert choices(after(begun("hearts-denexa", hands, points={"4H": 1, "KS": 1}), "2C")) == "TS"
    assert choices(after(begun("hearts-denexa", "2C|TS 4H|5C", doubler="TS"), "2C")) == "4H TS"


def test_cards_are_charged_in_hearts() -> None:
    deal = begun("hearts-denexa", "2C AH|3C 4H|5C QS", sale="open")
    assert deal.legal(0) == {("expose",), ("expose", "AH:open")}
    assert deal.legal(2) == {("expose",), ("expose", "QS:open")}


@pytest.mark.parametrize(
    ("changes", "claimed"),
    [({}, True), ({"all_tricks": 24}, False), ({"queen_of_diamonds": True}, False)],
)
def test_a_claim_waits_while_tricks_can_count(changes: dict[str, Any], claimed: bool) -> None:
    changes = changes | {"points": {"3S": 1, "4S": 1}}
    deal = begun("hearts-denexa", "AS 2C 3C|3S 4C 5C|4S 6C 7C", leader=0, **changes)
    assert not deal.may_claim()
    assert after(deal, "AS 3S 4S").may_claim() == claimed
    assert after(deal, "2C 4C 6C").may_claim() == ("queen_of_diamonds" not in changes)


@pytest.mark.parametrize(
    ("totals", "chosen"),
    [
        ((0, 0, 0), "others"),
        ((60, 80, 60), "others"),
        ((90, 20, 60), "self"),
        ((90, 20, 101), "others"),
    ],
)
def test_a_moon_that_nobody_chooses_for(totals: tuple[int, ...], chosen: str) -> None:
    options = PLAIN_PRESETS["hearts-choice"] | {"players": 3}
    ways = {"others": (0, 55, 55), "self": (-55, 0, 0)}
    assert unanswered_moon(options, totals, 0, ways, played=1) == chosen
