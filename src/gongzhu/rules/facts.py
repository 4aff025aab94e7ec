"""Facts that follow from a rule set alone: its pack, its point cards, its sides."""

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
"""Size of the LRU caches of what follows from a rule set; players can make any number of house
rules."""

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
    """The point cards with their values, the doubler not included."""
    return dict(rules.points)


@lru_cache(RULE_SETS)
def point_cards(rules: RuleSet) -> tuple[Card, ...]:
    """The cards that count when captured, with the doubler, sorted: 16 in Gong Zhu, 14 or 15 in
    Hearts.

    A card worth 0, such as the low hearts of Gong Zhu, is included.

    >>> [len(point_cards(PRESETS[name].rules)) for name in ("hearts-denexa", "gongzhu-pagat")]
    [14, 16]
    """
    doubler = [] if rules.doubler is None else [rules.doubler]
    return tuple(sorted([*values_of(rules), *doubler]))


@lru_cache(RULE_SETS)
def counting_cards(rules: RuleSet) -> frozenset[Card]:
    """The cards that count when captured, as a set for fast look-up."""
    return frozenset(point_cards(rules))


@lru_cache(RULE_SETS)
def counting_hearts(rules: RuleSet) -> tuple[Card, ...]:
    """The hearts that are point cards, sorted: those that `all hearts` is about."""
    return tuple(card for card in point_cards(rules) if card.suit is Suit.HEARTS)


@lru_cache(RULE_SETS)
def penalties(rules: RuleSet) -> tuple[Card, ...]:
    """The cards that count against their captor, sorted.

    >>> len(penalties(PRESETS["gongzhu-pagat"].rules))
    11
    """
    sign = points_sign(rules)
    return tuple(card for card, points in rules.points if points * sign < 0)


@lru_cache(RULE_SETS)
def slam_cards(rules: RuleSet) -> frozenset[Card]:
    """The cards that one pile must hold for a slam: all that count, or only the penalties."""
    if rules.slam_needs == "penalties":
        return frozenset(penalties(rules))
    return counting_cards(rules)


@lru_cache(RULE_SETS)
def moon_cards(rules: RuleSet) -> frozenset[Card]:
    """The cards that turn good for a pile that captures them all: all hearts where these count in
    favour of their captor, otherwise those of a slam."""
    if rules.all_hearts == "in-favour":
        return frozenset(counting_hearts(rules))
    return slam_cards(rules)


@lru_cache(RULE_SETS)
def stake_of(rules: RuleSet) -> int:
    """Sum of the points of all cards that count against their captor: a measure of how much a
    deal is about, 300 in Gong Zhu and 26 in Hearts.

    >>> [stake_of(PRESETS[name].rules) for name in ("gongzhu-hwa", "hearts-omnibus")]
    [300, 26]
    """
    return sum(abs(values_of(rules)[card]) for card in penalties(rules))


