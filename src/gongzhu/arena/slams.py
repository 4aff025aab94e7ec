"""Slams of a match, in Hearts moons: shot, threatened and stopped."""

from collections.abc import Sequence

from msgspec import Struct

from gongzhu.arena.seatings import Seating
from gongzhu.cards import Suit
from gongzhu.rules import Deal, HeartsRules, piles, point_cards


class Slams(Struct, frozen=True):
    """The slams of a player, in so many hands that it held."""

    hands: int = 0
    shot: int = 0
    """Hands whose pile came to all hearts, in Hearts to all point cards."""
    threatened: int = 0
    """Hands whose pile had more than half of these cards while nobody else had one; shot ones
    too."""


def slams_of(deal: Deal, seating: Seating) -> tuple[Slams, Slams]:
    """The slams of either entrant in a deal that has ended. Partners who pool their captures do it
    both."""
    threatening, shooting = _makers(deal)
    both = []
    for side in (0, 1):
        own = {seat for seat, of in enumerate(seating) if of == side}
        both.append(Slams(len(own), len(own & shooting), len(own & threatening)))
    return both[0], both[1]


def added(slams: Sequence[Slams]) -> Slams:
    """All of these together."""
    return Slams(
        sum(each.hands for each in slams),
        sum(each.shot for each in slams),
        sum(each.threatened for each in slams),
    )


def _makers(deal: Deal) -> tuple[set[int], set[int]]:
    """The seats that threatened to shoot, and those that shot."""
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
