"""Scoring for Gong Zhu: the pig, the sheep, the hearts, and the doubler of their sum."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from gongzhu.cards import ACE_OF_HEARTS, DOUBLER, HEARTS, PIG, SHEEP, Card
from gongzhu.rules.actions import Mode
from gongzhu.rules.facts import point_cards
from gongzhu.rules.options import GongzhuRules
from gongzhu.rules.score_lines import DealScore, PileScore, ScoreLine, factor, sum_lines

PIG_POINTS = -100
SHEEP_POINTS = 100
ALL_HEARTS_POINTS = 200
ALL_POINT_CARDS_POINTS = 1000
"""Points for all point cards in one pile, where that is worth a flat sum (hwa)."""
TRICK_AFTER_QUEEN_POINTS = 10

# By rank from the two up. Both add up to -200.
HEART_POINTS = {
    "classic": (0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50),
    "face-value": (-2, -3, -10, -5, -6, -7, -8, -9, -10, -20, -30, -40, -50),
}


def score_gongzhu(
    rules: GongzhuRules,
    captured: Sequence[Sequence[Card]],
    exposed: Mapping[Card, Mode],
    tricks_after_queen: Sequence[int],
) -> DealScore:
    """Score each pile of a deal of Gong Zhu; the arguments are those of
    `gongzhu.rules.score.score_piles`."""
    counting = point_cards(rules)
    sorted_piles = [[card for card in counting if card in pile] for pile in captured]
    slam = any(_has_all_hearts(pile) for pile in sorted_piles)
    scores = []
    for pile, tricks in zip(sorted_piles, tricks_after_queen, strict=True):
        lines = _pile_lines(rules, pile, exposed, slam)
        if rules.all_point_cards == "flat" and len(pile) == len(counting):
            lines = [ScoreLine("all_point_cards", tuple(pile), ALL_POINT_CARDS_POINTS)]
        elif rules.queen_of_diamonds and tricks:
            points = TRICK_AFTER_QUEEN_POINTS * tricks
            lines.append(ScoreLine("queen_of_diamonds", (), points, tricks))
        scores.append(PileScore(sum_lines(lines), tuple(lines)))
    everything = [len(pile) == len(counting) for pile in sorted_piles]
    wins = rules.all_point_cards == "instant-win" and True in everything
    return DealScore(tuple(scores), instant_win=everything.index(True) if wins else None)


def _pile_lines(
    rules: GongzhuRules, pile: Sequence[Card], exposed: Mapping[Card, Mode], slam: bool
) -> list[ScoreLine]:
    lines = []
    hearts = tuple(card for card in pile if card in HEARTS)
    if hearts:
        times, mode = factor(exposed, ACE_OF_HEARTS), exposed.get(ACE_OF_HEARTS)
        table = HEART_POINTS[rules.heart_values]
        if _has_all_hearts(pile):
            lines.append(ScoreLine("all_hearts", hearts, ALL_HEARTS_POINTS * times, times, mode))
        else:
            points = sum(table[card.order - 2] for card in hearts)
            lines.append(ScoreLine("hearts", hearts, points * times, times, mode))
    swapped = rules.pig_with_all_hearts == "swap" and slam
    if PIG in pile:
        times = factor(exposed, PIG)
        good = swapped or _pig_turns(rules, pile)
        points = (-PIG_POINTS if good else PIG_POINTS) * times
        lines.append(ScoreLine("pig", (PIG,), points, times, exposed.get(PIG)))
    if SHEEP in pile:
        times = factor(exposed, SHEEP)
        points = -SHEEP_POINTS if swapped else SHEEP_POINTS
        lines.append(ScoreLine("sheep", (SHEEP,), points * times, times, exposed.get(SHEEP)))
    if DOUBLER in pile:
        lines.append(_doubler_line(rules, lines, exposed))
    return lines


def _doubler_line(
    rules: GongzhuRules, others: Sequence[ScoreLine], exposed: Mapping[Card, Mode]
) -> ScoreLine:
    """The score line of 10♣, given the lines of the pile's other point cards."""
    times, mode = factor(exposed, DOUBLER), exposed.get(DOUBLER)
    bonus = rules.lone_doubler * times
    if not others:
        return ScoreLine("lone_doubler", (DOUBLER,), bonus, times, mode)
    if rules.cancelled_doubler == "bonus-if-exposed" and times > 1 and not sum_lines(others):
        return ScoreLine("cancelled_doubler", (DOUBLER,), bonus, times, mode)
    return ScoreLine("doubler", (DOUBLER,), times=2 * times, mode=mode)


def _pig_turns(rules: GongzhuRules, pile: Sequence[Card]) -> bool:
    """True if the pig's points count positive for its captor."""
    match rules.pig_with_all_hearts:
        case "shooter":
            return _has_all_hearts(pile)
        case "sweep":
            return len(pile) == len(point_cards(rules))
        case "swap":
            return False
        case _:
            assert_never(rules.pig_with_all_hearts)


def _has_all_hearts(pile: Sequence[Card]) -> bool:
    return all(card in pile for card in HEARTS)
