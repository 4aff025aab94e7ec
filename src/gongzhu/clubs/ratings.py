"""Ratings in a club, by the method of Weng and Lin from the places in whole games.

They are a function of the games in the order in which they ended: nothing is stored of them. Each
kind of rules has a list of its own, people and bots in one.
"""

from collections.abc import Iterable
from statistics import fmean

from msgspec import Struct

from gongzhu.clubs.results import ClubResult
from gongzhu.clubs.season import Who, who
from gongzhu.rules import sides
from gongzhu.rules.options import Aim

PROVISIONAL = 20
"""Number of deals below which a rating is provisional."""


class RatedKind(Struct, frozen=True, order=True):
    """Rules that are rated together."""

    aim: Aim
    players: int
    partners: bool


class Rated(Struct, frozen=True):
    """A rating: it begins at 25 with a doubt of 25/3."""

    who: Who
    mu: float
    sigma: float
    deals: int
    games: int

    @property
    def provisional(self) -> bool:
        """True for a rating from too few deals to say much."""
        return self.deals < PROVISIONAL


class RatedList(Struct, frozen=True):
    """The ratings by one kind of rules, the best first: three times the doubt is taken off."""

    kind: RatedKind
    ratings: tuple[Rated, ...]


def rate(results: Iterable[ClubResult]) -> tuple[RatedList, ...]:
    """The ratings after these games, in the order in which they ended. Games that count for
    nothing or were broken off are left out, and so is a side with somebody who is not known, as in
    scorebooks, or for whom a bot chose: the others are rated among themselves."""
    # A server need not load it: ratings are computed by its workers.
    from openskill.models import PlackettLuce, PlackettLuceRating

    # People learn, so that a little doubt is added with every game.
    model = PlackettLuce()
    ratings: dict[RatedKind, dict[Who, PlackettLuceRating]] = {}
    counts: dict[tuple[RatedKind, Who], tuple[int, int]] = {}
    for result in results:
        rules = result.rules
        if rules is None or result.result is None:
            continue
        everybody = [who(seat) for seat in result.seats]
        whole = [
            one.kind in ("player", "bot") and not seat.by_bot
            for one, seat in zip(everybody, result.seats, strict=True)
        ]
        by_side = [side for side in sides(rules) if all(whole[seat] for seat in side)]
        if len(by_side) < 2:
            continue
        kind = RatedKind(rules.aim, rules.players, rules.partners != "none")
        held = ratings.setdefault(kind, {})
        for one in dict.fromkeys(everybody[seat] for side in by_side for seat in side):
            held.setdefault(one, model.rating())
            deals, games = counts.get((kind, one), (0, 0))
            counts[kind, one] = deals + result.deals, games + 1
        rated = model.rate(
            [[held[everybody[seat]] for seat in side] for side in by_side],
            ranks=[float(result.seats[side[0]].place) for side in by_side],
        )
        after: dict[Who, list[PlackettLuceRating]] = {}
        for side, found in zip(by_side, rated, strict=True):
            for seat, rating in zip(side, found, strict=True):
                after.setdefault(everybody[seat], []).append(rating)
        for one, several in after.items():
            # A level that holds several seats learns the average of what they teach.
            mu, sigma = fmean(each.mu for each in several), fmean(each.sigma for each in several)
            held[one] = model.rating(mu, sigma)
    return tuple(
        RatedList(
            kind,
            tuple(
                sorted(
                    (
                        Rated(one, rating.mu, rating.sigma, *counts[kind, one])
                        for one, rating in held.items()
                    ),
                    key=lambda rated: (3 * rated.sigma - rated.mu, rated.who),
                )
            ),
        )
        for kind, held in sorted(ratings.items())
    )
