"""Every rule that can forbid something: when it does, and that it can be said."""

from collections.abc import Callable
from random import Random
from typing import cast

import pytest

from gongzhu.cards import Card, Seat
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Claim,
    Deal,
    Expose,
    IllegalAction,
    Mode,
    MoonChoice,
    Pass,
    Phase,
    Play,
    Reason,
    apply,
)
from gongzhu.texts import LANGUAGES, keys
from gongzhu.view import view_of
from tests.support.playing import play_out
from tests.support.tables import begin, cards, expose, pass_cards, play, play_on, preset

PIG = Card.QUEEN_OF_SPADES
DIAMONDS = "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD"
PASSING = preset("hearts-denexa")
HEARTS = preset("hearts-denexa", pass_cycle=["none"])
OMNIBUS = preset("hearts-omnibus", pass_cycle=["none"])
PAGAT = preset("gongzhu-pagat", first_lead="seat-0")
STRICT = preset("gongzhu-pagat", first_lead="seat-0", first_trick_points=False)
UNBROKEN = preset("gongzhu-pagat", first_lead="seat-0", hearts_must_be_broken=True)
QUEEN_TOO = preset(
    "gongzhu-hwa", first_lead="seat-0", hearts_must_be_broken=True, queen_breaks_hearts=True
)


def passing() -> Deal:
    return begin(PASSING, {0: "2C 3C 4C QS"})


def exposing() -> Deal:
    return begin(PAGAT, {0: "QS 2S 2C", 1: "AH"})


def playing() -> Deal:
    return play(begin(PAGAT, {0: "2S 2C", 1: "3S 2D"}), "")


def at_a_moon() -> Deal:
    changes = {"first_lead": "seat-0", "first_trick_points": True, "pass_cycle": ["none"]}
    *_, last = play_out(begin(preset("hearts-choice", **changes), {0: "*D"}), Random(1))
    assert last.before.public.phase is Phase.MOON
    return last.before


def playing_for_all_tricks() -> Deal:
    changes = {"all_tricks": 100, "all_point_cards": "self"}
    rules = preset("gongzhu-pagat", first_lead="seat-0", **changes)
    return play(begin(rules, {0: "2S", 1: "3S", 2: "4S", 3: "5S"}), "")


def expose_one(code: str, mode: str = "open") -> Expose:
    return Expose({Card(code): cast(Mode, mode)})


def play_one(code: str) -> Play:
    return Play(Card(code))


