"""A rule set as plain integers for kernels: every option of both games."""

from collections.abc import Sequence
from math import gcd
from typing import NamedTuple, assert_never, get_args

from gongzhu.packed.boards import (
    HEARTS_BOARD,
    PIG_BOARD,
    QUEEN_OF_DIAMONDS_BOARD,
    SHEEP_BOARD,
    board_of,
)
from gongzhu.rules import (
    GongzhuRules,
    HeartsRules,
    RuleSet,
    hand_size,
    pack_of,
    pass_steps,
    piles,
    point_cards,
    sides,
)
from gongzhu.rules.facts import lead_card, must_lead_card
from gongzhu.rules.options import (
    AllPointCards,
    AtLowerLimit,
    Moon,
    Partners,
    PigWithAllHearts,
    Sale,
    Worth,
)
from gongzhu.rules.score_gongzhu import HEART_POINTS

ALONE, SEPARATE, POOLED = range(3)
"""The possible values of `partners`."""
NO_SALE, OPEN_SALE, DOWN_OR_UP = range(3)
"""The possible values of `sale`."""
SHOOTER, SWEEP, SWAP = range(3)
"""The possible values of `pig_with_all_hearts`."""
PLAIN, FLAT, INSTANT_WIN = range(3)
"""The possible values of `all_point_cards`."""
LOSES, PLAYS_ON, TURNS_POSITIVE = range(3)
"""The possible values of `at_lower_limit`."""
OTHERS, SELF, CHOICE = range(3)
"""The possible values of `moon`."""
GAMES, STRIPS, ROUND_POINTS = range(3)
"""The possible values of `worth`."""

Planes = tuple[int, int, int, int, int, int]


class PackedRules(NamedTuple):
    """The options of a rule set, and values that follow from them, as integers. Booleans are 1 or
    0; sets of cards are bitboards.

    An option that the game does not have is 0.
    """

    hearts_game: int
    """1 for Hearts, 0 for Gong Zhu."""
    players: int
    hand_size: int
    pack: int
    clockwise: int
    partners: int
    sides: int
    piles: int
    pass_cycle: int
    """How many seats further cards are passed in each deal of a cycle, 0 to players-1, 4 bits
    each."""
    pass_cycle_length: int
    sale: int
    lead_card: int
    """The card whose holder leads first; 0 if seat 0 does."""
    must_lead: int
    """1 if the first leader must lead that very card."""
    captor_leads: int
    """1 if the last captor of the pig leads every deal after the first."""
    kept_from_first_trick: int
    """The cards that may not be discarded on the first trick."""
    kept_from_lead: int
    """The cards that may not be led before hearts are broken."""
    breaks_hearts: int
    """The cards that break hearts when discarded, besides hearts."""
    points: int
    """The point cards."""
    face_down_free: int = 0
    """1 if a card exposed face down may be played to the first trick of its suit."""
    heart_unit: int = 0
    """Every heart's points are a multiple of this negative number."""
    heart_planes: Planes = (0, 0, 0, 0, 0, 0)
    """For each bit from the lowest, the bitboard of the hearts whose points, as a multiple of
    `heart_unit`, have that bit set."""
    pig_with_all_hearts: int = 0
    lone_doubler: int = 0
    cancelled_doubler: int = 0
    """1 if an exposed 10♣ in a pile whose other cards add up to zero scores as if it were alone."""
    all_point_cards: int = 0
    queen_of_diamonds: int = 0
    """Q♦ if it counts, otherwise 0."""
    lower_limit: int = 0
    at_lower_limit: int = 0
    upper_limit: int = 0
    """The upper limit in points; 0 for none."""
    past_upper_limit_loses: int = 0
    worth: int = 0
    jack: int = 0
    """J♦ if it counts in Hearts, otherwise 0."""
    moon: int = 0
    limit: int = 0
    ends_at_limit: int = 0


def pack_rules(rules: RuleSet) -> PackedRules:
    """The integers that stand for a rule set in kernels."""
    match rules:
        case GongzhuRules():
            return _with_gongzhu(_common(rules), rules)
        case HeartsRules():
            return _with_hearts(_common(rules), rules)
        case _:
            assert_never(rules)


def _common(rules: RuleSet) -> PackedRules:
    named = lead_card(rules)
    counting = board_of(point_cards(rules))
    cycle = [pass_steps(rules, number) % rules.players for number in range(len(rules.pass_cycle))]
    return PackedRules(
        hearts_game=int(rules.family == "hearts"),
        players=rules.players,
        hand_size=hand_size(rules),
        pack=board_of(pack_of(rules)),
        clockwise=int(rules.direction == "clockwise"),
        partners=_place(Partners, rules.partners),
        sides=len(sides(rules)),
        piles=len(piles(rules)),
        pass_cycle=sum(steps << 4 * place for place, steps in enumerate(cycle)),
        pass_cycle_length=len(cycle),
        sale=_place(Sale, rules.sale),
        lead_card=board_of([named] if named else []),
        must_lead=int(must_lead_card(rules)),
        captor_leads=int(rules.later_lead == "pig-captor"),
        kept_from_first_trick=0 if rules.first_trick_points else counting,
        kept_from_lead=HEARTS_BOARD if rules.hearts_must_be_broken else 0,
        breaks_hearts=PIG_BOARD if rules.queen_breaks_hearts else 0,
        points=counting,
    )


def _with_gongzhu(packed: PackedRules, rules: GongzhuRules) -> PackedRules:
    points = HEART_POINTS[rules.heart_values]
    unit = -gcd(*points)
    return packed._replace(
        face_down_free=int(rules.face_down_first_trick == "free"),
        heart_unit=unit,
        heart_planes=_heart_planes(points, unit),
        pig_with_all_hearts=_place(PigWithAllHearts, rules.pig_with_all_hearts),
        lone_doubler=rules.lone_doubler,
        cancelled_doubler=int(rules.cancelled_doubler == "bonus-if-exposed"),
        all_point_cards=_place(AllPointCards, rules.all_point_cards),
        queen_of_diamonds=QUEEN_OF_DIAMONDS_BOARD if rules.queen_of_diamonds else 0,
        lower_limit=rules.lower_limit,
        at_lower_limit=_place(AtLowerLimit, rules.at_lower_limit),
        upper_limit=rules.upper_limit,
        past_upper_limit_loses=int(rules.past_upper_limit == "loses"),
        worth=_place(Worth, rules.worth),
    )


def _with_hearts(packed: PackedRules, rules: HeartsRules) -> PackedRules:
    return packed._replace(
        jack=SHEEP_BOARD if rules.omnibus else 0,
        moon=_place(Moon, rules.moon),
        limit=rules.limit,
        ends_at_limit=int(rules.at_limit == "ends"),
    )


def _place(values: object, value: str) -> int:
    """The number that stands for an option's value: its index among the possible `values`."""
    return get_args(values).index(value)


def _heart_planes(points: Sequence[int], unit: int) -> Planes:
    """The value of `PackedRules.heart_planes`; `points` are those of the hearts from the two up,
    `unit` is `heart_unit`."""
    planes = [
        sum(1 << 32 + rank for rank, worth in enumerate(points) if worth // unit >> bit & 1)
        for bit in range(6)
    ]
    one, two, four, eight, sixteen, thirty_two = planes
    return one, two, four, eight, sixteen, thirty_two
