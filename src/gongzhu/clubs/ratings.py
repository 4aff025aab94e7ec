"""Ratings in a club, computed by the Weng–Lin method (Plackett–Luce model) from the places of
players and bots in whole games.

Ratings are not stored: they are a function of the games in the order in which they ended. Each kind
of rules has its own list, with people and bots together.
"""

from collections.abc import Iterable
from statistics import fmean

from msgspec import Struct

from gongzhu.clubs.results import ClubResult
from gongzhu.clubs.season import RowOwner, who
from gongzhu.rules import sides
from gongzhu.rules.options import Aim

PROVISIONAL = 20
"""A rating from fewer deals than this is provisional."""


class RatedKind(Struct, frozen=True, order=True):
    """A kind of rules, whose games are rated together."""

    aim: Aim
    players: int
    """Number of players."""
    partners: bool
    """True for rules with partnerships."""


class Rated(Struct, frozen=True):
    """The rating of one player, or of all bots of one level. `who` names the player or the level.
    The skill is estimated as a normal distribution with mean `mu` and standard deviation `sigma`,
    which begin at 25 and 25/3."""

    who: RowOwner
    mu: float
    sigma: float
    deals: int
    """Number of deals in the rated games."""
    games: int
    """Number of rated games."""

    @property
    def provisional(self) -> bool:
        """True if the rating is from fewer than PROVISIONAL deals."""
        return self.deals < PROVISIONAL


class RatedList(Struct, frozen=True):
    """The ratings for one kind of rules, the highest `mu - 3 * sigma` first."""

    kind: RatedKind
    ratings: tuple[Rated, ...]


def rate(results: Iterable[ClubResult]) -> tuple[RatedList, ...]:
    """The ratings after these games, which must be in the order in which they ended. Games that do
    not count or were broken off are skipped. In each game, a side is skipped if one of its players
    is unknown (as in scorebooks) or a bot made choices for one. The others are rated among
    themselves."""
    # Imported here because only the workers of a server compute ratings.
    from openskill.models import PlackettLuce, PlackettLuceRating

    # The model adds a little to sigma before every game, because people's skill changes.
    model = PlackettLuce()
    ratings: dict[RatedKind, dict[RowOwner, PlackettLuceRating]] = {}
    counts: dict[tuple[RatedKind, RowOwner], tuple[int, int]] = {}
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
        after: dict[RowOwner, list[PlackettLuceRating]] = {}
        for side, found in zip(by_side, rated, strict=True):
            for seat, rating in zip(side, found, strict=True):
                after.setdefault(everybody[seat], []).append(rating)
        for one, several in after.items():
            # If a level has several seats, its new rating is the average of theirs.
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
