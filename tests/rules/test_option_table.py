"""The options as data: what there is, what each takes, and which of them matter."""

from typing import Any, get_args

import pytest

from gongzhu.cards import Card
from gongzhu.rules import (
    PRESETS,
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
    OneCard,
    Option,
    Pairs,
    PointTable,
    Whole,
    matters,
    shorthand_options,
    signed,
    value_texts,
)
from gongzhu.rules.options import CARD_POINTS, POINTS, Group

OPTIONS = [*options_of().values(), *shorthand_options().values()]
every_option = pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
RULES = {name: preset.rules for name, preset in PRESETS.items()}

# No option takes any of these.
NEVER: list[Any] = [None, {"a": 1}, [[]], -0.5, "", "None", 10**30, float("nan"), object]


def test_the_table_has_every_field_of_a_rule_set_but_its_name() -> None:
    assert {*options_of(), "family"} == set(RuleSet.__struct_fields__)


def test_options_of_a_group_stand_together_and_groups_in_their_order() -> None:
    groups = [option.group for option in options_of().values()]
    assert groups == sorted(groups, key=get_args(Group).index)


@pytest.mark.parametrize(
    ("key", "form"),
    [
        ("players", Whole(3, 8)),
        ("lone_doubler", Whole(-CARD_POINTS, CARD_POINTS)),
        ("sale", Choice(("none", "open", "face-down-or-up"))),
        ("queen_of_diamonds", Flag()),
        ("removed", CardList()),
        ("exposable", CardList(or_all=True)),
        ("first_lead_card", OneCard()),
        ("doubler", OneCard()),
        (
            "pass_cycle",
            ChoiceList(("left", "right", "across", "left-2", "right-2", "none"), 1, 12),
        ),
        ("points", PointTable(CARD_POINTS)),
        ("lower_limit", Whole(-POINTS, POINTS, or_none=True)),
        ("slam_points", Whole(-CARD_POINTS, CARD_POINTS, or_none=True)),
        ("deals", Whole(1, 1000, or_none=True)),
        ("exact_total", Pairs(4)),
    ],
)
def test_the_form_of_an_option_is_read_off_its_type(key: str, form: object) -> None:
    assert options_of()[key].form == form


@every_option
def test_an_option_takes_the_values_that_it_says(option: Option) -> None:
    taken: list[Any] = []
    match option.form:
        case Choice(values):
            taken += values
        case Flag():
            taken += [True, False]
        case Whole(least, most, or_none):
            taken += [least, most, *(["none"] if or_none else [])]
        case OneCard():
            taken += ["none", "2C", "AS"]
        case CardList(or_all):
            taken += [[], ["2C"], [card.code for card in Card], *(["all"] if or_all else [])]
        case ChoiceList(words, least, most):
            taken += [[word] * length for word in words for length in (least, most)]
        case PointTable(most):
            taken += [{}, {"KS": most, "2C": -most, "AH": 0}, {"JD": "none"}]
        case Pairs(most):
            taken += [[], [[-POINTS, POINTS]], [[0, 1]] * most]
    assert [option.fault(value) for value in taken] == [None] * len(taken)


@every_option
def test_an_option_takes_no_other_values(option: Option) -> None:
    refused = [*NEVER]
    match option.form:
        case Choice(values):
            refused += [[values[0]], True, 4, float("inf"), {}]
            refused += [f"{value} " for value in values]
        case Flag():
            refused += [0, 1, 0.0, "true", "false", [True], {}]
        case Whole(least, most, or_none):
            refused += [least - 1, most + 1, float(least), True, False, str(most), {}]
            refused += [] if or_none else ["none"]
        case OneCard():
            refused += ["2c", "10C", "2♣", ["2C"], True, "all", {}]
        case CardList(or_all):
            refused += ["2C", ["2c"], ["10C"], ["2♣"], ["2C", 3], [["2C"]], True, "none", {}]
            refused += [] if or_all else ["all"]
        case ChoiceList(words, least, most):
            refused += [words[0], [words[0]] * (least - 1), [words[0]] * (most + 1), ["Left"], True]
        case PointTable(most):
            refused += [{"QS": most + 1}, {"QS": -most - 1}, {"QS": 1.0}, {"QS": True}]
            refused += [{"QS": "all"}, {"Q♠": 1}, [["QS", 1]], [], "none"]
        case Pairs(most):
            refused += [[[0, 1]] * (most + 1), [[1]], [[1, 2, 3]], [1, 2], [[1.0, 2]], {1: 2}]
            refused += [[[POINTS + 1, 0]], [[0, -POINTS - 1]], [[True, 0]], "none"]
    for value in refused:
        fault = option.fault(value)
        assert fault is not None, value
        assert fault.key == option.key
        assert fault.text("en") != fault.text("zh")