# What is tried when, and why it may not be.
REFUSALS: list[tuple[Callable[[], Deal], Seat, Action, Reason]] = [
    (lambda: play_on(playing()), Seat(0), play_one("2S"), Reason("deal_over")),
    (playing, Seat(4), play_one("2S"), Reason("no_such_seat", count=3)),
    (playing, Seat(-1), play_one("2S"), Reason("no_such_seat", count=3)),
    (passing, Seat(0), play_one("2C"), Reason("not_playing")),
    (exposing, Seat(0), Claim(), Reason("not_playing")),
    (playing, Seat(1), play_one("3S"), Reason("not_your_turn")),
    (playing, Seat(0), play_one("3S"), Reason("not_in_hand", cards("3S"))),
    (playing, Seat(0), Pass(cards("2C 2S 3C")), Reason("not_passing")),
    (passing, Seat(0), Pass(cards("AS KS 2C")), Reason("not_in_hand", cards("AS KS"))),
    (passing, Seat(0), Pass(cards("2C 3C")), Reason("pass_count", count=3)),
    (passing, Seat(0), Pass(cards("2C 3C 4C QS")), Reason("pass_count", count=3)),
    (passing, Seat(0), Pass(cards("2C 3C 3C")), Reason("pass_count", count=3)),
    (passing, Seat(0), Pass(cards("2C 3C 4C 4C")), Reason("pass_count", count=3)),
    (
        lambda: pass_cards(passing(), "2C 3C QS"),
        Seat(0),
        Pass(cards("2C 3C 4C")),
        Reason("passed_already", cards("2C 3C QS")),
    ),
    (passing, Seat(0), Expose({}), Reason("no_exposing")),
    (playing, Seat(0), Expose({}), Reason("not_exposing")),
    (
        lambda: apply(exposing(), Seat(0), Expose({}))[0],
        Seat(0),
        expose_one("QS"),
        Reason("exposed_already"),
    ),
    (exposing, Seat(0), expose_one("2S"), Reason("not_a_key_card", cards("TC JD AH QS"))),
    (exposing, Seat(0), expose_one("AH"), Reason("not_in_hand", cards("AH"))),
    (exposing, Seat(0), expose_one("QS", "up"), Reason("open_only", cards("QS"))),
    (
        lambda: begin(preset("gongzhu-boulder"), {0: "QS"}),
        Seat(0),
        expose_one("QS"),
        Reason("down_or_up", cards("QS")),
    ),
    (
        lambda: begin(HEARTS, {1: "2C 3C"}),
        Seat(1),
        play_one("3C"),
        Reason("lead_the_card", cards("2C")),
    ),
    (
        lambda: play(playing(), "2S"),
        Seat(1),
        play_one("2D"),
        Reason("follow_suit", suit=PIG.suit),
    ),
    (
        lambda: play(expose(begin(PAGAT, {0: "2S", 1: "QS 3S"}), QS="open"), "2S"),
        Seat(1),
        play_one("QS"),
        Reason("exposed_followed", cards("QS"), PIG.suit),
    ),
    (
        lambda: expose(begin(PAGAT, {0: "QS 2S"}), QS="open"),
        Seat(0),
        play_one("QS"),
        Reason("exposed_led", cards("QS"), PIG.suit),
    ),
    (
        lambda: play(begin(STRICT, {0: "*S", 1: f"{DIAMONDS} TC KD"}), "2S"),
        Seat(1),
        play_one("TC"),
        Reason("first_trick", cards("TC")),
    ),
    (
        lambda: play(begin(HEARTS, {0: "*C", 1: f"{DIAMONDS} 2H KD"}), "2C"),
        Seat(1),
        play_one("2H"),
        Reason("first_trick", cards("2H")),
    ),
    (
        lambda: play(begin(OMNIBUS, {0: "*C", 1: f"{DIAMONDS} 2H KD"}), "2C"),
        Seat(1),
        play_one("JD"),
        Reason("first_trick", cards("JD")),
    ),
    (
        lambda: play(begin(UNBROKEN, {0: "2H 2S"}), ""),
        Seat(0),
        play_one("2H"),
        Reason("hearts_first"),
    ),
    (
        lambda: play(begin(QUEEN_TOO, {0: "2H 2S"}), ""),
        Seat(0),
        play_one("2H"),
        Reason("hearts_or_queen_first"),
    ),
    (
        lambda: expose(begin(UNBROKEN, {0: "*H"}), AH="open"),
        Seat(0),
        play_one("AH"),
        Reason("exposed_led", cards("AH"), Card.ACE_OF_HEARTS.suit),
    ),
    (
        lambda: expose(begin(PAGAT, {0: "AH 2H"}), AH="open"),
        Seat(0),
        play_one("AH"),
        Reason("exposed_led", cards("AH"), Card.ACE_OF_HEARTS.suit),
    ),
    (
        lambda: expose(begin(UNBROKEN, {0: "QS 2S"}), QS="open"),
        Seat(0),
        play_one("QS"),
        Reason("exposed_led", cards("QS"), PIG.suit),
    ),
    (  # Hearts are broken by then.
        lambda: play(
            expose(
                begin(UNBROKEN, {0: "AS AH 3H", 1: f"{DIAMONDS} 2H KD", 2: "2S", 3: "3S"}),
                AH="open",
            ),
            "AS 2H 2S 3S",
        ),
        Seat(0),
        play_one("AH"),
        Reason("exposed_led", cards("AH"), Card.ACE_OF_HEARTS.suit),
    ),
    (  # The captor of the pig leads: no card is named for a later deal.
        lambda: expose(begin(preset("gongzhu-denexa"), {0: "QS 2S"}, 1, 0), QS="open"),
        Seat(0),
        play_one("QS"),
        Reason("exposed_led", cards("QS"), PIG.suit),
    ),
    (playing, Seat(0), ChooseMoon("others"), Reason("no_moon")),
    (at_a_moon, Seat(1), ChooseMoon("others"), Reason("not_the_shooter")),
    (at_a_moon, Seat(0), ChooseMoon(cast(MoonChoice, "both")), Reason("unknown_choice")),
    (playing, Seat(2), Claim(), Reason("points_left", count=16)),
    (
        lambda: play(begin(preset("gongzhu-wiki-diamonds"), {}), ""),
        Seat(2),
        Claim(),
        Reason("claim_with_queen_of_diamonds"),
    ),
    (
        lambda: play(playing_for_all_tricks(), "2S 3S 4S 5S"),
        Seat(2),
        Claim(),
        Reason("claim_with_all_tricks"),
    ),
    (playing_for_all_tricks, Seat(2), Claim(), Reason("points_left", count=16)),
    (
        lambda: begin(preset("hearts-denexa", pass_count=2), {0: "2C 3C 4C"}),
        Seat(0),
        Pass(cards("2C 3C 4C")),
        Reason("pass_count", count=2),
    ),
    (
        lambda: begin(preset("gongzhu-pagat", exposable=["QS", "AH"]), {0: "TC"}),
        Seat(0),
        expose_one("TC"),
        Reason("not_a_key_card", cards("AH QS")),
    ),
]


