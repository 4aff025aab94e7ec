"""A hint: what every choice comes to, and why the best one is the best."""

from collections.abc import Sequence

from msgspec import Struct

from gongzhu.bots.reasons.explanation import Standing, alike, reason_of, standing
from gongzhu.bots.reasons.wording import action_text, sentence
from gongzhu.bots.search.analysis import Aim, Choice, Judgement
from gongzhu.bots.steady.explaining import explain
from gongzhu.rules import Action
from gongzhu.texts import Lang
from gongzhu.view import View

MOST_ADVICE = 2
MOST_SHOWN = 13
"""Choices of a hint: as many as a hand has cards."""


class Hint(Struct, frozen=True):
    """What can be said to a seat that must act; it follows from the seat's view alone."""

    aim: Aim
    """What choices are ranked by."""
    sentence: str
    """Why the best choice is better than the next, or than the one that was asked about."""
    choices: tuple[Choice, ...]
    """The best first; of ways to pass or to expose the promising ones."""
    labels: tuple[str, ...]
    """What each choice is called."""
    against: tuple[str, ...]
    """For each choice, how the best one compares with it; empty for the best one itself."""
    standing: tuple[Standing, ...]
    """For each choice, whether it is worse than the best one, as far as the deals tell."""
    good: int
    """So many of the first choices are equally good, as far as the estimates tell."""
    advice: tuple[str, ...] = ()
    """What the strategy pages say for the best choice."""


def hint_of(
    view: View,
    judgement: Judgement,
    lang: Lang,
    *,
    asked: Action | None = None,
    names: Sequence[str | None] | None = None,
) -> Hint:
    """The hint that a judgement of the view gives.

    `asked` is a choice to compare the best one with, and `names` are what the players are called,
    by seat. Raises ValueError when the judgement holds no such choice as is asked about.
    """
    reason = reason_of(view, judgement, asked)
    best = judgement.choices[0]
    shown = [
        choice
        for place, choice in enumerate(judgement.choices)
        if place < MOST_SHOWN or choice.action == asked
    ]
    shown.sort(key=lambda choice: not alike(view, judgement, choice))

    def against(choice: Choice) -> str:
        if choice is best:
            return ""
        reason = reason_of(view, judgement, choice.action)
        return sentence(view, judgement, reason, lang, names)

    advice = explain(view, best.action)[:MOST_ADVICE]
    return Hint(
        judgement.aim,
        sentence(view, judgement, reason, lang, names),
        tuple(shown),
        tuple(action_text(choice.action, lang) for choice in shown),
        tuple(against(choice) for choice in shown),
        tuple(standing(view, judgement, choice) for choice in shown),
        sum(alike(view, judgement, choice) for choice in shown),
        tuple(each.text(lang) for each in advice),
    )
