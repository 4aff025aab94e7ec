"""A rule set as plain integers for kernels; every option is included."""

from collections.abc import Iterable, Mapping
from math import gcd
from typing import NamedTuple, get_args

from gongzhu.cards import HEARTS, PIG, SHEEP, Card
from gongzhu.packed.boards import (
    HEARTS_BOARD,
    PIG_BOARD,
    QUEEN_OF_DIAMONDS_BOARD,
    board_of,
    code_of_card,
)
from gongzhu.rules import (
    RuleSet,
    hand_size,
    key_cards,
    pack_of,
    pass_steps,
    piles,
    point_cards,
    sides,
)
from gongzhu.rules.facts import (
    counting_hearts,
    grave_loss,
    lead_card,
    penalties,
    points_sign,
    slam_cards,
    values_of,
)
from gongzhu.rules.options import (
    MOST_EXACT_TOTALS,
    NONE,
    AllPointCards,
    FirstLead,
    LaterLead,
    Partners,
    PigWithAllHearts,
    Sale,
    Worth,
)
from gongzhu.rules.score import FLAT_SLAM_POINTS

ALONE, SEPARATE, POOLED = range(3)
"""The possible values of `PackedRules.partners`."""
NO_SALE, OPEN_SALE, DOWN_OR_UP = range(3)
"""The possible values of `PackedRules.sale`."""
LEAD_IT, HOLDER, DEALER, AFTER_DEALER, SEAT_0 = range(5)
"""The possible values of `PackedRules.first_lead`."""
PIG_CAPTOR, AS_FIRST, WINNER, LOSER = range(4)
"""The possible values of `PackedRules.later_lead`."""
NO_TURN, SHOOTER, SWEEP, SWAP = range(4)
"""The possible values of `PackedRules.pig_with_all_hearts`."""
PLAIN, FLAT, INSTANT_WIN, OTHERS, SELF, CHOICE = range(6)
"""The possible values of `PackedRules.all_point_cards`. OTHERS and SELF are also the choices of the
maker of a slam under CHOICE."""
GAMES, STRIPS, ROUND_POINTS = range(3)
"""The possible values of `PackedRules.worth`."""

FAR = 1 << 40
"""A number of points that no total reaches, for an upper limit that does not exist. -FAR is used
for a lower limit, and for other numbers, that do not exist."""

PLANES = 15
"""Number of bits of a card's value divided by `PackedRules.unit`."""
Planes = tuple[int, int, int, int, int, int, int, int, int, int, int, int, int, int, int]
ExactTotals = tuple[int, int, int, int, int, int, int, int]


