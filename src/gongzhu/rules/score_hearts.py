"""Scoring for Hearts: one point for each heart, thirteen for the queen, and the moon."""

from collections.abc import Sequence

from gongzhu.cards import HEARTS, PIG, SHEEP, Card
from gongzhu.rules.actions import MoonChoice
from gongzhu.rules.facts import point_cards
from gongzhu.rules.options import HeartsRules
from gongzhu.rules.score_lines import DealScore, PileScore, ScoreLine, sum_lines

HEART_POINTS = 1
QUEEN_POINTS = 13
JACK_POINTS = -10
MOON_POINTS = 26


def score_hearts(
    rules: HeartsRules, captured: Sequence[Sequence[Card]], moon_choice: MoonChoice | None
) -> DealScore:
    """Score each pile of a deal of Hearts; the arguments are those of
    `gongzhu.rules.score.score_piles`."""
    counting = point_cards(rules)
    shooter = next(
        (place for place, pile in enumerate(captured) if all(card in pile for card in counting)),
        None,
    )
    if shooter is None:
        lines = [_pile_lines(rules, pile) for pile in captured]
    else:
        for_others = (moon_choice or "others") if rules.moon == "choice" else rules.moon
        mine, theirs = (0, MOON_POINTS) if for_others == "others" else (-MOON_POINTS, 0)
        moon = [ScoreLine("moon", counting, mine)]
        of_another = [ScoreLine("moon_of_another", (), theirs)]
        lines = [moon if place == shooter else of_another for place in range(len(captured))]
    scores = tuple(PileScore(sum_lines(pile), tuple(pile)) for pile in lines)
    return DealScore(scores, moon=shooter)


def _pile_lines(rules: HeartsRules, pile: Sequence[Card]) -> list[ScoreLine]:
    lines = []
    hearts = tuple(card for card in HEARTS if card in pile)
    if hearts:
        lines.append(ScoreLine("hearts", hearts, HEART_POINTS * len(hearts)))
    if PIG in pile:
        lines.append(ScoreLine("queen", (PIG,), QUEEN_POINTS))
    if rules.omnibus and SHEEP in pile:
        lines.append(ScoreLine("jack", (SHEEP,), JACK_POINTS))
    return lines
