"""Explains a choice with the figures of an analysis: as a table, and as one plain sentence."""

from gongzhu.bots.reasons.explanation import Difference, Explanation, comparison, explanation_of
from gongzhu.bots.reasons.hint import Hint, analyse_for_hint, find_hint, hint_of
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
