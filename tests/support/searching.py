"""What the search finds in a position."""

from msgspec.structs import replace

from gongzhu.bots.search.analysis import Judgement
from gongzhu.bots.search.search import judge
from gongzhu.rules import Action, Play
from gongzhu.view import View


def judged(view: View, iterations: int = 600, seed: int = 1) -> Judgement:
    return judge(view, seed=seed, iterations=iterations)


def best(view: View, iterations: int = 600) -> Action:
    """What the search does; it is legal, and the search finds it with other chance too."""
    found = {repr(judged(view, iterations, seed).choices[0].action) for seed in (1, 2, 3)}
    action = judged(view, iterations).choices[0].action
    assert found == {repr(action)}
    assert view.why_illegal(action) is None
    return action


def plays(view: View, iterations: int = 600) -> str:
    """The code of the card that it plays."""
    action = best(view, iterations)
    assert isinstance(action, Play)
    return action.card.code


def with_totals(view: View, *totals: int) -> View:
    """The same position in a game in which the sides have these totals."""
    return replace(view, public=replace(view.public, totals=totals))