class PackedRules(NamedTuple):
    """The options of a rule set, and values that follow from them, as integers; made by
    `pack_rules`. Booleans are 1 or 0; sets of cards are bitboards; points have the sign of the
    score sheet."""

    aim_low: int
    """1 if fewer points are better."""
    players: int
    """Number of players."""
    hand_size: int
    """Number of cards dealt to each seat."""
    pack: int
    """All cards of the pack."""
    clockwise: int
    """1 if play goes clockwise."""
    partners: int
    """ALONE, SEPARATE or POOLED: no partners, partners with separate piles, or with one pile
    together."""
    sides: int
    """Number of sides."""
    piles: int
    """Number of piles of captured cards."""
    pass_cycle: int
    """The number of seats by which cards are passed, 0 to players - 1, in each deal of the cycle of
    passing, 4 bits each from the lowest."""
    pass_cycle_length: int
    """Number of deals in the cycle of passing."""
    pass_count: int
    """Number of cards that each seat passes."""
    sale: int
    """NO_SALE, OPEN_SALE or DOWN_OR_UP: no exposing, open exposing, or exposing face down or face
    up."""
    keys: int
    """The key cards: those that may be exposed if the rules allow exposing."""
    first_lead: int
    """The rule for who leads first in a game's first deal: LEAD_IT, HOLDER, DEALER, AFTER_DEALER or
    SEAT_0."""
    lead_card: int
    """The card whose holder leads first; 0 if the first leader does not depend on a card."""
    later_lead: int
    """The rule for who leads first in later deals: PIG_CAPTOR, AS_FIRST, WINNER or LOSER."""
    kept_from_first_trick: int
    """The cards that may not be discarded on the first trick."""
    kept_from_lead: int
    """The cards that may not be led before hearts are broken."""
    breaks_hearts: int
    """The cards that break hearts when discarded, besides hearts."""
    face_down_free: int
    """1 if a card exposed face down may be played to the first trick of its suit."""
    points: int
    """The point cards and the doubler."""
    hearts: int
    """The hearts that are point cards, if there are two at least; otherwise 0."""
    spots: int
    """The point cards besides hearts, Q♠, J♦ and the doubler."""
    unit: int
    """The greatest common divisor of the values of all hearts and all cards of `spots`; negative if
    the value with the greatest magnitude is negative."""
    planes: Planes
    """For each bit from the lowest, the bitboard of the hearts and `spots` cards whose value
    divided by `unit`, as a 15-bit number in two's complement, has that bit set."""
    wide: int
    """1 if any of the planes from the fourth on is not empty."""
    pig: int
    """The value of Q♠; 0 if it does not count."""
    sheep: int
    """The value of J♦; 0 if it does not count."""
    all_hearts: int
    """The points of all `hearts` in one pile."""
    pig_with_all_hearts: int
    """The effect of all hearts in a pile on its Q♠: NO_TURN, SHOOTER, SWEEP or SWAP."""
    doubler: int
    """The doubler; 0 if there is none."""
    lone_doubler: int
    """Points of the doubler in a pile without other cards that score."""
    cancelled_doubler: int
    """1 if an exposed doubler in a pile whose other cards add up to zero scores as if it were
    alone."""
    all_point_cards: int
    """The payment of a slam: PLAIN, FLAT, INSTANT_WIN, OTHERS, SELF or CHOICE."""
    slam: int
    """The cards of a slam."""
    slam_points: int
    """Points of a slam; -FAR if they are the sum of the values of `penalties`."""
    penalties: int
    """The cards that count against their captor."""
    grave: int
    """Points of a grave loss (`grave_loss`): 100 in Gong Zhu, 13 in Hearts."""
    all_tricks: int
    """Points for capturing every trick; 0 if there are none."""
    queen_of_diamonds: int
    """Q♦ if it counts, otherwise 0."""
    below: int
    """A total below this is past the lower limit and ends the game."""
    above: int
    """A total above this is past the upper limit and ends the game."""
    lower_limit: int
    """The lower limit; -FAR if there is none."""
    upper_limit: int
    """The upper limit; FAR if there is none."""
    turns_positive: int
    """A total of exactly this turns positive and ends the game; FAR if none does."""
    good_limit_wins: int
    """1 if a side past the limit on the good side wins, 0 if it loses."""
    all_but_winners: int
    """1 if all sides lose that do not win; then the limit on the bad side only ends the game."""
    deals: int
    """The number of deals after which a game ends; 0 if the number does not matter."""
    exact_totals: ExactTotals
    """Four pairs of totals: a total that equals the first of a pair is changed to the second; (FAR,
    FAR) for an unused pair."""
    worth: int
    """The value of a game in the match: GAMES, STRIPS or ROUND_POINTS."""


