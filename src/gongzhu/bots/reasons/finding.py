"""From a view to a hint: the search looks, and the reasons are told."""

from collections.abc import Sequence

from gongzhu.bots.reasons.hint import Hint, hint_of
from gongzhu.bots.search.analysis import Judgement
from gongzhu.dealing import child_seed
from gongzhu.rules import Action
from gongzhu.texts import Lang
from gongzhu.view import View

KEPT = 16
"""Choices that are tried on the same deals to the end, so that their figures can be compared."""
ITERATIONS = 40_000
"""Deals played out for a hint: well under a second."""
FORCED = 2_000
"""Where only one card may be played."""


def find_hint(
    view: View,
    lang: Lang,
    *,
    seed: str = "",
    iterations: int = ITERATIONS,
    seconds: float | None = None,
    asked: Action | None = None,
    names: Sequence[str | None] | None = None,
) -> Hint:
    """A hint for the view's seat, which must act.

    It follows from the view and the seed alone, unless it is given `seconds` to think instead of
    `iterations`. For `asked` and `names` see `hint_of`. Raises ValueError when `asked` is no
    choice of the seat, or one that the search has not tried.
    """
    judgement = judged(view, seed, iterations=iterations, seconds=seconds)
    return hint_of(view, judgement, lang, asked=asked, names=names)


def judged(
    view: View, seed: str = "", *, iterations: int = ITERATIONS, seconds: float | None = None
) -> Judgement:
    """The judgement that a hint is made from, in whatever language."""
    # The search brings NumPy and Numba with it.
    from gongzhu.bots.search.search import judge

    number = int(child_seed(seed, "hint")[:15], 16)
    if len(view.playable()) == 1:
        # There is nothing to compare: its chances need no precision.
        iterations, seconds = min(iterations, FORCED), None
    count = None if seconds else iterations
    return judge(view, seed=number, iterations=count, seconds=seconds, keep=KEPT)
