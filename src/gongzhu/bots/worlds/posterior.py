"""Deals as a player believes in them: those drawn more often in which the others did as they
would have."""

import numpy as np

from gongzhu.bots.policy import Policy
from gongzhu.bots.worlds.constraints import unknown_of
from gongzhu.bots.worlds.likelihood import Floats, new_memory, weigh_all
from gongzhu.bots.worlds.observed_play import past_of
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.bots.worlds.sampling import Worlds, draw_all, fraction
from gongzhu.packed.jit import advance, kernel, mixed, spread
from gongzhu.packed.layout import Chance, Numbers, new_chance
from gongzhu.view import View

BREADTH = 4
"""How many deals are weighed for each that is wanted."""
TRUST = 0.75
"""Likelihoods are raised to this power: the others need not play as the policy does."""


class Belief:
    """What a seat believes about the cards that it does not see."""

    def __init__(
        self,
        view: View,
        habits: Policy,
        seed: int,
        *,
        breadth: int = BREADTH,
        trust: float = TRUST,
    ) -> None:
        self._unknown = unknown_of(view)
        self._past = past_of(view)
        self._rules = packed_rules(view.rules)
        self._habits = habits
        self._memory = new_memory()
        self._chance = new_chance(seed)
        self._breadth = breadth
        self._trust = trust
        self.effective = 1.0
        """How many deals those taken last are as good as, for each of them; at most `breadth`."""

    def take(self, count: int) -> Worlds:
        """So many deals, all to be counted alike and in no order; other ones each time."""
        drawn = count * self._breadth
        hands = np.zeros((drawn, self._rules.players), np.int64)
        down = np.zeros(drawn, np.int64)
        likely = np.ones(drawn)
        draw_all(self._unknown, self._chance, hands, down)
        weigh_all(self._rules, self._habits, self._past, self._memory, hands, down, likely)
        weights = likely**self._trust
        self.effective = float(weights.sum() ** 2 / (weights**2).sum()) / count
        places = np.zeros(count, np.int64)
        pick(weights, self._chance, places)
        return Worlds(hands[places], down[places])


@kernel
def pick(weights: Floats, chance: Chance, places: Numbers) -> None:
    """Fill `places` with places of the weights, each as often as its weight has it to within one,
    and in any order."""
    total = 0.0
    for weight in weights:
        total += weight
    numbers = advance(chance[0])
    step = total / len(places)
    mark = step * fraction(mixed(numbers))
    place = 0
    upto = weights[0]
    for taken in range(len(places)):
        while upto <= mark and place < len(weights) - 1:
            place += 1
            upto += weights[place]
        mark += step
        numbers = advance(numbers)
        other, _ = spread(mixed(numbers), taken + 1)
        places[taken] = places[other]
        places[other] = place
    chance[0] = numbers
