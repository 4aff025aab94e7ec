"""Puts an explanation into one plain sentence, in either language."""

import re
from collections.abc import Mapping, Sequence
from typing import assert_never

from gongzhu.bots.reasons.explanation import (
    Explanation,
    Topic,
    card_of,
    cards_without_topic,
    is_ours,
)
from gongzhu.bots.search.analysis import Aim, AnalysedChoice, Analysis
from gongzhu.cards import Card, Seat, Suit
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Claim,
    Expose,
    Mode,
    Pass,
    Play,
    RuleSet,
    sides,
)
from gongzhu.rules.facts import grave_loss
from gongzhu.texts import Lang, say
from gongzhu.view import View

MIN_WHOLE_POINTS_LOSS = 50
"""The least number of points of a grave loss with which points are shown as whole numbers: true in
Gong Zhu, not in Hearts."""
MIN_WHOLE_GAP = 9.5
"""The least gap that is shown without decimals where points are not whole numbers."""
MAX_DECIMAL_GAP = 1.95
"""Below this gap, a decimal is shown where points are whole numbers."""
MOST_NAMED = 3
"""The largest number of point cards without a topic that are named one by one."""


def sentence(
    view: View,
    analysis: Analysis,
    explanation: Explanation,
    lang: Lang,
    names: Sequence[str | None] | None = None,
) -> str:
    """The explanation as one sentence; `names` are the names of the players by seat, None for an
    unknown one."""
    marks = [f"{{{seat}}}" if name else None for seat, name in enumerate(names or ())]
    # No space between two Chinese characters, even if they belong to different placeholders.
    text = _BETWEEN.sub("", _sentence(view, analysis, explanation, lang, marks))
    return with_names(text, names or ())


def with_names(text: str, names: Sequence[str | None]) -> str:
    """A sentence in which `{0}` is replaced by the name of the player at seat 0, `{1}` by that of
    seat 1, and so on. A name that is None is replaced by nothing. A space is put between a name
    that ends in a letter or digit and a Chinese character."""

    def named(found: re.Match[str]) -> str:
        name = names[int(found[1])] or ""
        before, after = text[: found.start()][-1:], text[found.end() :][:1]
        return _gap(before, name[:1]) + name + _gap(name[-1:], after)

    return _SEAT.sub(named, text)


def _gap(one: str, other: str) -> str:
    """A space to put between two characters if one of them is Chinese and the other is a letter or
    digit of another script, otherwise nothing."""
    characters = sum(_HAN.match(each) is not None for each in (one, other))
    return " " if characters == 1 and one.isalnum() and other.isalnum() else ""


_SEAT = re.compile(r"\{([0-7])\}")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_BETWEEN = re.compile(rf"(?<={_HAN.pattern}) (?={_HAN.pattern})")


def _sentence(
    view: View,
    analysis: Analysis,
    explanation: Explanation,
    lang: Lang,
    names: Sequence[str | None] | None,
) -> str:
    rules, best, other, kind = view.rules, explanation.best, explanation.other, explanation.kind
    values: dict[str, object] = {
        "choice": action_text(best.action, lang),
        "best": action_text(best.action, lang, "other"),
        "points": _counted(points_text(rules, best.points.mean, lang), lang),
        "here": percent(best.value.mean, lang),
        "samples": f"{best.samples:,}",
        "mine": say(f"hints.who.{'you' if rules.partners == 'none' else 'side'}", lang),
    }
    if other is None:
        unit = "" if kind == "only" else f".{_unit(rules, analysis.aim)}"
        return say(f"hints.why.{kind}{unit}", lang, **values)
    values["other"] = action_text(other.action, lang, "other")
    if kind in ("equal", "open"):
        gap = gap_text(rules, analysis.aim, other)
        values["gap"] = say(f"hints.gap.{_unit(rules, analysis.aim)}", lang, gap=gap)
    elif kind in ("shot", "shot_equal"):
        values["chance"] = percent(other.value.mean, lang)
    if kind in ("same", "equal", "open", "network", "network_against", "shot", "shot_equal"):
        return say(f"hints.why.{kind}", lang, **values)
    head = _head(rules, analysis.aim, explanation, values, lang)
    because = _because(view, explanation, lang, names)
    return say(f"hints.why.{'because' if because else 'alone'}", lang, head=head, because=because)


def _head(
    rules: RuleSet, aim: Aim, explanation: Explanation, values: dict[str, object], lang: Lang
) -> str:
    """The beginning of the sentence: the lead of the best choice over the other, in the unit by
    which the choices are ordered. `values` fill the placeholders of the sentence."""
    assert explanation.other is not None
    gap = gap_text(rules, aim, explanation.other, error=False)
    if aim == "points":
        gap = _counted(gap, lang)
    return say(f"hints.head.{_unit(rules, aim)}", lang, **values, gap=gap)


def _counted(points: str, lang: Lang) -> str:
    """A number of points, given as text, with its word: "12 points", "+1 point"."""
    return say(f"hints.gap.{'point' if points.strip('+−') == '1' else 'points'}", lang, gap=points)


def _unit(rules: RuleSet, aim: Aim) -> str:
    """The part of a message key that names the unit: points, or in a game near its end the chance
    to win it (in Hearts) or not to lose it (in Gong Zhu)."""
    if aim == "points":
        return aim
    return "win" if rules.losers == "all-but-winners" else "last"