def test_numbers_are_explained_with_a_minus_sign() -> None:
    lower = options_of()["lower_limit"]
    assert lower.explain(-1000) == "The game ends when a total falls below −1000."
    assert lower.explain(-1000, "zh") == "有人总分低于 −1000，这一局就结束。"
    assert lower.explain("none").startswith("There is no lower limit")


def test_cards_are_explained_as_people_print_them() -> None:
    removed = options_of()["removed"]
    assert removed.explain(["2C", "TD"]) == "Laid aside before dealing: 2♣, 10♦."
    assert removed.explain(["2C", "TD"], "zh") == "发牌前去掉：2♣、10♦。"
    assert removed.explain([]) == "All 52 cards are dealt."
    assert "7♠" in options_of()["first_lead_card"].explain("7S")


def test_steps_of_passing_are_explained_in_turn() -> None:
    cycle = options_of()["pass_cycle"]
    assert "to the right, no passing;" in cycle.explain(["right", "none"])
    assert "传给右边、不传；" in cycle.explain(["right", "none"], "zh")
    assert cycle.explain(["none", "none"]) == "No cards are passed."


def test_pairs_are_explained_one_after_the_other() -> None:
    exact = options_of()["exact_total"]
    assert "100 becomes 50, −50 becomes 0" in exact.explain([[100, 50], [-50, 0]])


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ({"QS": -100, "JD": 100, "KS": 7}, "Q♠ −100, J♦ +100, K♠ +7"),
        ({"2H": 1, "3H": 1, "5H": 1, "QS": 13}, "Q♠ +13, 2♥ 3♥ 5♥ +1 each"),
        ({"AH": 1, "QH": 1, "KH": 1, "JH": 1, "9H": 1}, "9♥ J♥–A♥ +1 each"),
        ({"AC": 1, "2D": 1, "KC": 1, "3D": 1}, "K♣ A♣ 2♦ 3♦ +1 each"),
        ({"4H": 0, "QS": "none"}, "4♥ nothing, Q♠ no longer a point card"),
    ],
)
def test_values_of_cards_are_told_together(points: dict[str, Any], told: str) -> None:
    assert value_texts(points, "en") == told


def test_points_are_signed_as_people_write_them() -> None:
    assert [signed(points) for points in (50, 0, -100)] == ["+50", "0", "−100"]


def test_option_values_are_plain_data_with_the_family_first() -> None:
    rules = parse_rules('preset = "gongzhu-pagat-5"\nfirst_lead = "dealer"\ndeals = 4').rules
    values = option_values(rules)
    assert list(values) == ["family", *options_of()]
    assert values["family"] == "gongzhu"
    assert values["removed"] == ("2C", "2D")
    assert values["first_lead_card"] == "none"
    assert values["points"] == dict.fromkeys(("2H", "3H", "4H"), 0) | dict.fromkeys(
        ("5H", "6H", "7H", "8H", "9H", "TH"), -10
    ) | {"JH": -20, "QH": -30, "KH": -40, "AH": -50, "QS": -100, "JD": 100}
    assert (values["lower_limit"], values["upper_limit"], values["deals"]) == (-1000, "none", 4)


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
        case OneCard():
            values = ("2S", "9C", "AS")
    return [value for value in values if value != option_values(rules)[option.key]]


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_what_decides_nothing_has_no_second_value(rules: RuleSet) -> None:
    for option in options_of().values():
        others = other_values(rules, option)
        if others and not matters(rules, option.key):
            assert not any(accepts(rules, option.key, value) for value in others), option.key
