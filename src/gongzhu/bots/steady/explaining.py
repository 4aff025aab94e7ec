"""Explains an action with advice, in the words of the strategy pages.

Advice is given only where it made a difference. Each heuristic depends on certain terms of the
evaluation; the action is evaluated again without those terms, and the advice is given if the action
would then lose much of its lead over the actions that it beats.
"""

from typing import assert_never

from gongzhu.bots.steady.advice import Advice
from gongzhu.bots.steady.advice_exposing import exposing_advice
from gongzhu.bots.steady.advice_passing import passing_advice
from gongzhu.bots.steady.advice_playing import playing_advice
from gongzhu.rules import Action, ChooseMoon, Claim, Expose, Pass, Play
from gongzhu.view import View


def explain(view: View, action: Action) -> tuple[Advice, ...]:
    """The advice for a legal action of the view's seat, which must act; the advice with the most
    points comes first.

    There is no advice for an action that is worse than all others, or the only legal one.
    """
    match action:
        case Play():
            advice = playing_advice(view, action.card)
        case Pass():
            advice = passing_advice(view, action.cards)
        case Expose():
            advice = exposing_advice(view, action.modes)
        case ChooseMoon() | Claim():
            advice = []
        case _:
            assert_never(action)
    return tuple(sorted(advice, key=lambda each: -each.points))
