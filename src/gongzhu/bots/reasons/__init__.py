"""Reasons for a choice, from the numbers of a judgement: a table, and one plain sentence."""

from gongzhu.bots.reasons.differences import Matter
from gongzhu.bots.reasons.explanation import Reason, reason_of
from gongzhu.bots.reasons.finding import find_hint, judged
from gongzhu.bots.reasons.hint import Hint, hint_of
from gongzhu.bots.reasons.wording import sentence

__all__ = ["Hint", "Matter", "Reason", "find_hint", "hint_of", "judged", "reason_of", "sentence"]