def _because(
    view: View, explanation: Explanation, lang: Lang, names: Sequence[str | None] | None
) -> str:
    """The second half of the sentence: the reason why the best choice should do better than the
    other; empty if no single cause explains it."""
    difference, card = explanation.difference, explanation.card
    if card is not None:
        mine = _chance_of_side(view, _exposing(explanation, card), card)
        # What one side captures is compared with the average of the others.
        others = (1 - mine) / (len(sides(view.rules)) - 1)
        key = f"hints.because.exposed{_sides_of(view.rules)}"
        return say(key, lang, card=card, here=percent(mine, lang), there=percent(others, lang))
    if difference is None:
        if explanation.kind == "rivals":
            return say(f"hints.because.rivals{_sides_of(view.rules)}", lang)
        if explanation.kind == "cards":
            return say("hints.because.cards", lang, cards=_cards_without_topic(view, lang))
        return say("hints.because.hearts", lang) if explanation.kind == "hearts" else ""
    taken = say(
        f"hints.because.{_relation(view, difference.seat)}",
        lang,
        who=who(view, difference.seat, lang, names),
        card=name_of(view.rules, difference.topic, lang),
        here=percent(difference.here, lang),
        there=percent(difference.there, lang),
    )
    more = is_ours(view, difference.seat) and difference.here > difference.there
    if more and difference.topic in ("pig", "doubler"):
        taken += say(f"hints.because.more_{difference.topic}", lang)
    return taken


def _sides_of(rules: RuleSet) -> str:
    """The part of a message key that tells who the others are: players, one side or several."""
    if rules.partners == "none":
        return ""
    return "_side" if len(sides(rules)) == 2 else "_sides"


def name_of(rules: RuleSet, topic: Topic, lang: Lang) -> str:
    """The name of a key card, or of all the cards of a slam, in a sentence."""
    card = card_of(rules, topic)
    if card is None:
        taken = "hearts" if rules.all_hearts == "in-favour" else rules.slam_needs
        return say(f"hints.card.slam.{taken}", lang)
    return say(f"hints.card.{topic}", lang) if rules.family == "gongzhu" else str(card)


def action_text(action: Action, lang: Lang, form: str = "choice") -> str:
    """An action in words. `form` is the context: `choice` at the beginning of a sentence, `other`
    after another action, `plain` alone. Raises ValueError for a claim."""
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


def points_text(rules: RuleSet, points: float, lang: Lang) -> str:
    """Points as a score sheet shows them: whole numbers in Gong Zhu, one decimal in Hearts; with a
    plus sign in Gong Zhu."""
    sign = "+" if rules.aim == "high" else ""
    if _is_coarse(rules):
        return f"{points:{sign}.0f}".replace("-", "−") if round(points) else "0"
    return f"{points:{sign}.1f}".replace("-", "−")


def _is_coarse(rules: RuleSet) -> bool:
    return grave_loss(rules) >= MIN_WHOLE_POINTS_LOSS


def gap_text(rules: RuleSet, aim: Aim, choice: AnalysedChoice, *, error: bool = True) -> str:
    """The distance of a choice behind the best one, in points or percent of the game; followed by ±
    and half the width of its confidence interval if `error` is true."""
    behind = choice.behind
    unit, sign = (100, "%") if aim == "game" else (1, "")
    apart, half = unit * behind.mean, unit * (behind.high - behind.low) / 2
    coarse = _is_coarse(rules) or aim == "game"
    digits = 0 if apart >= (MAX_DECIMAL_GAP if coarse else MIN_WHOLE_GAP) else 1
    text = f"{apart:.{digits}f}{sign}"
    return text + (f" ±{half:.{digits}f}{sign}" if error and half else "")


def percent(chance: float, lang: Lang) -> str:
    """A probability in whole percent; the texts for "under 1%" and "over 99%" instead of 0 and
    100."""
    number = round(100 * chance)
    if number == 0:
        return say("hints.number.under", lang)
    if number == 100:
        return say("hints.number.over", lang)
    return say("hints.number.percent", lang, number=number)


def who(view: View, seat: Seat, lang: Lang, names: Sequence[str | None] | None = None) -> str:
    """The name of a seat when speaking to the player who chooses: `you`, the player's name, or if
    that is not known `your partner` or the seat's number; in the language `lang`."""
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
    best, other = explanation.best, explanation.other
    assert other is not None
    return best if isinstance(best.action, Expose) and card in best.action.modes else other


def _chance_of_side(view: View, choice: AnalysedChoice, card: Card) -> float:
    return sum(
        chance for seat, chance in enumerate(choice.captures[card]) if is_ours(view, Seat(seat))
    )


def _relation(view: View, seat: Seat) -> str:
    if seat == view.seat:
        return "you"
    return "partner" if is_ours(view, seat) else "rival"


def _exposed(modes: Mapping[Card, Mode], lang: Lang) -> str:
    cards = [
        say("hints.choice.card_down", lang, card=card) if modes[card] == "down" else str(card)
        for card in sorted(modes)
    ]
    return _listed(cards, lang)


def _cards_without_topic(view: View, lang: Lang) -> str:
    cards = cards_without_topic(view)
    others = [str(card) for card in cards if card.suit is not Suit.HEARTS]
    hearts = [say("hints.card.hearts", lang)] if len(others) < len(cards) else []
    if len(others) > MOST_NAMED:
        others = [say("hints.card.others", lang)]
    return _listed([*hearts, *others], lang)


def _listed(parts: Sequence[str], lang: Lang) -> str:
    comma, last = (say(f"hints.choice.{key}", lang) for key in ("comma", "and"))
    return last.join([comma.join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
