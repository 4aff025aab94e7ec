"""Facts derived from a rule set alone, such as its pack, its point cards and its sides."""

from collections.abc import Mapping
from functools import lru_cache

from gongzhu.cards import (
    ACE_OF_HEARTS,
    PACK,
    PIG,
    SHEEP,
    Card,
    Seat,
    Suit,
    next_seat,
    pack_without,
    seats,
)
from gongzhu.rules.options import RuleSet

RULE_SETS = 256
"""Size of each LRU cache keyed by rule set. It is bounded because players can make any number of
house rules."""

_PASS_STEPS = {"left": 1, "right": -1, "left-2": 2, "right-2": -2, "none": 0}


@lru_cache(RULE_SETS)
def pack_of(rules: RuleSet) -> tuple[Card, ...]:
    """The cards in play, sorted.

    >>> len(pack_of(PRESETS["gongzhu-pagat"].rules))
    52
    """
    return pack_without(rules.removed)


@lru_cache(RULE_SETS)
def values_of(rules: RuleSet) -> Mapping[Card, int]:
    """The value of each point card by card, without the doubler."""
    return dict(rules.points)


@lru_cache(RULE_SETS)
def point_cards(rules: RuleSet) -> tuple[Card, ...]:
    """The cards that count when captured, including the doubler and cards worth 0, sorted: 16 in
    Gong Zhu, 14 or 15 in Hearts.

    >>> [len(point_cards(PRESETS[name].rules)) for name in ("hearts-denexa", "gongzhu-pagat")]
    [14, 16]
    """
    doubler = [] if rules.doubler is None else [rules.doubler]
    return tuple(sorted([*values_of(rules), *doubler]))


@lru_cache(RULE_SETS)
def counting_cards(rules: RuleSet) -> frozenset[Card]:
    """The same cards as `point_cards`, as a set."""
    return frozenset(point_cards(rules))


@lru_cache(RULE_SETS)
def counting_hearts(rules: RuleSet) -> tuple[Card, ...]:
    """The hearts that are point cards, sorted. These are "all the hearts" under these rules."""
    return tuple(card for card in point_cards(rules) if card.suit is Suit.HEARTS)


@lru_cache(RULE_SETS)
def penalties(rules: RuleSet) -> tuple[Card, ...]:
    """The cards that count against the player who captures them, sorted.

    >>> len(penalties(PRESETS["gongzhu-pagat"].rules))
    11
    """
    sign = points_sign(rules)
    return tuple(card for card, points in rules.points if points * sign < 0)


@lru_cache(RULE_SETS)
def slam_cards(rules: RuleSet) -> frozenset[Card]:
    """The cards that one pile must hold for a slam: all that count, or only the penalties (option
    `slam_needs`)."""
    if rules.slam_needs == "penalties":
        return frozenset(penalties(rules))
    return counting_cards(rules)


@lru_cache(RULE_SETS)
def moon_cards(rules: RuleSet) -> frozenset[Card]:
    """The cards that count in favour of a pile that captures all of them: all hearts with the
    option `all_hearts = "in-favour"`, otherwise those of a slam."""
    if rules.all_hearts == "in-favour":
        return frozenset(counting_hearts(rules))
    return slam_cards(rules)


@lru_cache(RULE_SETS)
def penalty_sum(rules: RuleSet) -> int:
    """The sum of the absolute values of all penalties, which measures how much a deal is about: 300
    in Gong Zhu and 26 in Hearts.

    >>> [penalty_sum(PRESETS[name].rules) for name in ("gongzhu-hwa", "hearts-omnibus")]
    [300, 26]
    """
    return sum(abs(values_of(rules)[card]) for card in penalties(rules))