@lru_cache(RULE_SETS)
def grave_loss(rules: RuleSet) -> int:
    """Points, above 0, of a grave loss in a deal: those of the dearest penalty, or a third of the
    stake if that is more.

    >>> [grave_loss(PRESETS[name].rules) for name in ("gongzhu-hwa", "hearts-omnibus")]
    [100, 13]
    """
    dearest = max((abs(values_of(rules)[card]) for card in penalties(rules)), default=0)
    return max(1, dearest, stake_of(rules) // 3)


@lru_cache(RULE_SETS)
def key_cards(rules: RuleSet) -> tuple[Card, ...]:
    """The cards that may be exposed where exposing is played: the doubler, J♦, A♥ and Q♠, in this
    order, so far as they count and the rules do not restrict them.

    >>> [str(card) for card in key_cards(PRESETS["gongzhu-pagat"].rules)]
    ['10♣', 'J♦', 'A♥', 'Q♠']
    """
    doubler = [] if rules.doubler is None else [rules.doubler]
    keys = [*doubler, *(key for key in (SHEEP, ACE_OF_HEARTS, PIG) if key in values_of(rules))]
    return tuple(key for key in keys if rules.exposable == "all" or key in rules.exposable)


@lru_cache(RULE_SETS)
def hearts_alike(rules: RuleSet) -> bool:
    """True if every heart in play counts the same, so that a pile's hearts need only be counted.

    >>> [hearts_alike(PRESETS[name].rules) for name in ("hearts-denexa", "gongzhu-pagat")]
    [True, False]
    """
    hearts = [card for card in pack_of(rules) if card.suit is Suit.HEARTS]
    return len({values_of(rules).get(card) for card in hearts}) == 1


def hand_size(rules: RuleSet) -> int:
    """Number of cards dealt to each seat, which is the number of tricks too.

    >>> hand_size(PRESETS["gongzhu-pagat"].rules)
    13
    """
    return len(pack_of(rules)) // rules.players


@lru_cache(RULE_SETS)
def sides(rules: RuleSet) -> tuple[tuple[Seat, ...], ...]:
    """The seats that play together: one each, or the two that sit opposite each other.

    A side has one running total, and its partners share strips and round points.

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
    """The seats whose captured cards are scored together as one pile: those of each side if the
    rules pool its captures, otherwise each seat by itself.

    >>> piles(load_rules("examples/partners-one-pile.toml").rules)
    ((0, 2), (1, 3))
    """
    if rules.partners == "pooled":
        return sides(rules)
    return tuple((seat,) for seat in seats(rules.players))


def side_of(rules: RuleSet, seat: Seat) -> int:
    """The index in `sides(rules)` of the side to which the seat belongs.

    >>> [side_of(PRESETS["gongzhu-pagat-partners"].rules, seat) for seat in seats(4)]
    [0, 1, 0, 1]
    """
    return seat if rules.partners == "none" else seat % (rules.players // 2)


def pile_of(rules: RuleSet, seat: Seat) -> int:
    """The index in `piles(rules)` of the pile to which the seat's captures belong."""
    return side_of(rules, seat) if rules.partners == "pooled" else seat


def points_sign(rules: RuleSet) -> int:
    """1 where more points are better, and -1 where fewer are."""
    return 1 if rules.aim == "high" else -1


def pass_steps(rules: RuleSet, number: int) -> int:
    """How many seats further cards are passed in deal `number` (0-based) of a game; 0 for no
    passing.

    Left is the neighbour on one's left hand: the next seat in playing order, +1, where play goes
    clockwise, and the seat before, -1, where it goes anticlockwise.

    >>> [pass_steps(PRESETS["hearts-denexa"].rules, number) for number in range(5)]
    [1, -1, 2, 0, 1]
    """
    to = rules.pass_cycle[number % len(rules.pass_cycle)]
    if to == "across":
        return rules.players // 2
    return _PASS_STEPS[to] if rules.direction == "clockwise" else -_PASS_STEPS[to]


def dealer_of(rules: RuleSet, dealt: int) -> Seat:
    """The seat that deals, when `dealt` deals of the match have been dealt before.

    Seat 0 deals first, then the other seats in playing order, continuing from one game to the next.

    >>> dealer_of(PRESETS["gongzhu-pagat"].rules, dealt=6)
    2
    """
    return seats(rules.players)[dealt % rules.players]


@lru_cache(RULE_SETS)
def lead_card(rules: RuleSet) -> Card | None:
    """The card whose holder leads by the first-lead rule; None where no card decides.

    If the card was laid aside, the next higher card of its suit in play takes its place, above the
    ace the lowest.
    """
    named = rules.first_lead_card
    if named is None:
        return None
    suit = [card for card in pack_of(rules) if card.suit is named.suit]
    return next((card for card in suit if not card < named), suit[0])


def must_lead_card(rules: RuleSet) -> bool:
    """True if the holder of the lead card must lead that very card."""
    return rules.first_lead == "must-lead"


def first_lead_by_card(rules: RuleSet, number: int) -> bool:
    """True if the first leader of deal `number` of a game (0-based) is the holder of a card; if
    not, the seats or the deals before decide."""
    return asks_first_lead(rules, number) and rules.first_lead_card is not None


def asks_first_lead(rules: RuleSet, number: int) -> bool:
    """True if the first-lead rule decides who leads deal `number` of a game (0-based), and not the
    deal before it."""
    return number == 0 or rules.later_lead == "as-first"


def usually_removed(players: int) -> tuple[Card, ...]:
    """The cards that so many players lay aside unless their rules say otherwise.

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
    """Number of cards passed unless the rules say otherwise, given the size of a hand."""
    return 3 if hand >= 9 else 2
