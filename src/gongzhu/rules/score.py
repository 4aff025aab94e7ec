"""Scores captured cards under all rules.

All functions work on piles, so that the scorebook, which does not know the plays, and the engine
use the same code.
"""

from collections.abc import Mapping, Sequence
from typing import assert_never

from msgspec.structs import replace

from gongzhu.cards import ACE_OF_HEARTS, PIG, QUEEN_OF_DIAMONDS, SHEEP, Card, Seat, Suit
from gongzhu.rules.actions import Mode, MoonChoice
from gongzhu.rules.deal import Public
from gongzhu.rules.facts import (
    counting_hearts,
    hand_size,
    penalties,
    piles,
    point_cards,
    points_sign,
    side_of,
    slam_cards,
    values_of,
)
from gongzhu.rules.options import NONE, RuleSet
from gongzhu.rules.score_lines import DealScore, PileScore, ScoreLine, factor, sum_lines

FLAT_SLAM_POINTS = 1000
"""Points for a slam under `all_point_cards = "flat"`, unless the option `slam_points` sets another
number."""
TRICK_AFTER_QUEEN_POINTS = 10
"""Points in favour for each trick won after capturing Q♦, with the option `queen_of_diamonds`."""


def score_piles(
    rules: RuleSet,
    captured: Sequence[Sequence[Card]],
    exposed: Mapping[Card, Mode],
    tricks_after_queen: Sequence[int],
    *,
    moon_choice: MoonChoice | None = None,
    all_tricks: int | None = None,
) -> DealScore:
    """Score the captured cards of each pile, given in the order of `piles(rules)`. Cards that do
    not count may be left out.

    `exposed` has the mode of each exposed card. `tricks_after_queen` has, for each pile, how many
    tricks it won after the one with Q♦. It only matters with the option `queen_of_diamonds`.
    `moon_choice` is the choice of the maker of a slam, if the rules give one. None means `others`.
    `all_tricks` is the index of the pile that won every trick of the deal, if there is one.

    Raises ValueError for a card that is given twice.

    >>> rules = PRESETS["gongzhu-pagat"].rules
    >>> captured = [parse_cards("QS TC"), parse_cards("JD"), (), ()]
    >>> score_piles(rules, captured, {}, tricks_after_queen=[0] * 4).points
    (-200, 100, 0, 0)
    """
    named = [card for pile in captured for card in pile]
    if len(set(named)) < len(named):
        twice = next(card for card in named if named.count(card) > 1)
        raise ValueError(f"{twice.value} is named twice")
    counting, needed = point_cards(rules), slam_cards(rules)
    cards = [tuple(card for card in counting if card in pile) for pile in captured]
    way = rules.all_point_cards
    slam = None
    if way != "plain":
        slam = next((at for at, pile in enumerate(cards) if needed.issubset(pile)), None)
    if way == "choice":
        way = moon_choice or "others"
    paid = slam is not None and way in ("flat", "others", "self")
    values = values_of(rules)
    if rules.pig_with_all_hearts == "swap" and any(_has_all_hearts(rules, pile) for pile in cards):
        values = {**values, PIG: values[SHEEP], SHEEP: values[PIG]}
    scores = []
    for number, pile in enumerate(cards):
        lines = _pile_lines(rules, values, pile, exposed, paid)
        if rules.queen_of_diamonds and tricks_after_queen[number]:
            tricks = tricks_after_queen[number]
            points = points_sign(rules) * TRICK_AFTER_QUEEN_POINTS * tricks
            lines.append(ScoreLine("queen_of_diamonds", (), points, tricks))
        if paid and slam is not None:
            amount = slam_points(rules, cards[slam], exposed)
            line = _slam_line(rules, way, amount, slam, number)
            if number == slam:
                shown = tuple(card for card in pile if card in needed)
                line = replace(line, cards=shown)
            lines = [line] if way == "flat" and number == slam else [*lines, line]
        if all_tricks is not None and rules.all_tricks != NONE:
            paying = way if way in ("others", "self") else "self"
            line = _slam_line(rules, paying, rules.all_tricks, all_tricks, number)
            if line.points:
                own = number == all_tricks
                lines.append(replace(line, kind="all_tricks" if own else "all_tricks_of_another"))
        scores.append(PileScore(sum_lines(lines), tuple(lines)))
    return DealScore(tuple(scores), instant_win=slam if way == "instant-win" else None, slam=slam)


def score_table(rules: RuleSet, public: Public) -> DealScore:
    """The score of what has been captured so far, computed from the public part of the deal.

    At the end of a deal this is its final score. Before that, a card still lying face down counts
    as not exposed, and no pile is credited with winning all tricks.

    >>> rules = load_rules("hearts-denexa").rules
    >>> deal, _ = start_deal(rules, deal_hands(rules, "a seed"))
    >>> score_table(rules, deal.public).points
    (0, 0, 0, 0)
    """
    owners = piles(rules)
    captured = [[card for seat in owner for card in public.captured[seat]] for owner in owners]
    exposed = {exposure.card: exposure.mode for exposure in public.exposed}
    tricks = [tricks_after_queen(public, owner) for owner in owners]
    return score_piles(
        rules,
        captured,
        exposed,
        tricks,
        moon_choice=public.moon_choice,
        all_tricks=all_tricks_pile(rules, public)
        if len(public.tricks) == hand_size(rules)
        else None,
    )


def tricks_after_queen(public: Public, owner: Sequence[Seat]) -> int:
    """Number of tricks that the seats of a pile (`owner`) won after one of them captured Q♦, or 0
    if none of them did."""
    for index, trick in enumerate(public.tricks):
        if trick.winner in owner and QUEEN_OF_DIAMONDS in trick.cards:
            return sum(later.winner in owner for later in public.tricks[index + 1 :])
    return 0


