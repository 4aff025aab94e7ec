"""A hint: the figures of every choice of a seat, and the reason why the best one is better."""

from collections.abc import Sequence

from msgspec import Struct

from gongzhu.bots.evaluation.choosing import near_passes
from gongzhu.bots.evaluation.reading import read
from gongzhu.bots.reasons.explanation import ChoiceStanding, explanation_of, standings
from gongzhu.bots.reasons.wording import action_text, gap_text, percent, points_text, sentence
from gongzhu.bots.search.analysis import Aim, AnalysedChoice, Analysis
from gongzhu.bots.steady.explaining import explain
from gongzhu.cards import Card, Seat, seats
from gongzhu.dealing import child_seed
from gongzhu.rules import Action, ChooseMoon, Pass, Phase
from gongzhu.rules.actions import same_action
from gongzhu.texts import Lang, say
from gongzhu.view import View

MOST_ADVICE = 2
"""Greatest number of pieces of advice in a hint."""
MOST_SHOWN = 17
"""Greatest number of choices in a hint: the greatest number of cards in a hand."""


class Hint(Struct, frozen=True):
    """A hint for a seat that must act, in one language: its choices with their figures, and
    sentences about them. It depends on the seat's view alone, and is made by `find_hint` or
    `hint_of`."""

    aim: Aim
    """The unit of the values by which choices are ranked: points, or the value of the game."""
    sentence: str
    """The reason why the best choice is better than another one, or than the one that the player
    asked about."""
    choices: tuple[AnalysedChoice, ...]
    """The choices, the best first, then in ascending order of their distance behind it; of passes
    only promising ones."""
    labels: tuple[str, ...]
    """The name of each choice in words, such as the card."""
    against: tuple[str, ...]
    """For each choice, a sentence that compares it with the best one; empty for the best one."""
    standing: tuple[ChoiceStanding, ...]
    """For each choice: best, equal, open or worse, compared with the best one."""
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
    """The hint for an analysis of the view, in the language `lang`.

    `asked` is a choice with which to compare the best one; `names` are the names of the players by
    seat, None for an unknown one. Raises ValueError when `asked` is not in the analysis.
    """
    shown = [
        index
        for index, choice in enumerate(analysis.choices)
        if index < MOST_SHOWN or (asked is not None and same_action(choice.action, asked))
    ]
    choices = [analysis.choices[index] for index in shown]
    standing = [standings(view, analysis)[index] for index in shown]

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


MIN_KEPT = 100
"""Number of candidates that the search must not eliminate: more than there can be, so that all are
rolled out on the same deals and their figures can be compared."""
NEAR_PASSES = 3
"""Number of passes differing in one card from that of `steady` which a hint compares in any
case."""
FORCED_ROLLOUTS = 2_000
"""Number of rollouts when only one card may be played: few, as there is nothing to compare."""


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
    """A hint for the view's seat, which must act, in the language `lang`.

    It depends only on the view and the seed, unless `seconds` are given instead of `rollouts`;
    without either it uses the rollouts of `HINTS`, which take well under a second. `asked` is a
    choice with which to compare the best one, and `names` are the players' names by seat. Raises
    ValueError if `asked` is not a choice of the seat.
    """
    also = () if asked is None else (asked,)
    analysis = analyse_for_hint(view, seed, rollouts=rollouts, seconds=seconds, also=also)
    return hint_of(view, analysis, lang, asked=asked, names=names)


def analyse_for_hint(
    view: View,
    seed: str = "",
    *,
    rollouts: int | None = None,
    seconds: float | None = None,
    also: Sequence[Action] = (),
) -> Analysis:
    """The search's analysis of the choices, from which `hint_of` makes a hint in any language. The
    passes in `also` are analysed in any case; the other arguments are those of `find_hint`."""
    # Importing the search imports NumPy and Numba.
    from gongzhu.bots.search.search import analyse

    number = int(child_seed(seed, "hint")[:15], 16)
    if len(view.playable()) == 1:
        # There is nothing to compare, so its figures need no precision.
        rollouts, seconds = min(rollouts or FORCED_ROLLOUTS, FORCED_ROLLOUTS), None
    if view.public.phase is Phase.PASSING:
        # For some hands the search proposes only one pass.
        near = near_passes(read(view))[:NEAR_PASSES]
        also = (*also, *map(Pass, near))
    return analyse(view, seed=number, rollouts=rollouts, seconds=seconds, keep=MIN_KEPT, also=also)


