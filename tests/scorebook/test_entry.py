"""Entries: which deals there can be, and what is said of the others."""

import json
from random import Random
from typing import Any

import msgspec
import pytest

from gongzhu.rules import Game
from gongzhu.scorebook import DealEntry, ScoreError, check_entry, missing_cards, score_entry
from gongzhu.scorebook.reading import read_entry
from tests.support.rulesets import every_kind
from tests.support.scorebooks import entry, random_entry
from tests.support.tables import cards, preset

KINDS = every_kind(seed=3, count=20)


def problem(rules: str, deal: DealEntry, *, whole: bool = False, **changes: Any) -> str:
    with pytest.raises(ScoreError) as caught:
        check_entry(preset(rules, **changes), deal, whole)
    assert caught.value.text("en") == str(caught.value)
    assert caught.value.text("zh") != str(caught.value)
    return caught.value.problem


@pytest.mark.parametrize("name", KINDS)
def test_entries_are_read_back_as_they_are_written(name: str) -> None:
    rules, rng = KINDS[name], Random(name)
    for _ in range(20):
        deal = random_entry(rules, rng)
        assert check_entry(rules, deal, whole=True) is deal
        line = json.dumps(msgspec.to_builtins(deal))
        assert read_entry(rules, line, whole=True) == deal


FOUR = ("", "", "", "")


@pytest.mark.parametrize(
    ("rules", "deal", "expected"),
    [
        ("gongzhu-pagat", DealEntry(()), "piles"),
        ("gongzhu-pagat", entry("", *FOUR), "piles"),
        ("gongzhu-pagat", entry("QS", "JD QS"), "repeated"),
        ("gongzhu-pagat-5", entry("2D"), "not_in_pack"),
        ("gongzhu-pagat", entry(*FOUR, exposed={"KS": "open"}), "not_key_card"),
        ("gongzhu-pagat", entry(*FOUR, exposed={"QS": "down"}), "mode"),
        ("gongzhu-boulder", entry(*FOUR, exposed={"QS": "open"}), "mode"),
        ("gongzhu-hwa", entry(*FOUR, exposed={"QS": "open"}), "nothing_exposed"),
        ("gongzhu-wiki-diamonds", entry(*FOUR, tricks=(1, 0)), "trick_count"),
        ("gongzhu-wiki-diamonds", entry(*FOUR, tricks=(13, 0, 0, 0)), "tricks"),
        ("gongzhu-wiki-diamonds", entry(*FOUR, tricks=(1, 1, 0, 0)), "tricks_of_two"),
        ("gongzhu-wiki-diamonds", entry("QD", "", tricks=(0, 1)), "tricks_of_another"),
        ("gongzhu-wiki", entry(*FOUR, tricks=(1, 0, 0, 0)), "tricks_not_counted"),
        ("gongzhu-wiki", entry(*FOUR, moon="self"), "no_moon_choice"),
        ("hearts-denexa", entry("*H QS", "", moon="self"), "moon_is_fixed"),
    ],
)
def test_what_cannot_be(rules: str, deal: DealEntry, expected: str) -> None:
    assert problem(rules, deal) == expected


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        (entry("*H QS", "", all_tricks=2), "all_tricks"),
        (entry("*H QS", "", all_tricks=-1), "all_tricks"),
        (entry("*H QS", "3C", all_tricks=0), "all_tricks_of_two"),
        (entry("*H", "", all_tricks=0), "all_tricks_miss"),
        (entry("*H QS", "QD", tricks=(0, 12)), "all_tricks_of_two"),
        (entry("*H QS", "", tricks=(0, 3), all_tricks=0), "all_tricks_after_queen"),
    ],
)
def test_who_cannot_have_every_trick(deal: DealEntry, expected: str) -> None:
    assert problem("hearts-denexa", deal, all_tricks=50, queen_of_diamonds=True) == expected
    assert problem("hearts-denexa", entry("*H QS", all_tricks=0)) == "all_tricks_not_counted"


def test_every_trick_is_paid_on_top_of_the_slam() -> None:
    rules = preset("hearts-denexa", all_tricks=50, queen_of_diamonds=True)
    for deal in (
        entry("", "*H QS", "", "", all_tricks=1),
        entry("", "*H *C *D *S", "", ""),
        entry("", "*H QS QD", "", "", tricks=(0, 12, 0, 0)),
    ):
        check_entry(rules, deal, whole=True)
        scores = score_entry(rules, deal).points
        assert scores == (76, -120 if deal.tricks_after_qd else 0, 76, 76)
    assert score_entry(rules, entry("", "*H QS", "", "")).points == (26, 0, 26, 26)


def test_a_whole_deal_has_every_pile() -> None:
    assert problem("gongzhu-pagat", entry("QS", "", ""), whole=True) == "pile_count"
    assert problem("gongzhu-pagat-partners", entry(*FOUR), whole=True, partners="pooled")


def test_tricks_are_as_many_as_there_can_be() -> None:
    five = preset("gongzhu-pagat-5", queen_of_diamonds=True)
    check_entry(five, entry("", tricks=(9,)))
    with pytest.raises(ScoreError, match="from 0 to 9"):
        check_entry(five, entry("", tricks=(10,)))


def test_an_open_moon_depends_on_the_totals() -> None:
    rules = preset("hearts-choice")
    moon = entry("", "*H QS", "", "")
    assert score_entry(rules, moon).points == (26, 0, 26, 26)
    late = Game(rules, (80, 50, 0, 0))
    assert score_entry(rules, moon, Game.new(rules)).points == (26, 0, 26, 26)
    assert score_entry(rules, moon, late).points == (0, -26, 0, 0)
    chosen = msgspec.structs.replace(moon, moon_choice="others")
    assert score_entry(rules, chosen, late).points == (26, 0, 26, 26)
    fixed = preset("hearts-denexa")
    assert score_entry(fixed, moon, Game(fixed, (80, 50, 0, 0))).points == (26, 0, 26, 26)


def test_what_nobody_has() -> None:
    rules = preset("gongzhu-pagat")
    assert missing_cards(rules, entry("*H", "QS 2C", "TC", "")) == cards("JD")
    assert missing_cards(rules, entry("*H", "QS", "TC", "JD")) == ()
    assert len(missing_cards(preset("hearts-omnibus"), entry(*FOUR))) == 15
