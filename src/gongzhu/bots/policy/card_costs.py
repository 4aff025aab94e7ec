"""Adapts the learned tables to rules under which some cards have other costs than in training.

The tables know single cards, such as Q♠, of which everybody gets rid. Under other rules K♠ may cost
as much, or Q♠ nothing. The factors of a card are then raised or lowered by the difference between
its cost under these rules and its cost in training, so that it is given to rivals and kept from the
own pile more often, or less often.
"""

import numpy as np

from gongzhu.bots.policy.feature_indices import (
    CODES,
    DISCARD,
    FOLLOW,
    LEAD,
    OWNERS,
    PHASES,
    PILES_HOLD,
)
from gongzhu.bots.policy.features import PARTNER, PLACES
from gongzhu.bots.policy.pass_policy import LENGTHS
from gongzhu.bots.policy.weights import Weights
from gongzhu.cards import DOUBLER, HEARTS, PACK, PIG, SHEEP
from gongzhu.packed.boards import code_of_card
from gongzhu.rules import RuleSet
from gongzhu.rules.card_values import HEART_VALUES
from gongzhu.rules.facts import grave_loss, penalty_sum, points_sign, values_of

Costs = tuple[tuple[int, float], ...]
"""Pairs of a card code and the difference between the cost of the card to its captor under the
rules at hand and in training, in grave losses (`grave_loss`)."""

MIN_DIFFERENCE = 0.15
"""The largest difference, in grave losses, that is ignored: the values of hearts in different rules
of Gong Zhu differ by less."""
MAX_DIFFERENCE = 1.5
"""The largest difference, in grave losses, that counts; larger ones are reduced to it."""
DISCARDING, FOLLOWING, LEADING, PASSING = 3.0, 3.0, -1.0, 1.5
"""The amounts by which the natural logarithms of a card's factors grow with each grave loss that it
costs more than in training."""


def costs_of(rules: RuleSet) -> Costs:
    """The cards whose cost to their captor differs from the cost with which the tables of play for
    these rules were trained."""
    return _differences(rules, rules.aim == "low")


def costs_in_passing(rules: RuleSet) -> Costs:
    """The cards whose cost to their captor differs from the cost with which the tables of passing
    were trained, which was in Hearts."""
    return _differences(rules, hearts=True)


def _differences(rules: RuleSet, hearts: bool) -> Costs:
    values, sign, grave = values_of(rules), points_sign(rules), grave_loss(rules)
    usual = dict.fromkeys(HEARTS, 1 / 13)
    if not hearts:
        usual = {
            card: points / 100 for card, points in zip(HEARTS, HEART_VALUES["classic"], strict=True)
        }
    if PIG in values:
        usual[PIG] = 1.0
    costs = {card: -sign * points / grave for card, points in values.items()}
    # The tables already treat J♦ as good where they were trained so, and 10♣ as the doubler.
    known = {SHEEP} if costs.get(SHEEP, 0) < 0 and hearts == (rules.aim == "low") else set()
    if rules.doubler is DOUBLER:
        known.add(DOUBLER)
    elif rules.doubler is not None:
        good = sum(sign * points for points in values.values() if sign * points > 0)
        costs[rules.doubler] = (penalty_sum(rules) - good) / rules.players / grave
    found = []
    for card in PACK:
        more = costs.get(card, 0.0) - usual.get(card, 0.0)
        if abs(more) > MIN_DIFFERENCE and card not in known:
            found.append((code_of_card(card), max(-MAX_DIFFERENCE, min(MAX_DIFFERENCE, more))))
    return tuple(found)


def adapt_playing(table: Weights, costs: Costs) -> None:
    """Change `table`, float64 [PLAY_SIZE], the factors of playing, in place: a card that costs more
    than in training is discarded and played below a rival's card more often, and led or played to
    win less often."""
    lead = _part(table, LEAD[4], (CODES, PLACES * PHASES * PILES_HOLD))
    follow = _part(table, FOLLOW[4], (CODES, PLACES, 2, OWNERS, PILES_HOLD))
    discard = _part(table, DISCARD[0], (CODES, PLACES, OWNERS, 2))
    for code, more in costs:
        given = np.full(OWNERS, more)
        given[PARTNER] = -more
        lead[code] *= np.exp(LEADING * more)
        follow[code, :, 0] *= np.exp(FOLLOWING * given)[:, None]
        follow[code, :, 1] *= np.exp(-FOLLOWING * more)
        discard[code] *= np.exp(DISCARDING * given)[:, None]


def adapt_passing(table: Weights, costs: Costs) -> None:
    """Change `table`, float64 [PASS_SIZE], the factors of passing, in place: a card that costs more
    than in training is passed more often."""
    passed = _part(table, 0, (CODES, LENGTHS))
    for code, more in costs:
        passed[code] *= np.exp(PASSING * more)


def _part(table: Weights, start: int, shape: tuple[int, ...]) -> Weights:
    """The part of a table from the index `start`, as a NumPy view with this shape."""
    return table[start : start + int(np.prod(shape))].reshape(shape)