@lru_cache(RULE_SETS)
def grave_loss(rules: RuleSet) -> int:
    """The loss in a deal, as a positive number of points, from which it counts as grave: `max(1,
    dearest penalty, penalty_sum(rules) // 3)`.

    >>> [grave_loss(PRESETS[name].rules) for name in ("gongzhu-hwa", "hearts-omnibus")]
    [100, 13]
    """
    dearest = max((abs(values_of(rules)[card]) for card in penalties(rules)), default=0)
    return max(1, dearest, penalty_sum(rules) // 3)


@lru_cache(RULE_SETS)
def key_cards(rules: RuleSet) -> tuple[Card, ...]:
    """The cards that may be exposed: the doubler, J♦, A♥ and Q♠, in this order, those of them that
    count and that the option `exposable` allows. Does not check whether exposing is played at all.

    >>> [str(card) for card in key_cards(PRESETS["gongzhu-pagat"].rules)]
    ['10♣', 'J♦', 'A♥', 'Q♠']
    """
    doubler = [] if rules.doubler is None else [rules.doubler]
    keys = [*doubler, *(key for key in (SHEEP, ACE_OF_HEARTS, PIG) if key in values_of(rules))]
    return tuple(key for key in keys if rules.exposable == "all" or key in rules.exposable)


@lru_cache(RULE_SETS)
def hearts_alike(rules: RuleSet) -> bool:
    """True if every heart in play has the same value, so that the number of hearts in a pile
    suffices to score them.

    >>> [hearts_alike(PRESETS[name].rules) for name in ("hearts-denexa", "gongzhu-pagat")]
    [True, False]
    """
    hearts = [card for card in pack_of(rules) if card.suit is Suit.HEARTS]
    return len({values_of(rules).get(card) for card in hearts}) == 1


def hand_size(rules: RuleSet) -> int:
    """Number of cards dealt to each seat. Also the number of tricks.

    >>> hand_size(PRESETS["gongzhu-pagat"].rules)
    13
    """
    return len(pack_of(rules)) // rules.players


@lru_cache(RULE_SETS)
def sides(rules: RuleSet) -> tuple[tuple[Seat, ...], ...]:
    """The sides, each as its seats: one seat alone, or two partners who sit opposite each other.

    Each side has one running total, and one count of strips and round points.

    >>> sides(PRESETS["gongzhu-pagat"].rules)
    ((0,), (1,), (2,), (3,))
    """
    everyone = seats(rules.players)
    if rules.partners == "none":
        return tuple((seat,) for seat in everyone)
    half = rules.players // 2
    return tuple((seat, next_seat(seat, rules.players, half)) for seat in everyone[:half])


@lru_cache(RULE_SETS)
def piles(rules: RuleSet) -> tuple[tuple[Seat, ...], ...]:
    """The piles, each as its seats, whose captured cards are scored together: the seats of a side
    if partners pool their captures (option `partners = "pooled"`), otherwise one seat alone.

    >>> piles(load_rules("examples/partners-one-pile.toml").rules)
    ((0, 2), (1, 3))
    """
    if rules.partners == "pooled":
        return sides(rules)
    return tuple((seat,) for seat in seats(rules.players))


def side_of(rules: RuleSet, seat: Seat) -> int:
    """The index in `sides(rules)` of the side of the seat.

    >>> [side_of(PRESETS["gongzhu-pagat-partners"].rules, seat) for seat in seats(4)]
    [0, 1, 0, 1]
    """
    return seat if rules.partners == "none" else seat % (rules.players // 2)


def pile_of(rules: RuleSet, seat: Seat) -> int:
    """The index in `piles(rules)` of the pile of the seat."""
    return side_of(rules, seat) if rules.partners == "pooled" else seat


def points_sign(rules: RuleSet) -> int:
    """1 if more points are better, -1 if fewer are."""
    return 1 if rules.aim == "high" else -1


def pass_steps(rules: RuleSet, number: int) -> int:
    """The number of places in playing order by which passed cards move on in deal `number`
    (0-based) of a game, or 0 for no passing.

    Passing left is +1 (the next seat in playing order) if play goes clockwise, and -1 if
    anticlockwise.

    >>> [pass_steps(PRESETS["hearts-denexa"].rules, number) for number in range(5)]
    [1, -1, 2, 0, 1]
    """
    to = rules.pass_cycle[number % len(rules.pass_cycle)]
    if to == "across":
        return rules.players // 2
    return _PASS_STEPS[to] if rules.direction == "clockwise" else -_PASS_STEPS[to]


def dealer_of(rules: RuleSet, dealt: int) -> Seat:
    """The seat that deals after `dealt` deals of the match (not just of the game).

    Seat 0 deals first, then the other seats in playing order.

    >>> dealer_of(PRESETS["gongzhu-pagat"].rules, dealt=6)
    2
    """
    return seats(rules.players)[dealt % rules.players]


@lru_cache(RULE_SETS)
def lead_card(rules: RuleSet) -> Card | None:
    """The card whose holder leads first (option `first_lead_card`), or None if no card decides.

    If that card was laid aside, the next higher card of its suit replaces it, and after the ace the
    lowest.
    """
    named = rules.first_lead_card
    if named is None:
        return None
    suit = [card for card in pack_of(rules) if card.suit is named.suit]
    return next((card for card in suit if not card < named), suit[0])


def must_lead_card(rules: RuleSet) -> bool:
    """True if the holder of the lead card must also lead that card."""
    return rules.first_lead == "must-lead"


def first_lead_by_card(rules: RuleSet, number: int) -> bool:
    """True if the holder of the lead card leads first in deal `number` (0-based) of a game. False
    if the dealer, seat 0 or the previous deal decides."""
    return asks_first_lead(rules, number) and rules.first_lead_card is not None


def asks_first_lead(rules: RuleSet, number: int) -> bool:
    """True if the option `first_lead` decides who leads deal `number` (0-based) of a game, and
    False if the result of the previous deal does."""
    return number == 0 or rules.later_lead == "as-first"


def usually_removed(players: int) -> tuple[Card, ...]:
    """The cards that are laid aside for this number of players, sorted, unless the rules name
    others.

    >>> [len(usually_removed(players)) for players in range(3, 9)]
    [1, 0, 2, 4, 3, 4]
    """
    count = len(PACK) % players
    twos_and_threes = (
        Card.TWO_OF_CLUBS,
        Card.TWO_OF_DIAMONDS,
        Card.THREE_OF_CLUBS,
        Card.THREE_OF_DIAMONDS,
    )
    return (Card.TWO_OF_DIAMONDS,) if count == 1 else tuple(sorted(twos_and_threes[:count]))


def usual_pass_count(hand: int) -> int:
    """Number of cards that each seat passes, given the number in a hand, unless the rules name
    another."""
    return 3 if hand >= 9 else 2
