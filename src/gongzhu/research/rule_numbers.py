"""A rule set as numbers, for learners that play under more than one.

`rule_numbers` has every option, in the order of `options_of`, each in a section of its own:

| option | section | |---|---| | a word | an entry for each possible word, 1 for the one chosen | |
true or false | 1 or 0 | | a whole number | the number; if it may be missing, a second entry that is
1 if it is | | a card, or a list of cards | 52 entries by index, 1 for each card | | the point cards
| 52 entries, 1 for each point card; then 52 with their values | | the cycle of passing | for each
of 12 deals an entry for each word; 0 for deals after its end | | pairs of totals | for each of 4
pairs 1, the total and the new total; 0 for unused pairs |

The numbers are those of rule files. The game's name is left out, since it changes nothing.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from types import MappingProxyType
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from gongzhu.cards import PACK, Card
from gongzhu.rules import RuleSet, key_cards, options_of
from gongzhu.rules.option_table import (
    CardList,
    Choice,
    ChoiceList,
    Flag,
    Form,
    OneCard,
    Pairs,
    PointTable,
    Whole,
)
from gongzhu.rules.options import NONE
from gongzhu.rules.presets import USUAL_RULES


def rule_numbers(rules: RuleSet) -> NDArray[np.float32]:
    """Every option of a rule set as numbers: float32 [RULE_NUMBERS].

    >>> numbers = rule_numbers(PRESETS["gongzhu-pagat"].rules)
    >>> numbers[RULE_PLACES["lower_limit"]].tolist(), numbers[RULE_PLACES["aim"]].tolist()
    ([-1000.0, 0.0], [1.0, 0.0])
    """
    return np.array([*chain.from_iterable(_sections(rules).values())], np.float32)


def _sections(rules: RuleSet) -> dict[str, list[float]]:
    """The numbers of each option, by its key."""
    values = {key: getattr(rules, key) for key in options_of()}
    if rules.exposable == "all":
        values["exposable"] = key_cards(rules)
    return {key: [*_numbers(option.form, values[key])] for key, option in options_of().items()}


def _numbers(form: Form, value: Any) -> Iterable[float]:
    match form:
        case Choice(words):
            return _marks(words, [value])
        case Flag():
            return [value]
        case Whole(or_none=True):
            return [0, 1] if value == NONE else [value, 0]
        case Whole():
            return [value]
        case OneCard():
            return _marks(PACK, [value])
        case CardList():
            return _marks(PACK, value)
        case PointTable():
            points: dict[Card, int] = dict(value)
            return [*_marks(PACK, points), *(points.get(card, 0) for card in PACK)]
        case ChoiceList(words, _, most):
            deals = [*value, *[None] * (most - len(value))]
            return [mark for word in deals for mark in _marks(words, [word])]
        case Pairs(most):
            pairs = [(1, *pair) for pair in value]
            return [*chain.from_iterable([*pairs, *[(0, 0, 0)] * (most - len(pairs))])]
        case _:
            assert_never(form)


def _marks(items: Sequence[object], chosen: Iterable[object]) -> list[int]:
    """For each of `items`, 1 if it is chosen, otherwise 0."""
    chosen = [*chosen]
    return [int(item in chosen) for item in items]


_SIZES = {key: len(numbers) for key, numbers in _sections(USUAL_RULES["gongzhu"]).items()}
RULE_PLACES = MappingProxyType(
    {
        key: slice(end - size, end)
        for (key, size), end in zip(_SIZES.items(), accumulate(_SIZES.values()), strict=True)
    }
)
"""The slice of `rule_numbers` with each option, by its key."""
RULE_NUMBERS = sum(_SIZES.values())