@pytest.mark.parametrize(
    ("situation", "seat", "action", "reason"),
    [pytest.param(*case, id=f"{case[3].code}-{n}") for n, case in enumerate(REFUSALS)],
)
def test_a_refusal_names_its_rule(
    situation: Callable[[], Deal], seat: Seat, action: Action, reason: Reason
) -> None:
    with pytest.raises(IllegalAction) as caught:
        apply(situation(), seat, action)
    assert caught.value.reason == reason
    assert str(caught.value) == reason.text("en")


def test_a_view_refuses_who_has_no_seat() -> None:
    deal = playing()
    assert view_of(deal, None).why_illegal(play_one("2S")) == Reason("no_seat")
    assert view_of(deal, Seat(0)).why_illegal(play_one("2S")) is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_of_the_catalogue_is_given_above(lang: str) -> None:
    given = {f"reasons.{reason.code}" for *_, reason in REFUSALS} | {"reasons.no_seat"}
    known = {key for key in keys("en" if lang == "en" else "zh") if key.startswith("reasons.")}
    assert given == known


@pytest.mark.parametrize(
    "reason",
    [pytest.param(reason, id=f"{reason.code}-{n}") for n, (*_, reason) in enumerate(REFUSALS)],
)
def test_a_reason_is_said_in_both_languages(reason: Reason) -> None:
    english, chinese = (reason.text(lang) for lang in LANGUAGES)
    assert "{" not in english + chinese
    assert english.isprintable()
    assert not any(is_han(letter) for letter in english)
    assert any(is_han(letter) for letter in chinese)


def is_han(letter: str) -> bool:
    return "\u4e00" <= letter <= "\u9fff"


def test_the_rule_that_forbids_an_exposed_card_is_told_in_words() -> None:
    deal = play(expose(begin(PAGAT, {0: "2S", 1: "QS 3S"}), QS="open"), "2S")
    reason = view_of(deal, Seat(1)).why_illegal(play_one("QS"))
    assert reason is not None
    assert "Q♠" in reason.text("en")
    assert "spades" in reason.text("en")
    assert "黑桃" in reason.text("zh")
