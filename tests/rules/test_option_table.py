"""The options as data: what there is, what each takes, and which of them matter."""

from typing import Any, get_args

import pytest

from gongzhu.cards import Card
from gongzhu.rules import (
    PRESETS,
    Family,
    GongzhuRules,
    HeartsRules,
    RuleError,
    RuleSet,
    option_values,
    options_of,
    parse_rules,
    rules_from_values,
)
from gongzhu.rules.option_table import (
    CardList,
    Choice,
    ChoiceList,
    Flag,
    Option,
    Whole,
    all_option_values,
    is_fixed,
    matters,
)
from gongzhu.rules.options import POINTS, Group

FAMILIES: tuple[Family, ...] = ("gongzhu", "hearts")
OPTIONS = [
    pytest.param(option, id=f"{family}-{option.key}")
    for family in FAMILIES
    for option in options_of(family).values()
]
RULES = {name: preset.rules for name, preset in PRESETS.items()}

# No option takes any of these.
NEVER: list[Any] = [None, {}, {"a": 1}, [[]], -0.5, "", "None", 10**30, float("nan"), object]


def test_the_table_has_every_field_of_a_rule_set() -> None:
    assert set(options_of("gongzhu")) == set(GongzhuRules.__struct_fields__)
    assert tuple(options_of("hearts")) == HeartsRules.__struct_fields__


def test_options_of_a_group_stand_together_and_groups_in_their_order() -> None:
    for family in FAMILIES:
        groups = [option.group for option in options_of(family).values()]
        assert groups == sorted(groups, key=get_args(Group).index)


@pytest.mark.parametrize(
    ("family", "key", "form"),
    [
        ("gongzhu", "players", Choice((4, 5))),
        ("gongzhu", "lone_doubler", Choice((50, 0))),
        ("gongzhu", "sale", Choice(("none", "open", "face-down-or-up"))),
        ("gongzhu", "queen_of_diamonds", Flag()),
        ("gongzhu", "removed", CardList()),
        ("gongzhu", "pass_cycle", ChoiceList(("left", "right", "across", "none"), 1, 12)),
        ("gongzhu", "lower_limit", Whole(-POINTS, -1)),
        ("gongzhu", "upper_limit", Whole(0, POINTS)),
        ("hearts", "limit", Whole(1, POINTS)),
    ],
)
def test_the_form_of_an_option_is_read_off_its_type(family: Family, key: str, form: object) -> None:
    assert options_of(family)[key].form == form


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_takes_the_values_that_it_says(option: Option) -> None:
    taken: list[Any] = []
    match option.form:
        case Choice(values):
            taken += values
        case Flag():
            taken += [True, False]
        case Whole(least, most):
            taken += [least, most]
        case CardList():
            taken += [[], ["2C"], [card.code for card in Card]]
        case ChoiceList(words, least, most):
            taken += [[word] * length for word in words for length in (least, most)]
    assert [option.fault(value) for value in taken] == [None] * len(taken)


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_takes_no_other_values(option: Option) -> None:
    refused = [*NEVER]
    match option.form:
        case Choice(values):
            refused += [[values[0]], True, False, float("inf")]
            refused += [value + 9 if isinstance(value, int) else f"{value} " for value in values]
            refused += [float(value) for value in values if isinstance(value, int)]
        case Flag():
            refused += [0, 1, 0.0, "true", "false", [True]]
        case Whole(least, most):
            refused += [least - 1, most + 1, float(least), True, False, str(most)]
        case CardList():
            refused += ["2C", ["2c"], ["10C"], ["2♣"], ["2C", 3], [["2C"]], True]
        case ChoiceList(words, least, most):
            refused += [words[0], [words[0]] * (least - 1), [words[0]] * (most + 1), ["Left"], True]
    for value in refused:
        fault = option.fault(value)
        assert fault is not None, value
        assert fault.key == option.key
        assert fault.text("en") != fault.text("zh")


def test_numbers_are_explained_with_a_minus_sign() -> None:
    lower = options_of("gongzhu")["lower_limit"]
    assert (
        lower.explain(-1000) == "The game ends when a total falls below −1000; that player loses."
    )
    assert lower.explain(-1000, "zh") == "有人总分低于 −1000，这一局就结束，这个人输。"
    assert (
        options_of("gongzhu")["upper_limit"].explain(0)
        == "There is no upper limit: however high a total climbs, it does not end the game."
    )


def test_cards_are_explained_as_people_print_them() -> None:
    removed = options_of("hearts")["removed"]
    assert removed.explain(["2C", "TD"]) == "Laid aside before dealing: 2♣, 10♦."
    assert removed.explain(["2C", "TD"], "zh") == "发牌前去掉：2♣、10♦。"
    assert removed.explain([]) == "All 52 cards are dealt."


def test_steps_of_passing_are_explained_in_turn() -> None:
    cycle = options_of("hearts")["pass_cycle"]
    assert "to the right, no passing;" in cycle.explain(["right", "none"])
    assert "传给上家、不传；" in cycle.explain(["right", "none"], "zh")
    assert cycle.explain(["none", "none"]) == "No cards are passed."


def test_option_values_are_plain_data_with_the_family_first() -> None:
    values = option_values(PRESETS["gongzhu-pagat-5"].rules)
    whole = all_option_values(PRESETS["gongzhu-pagat-5"].rules)
    assert list(whole) == ["family", *options_of("gongzhu")]
    later = {"face_down_first_trick": "bound"}
    assert whole == values | later
    free = parse_rules('preset = "gongzhu-boulder"\nface_down_first_trick = "free"').rules
    assert option_values(free)["face_down_first_trick"] == "free"
    assert values["family"] == "gongzhu"
    assert values["removed"] == ("2C", "2D")


def accepts(rules: RuleSet, key: str, value: object) -> bool:
    """Whether the rules stay rules with another value for this one option."""
    try:
        rules_from_values(option_values(rules) | {key: value})
    except RuleError:
        return False
    return True


def other_values(rules: RuleSet, option: Option) -> list[Any]:
    """The other words, numbers or flags that an option of few values could have."""
    values: tuple[Any, ...] = ()
    match option.form:
        case Choice(choices):
            values = choices
        case Flag():
            values = (True, False)
    return [value for value in values if value != all_option_values(rules)[option.key]]


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_what_decides_nothing_has_no_second_value(rules: RuleSet) -> None:
    for option in options_of(rules.family).values():
        others = other_values(rules, option)
        if not matters(rules, option.key):
            assert others
            assert not any(accepts(rules, option.key, value) for value in others), option.key


def test_only_hearts_fixes_options() -> None:
    fixed = {
        (family, key) for family in FAMILIES for key in options_of(family) if is_fixed(family, key)
    }
    assert fixed == {("hearts", "partners"), ("hearts", "sale")}
