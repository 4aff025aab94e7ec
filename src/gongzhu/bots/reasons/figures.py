"""The figures of a hint as rows of text, for terminals."""

from collections.abc import Sequence

from gongzhu.bots.reasons.hint import Hint
from gongzhu.bots.reasons.wording import gap_text, percent, points_text
from gongzhu.bots.search.analysis import AnalysedChoice
from gongzhu.cards import Card, Seat, seats
from gongzhu.rules import ChooseMoon, GongzhuRules
from gongzhu.texts import Lang, say
from gongzhu.view import View

Rows = list[list[str]]


def tables(view: View, hint: Hint, lang: Lang, names: Sequence[str]) -> list[tuple[str, Rows]]:
    """The heading and the rows of each table of a hint."""
    mine = say(f"hints.who.{'you' if view.rules.partners == 'none' else 'side'}", lang)
    if _shot(hint):
        return [(say("hints.table.shot", lang, mine=mine), choice_rows(view, hint, lang))]
    return [
        (say("hints.table.mine", lang, mine=mine), choice_rows(view, hint, lang)),
        (say("hints.table.seats", lang), seat_rows(view, hint.choices[0], lang, names)),
    ]


def basis(hint: Hint, lang: Lang) -> str:
    """The line under the tables that says on how many deals the figures are based; empty if no
    deals had to be sampled."""
    return "" if _shot(hint) else say("hints.table.basis", lang, samples=hint.choices[0].samples)


def choice_rows(view: View, hint: Hint, lang: Lang) -> Rows:
    """A heading row, then a row for each choice: its name, how far it is behind the best one, the
    points of the seat's side unless the game is at stake, and the probabilities that the seat
    itself captures each key card and all hearts. Choices that are not clearly worse than the best
    have a star."""
    assert view.seat is not None
    in_points = hint.aim == "points" or _shot(hint)
    points_head = [say("hints.table.points", lang)] if in_points else []
    cards = [] if _shot(hint) else _heads(view, hint.choices[0], lang)
    rows = [["", say("hints.table.behind", lang), *points_head, *cards]]
    for place, (choice, label) in enumerate(zip(hint.choices, hint.labels, strict=True)):
        star = "*" if place < hint.good else " "
        points = [points_text(view.rules, choice.points.mean, lang)] if in_points else []
        chances = [] if _shot(hint) else _chances(choice, view.seat, lang)
        rows.append([f"{star} {label}", _behind(view, hint, place, lang), *points, *chances])
    return rows


def _behind(view: View, hint: Hint, place: int, lang: Lang) -> str:
    match hint.standing[place]:
        case "best":
            return "0"
        case "equal":
            return say("hints.table.equal", lang)
        case "open" | "worse":
            return f"−{gap_text(view.rules, hint.aim, hint.choices[place])}"


def seat_rows(view: View, choice: AnalysedChoice, lang: Lang, names: Sequence[str]) -> Rows:
    """A heading row, then for each seat its name and the probabilities that it captures each key
    card and all hearts."""
    everyone = seats(view.rules.players)
    rows = [[names[seat], *_chances(choice, seat, lang)] for seat in everyone]
    return [["", *_heads(view, choice, lang)], *rows]


def _shot(hint: Hint) -> bool:
    """True if the moon was shot, and the only choice is whom its points count for."""
    return isinstance(hint.choices[0].action, ChooseMoon)


def _heads(view: View, choice: AnalysedChoice, lang: Lang) -> list[str]:
    slam = "slam" if isinstance(view.rules, GongzhuRules) else "moon"
    return [*map(str, _cards(choice)), say(f"hints.table.{slam}", lang)]


def _chances(choice: AnalysedChoice, seat: Seat, lang: Lang) -> list[str]:
    chances = [*(choice.captures[card][seat] for card in _cards(choice)), choice.slam[seat]]
    return [percent(chance, lang) if chance else "0%" for chance in chances]


def _cards(choice: AnalysedChoice) -> tuple[Card, ...]:
    return tuple(choice.captures)
