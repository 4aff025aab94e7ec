"""Scores captured cards.

Everything here works on piles, so that the scorebook, which knows no plays, and the engine, which
knows all of them, use the same code.
"""

from collections.abc import Mapping, Sequence
from typing import assert_never

from gongzhu.cards import QUEEN_OF_DIAMONDS, Card, Seat
from gongzhu.rules.actions import Mode, MoonChoice
from gongzhu.rules.deal import Public
from gongzhu.rules.facts import piles
from gongzhu.rules.options import GongzhuRules, HeartsRules, RuleSet
from gongzhu.rules.score_gongzhu import score_gongzhu
from gongzhu.rules.score_hearts import score_hearts
from gongzhu.rules.score_lines import DealScore


def score_piles(
    rules: RuleSet,
    captured: Sequence[Sequence[Card]],
    exposed: Mapping[Card, Mode],
    tricks_after_queen: Sequence[int],
    moon_choice: MoonChoice | None = None,
) -> DealScore:
    """Score the captured cards of each pile; cards that count nothing may be left out.

    `tricks_after_queen` has, for each pile, how many tricks it won after the one with Q♦; it is
    used only if the rules count them. `moon_choice` is what the shooter chose, if the rules give a
    choice; None then means `others`.

    Raises ValueError for a card that is named twice.

    >>> rules = PRESETS["gongzhu-pagat"].rules
    >>> captured = [parse_cards("QS TC"), parse_cards("JD"), (), ()]
    >>> score_piles(rules, captured, {}, tricks_after_queen=[0] * 4).points
    (-200, 100, 0, 0)
    """
    named = [card for pile in captured for card in pile]
    if len(set(named)) < len(named):
        twice = next(card for card in named if named.count(card) > 1)
        raise ValueError(f"{twice.value} is named twice")
    return _score(rules, captured, exposed, tricks_after_queen, moon_choice)


def _score(
    rules: RuleSet,
    captured: Sequence[Sequence[Card]],
    exposed: Mapping[Card, Mode],
    tricks_after_queen: Sequence[int],
    moon_choice: MoonChoice | None,
) -> DealScore:
    match rules:
        case GongzhuRules():
            return score_gongzhu(rules, captured, exposed, tricks_after_queen)
        case HeartsRules():
            return score_hearts(rules, captured, moon_choice)
        case _:
            assert_never(rules)


def score_table(rules: RuleSet, public: Public) -> DealScore:
    """The score of what has been captured so far, using only public facts.

    At the end of a deal this is its score; before that, a card that still lies face down is counted
    without its factor.

    >>> rules = load_rules("hearts-denexa").rules
    >>> deal, _ = start_deal(rules, deal_hands(rules, "a seed"))
    >>> score_table(rules, deal.public).points
    (0, 0, 0, 0)
    """
    owners = piles(rules)
    captured = [[card for seat in owner for card in public.captured[seat]] for owner in owners]
    exposed = {exposure.card: exposure.mode for exposure in public.exposed}
    tricks = [tricks_after_queen(public, owner) for owner in owners]
    return _score(rules, captured, exposed, tricks, public.moon_choice)


def tricks_after_queen(public: Public, owner: Sequence[Seat]) -> int:
    """Number of tricks that a pile's seats won after one of them captured Q♦; 0 if none of them
    did."""
    for place, trick in enumerate(public.tricks):
        if trick.winner in owner and QUEEN_OF_DIAMONDS in trick.cards:
            return sum(later.winner in owner for later in public.tricks[place + 1 :])
    return 0
