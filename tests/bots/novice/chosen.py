"""What a level does in a position."""

from random import Random

from gongzhu.bots import make_bot
from gongzhu.rules import Expose, Pass, Play
from gongzhu.view import View


def card_of(level: str, view: View) -> str:
    """The code of the card that it plays."""
    action = make_bot(level).choose(view, Random(0), 0.0)
    assert isinstance(action, Play)
    return action.card.code


def pass_of(level: str, view: View) -> set[str]:
    """The codes of the three cards that it passes."""
    action = make_bot(level).choose(view, Random(0), 0.0)
    assert isinstance(action, Pass)
    return {card.code for card in action.cards}


def exposed_by(level: str, view: View) -> set[str]:
    """The codes of the cards that it exposes."""
    action = make_bot(level).choose(view, Random(0), 0.0)
    assert isinstance(action, Expose)
    return {card.code for card in action.modes}
