"""How a value that is refused is shown, and what stands for what in events and actions."""

from typing import get_args

import pytest

from gongzhu.cards import Card, Seat
from gongzhu.rules import RuleError, parse_rules
from gongzhu.rules.actions import Action
from gongzhu.rules.events import CardPlayed, Event
from gongzhu.rules.faults import RuleFault, shown_value


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (["QS", ["JD"]], '["QS", ["JD"]]'),
        ([[["QS"]]], "[[[…]]]"),
        ([[[]]], "[[[…]]]"),
        ({}, "{}"),
        ({"QS": 1, "♠": "none"}, '{ QS = 1, "♠" = "none" }'),
        ([{"QS": {}}], "[{ QS = {} }]"),
        ({"a": {"b": {"c": {}}}}, "{ a = { b = {…} } }"),
        ("x" * 98, f'"{"x" * 98}"'),
        ("x" * 99, f'"{"x" * 99}…'),
        (2**999 - 1, f"{str(2**999)[:100]}…"),
        (2**999, f"0x{'8' + '0' * 97}…"),
    ],
)
def test_a_value_is_shown_as_it_is_written_and_cut_short(value: object, shown: str) -> None:
    assert shown_value(value) == shown


def test_a_fault_is_told_in_english_unless_another_language_is_named() -> None:
    fault = RuleFault("removed", '["2C", "2C"]', "removed_twice")
    assert fault.allowed == ""
    assert fault.text() == fault.text("en") != fault.text("zh")


def test_a_fault_has_the_colons_of_its_language() -> None:
    refused = RuleError("ours.toml", RuleFault("removed", "[]", "removed_twice"))
    assert refused.text() == "ours.toml: removed = []: must not name a card twice"
    assert refused.text("zh") == "ours.toml：removed = []：同一张牌不能写两次"


def test_rules_that_are_no_file_are_refused_without_a_name() -> None:
    with pytest.raises(RuleError) as refused:
        parse_rules("sale")
    assert refused.value.source == ""


def test_actions_and_events_have_names_of_their_own() -> None:
    def tags(union: object) -> list[str]:
        return sorted(form.__struct_config__.tag for form in get_args(union))

    assert tags(Action) == ["claim", "expose", "moon", "pass", "play"]
    assert "claimed" in tags(Event)
    assert CardPlayed(Seat(0), Card("QS")).was_down is False