def pack_rules(rules: RuleSet) -> PackedRules:
    """The packed rules of a rule set."""
    lead = lead_card(rules)
    counting = board_of(point_cards(rules))
    cycle = [pass_steps(rules, number) % rules.players for number in range(len(rules.pass_cycle))]
    values = values_of(rules)
    hearts = counting_hearts(rules)
    in_planes = {card: worth for card, worth in values.items() if card not in (PIG, SHEEP)}
    unit = _unit(in_planes.values())
    planes = _planes(in_planes, unit)
    heart_sum = sum(values[card] for card in hearts)
    low = rules.aim == "low"
    lower, upper = rules.lower_limit, rules.upper_limit
    return PackedRules(
        aim_low=int(low),
        players=rules.players,
        hand_size=hand_size(rules),
        pack=board_of(pack_of(rules)),
        clockwise=int(rules.direction == "clockwise"),
        partners=_place(Partners, rules.partners),
        sides=len(sides(rules)),
        piles=len(piles(rules)),
        pass_cycle=sum(steps << 4 * index for index, steps in enumerate(cycle)),
        pass_cycle_length=len(cycle),
        pass_count=rules.pass_count,
        sale=_place(Sale, rules.sale),
        keys=board_of(key_cards(rules)),
        first_lead=_place(FirstLead, rules.first_lead),
        lead_card=board_of([lead] if lead else []),
        later_lead=_place(LaterLead, rules.later_lead),
        kept_from_first_trick=0 if rules.first_trick_points else counting,
        kept_from_lead=HEARTS_BOARD if rules.hearts_must_be_broken else 0,
        breaks_hearts=PIG_BOARD if rules.queen_breaks_hearts else 0,
        face_down_free=int(rules.face_down_first_trick == "free"),
        points=counting,
        hearts=board_of(hearts) if len(hearts) > 1 else 0,
        spots=board_of(card for card in in_planes if card not in HEARTS),
        unit=unit,
        planes=planes,
        wide=int(any(planes[3:])),
        pig=values.get(PIG, 0),
        sheep=values.get(SHEEP, 0),
        all_hearts=points_sign(rules) * abs(heart_sum)
        if rules.all_hearts == "in-favour"
        else heart_sum,
        pig_with_all_hearts=_place(PigWithAllHearts, rules.pig_with_all_hearts),
        doubler=0 if rules.doubler is None else board_of([rules.doubler]),
        lone_doubler=rules.lone_doubler,
        cancelled_doubler=int(rules.cancelled_doubler == "bonus-if-exposed"),
        all_point_cards=_place(AllPointCards, rules.all_point_cards),
        slam=board_of(slam_cards(rules)),
        slam_points=_slam_points(rules),
        penalties=board_of(penalties(rules)),
        grave=grave_loss(rules),
        all_tricks=0 if rules.all_tricks == NONE else rules.all_tricks,
        queen_of_diamonds=QUEEN_OF_DIAMONDS_BOARD if rules.queen_of_diamonds else 0,
        below=-FAR if lower == NONE else lower + (rules.at_lower_limit == "loses"),
        above=FAR if upper == NONE else upper - (rules.at_upper_limit == "ends"),
        lower_limit=-FAR if lower == NONE else lower,
        upper_limit=FAR if upper == NONE else upper,
        turns_positive=lower if rules.at_lower_limit == "turns-positive" and lower != NONE else FAR,
        good_limit_wins=int((rules.past_lower_limit if low else rules.past_upper_limit) == "wins"),
        all_but_winners=int(rules.losers == "all-but-winners"),
        deals=0 if rules.deals == NONE else rules.deals,
        exact_totals=_exact_totals(rules),
        worth=_place(Worth, rules.worth),
    )


def _place(values: object, value: str) -> int:
    """The index of an option's value among its possible values, the arguments of the literal type
    `values`."""
    return get_args(values).index(value)


def _slam_points(rules: RuleSet) -> int:
    if rules.slam_points != NONE:
        return rules.slam_points
    return FLAT_SLAM_POINTS if rules.all_point_cards == "flat" else -FAR


def _exact_totals(rules: RuleSet) -> ExactTotals:
    pairs = [*rules.exact_total, *[(FAR, FAR)] * (MOST_EXACT_TOTALS - len(rules.exact_total))]
    a, b, c, d, e, f, g, h = (total for pair in pairs for total in pair)
    return a, b, c, d, e, f, g, h


def _unit(values: Iterable[int]) -> int:
    """The value of `PackedRules.unit` for these values."""
    values = list(values)
    unit = gcd(*values) or 1
    return -unit if min(values, default=0) < -max(values, default=0) else unit


def _planes(values: Mapping[Card, int], unit: int) -> Planes:
    """The value of `PackedRules.planes` for these cards."""
    planes = [
        sum(1 << code_of_card(card) for card, worth in values.items() if worth // unit >> bit & 1)
        for bit in range(PLANES)
    ]
    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o = planes  # noqa: E741
    return a, b, c, d, e, f, g, h, i, j, k, l, m, n, o
