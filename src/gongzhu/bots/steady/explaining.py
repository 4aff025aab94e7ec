"""Explains an action with advice, in the words of the strategy pages.

Advice is given only where it made a difference. Each heuristic depends on certain terms of the
evaluation; the action is evaluated again without those terms, and the advice is given if the action
would then lose much of its lead over the actions that it beats.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import assert_never

from msgspec import Struct

from gongzhu.bots.evaluation import Term
from gongzhu.bots.evaluation.choosing import EXPOSE_THRESHOLD, Passing, promises
from gongzhu.bots.evaluation.hand_cost import Cards
from gongzhu.bots.evaluation.reading import Reading, read
from gongzhu.bots.steady.advice import CATCHERS, HIGH, MIN_SWEEP_CHANCE, Ablation, Advice
from gongzhu.bots.steady.advice_playing import playing_advice
from gongzhu.cards import ACE_OF_HEARTS, PIG, SHEEP, Card, Suit
from gongzhu.rules import Action, ChooseMoon, Claim, Expose, Mode, Pass, Play
from gongzhu.view import View


def exposing_advice(view: View, modes: Mapping[Card, Mode]) -> list[Advice]:
    """The advice that supports exposing the key cards in `modes` and no others: for each key card
    of the hand that gains enough and is exposed, and for each that does not and is not exposed."""
    reading = read(view)
    found = []
    for card, promise in promises(reading).items():
        points = promise - EXPOSE_THRESHOLD * reading.stakes.pig
        kind = _kind(reading, card)
        if card in modes and points >= 0 and kind:
            found.append(Advice(f"expose_{kind}", points, (card,)))
        if card not in modes and points < 0 and kind:
            found.append(Advice(f"hide_{kind}", -points, (card,)))
    return found


def _kind(reading: Reading, card: Card) -> str:
    """The word that stands for a key card in names of advice such as `expose_pig`: "doubler",
    "hearts" (A♥), "pig" or "sheep". Empty for a pig whose capture gains points under the rules, and
    for a sheep whose capture loses points: there is no advice about these."""
    if card is reading.rules.doubler:
        return "doubler"
    points = reading.stakes.alone(card)
    names = {ACE_OF_HEARTS: "hearts", PIG: "pig" * (points < 0), SHEEP: "sheep" * (points > 0)}
    return names[card]


LONG = 5
"""The least number of cards with which a suit is long, so that another seat is short in it."""
FEW = 1
"""The greatest number of cards left in a suit that is soon exhausted."""
SHORT = 4
"""The greatest number of spades of a hand that is short in spades."""


class PassHeuristic(Struct, frozen=True):
    """A rule of thumb on which cards to pass, with the advice that follows from it."""

    name: str
    """Name of the advice."""
    terms: tuple[Term, ...]
    """The evaluation terms that the heuristic depends on."""
    about: Callable[[Reading, Cards, Card], bool]
    """A function that is true for a passed card to which the heuristic applies."""


def passing_advice(view: View, passed: Cards) -> list[Advice]:
    """The advice that supports passing these cards; empty if none does."""
    reading = read(view)
    passing = Passing(reading)
    if passing.promise > 0:
        return _advice_to_shooters(passing, passed)
    options = set(_options(reading, passed))
    ablation = Ablation[Cards](lambda omitted: _evaluate(read(view, omitted), options))
    found = []
    for heuristic in HEURISTICS:
        cards = tuple(card for card in passed if heuristic.about(reading, passed, card))
        rivals = [option for option in options if any(card not in option for card in cards)]
        points = ablation.lead_lost(heuristic.terms, _sorted(passed), rivals, reading.stakes.pig)
        if points:
            found.append(Advice(heuristic.name, points, cards))
    if PIG in reading.own.hand and PIG not in passed:
        with_her = [option for option in options if PIG in option]
        points = ablation.lead_lost(("guards",), _sorted(passed), with_her, reading.stakes.pig)
        if points:
            found.append(Advice("keep_pig", points, (PIG,)))
    return found


def _advice_to_shooters(passing: Passing, passed: Cards) -> list[Advice]:
    """The advice for a hand that may capture everything: to pass the cards that would lose tricks.
    Empty unless `passed` are these cards."""
    if _sorted(passed) != _sorted(passing.bold) or passing.chance < MIN_SWEEP_CHANCE:
        return []
    return [Advice("pass_losers", passing.promise, _sorted(passed))]


def _options(reading: Reading, passed: Cards) -> Iterable[Cards]:
    """The passes that the passed cards are compared with: these cards themselves, and all passes
    that differ from them in one card."""
    yield _sorted(passed)
    for out in passed:
        for other in reading.own.hand:
            if other not in passed:
                yield _sorted((*(card for card in passed if card is not out), other))


def _evaluate(reading: Reading, options: Iterable[Cards]) -> dict[Cards, float]:
    passing = Passing(reading)
    return {option: passing.value(option) for option in options}


def _sorted(cards: Iterable[Card]) -> Cards:
    return tuple(sorted(cards))


def _is_pig(reading: Reading, passed: Cards, card: Card) -> bool:
    return card is PIG


def _is_high_spade(reading: Reading, passed: Cards, card: Card) -> bool:
    return card in CATCHERS and len(reading.held[Suit.SPADES]) <= SHORT


def _is_high_heart(reading: Reading, passed: Cards, card: Card) -> bool:
    return card.suit is Suit.HEARTS and card.order >= HIGH


def _is_of_long_suit(reading: Reading, passed: Cards, card: Card) -> bool:
    return len(reading.held[card.suit]) >= LONG


def _is_of_short_suit(reading: Reading, passed: Cards, card: Card) -> bool:
    return sum(other not in passed for other in reading.held[card.suit]) <= FEW


def _is_sheep(reading: Reading, passed: Cards, card: Card) -> bool:
    return card is SHEEP and reading.stakes.alone(card) > 0


HEURISTICS: tuple[PassHeuristic, ...] = (
    PassHeuristic("pass_pig", ("queen",), _is_pig),
    PassHeuristic("pass_high_spades", ("falls",), _is_high_spade),
    PassHeuristic("pass_high_hearts", ("hearts",), _is_high_heart),
    PassHeuristic("pass_long_suit", ("thrown",), _is_of_long_suit),
    PassHeuristic("pass_short_suit", ("void",), _is_of_short_suit),
    PassHeuristic("pass_sheep", ("lost",), _is_sheep),
)
"""All heuristics for passing. Their order does not matter, as advice is sorted by its points."""


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
