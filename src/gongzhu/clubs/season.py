"""The table of a season: what the games of a club add up to for each player."""

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


class Who(Struct, frozen=True, order=True):
    """Whose figures those of a row are: a player by id, bots by their level, somebody in scorebooks
    by name, and all together who had left for good before their game was counted."""

    kind: Kind
    id: str = ""


class SeasonFigures(Struct, frozen=True, omit_defaults=True):
    """The figures of one row."""

    who: Who
    games: int = 0
    wins: int = 0
    last: int = 0
    scores: Spread = Spread()
    pigs: int = 0
    sheep: int = 0
    slams: int = 0
    strips: int = 0
    round_points: int = 0
    by_bot: int = 0
    """The number of games in which a bot made at least one choice for the player."""

    @property
    def average(self) -> Average:
        """Points per deal."""
        return self.scores.average


class SeasonSum(Struct, frozen=True):
    """The figures of a season for one kind of game, the best average first."""

    family: Family
    aim: Aim
    rows: tuple[SeasonFigures, ...]


def add_up_season(results: Iterable[ClubResult]) -> tuple[SeasonSum, ...]:
    """The table of a season from its results in the order in which the games ended: one part for
    Gong Zhu and for Hearts, and again for games in which the other way of counting is better."""
    parts: dict[tuple[Family, Aim], dict[Who, SeasonFigures]] = {}
    for result in results:
        if result.rules is not None:
            part = parts.setdefault((result.rules.family, result.rules.aim), {})
            _add(part, result)
    return tuple(
        SeasonSum(family, aim, tuple(sorted(rows.values(), key=lambda row: _order(row, aim))))
        for (family, aim), rows in sorted(parts.items())
    )


def who(seat: SeatResult) -> Who:
    """Whose figures those of a seat are."""
    if seat.level is not None:
        return Who("bot", seat.level)
    if seat.player is not None:
        return Who("player", seat.player)
    return Who("real", seat.name) if seat.name else Who("former")


def _order(row: SeasonFigures, aim: Aim) -> tuple[float, Who]:
    mean = row.scores.mean or 0.0
    return (-mean if aim == "high" else mean), row.who


def _add(part: dict[Who, SeasonFigures], result: ClubResult) -> None:
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
    part: dict[Who, SeasonFigures], result: ClubResult, everybody: list[Who]
) -> dict[Who, int]:
    """The strips after a game of those who sat at it: they bring what they hold in the season, and
    the rules hand strips over among them. Partners hold theirs together."""
    rules, over = result.rules, result.result
    if rules is None or over is None or rules.worth != "strips":
        return {}
    by_side = sides(rules)
    # Several bots of one level, and partners, bring theirs once.
    bringing: list[int] = []
    counted: set[Who] = set()
    for side in by_side:
        fresh = {everybody[seat] for seat in side} - counted
        counted |= fresh
        bringing.append(max((part[one].strips for one in fresh), default=0))
    match = Match.new(rules)
    after = replace(match, strips=tuple(bringing)).after(over).strips
    found: dict[Who, int] = {}
    for side, held in zip(by_side, after, strict=True):
        for one in {everybody[seat] for seat in side}:
            found[one] = found.get(one, 0) + held
    return found
