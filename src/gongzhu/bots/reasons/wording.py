"""An explanation as one plain sentence, in either language."""

import re
from collections.abc import Mapping, Sequence
from typing import assert_never

from gongzhu.bots.reasons.differences import Difference, is_ours
from gongzhu.bots.reasons.explanation import Explanation, favour
from gongzhu.bots.search.analysis import Aim, AnalysedChoice, Analysis
from gongzhu.cards import Card, Seat
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Claim,
    Expose,
    GongzhuRules,
    Mode,
    Pass,
    Play,
    RuleSet,
)
from gongzhu.texts import Lang, say
from gongzhu.view import View

MAX_NAMED = 3
"""Choices named, of those that are equally good."""
MANY = 9.5
"""Points of Hearts from which decimals are left out."""
FINE = 1.95
"""Points of Gong Zhu below which a decimal is shown."""
OWN_POINTS = ("points", "hearts", "rivals")
"""Kinds of explanations that compare one's own points."""
LOW = 0.25
"""The highest chance that is called low."""


def sentence(
    view: View,
    analysis: Analysis,
    explanation: Explanation,
    lang: Lang,
    names: Sequence[str | None] | None = None,
    *,
    against: bool = False,
) -> str:
    """The explanation as one sentence; `names` are the names of the players, by seat. `against`:
    choices are compared by points against the average of the others, as a review does, and not by
    the seat's own points."""
    marks = [f"{{{seat}}}" if name else None for seat, name in enumerate(names or ())]
    # Chinese characters stand side by side, also where one ends and another begins a figure.
    text = _BETWEEN.sub("", _sentence(view, analysis, explanation, lang, marks, against=against))
    return with_names(text, names or ())


def with_names(text: str, names: Sequence[str | None]) -> str:
    """A sentence in which `{0}` is the name of the player at seat 0, and so on. A name that ends in
    a letter or a figure stands apart from a Chinese character, as cards do."""

    def named(found: re.Match[str]) -> str:
        name = names[int(found[1])] or ""
        before, after = text[: found.start()][-1:], text[found.end() :][:1]
        return _gap(before, name[:1]) + name + _gap(name[-1:], after)

    return _SEAT.sub(named, text)


def _gap(one: str, other: str) -> str:
    """A space between a Chinese character and a letter or figure of another script."""
    characters = sum(_HAN.match(each) is not None for each in (one, other))
    return " " if characters == 1 and one.isalnum() and other.isalnum() else ""


_SEAT = re.compile(r"\{([0-4])\}")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_BETWEEN = re.compile(rf"(?<={_HAN.pattern}) (?={_HAN.pattern})")


def _sentence(
    view: View,
    analysis: Analysis,
    explanation: Explanation,
    lang: Lang,
    names: Sequence[str | None] | None,
    *,
    against: bool,
) -> str:
    rules, best = view.rules, explanation.good[0]
    values: dict[str, object] = {
        "choice": choices_text(explanation.good, lang),
        "points": points_text(rules, best.points.mean, lang),
        "samples": best.samples,
        "mine": say(f"hints.who.{'you' if rules.partners == 'none' else 'side'}", lang),
    }
    if explanation.kind == "only" or explanation.other is None:
        return say(f"hints.why.{explanation.kind}", lang, **values)
    values["other"] = action_text(explanation.other.action, lang, "other")
    values["there"] = points_text(rules, explanation.other.points.mean, lang)
    if explanation.kind in ("equal", "open"):
        values["choice"] = choices_text((best,), lang)
        gap = gap_text(rules, analysis.aim, explanation.other)
        values["gap"] = say(f"hints.gap.{analysis.aim}", lang, gap=gap)
    if explanation.kind in ("limit", "shot", "shot_equal"):
        values["here"] = percent(best.value.mean, lang)
        values["chance"] = percent(explanation.other.value.mean, lang)
        if explanation.kind != "limit":
            return say(f"hints.why.{explanation.kind}", lang, **values)
        game = "win" if view.rules.family == "hearts" else "last"
        same = "_same" if values["points"] == values["there"] else ""
        return say(f"hints.why.limit.{game}{same}", lang, **values)
    if explanation.card is not None:
        exposing = _exposing(explanation, explanation.card)
        mine = _chance_of_side(view, exposing, explanation.card)
        values["card"] = str(explanation.card)
        values["here"] = percent(mine, lang)
        values["there"] = percent(1 - mine, lang)
        key = "exposed" if exposing is best else "hidden"
        return say(f"hints.why.{key}", lang, **values)
    if explanation.difference is None:
        key = str(explanation.kind)
        if explanation.kind in OWN_POINTS:
            rivals = "rivals" if rules.partners == "none" else "rivals_side"
            if against and analysis.aim == "points":
                return _against(rules, best, explanation, values, lang)
            less = explanation.other.behind.mean - favour(view, best, explanation.other)
            values["less"] = _amount(rules, less)
            level = values["points"] == values["there"]
            key = rivals if level or key == "rivals" else key
            key = f"{key}_same" if level else f"{key}.{rules.family}"
        return say(f"hints.why.{key}", lang, **values)
    difference = explanation.difference
    values |= {
        "here": percent(difference.here, lang),
        "there": percent(difference.there, lang),
        "gain": _amount(rules, difference.gain),
        "who": who(view, difference.seat, lang, names),
        "pig": say(f"hints.card.pig.{rules.family}", lang),
        "sheep": say(f"hints.card.sheep.{rules.family}", lang),
    }
    return say(f"hints.why.{_key(view, difference)}", lang, **values)


