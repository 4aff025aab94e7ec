"""The table of a season: a club's games added up for each player."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.clubs.results import ClubResult, SeatResult
from gongzhu.rules import Match, side_of, sides
from gongzhu.rules.options import Aim, Family
from gongzhu.stats import Average, Spread

Kind = Literal["player", "bot", "real", "former"]
"""`player`: a player with an account. `bot`: all bots of one level. `real`: a name in scorebooks.
`former`: all players whose account was deleted before their game was counted."""


class RowOwner(Struct, frozen=True, order=True):
    """The person, or group of players, whom a row in a season's table is about."""

    kind: Kind
    """The kind of row."""
    id: str = ""
    """Depends on `kind`: the player's id, the level of the bots, the name in scorebooks, or empty
    for `former`."""


class SeasonFigures(Struct, frozen=True, omit_defaults=True):
    """One row of a season's table."""

    who: RowOwner
    """The owner of the row."""
    games: int = 0
    """Number of finished games."""
    wins: int = 0
    """Number of games in which the player's side came first."""
    last: int = 0
    """Number of games in which the player's side came last."""
    scores: Spread = Spread()
    """The scores of the player's pile in all deals."""
    pigs: int = 0
    """Number of deals in which the player's pile captured Q♠."""
    sheep: int = 0
    """Number of deals in which the player's pile captured J♦."""
    slams: int = 0
    """Number of slams or moons made."""
    strips: int = 0
    """Pig strips that the player holds in the season."""
    round_points: int = 0
    """Sum of the round points, under rules whose games are worth round points."""
    by_bot: int = 0
    """Number of games in which a bot made at least one choice for the player."""

    @property
    def average(self) -> Average:
        """The mean score per deal, with its confidence interval."""
        return self.scores.average


class SeasonSum(Struct, frozen=True):
    """The table of a season for one family of rules and one aim, the best average first."""

    family: Family
    aim: Aim
    rows: tuple[SeasonFigures, ...]
    """The rows of the table."""


def add_up_season(results: Iterable[ClubResult]) -> tuple[SeasonSum, ...]:
    """The tables of a season from its results, which must be in the order in which the games ended:
    one table for each family (Gong Zhu, Hearts) and aim (more or fewer points are better) that was
    played."""
    parts: dict[tuple[Family, Aim], dict[RowOwner, SeasonFigures]] = {}
    for result in results:
        if result.rules is not None:
            part = parts.setdefault((result.rules.family, result.rules.aim), {})
            _add(part, result)
    return tuple(
        SeasonSum(family, aim, tuple(sorted(rows.values(), key=lambda row: _order(row, aim))))
        for (family, aim), rows in sorted(parts.items())
    )


def who(seat: SeatResult) -> RowOwner:
    """The owner of the row in which this seat counts."""
    if seat.level is not None:
        return RowOwner("bot", seat.level)
    if seat.player is not None:
        return RowOwner("player", seat.player)
    return RowOwner("real", seat.name) if seat.name else RowOwner("former")


def _order(row: SeasonFigures, aim: Aim) -> tuple[float, RowOwner]:
    mean = row.scores.mean or 0.0
    return (-mean if aim == "high" else mean), row.who


def _add(part: dict[RowOwner, SeasonFigures], result: ClubResult) -> None:
    everybody = [who(seat) for seat in result.seats]
    for one in everybody:
        part.setdefault(one, SeasonFigures(one))
    strips = _strips(part, result, everybody)
    for at, (one, seat) in enumerate(zip(everybody, result.seats, strict=True)):
        row, figures = part[one], seat.figures
        assert result.rules is not None, "only counted results are added"
        over = result.result
        won = 0 if over is None else over.round_points[side_of(result.rules, Seat(at))]
        part[one] = replace(
            row,
            games=row.games + (over is not None),
            wins=row.wins + (seat.place == 1),
            last=row.last + seat.last,
            scores=row.scores + figures.spread,
            pigs=row.pigs + figures.pigs,
            sheep=row.sheep + figures.sheep,
            slams=row.slams + figures.made,
            round_points=row.round_points + won,
            by_bot=row.by_bot + seat.by_bot,
        )
    for one, held in strips.items():
        part[one] = replace(part[one], strips=held)


def _strips(
    part: dict[RowOwner, SeasonFigures], result: ClubResult, everybody: list[RowOwner]
) -> dict[RowOwner, int]:
    """The pig strips that each player of a game holds after it, or empty if the game hands over
    none. `part` has the rows of the season's table before the game, from which the strips that each
    player holds are taken. `result` is the game, and `everybody` the owner of the row for each
    seat. The rules hand over strips from side to side, and partners hold theirs together."""
    rules, over = result.rules, result.result
    if rules is None or over is None or rules.worth != "strips":
        return {}
    by_side = sides(rules)
    # The strips of partners, and of several bots of one level, are counted once.
    bringing: list[int] = []
    counted: set[RowOwner] = set()
    for side in by_side:
        fresh = {everybody[seat] for seat in side} - counted
        counted |= fresh
        bringing.append(max((part[one].strips for one in fresh), default=0))
    match = Match.new(rules)
    after = replace(match, strips=tuple(bringing)).after(over).strips
    found: dict[RowOwner, int] = {}
    for side, held in zip(by_side, after, strict=True):
        for one in {everybody[seat] for seat in side}:
            found[one] = found.get(one, 0) + held
    return found
