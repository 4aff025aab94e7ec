"""Counts slams in a match (in Hearts, moons): shot, threatened and stopped."""

from collections.abc import Sequence

from msgspec import Struct

from gongzhu.arena.seatings import Seating
from gongzhu.cards import Suit
from gongzhu.rules import Deal, HeartsRules, piles, point_cards


class Slams(Struct, frozen=True):
    """The slams of an entrant, over all the hands that it held."""

    hands: int = 0
    shot: int = 0
    """Number of hands whose pile got all hearts, in Hearts all point cards."""
    threatened: int = 0
    """Number of hands whose pile had more than half of these cards while no other pile had any,
    including those that were shot."""


def slams_of(deal: Deal, seating: Seating) -> tuple[Slams, Slams]:
    """The slams of either entrant in a finished deal. A slam of partners who pool their captures
    counts for both."""
    threatening, shooting = _makers(deal)
    both = []
    for side in (0, 1):
        own = {seat for seat, of in enumerate(seating) if of == side}
        both.append(Slams(len(own), len(own & shooting), len(own & threatening)))
    return both[0], both[1]


def added(slams: Sequence[Slams]) -> Slams:
    """The sum of these counts."""
    return Slams(
        sum(each.hands for each in slams),
        sum(each.shot for each in slams),
        sum(each.threatened for each in slams),
    )


def _makers(deal: Deal) -> tuple[set[int], set[int]]:
    """The seats that threatened a slam, and those that shot one."""
    rules = deal.rules
    wanted = set(point_cards(rules))
    if not isinstance(rules, HeartsRules):
        wanted = {card for card in wanted if card.suit is Suit.HEARTS}
    owners = {seat: pile for pile in piles(rules) for seat in pile}
    threatening: set[int] = set()
    maker, captured = None, 0
    for trick in deal.public.tricks:
        caught = len(wanted.intersection(trick.cards))
        if not caught:
            continue
        if maker not in (None, owners[trick.winner]):
            return threatening, set()
        maker = owners[trick.winner]
        captured += caught
        if 2 * captured > len(wanted):
            threatening.update(maker)
    return threatening, threatening if captured == len(wanted) else set()