def _against(
    rules: RuleSet,
    best: AnalysedChoice,
    explanation: Explanation,
    values: dict[str, object],
    lang: Lang,
) -> str:
    """A comparison of points against the average of the others; `values` are those at hand."""
    assert explanation.other is not None
    level = values["points"] == values["there"]
    values["points"], values["there"] = (
        _change(rules, choice.value.mean) for choice in (best, explanation.other)
    )
    return say(f"hints.why.against.{'rivals' if level else explanation.kind}", lang, **values)


def action_text(action: Action, lang: Lang, form: str = "choice") -> str:
    """An action in words: as the head of a sentence (`choice`), after one (`other`) or alone
    (`plain`)."""
    match action:
        case Play(card):
            return say(f"hints.{form}.play", lang, cards=card)
        case Pass(cards):
            return say(f"hints.{form}.pass", lang, cards=" ".join(map(str, sorted(cards))))
        case Expose(modes) if not modes:
            return say(f"hints.{form}.expose_nothing", lang)
        case Expose(modes):
            return say(f"hints.{form}.expose", lang, cards=_exposed(modes, lang))
        case ChooseMoon(choice):
            return say(f"hints.{form}.moon_{choice}", lang)
        case Claim():
            raise ValueError("a claim is no choice of a search")
        case _:
            assert_never(action)


def choices_text(choices: Sequence[AnalysedChoice], lang: Lang) -> str:
    """Candidates that are equally good, at the head of a sentence; of many the first few.
    Cards are named from the highest down, as they lie in a hand."""
    actions = [choice.action for choice in choices[:MAX_NAMED]]
    played = (action.card for action in actions if isinstance(action, Play))
    cards = sorted(played, reverse=True)
    if len(cards) < len(actions) or len(cards) == 1:
        return action_text(actions[0], lang)
    first = say("hints.choice.comma", lang).join(map(str, cards[:-1]))
    joined = say("hints.choice.or", lang, first=first, last=cards[-1])
    return say("hints.choice.play", lang, cards=joined)


def points_text(rules: RuleSet, points: float, lang: Lang) -> str:
    """Points as the score sheet has them: in Gong Zhu whole and with a sign."""
    if isinstance(rules, GongzhuRules):
        return f"{points:+.0f}".replace("-", "−") if round(points) else "0"
    return f"{points:.1f}".replace("-", "−")


def gap_text(rules: RuleSet, aim: Aim, choice: AnalysedChoice) -> str:
    """The distance of a choice to the best one in value, and the half-width of its interval."""
    behind = choice.behind
    unit, sign = (100, "%") if aim == "game" else (1, "")
    apart, error = unit * behind.mean, unit * (behind.high - behind.low) / 2
    coarse = isinstance(rules, GongzhuRules) or aim == "game"
    digits = 0 if apart >= (FINE if coarse else MANY) else 1
    text = f"{apart:.{digits}f}{sign}" + (f" ±{error:.{digits}f}{sign}" if error else "")
    return text.replace("-", "−")


def percent(chance: float, lang: Lang) -> str:
    """A chance in whole per cent; one that rounds to 0 or 100 is called under 1 or over 99."""
    number = round(100 * chance)
    if number == 0:
        return say("hints.number.under", lang)
    if number == 100:
        return say("hints.number.over", lang)
    return say("hints.number.percent", lang, number=number)


def who(view: View, seat: Seat, lang: Lang, names: Sequence[str | None] | None = None) -> str:
    """The name of a seat, as the one who chooses would say it."""
    if seat == view.seat:
        return say("hints.who.you", lang)
    name = names[seat] if names else None
    if name:
        return name
    if _relation(view, seat) == "partner":
        return say("hints.who.partner", lang)
    return say("hints.who.nobody", lang, seat=seat)


def _exposing(explanation: Explanation, card: Card) -> AnalysedChoice:
    """The one of the two choices that exposes the card."""
    best, other = explanation.good[0], explanation.other
    assert other is not None
    modes = best.action.modes if isinstance(best.action, Expose) else {}
    return best if card in modes else other


def _chance_of_side(view: View, choice: AnalysedChoice, card: Card) -> float:
    return sum(
        chance for seat, chance in enumerate(choice.captures[card]) if is_ours(view, Seat(seat))
    )


def _key(view: View, difference: Difference) -> str:
    """The key of the message about a difference."""
    whose = _relation(view, difference.seat)
    up = difference.here > difference.there
    match difference.topic:
        case "pig" if whose != "rival":
            return f"pig.{'more' if up else 'low' if difference.here <= LOW else 'high'}.{whose}"
        case "doubler":
            return f"doubler.{'more' if up else 'less'}.{whose}"
        case "slam" if not isinstance(view.rules, GongzhuRules):
            return f"moon.{whose}"
        case "pig" | "sheep" | "slam":
            return f"{difference.topic}.{whose}"
        case _:
            assert_never(difference.topic)


def _relation(view: View, seat: Seat) -> str:
    if seat == view.seat:
        return "you"
    return "partner" if is_ours(view, seat) else "rival"


def _change(rules: RuleSet, points: float) -> str:
    """Points with a sign, of which more are better."""
    if isinstance(rules, GongzhuRules):
        return points_text(rules, points, "en")
    return f"{points:+.1f}".replace("-", "−")


def _amount(rules: RuleSet, points: float) -> str:
    """A number of points without a sign."""
    if isinstance(rules, GongzhuRules) or points >= MANY:
        return f"{points:.0f}"
    return f"{points:.1f}"


def _exposed(modes: Mapping[Card, Mode], lang: Lang) -> str:
    cards = [
        say("hints.choice.card_down", lang, card=card) if modes[card] == "down" else str(card)
        for card in sorted(modes)
    ]
    return say("hints.choice.comma", lang).join(cards)
