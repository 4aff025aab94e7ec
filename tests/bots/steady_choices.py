"""What the steady bot does in a position."""

from random import Random

from gongzhu.bots import make_bot
from gongzhu.rules import Action, Expose, Pass, Play
from gongzhu.view import View


def chosen(view: View) -> Action:
    action = make_bot("steady").choose(view, Random(0), 1.0)
    assert view.why_illegal(action) is None
    return action


def plays(view: View) -> str:
    """The code of the card that it plays."""
    action = chosen(view)
    assert isinstance(action, Play)
    return action.card.code


def passes(view: View) -> set[str]:
    """The codes of the three cards that it passes."""
    action = chosen(view)
    assert isinstance(action, Pass)
    return {card.code for card in action.cards}


def exposes(view: View) -> dict[str, str]:
    """What it exposes, by code, and how."""
    action = chosen(view)
    assert isinstance(action, Expose)
    return {card.code: mode for card, mode in action.modes.items()}