def all_tricks_pile(rules: RuleSet, public: Public) -> int | None:
    """The index of the pile that has won every complete trick so far, or None before the first, and
    if several piles have won tricks."""
    winners = {trick.winner for trick in public.tricks}
    alone = (number for number, owner in enumerate(piles(rules)) if winners <= set(owner))
    return next(alone, None) if winners else None


def slam_points(rules: RuleSet, pile: Sequence[Card], exposed: Mapping[Card, Mode]) -> int:
    """The points that a slam by this pile pays, as a positive number unless the option
    `slam_points` is negative: that option's value, or 1000 under `flat`, or otherwise the sum of
    the absolute values of all penalties times their exposing factors, multiplied by 2 and the
    doubler's factor if the pile holds the doubler."""
    if rules.slam_points != NONE:
        return rules.slam_points
    if rules.all_point_cards == "flat":
        return FLAT_SLAM_POINTS
    values = values_of(rules)
    total = sum(abs(values[card]) * _times(exposed, card) for card in penalties(rules))
    if rules.doubler is not None and rules.doubler in pile:
        total *= 2 * factor(exposed, rules.doubler)
    return total


def _slam_line(rules: RuleSet, way: str, amount: int, maker: int, pile: int) -> ScoreLine:
    """The score line of a pile for a slam of `amount` points by the pile `maker` (both indices).
    With `way` = `others`, the piles of other sides pay. Otherwise the maker receives."""
    for_others = way == "others"
    if pile == maker:
        return ScoreLine("slam", (), 0 if for_others else points_sign(rules) * amount)
    if _side_of_pile(rules, pile) == _side_of_pile(rules, maker):
        return ScoreLine("slam_of_partner")
    return ScoreLine("slam_of_another", (), -points_sign(rules) * amount if for_others else 0)


def _side_of_pile(rules: RuleSet, pile: int) -> int:
    return side_of(rules, piles(rules)[pile][0])


def _pile_lines(
    rules: RuleSet,
    values: Mapping[Card, int],
    pile: Sequence[Card],
    exposed: Mapping[Card, Mode],
    paid: bool,
) -> list[ScoreLine]:
    """The score lines for the cards of a pile. If `paid`, a slam is paid in this deal, so the cards
    that it needs do not count by themselves in any pile."""
    gone = slam_cards(rules) if paid else frozenset()
    cards = [card for card in pile if card not in gone]
    all_hearts = not paid and _has_all_hearts(rules, pile)
    sign = points_sign(rules)
    lines = []
    hearts = tuple(card for card in cards if card.suit is Suit.HEARTS)
    if hearts:
        times, mode = factor(exposed, ACE_OF_HEARTS), exposed.get(ACE_OF_HEARTS)
        points = sum(values[card] for card in hearts)
        if all_hearts and rules.all_hearts == "in-favour":
            points = sign * abs(points)
            lines.append(ScoreLine("all_hearts", hearts, points * times, times, mode))
        else:
            lines.append(ScoreLine("hearts", hearts, points * times, times, mode))
    if PIG in cards:
        times, points = factor(exposed, PIG), values[PIG]
        if not paid and _pig_turns(rules, pile):
            points = sign * abs(points)
        lines.append(ScoreLine("pig", (PIG,), points * times, times, exposed.get(PIG)))
    if SHEEP in cards:
        times = factor(exposed, SHEEP)
        lines.append(ScoreLine("sheep", (SHEEP,), values[SHEEP] * times, times, exposed.get(SHEEP)))
    plain = tuple(
        card
        for card in cards
        if card.suit is not Suit.HEARTS and card not in (PIG, SHEEP, rules.doubler)
    )
    if plain:
        lines.append(ScoreLine("cards", plain, sum(values[card] for card in plain)))
    if rules.doubler is not None and rules.doubler in cards and (lines or len(pile) == 1):
        lines.append(_doubler_line(rules, rules.doubler, lines, exposed))
    return lines


def _doubler_line(
    rules: RuleSet, doubler: Card, others: Sequence[ScoreLine], exposed: Mapping[Card, Mode]
) -> ScoreLine:
    """The score line of the doubler, given the lines of the pile's other point cards."""
    times, mode = factor(exposed, doubler), exposed.get(doubler)
    bonus = rules.lone_doubler * times
    if not others:
        return ScoreLine("lone_doubler", (doubler,), bonus, times, mode)
    if rules.cancelled_doubler == "bonus-if-exposed" and times > 1 and not sum_lines(others):
        return ScoreLine("cancelled_doubler", (doubler,), bonus, times, mode)
    return ScoreLine("doubler", (doubler,), times=2 * times, mode=mode)


def _pig_turns(rules: RuleSet, pile: Sequence[Card]) -> bool:
    """True if Q♠ counts in favour of the pile that captured it."""
    match rules.pig_with_all_hearts:
        case "shooter":
            return _has_all_hearts(rules, pile)
        case "sweep":
            return len(pile) == len(point_cards(rules))
        case "swap" | "nothing":
            return False
        case _:
            assert_never(rules.pig_with_all_hearts)


def _has_all_hearts(rules: RuleSet, pile: Sequence[Card]) -> bool:
    hearts = counting_hearts(rules)
    return len(hearts) > 1 and all(card in pile for card in hearts)


def _times(exposed: Mapping[Card, Mode], card: Card) -> int:
    """The exposing factor of a card: an exposed A♥ multiplies every heart, any other exposed card
    only itself."""
    return factor(exposed, ACE_OF_HEARTS if card.suit is Suit.HEARTS else card)
