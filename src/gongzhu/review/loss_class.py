"""The classes of losses (inaccuracy, mistake, blunder), and the limits at which they begin."""

from typing import Literal

from gongzhu.bots.search.analysis import Aim, Estimate
from gongzhu.rules import GongzhuRules, RuleSet

LossClass = Literal["inaccuracy", "mistake", "blunder"]
CLASSES: tuple[LossClass, ...] = ("inaccuracy", "mistake", "blunder")

LIMITS, LIMITS_HEARTS, LIMITS_GAME = (5.0, 15.0, 40.0), (0.3, 1.0, 3.0), (0.02, 0.05, 0.10)
"""The losses at which each class begins: in points of Gong Zhu, points of Hearts, and value of the
game."""


def limits_of(rules: RuleSet, aim: Aim) -> tuple[float, float, float]:
    """The losses from which a decision is an inaccuracy, a mistake, a blunder."""
    if aim == "game":
        return LIMITS_GAME
    return LIMITS if isinstance(rules, GongzhuRules) else LIMITS_HEARTS


def class_of(rules: RuleSet, aim: Aim, loss: Estimate) -> LossClass | None:
    """The most serious class whose limit the lower bound of a loss reaches; None if it reaches
    none."""
    cleared = [limit <= loss.low for limit in limits_of(rules, aim)]
    return CLASSES[sum(cleared) - 1] if any(cleared) else None
