"""What advice speaks for what the steady bot does in a position."""

from gongzhu.bots.steady.explaining import explain
from gongzhu.cards import Card
from gongzhu.rules import Play
from gongzhu.view import View
from support.steady import chosen


def advised(view: View) -> list[str]:
    """The names of the lines that speak for what steady does, what counts most first."""
    return [advice.line for advice in explain(view, chosen(view))]


def advised_for(view: View, code: str) -> list[str]:
    """The names of the lines that speak for playing this card."""
    assert view.seat is not None
    return [advice.line for advice in explain(view, Play(view.seat, Card(code)))]
