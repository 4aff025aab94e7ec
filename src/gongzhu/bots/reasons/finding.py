"""Finds hints by search: a view goes in, a hint comes out."""

from collections.abc import Sequence

from gongzhu.bots.reasons.hint import Hint, hint_of
from gongzhu.bots.search.analysis import Analysis
from gongzhu.dealing import child_seed
from gongzhu.rules import Action
from gongzhu.texts import Lang
from gongzhu.view import View

KEEP = 100
"""More than the greatest number of candidates, so that all are rolled out on the same deals and
their figures can be compared."""
FORCED_ROLLOUTS = 2_000
"""Number of rollouts when only one card may be played."""


def find_hint(
    view: View,
    lang: Lang,
    *,
    seed: str = "",
    rollouts: int | None = None,
    seconds: float | None = None,
    asked: Action | None = None,
    names: Sequence[str | None] | None = None,
) -> Hint:
    """A hint for the view's seat, which must act.

    It depends only on the view and the seed, unless `seconds` are given instead of `rollouts`;
    without either it uses the rollouts of `HINTS`, which take well under a second. For `asked` and
    `names` see `hint_of`. Raises ValueError if `asked` is not a choice of the seat, or is a pass
    that is not a candidate of the search.
    """
    analysis = analyse_for_hint(view, seed, rollouts=rollouts, seconds=seconds)
    return hint_of(view, analysis, lang, asked=asked, names=names)


def analyse_for_hint(
    view: View, seed: str = "", *, rollouts: int | None = None, seconds: float | None = None
) -> Analysis:
    """The analysis from which a hint in any language is made."""
    # The search brings NumPy and Numba with it.
    from gongzhu.bots.search.search import analyse

    number = int(child_seed(seed, "hint")[:15], 16)
    if len(view.playable()) == 1:
        # There is nothing to compare, so its figures need no precision.
        rollouts, seconds = min(rollouts or FORCED_ROLLOUTS, FORCED_ROLLOUTS), None
    return analyse(view, seed=number, rollouts=rollouts, seconds=seconds, keep=KEEP)
