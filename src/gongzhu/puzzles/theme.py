"""The theme of a puzzle: what the best choice is about."""

from gongzhu.bots.reasons import Explanation
from gongzhu.bots.reasons.explanation import is_ours
from gongzhu.bots.steady.explaining import explain
from gongzhu.puzzles.puzzle import Theme
from gongzhu.review.matter import matter_of
from gongzhu.rules import Action, Expose, Pass
from gongzhu.view import View

LAST_TRICKS = 4
EXITS = frozenset({"exit", "keep_exits"})


def theme_of(view: View, explanation: Explanation, best: Action) -> Theme:
    """The theme, from the explanation why the best choice of a position is better than the next."""
    if isinstance(best, Pass):
        return "passing"
    if isinstance(best, Expose):
        return "exposing"
    matter = matter_of(view, explanation)
    if matter == "slam":
        found = explanation.difference
        return "slam" if found is None or is_ours(view, found.seat) else "stop"
    if matter in ("pig", "sheep", "doubler", "partner"):
        return matter
    if any(advice.name in EXITS for advice in explain(view, best)):
        return "exit"
    if view.own is not None and len(view.own.hand) <= LAST_TRICKS:
        return "ending"
    return "hearts" if matter == "hearts" else "points"
