"""What the search finds in a position."""

from msgspec.structs import replace

from gongzhu.bots.search.analysis import Analysis
from gongzhu.bots.search.search import analyse
from gongzhu.rules import Action, Play
from gongzhu.view import View


def analysed(view: View, rollouts: int = 600, seed: int = 1) -> Analysis:
    return analyse(view, seed=seed, rollouts=rollouts)


def best(view: View, rollouts: int = 600) -> Action:
    """What the search does; it is legal, and the search finds it with other chance too."""
    found = {repr(analysed(view, rollouts, seed).choices[0].action) for seed in (1, 2, 3)}
    action = analysed(view, rollouts).choices[0].action
    assert found == {repr(action)}
    assert view.why_illegal(action) is None
    return action


def plays(view: View, rollouts: int = 600) -> str:
    """The code of the card that it plays."""
    action = best(view, rollouts)
    assert isinstance(action, Play)
    return action.card.code


def with_totals(view: View, *totals: int) -> View:
    """The same position in a game in which the sides have these totals."""
    return replace(view, public=replace(view.public, totals=totals))
