"""A hint: the figures of every choice, and the reason why the best one is better."""

from collections.abc import Sequence

from msgspec import Struct

from gongzhu.bots.reasons.explanation import ChoiceStanding, explanation_of, standings
from gongzhu.bots.reasons.wording import action_text, sentence
from gongzhu.bots.search.analysis import Aim, AnalysedChoice, Analysis
from gongzhu.bots.steady.explaining import explain
from gongzhu.rules import Action
from gongzhu.texts import Lang
from gongzhu.view import View

MOST_ADVICE = 2
MOST_SHOWN = 13
"""Greatest number of choices in a hint: the number of cards in a hand."""


class Hint(Struct, frozen=True):
    """A hint for a seat that must act; it depends on the seat's view alone."""

    aim: Aim
    """The unit of the values by which choices are ranked."""
    sentence: str
    """Why the best choice is better than another, or than the one asked about."""
    choices: tuple[AnalysedChoice, ...]
    """The choices in order, the best first, then by how far they are behind; for passes only
    promising ones."""
    labels: tuple[str, ...]
    """The name of each choice."""
    against: tuple[str, ...]
    """For each choice, a sentence that compares it with the best one; empty for the best one."""
    standing: tuple[ChoiceStanding, ...]
    """For each choice, how it compares with the best one."""
    good: int
    """The number of choices at the beginning of the list that are not clearly worse than the
    best."""
    advice: tuple[str, ...] = ()
    """Sentences from the strategy pages that support the best choice."""


def hint_of(
    view: View,
    analysis: Analysis,
    lang: Lang,
    *,
    asked: Action | None = None,
    names: Sequence[str | None] | None = None,
) -> Hint:
    """The hint for an analysis of the view.

    `asked` is a choice to compare the best one with; `names` are the names of the players, by
    seat. Raises ValueError when `asked` is not in the analysis.
    """
    shown = [
        place
        for place, choice in enumerate(analysis.choices)
        if place < MOST_SHOWN or choice.action == asked
    ]
    choices = [analysis.choices[place] for place in shown]
    standing = [standings(view, analysis)[place] for place in shown]

    def told(asked: Action | None) -> str:
        return sentence(view, analysis, explanation_of(view, analysis, asked), lang, names)

    best, *others = (choice.action for choice in choices)
    advice = explain(view, best)[:MOST_ADVICE]
    return Hint(
        aim=analysis.aim,
        sentence=told(asked),
        choices=tuple(choices),
        labels=tuple(action_text(choice.action, lang) for choice in choices),
        against=("", *map(told, others)),
        standing=tuple(standing),
        good=len(standing) - standing.count("worse"),
        advice=tuple(each.text(lang) for each in advice),
    )