Rows = list[list[str]]


def tables(view: View, hint: Hint, lang: Lang, names: Sequence[str]) -> list[tuple[str, Rows]]:
    """The tables of a hint for a terminal: for each, its heading and its rows of texts. `names` are
    the players' names by seat."""
    mine = say(f"hints.who.{'you' if view.rules.partners == 'none' else 'side'}", lang)
    if _shot(hint):
        return [(say("hints.table.shot", lang, mine=mine), choice_rows(view, hint, lang))]
    return [
        (say("hints.table.mine", lang, mine=mine), choice_rows(view, hint, lang)),
        (say("hints.table.seats", lang), seat_rows(view, hint.choices[0], lang, names)),
    ]


def basis(hint: Hint, lang: Lang) -> str:
    """The line under the tables that gives the number of deals on which the figures are based;
    empty if no deals had to be sampled."""
    return "" if _shot(hint) else say("hints.table.basis", lang, samples=hint.choices[0].samples)


def choice_rows(view: View, hint: Hint, lang: Lang) -> Rows:
    """The rows of the table of choices: a heading row, then one row for each choice. Its columns
    are the name of the choice, with a star if it is not clearly worse than the best; its distance
    behind the best; the points of the seat's side, unless choices are ranked by the value of the
    game; and the probabilities that the seat itself captures each key card and all hearts."""
    assert view.seat is not None
    in_points = hint.aim == "points" or _shot(hint)
    points_head = [say("hints.table.points", lang)] if in_points else []
    cards = [] if _shot(hint) else _heads(view, hint.choices[0], lang)
    rows = [["", say("hints.table.behind", lang), *points_head, *cards]]
    for index, (choice, label) in enumerate(zip(hint.choices, hint.labels, strict=True)):
        star = "*" if index < hint.good else " "
        points = [points_text(view.rules, choice.points.mean, lang)] if in_points else []
        chances = [] if _shot(hint) else _chances(choice, view.seat, lang)
        rows.append([f"{star} {label}", _behind(view, hint, index, lang), *points, *chances])
    return rows


def _behind(view: View, hint: Hint, index: int, lang: Lang) -> str:
    match hint.standing[index]:
        case "best":
            return "0"
        case "equal":
            return say("hints.table.equal", lang)
        case "open" | "worse":
            return f"−{gap_text(view.rules, hint.aim, hint.choices[index])}"


def seat_rows(view: View, choice: AnalysedChoice, lang: Lang, names: Sequence[str]) -> Rows:
    """A heading row, then for each seat its name and the probabilities that it captures each key
    card and all hearts."""
    everyone = seats(view.rules.players)
    rows = [[names[seat], *_chances(choice, seat, lang)] for seat in everyone]
    return [["", *_heads(view, choice, lang)], *rows]


def _shot(hint: Hint) -> bool:
    """True if the moon was shot, so that the choice is only whether its points count for the
    shooter or for the others."""
    return isinstance(hint.choices[0].action, ChooseMoon)


def _heads(view: View, choice: AnalysedChoice, lang: Lang) -> list[str]:
    slam = "slam" if view.rules.all_hearts == "in-favour" else "moon"
    return [*map(str, _cards(choice)), say(f"hints.table.{slam}", lang)]


def _chances(choice: AnalysedChoice, seat: Seat, lang: Lang) -> list[str]:
    chances = [*(choice.captures[card][seat] for card in _cards(choice)), choice.slam[seat]]
    return [percent(chance, lang) if chance else "0%" for chance in chances]


def _cards(choice: AnalysedChoice) -> tuple[Card, ...]:
    return tuple(choice.captures)
