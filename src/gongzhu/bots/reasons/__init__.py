"""Explains a choice with the figures of an analysis: as a table, and as one plain sentence."""

from gongzhu.bots.reasons.differences import Difference
from gongzhu.bots.reasons.explanation import Explanation, comparison, explanation_of
from gongzhu.bots.reasons.finding import analyse_for_hint, find_hint
from gongzhu.bots.reasons.hint import Hint, hint_of
from gongzhu.bots.reasons.wording import sentence

__all__ = [
    "Difference",
    "Explanation",
    "Hint",
    "analyse_for_hint",
    "comparison",
    "explanation_of",
    "find_hint",
    "hint_of",
    "sentence",
]
