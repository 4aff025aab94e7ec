"""The probabilities that a network gives to the actions of a seat.

The network's sums are computed in float32 in a fixed order, so that every machine gets the same
result.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations
from math import exp, log, prod
from typing import TypeVar, assert_never

import numpy as np

from gongzhu.bots.network.inputs import KEYS, inputs_of
from gongzhu.bots.network.weights import Floats, Network, network_of
from gongzhu.cards import PACK, Card
from gongzhu.packed.jit import routine
from gongzhu.packed.layout import Ints
from gongzhu.rules import Action, Expose, Pass, Phase, Play
from gongzhu.view import View


@routine
def outputs_of(network: Network, inputs: Ints) -> Floats:
    """The outputs of the network, float32 [53], one for each card and one for not exposing.
    `inputs`, int64 [n], has the indices of the inputs that are 1, all different."""
    units = network.first_bias.copy()
    for row in inputs:
        matrix_row = network.first[row]
        for column in range(len(units)):
            units[column] += matrix_row[column]
    return _add_layer(
        _add_layer(units, network.second, network.second_bias), network.third, network.third_bias
    )


@routine
def _add_layer(units: Floats, matrix: Floats, bias: Floats) -> Floats:
    """The sums of the next layer, float32 [columns], computed from the outputs of this one,
    `units`, float32 [rows]."""
    sums = bias.copy()
    for row in range(len(units)):
        unit = units[row]
        # A rectifier: about half of the rows have nothing to add.
        if unit > 0:
            matrix_row = matrix[row]
            for column in range(len(sums)):
                sums[column] += unit * matrix_row[column]
    return sums


DECLINED = len(PACK)
"""The output for leaving the key card in question unexposed; the other outputs are those of the
cards."""
Kind = TypeVar("Kind", Pass, Expose)
LOWEST = -20.0
"""The logarithm of the smallest probability, relative to the best choice, that is distinguished
from 0."""


def log_probabilities(view: View, choices: Sequence[Sequence[Action]]) -> list[float]:
    """The natural logarithm of the probability of each choice to pass, expose or play. Each choice
    is a list of equivalent actions of the view's seat, which must act."""
    own = view.own
    assert own is not None
    match view.public.phase:
        case Phase.PLAYING:
            by_card = card_probabilities(view)
            return [log(sum(by_card[card] for card in _played(choice))) for choice in choices]
        case Phase.EXPOSING:
            return [
                sum(map(log, _exposing(view, action.modes))) for action in _actions(choices, Expose)
            ]
        case Phase.PASSING:
            asked = PassProbabilities(view)
            return [log(asked.of(action.cards)) for action in _actions(choices, Pass)]
        case Phase.MOON | Phase.ENDED:
            raise AssertionError("the network says nothing of it")
        case _:
            assert_never(view.public.phase)


def card_probabilities(view: View) -> dict[Card, float]:
    """The probability of each legal card of the view's seat, whose turn it is to play."""
    assert view.own is not None
    return _softmax(view, inputs_of(view, view.own.hand), view.playable())


def exposing_probability(view: View, key: Card, exposed: Sequence[Card]) -> float:
    """The probability that the view's seat exposes the key card `key` of its hand, given those
    already `exposed`."""
    assert view.own is not None
    inputs = inputs_of(view, view.own.hand, exposed=exposed, asked=key)
    told = _outputs(view, inputs)
    return 1 / (1 + exp(min(-LOWEST, told[DECLINED] - told[key.index])))


class PassProbabilities:
    """The probabilities with which the view's seat, which must pass, chooses each of three cards to
    pass, one after another."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._known: dict[frozenset[Card], dict[Card, float]] = {}

    def next(self, passed: Collection[Card]) -> dict[Card, float]:
        """The probability of each card of the hand to be chosen next for passing, after those in
        `passed`."""
        assert self._view.own is not None
        chosen = frozenset(passed)
        if chosen not in self._known:
            hand = [card for card in self._view.own.hand if card not in chosen]
            # Sorted: sums in float32 depend on the order, and that of a set differs by process.
            inputs = inputs_of(self._view, hand, passed=tuple(sorted(chosen)))
            self._known[chosen] = _softmax(self._view, inputs, hand)
        return self._known[chosen]

    def likeliest(self) -> tuple[Card, ...]:
        """The cards to pass when the most probable card is chosen at each step."""
        passed: list[Card] = []
        for _ in range(self._view.rules.pass_count):
            passed.append(likeliest(self.next(passed)))
        return tuple(passed)

    def of(self, cards: Sequence[Card]) -> float:
        """The probability that the cards passed are these three, in any order."""
        return sum(
            prod(self.next(order[:index])[card] for index, card in enumerate(order))
            for order in permutations(cards)
        )


def likeliest(chances: Mapping[Card, float]) -> Card:
    """The most probable card, given the probability of each; of equally probable ones, the
    lowest."""
    return max(chances, key=lambda card: chances[card])


def _exposing(view: View, exposed: Collection[Card]) -> Iterator[float]:
    """For each key card of the hand, the probability of the decision made about it when exactly the
    cards in `exposed` are exposed; between exp(LOWEST) and 1 - exp(LOWEST)."""
    assert view.own is not None
    earlier: list[Card] = []
    for key in KEYS:
        if key in view.own.hand:
            chance = exposing_probability(view, key, earlier)
            # Away from 0 and 1, so that both logarithms are finite.
            chance = min(max(chance, exp(LOWEST)), 1 - exp(LOWEST))
            yield chance if key in exposed else 1 - chance
            if key in exposed:
                earlier.append(key)


def _softmax(view: View, inputs: list[int], cards: Sequence[Card]) -> dict[Card, float]:
    told = _outputs(view, inputs)
    best = max(told[card.index] for card in cards)
    weights = {card: exp(max(LOWEST, told[card.index] - best)) for card in cards}
    total = sum(weights.values())
    return {card: weight / total for card, weight in weights.items()}


def _outputs(view: View, inputs: list[int]) -> list[float]:
    told: list[float] = outputs_of(network_of(view.rules), np.array(inputs, np.int64)).tolist()
    return told


def _played(choice: Sequence[Action]) -> Iterator[Card]:
    for action in choice:
        assert isinstance(action, Play)
        yield action.card


def _actions(choices: Sequence[Sequence[Action]], kind: type[Kind]) -> Iterator[Kind]:
    """The first action of each choice; it must be of the given type."""
    for first, *_ in choices:
        assert isinstance(first, kind)
        yield first
