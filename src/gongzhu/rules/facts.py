"""Facts that follow from a rule set alone: its pack, its point cards, its sides."""

from functools import lru_cache

from gongzhu.cards import DOUBLER, HEARTS, PIG, SHEEP, Card, Seat, Suit, pack_without, seats
from gongzhu.rules.options import CommonOptions, GongzhuRules, HeartsRules, RuleSet

PASSED_CARDS = 3
"""Number of cards that a seat passes in a deal with passing."""

RULE_SETS = 256
"""Size of the LRU caches of what follows from a rule set; players can make any number of house
rules."""

_PASS_STEPS = {"left": 1, "right": -1, "across": 2, "none": 0}


@lru_cache(RULE_SETS)
def pack_of(rules: CommonOptions) -> tuple[Card, ...]:
    """The cards in play, sorted.

    >>> len(pack_of(PRESETS["gongzhu-pagat"].rules))
    52
    """
    return pack_without(rules.removed)


@lru_cache(RULE_SETS)
def point_cards(rules: RuleSet) -> tuple[Card, ...]:
    """The cards that count when captured, sorted: 16 in Gong Zhu, 14 or 15 in Hearts.

    The low hearts of Gong Zhu are included, although they count nothing by themselves.

    >>> [len(point_cards(PRESETS[name].rules)) for name in ("hearts-denexa", "gongzhu-pagat")]
    [14, 16]
    """
    if isinstance(rules, GongzhuRules):
        return tuple(sorted((DOUBLER, SHEEP, *HEARTS, PIG)))
    return tuple(sorted((*([SHEEP] if rules.omnibus else []), *HEARTS, PIG)))


@lru_cache(RULE_SETS)
def counting_cards(rules: RuleSet) -> frozenset[Card]:
    """The cards that count when captured, as a set for fast look-up."""
    return frozenset(point_cards(rules))


def hearts_alike(rules: RuleSet) -> bool:
    """True if the score depends on the number of captured hearts alone.

    >>> [hearts_alike(PRESETS[name].rules) for name in ("hearts-denexa", "gongzhu-pagat")]
    [True, False]
    """
    return isinstance(rules, HeartsRules)


def hand_size(rules: CommonOptions) -> int:
    """Number of cards dealt to each seat, which is the number of tricks too.

    >>> hand_size(PRESETS["gongzhu-pagat"].rules)
    13
    """
    return len(pack_of(rules)) // rules.players


@lru_cache(RULE_SETS)
def sides(rules: CommonOptions) -> tuple[tuple[Seat, ...], ...]:
    """The seats that play together: one each, or seats 0 and 2 against 1 and 3.

    A side has one running total, and its partners share strips and round points.

    >>> sides(PRESETS["gongzhu-pagat"].rules)
    ((0,), (1,), (2,), (3,))
    """
    everyone = seats(rules.players)
    if rules.partners == "none":
        return tuple((seat,) for seat in everyone)
    return (everyone[0::2], everyone[1::2])


@lru_cache(RULE_SETS)
def piles(rules: CommonOptions) -> tuple[tuple[Seat, ...], ...]:
    """The seats whose captured cards are scored together as one pile: those of each side if the
    rules pool its captures, otherwise each seat by itself.

    >>> piles(load_rules("examples/partners-one-pile.toml").rules)
    ((0, 2), (1, 3))
    """
    if rules.partners == "pooled":
        return sides(rules)
    return tuple((seat,) for seat in seats(rules.players))


def side_of(rules: CommonOptions, seat: Seat) -> int:
    """The index in `sides(rules)` of the side to which the seat belongs.

    >>> [side_of(PRESETS["gongzhu-pagat-partners"].rules, seat) for seat in seats(4)]
    [0, 1, 0, 1]
    """
    return seat if rules.partners == "none" else seat % 2


def pile_of(rules: CommonOptions, seat: Seat) -> int:
    """The index in `piles(rules)` of the pile to which the seat's captures belong."""
    return seat % 2 if rules.partners == "pooled" else seat


def points_sign(rules: CommonOptions) -> int:
    """1 in Gong Zhu, where more points are better, and -1 in Hearts."""
    return -1 if rules.family == "hearts" else 1


def pass_steps(rules: CommonOptions, number: int) -> int:
    """How many seats further cards are passed in deal `number` (0-based) of a game; 0 for no
    passing.

    Left is the next seat in playing order, +1; right is -1.

    >>> [pass_steps(PRESETS["hearts-denexa"].rules, number) for number in range(5)]
    [1, -1, 2, 0, 1]
    """
    return _PASS_STEPS[rules.pass_cycle[number % len(rules.pass_cycle)]]


def dealer_of(rules: CommonOptions, dealt: int) -> Seat:
    """The seat that deals, when `dealt` deals of the match have been dealt before.

    Seat 0 deals first, then the other seats in playing order, continuing from one game to the next.

    >>> dealer_of(PRESETS["gongzhu-pagat"].rules, dealt=6)
    2
    """
    return seats(rules.players)[dealt % rules.players]


@lru_cache(RULE_SETS)
def lead_card(rules: CommonOptions) -> Card | None:
    """The card whose holder leads by the first-lead rule; None where a fixed seat leads.

    If the two was laid aside, it is the lowest card of that suit in play.
    """
    if rules.first_lead == "seat-0":
        return None
    suit = Suit(rules.first_lead[-1])
    return next(card for card in pack_of(rules) if card.suit is suit)


def must_lead_card(rules: CommonOptions) -> bool:
    """True if the holder of the lead card must lead that very card."""
    return rules.first_lead.startswith("must-lead")
