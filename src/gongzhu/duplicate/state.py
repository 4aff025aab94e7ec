"""The state of a tournament, including secrets, as computed from its log."""

from typing import Literal

from msgspec import Struct

from gongzhu.duplicate.events import BoardResult, Planned, RoundTable

Stage = Literal["gathering", "calling", "playing", "ended", "cancelled"]
"""`gathering`: players may enter. `calling`: their random numbers are collected. `playing`: rounds
are played, with breaks between them. `ended`: over. `cancelled`: called off."""

SEATS = 4
"""Number of seats at a table."""
MOST_PLACES = 16 * SEATS
"""Greatest number of places, including those of bots."""


class Round(Struct, frozen=True):
    """A round that has begun."""

    tables: tuple[RoundTable, ...]
    """The tables of the round. Events and settings refer to a table by its index here, from 0."""
    ends: int | None
    """Time (milliseconds since 1970) at which bots begin to finish the round, or None if it has no
    limit."""
    results: tuple[BoardResult, ...] = ()
    """The result of each table, in the order of `tables`, or empty until the round is over."""


class Tournament(Struct, frozen=True):
    """The complete state of a tournament, secrets included. Only `evolve` makes the next state. A
    place is the number of an entrant, from 0."""

    plan: Planned
    seq: int = 0
    """Number of log entries applied so far."""
    stage: Stage = "gathering"
    players: tuple[str, ...] = ()
    """Ids of the players by place. The places of bots follow."""
    withdrawn: frozenset[str] = frozenset()
    """Ids of the players who withdrew after the beginning. Bots play in their places."""
    bots: int = 0
    """Number of bots' places, or 0 before the beginning."""
    step: Literal["commit", "reveal"] | None = None
    """The message for which the players are asked at present, or None if for none."""
    expected: tuple[int, ...] = ()
    """Places whose commitment or number is awaited at present."""
    until: int | None = None
    """Time (milliseconds since 1970) at which the current wait ends, for commitments, numbers or
    the next round, or None if there is no such wait."""
    commitments: dict[int, tuple[str, ...]] = {}
    """For each place that has committed, its commitments, one for each board."""
    numbers: dict[int, str] = {}
    """For each place that has revealed its number, that number."""
    rounds: tuple[Round, ...] = ()
    """The rounds that have begun, in order. All are over except possibly the last."""

    @property
    def places(self) -> int:
        """The number of places, including those of bots."""
        return len(self.players) + self.bots

    @property
    def round(self) -> int:
        """Number of the last round that has begun, from 1, or 0 before the first."""
        return len(self.rounds)

    @property
    def done(self) -> int:
        """Number of rounds that are over. Everybody may see their boards."""
        return sum(1 for each in self.rounds if each.results)

    @property
    def deserted(self) -> bool:
        """True if the tournament ended early because nobody played in it any more."""
        results = self.rounds[-1].results if self.rounds else ()
        return self.stage == "cancelled" and bool(results) and all(r.by_nobody for r in results)

    @property
    def running(self) -> Round | None:
        """The round being played, or None before, between and after rounds."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].results else None

    def place_of(self, player: str) -> int | None:
        """The place of a player (id), or None if they have not entered."""
        return self.players.index(player) if player in self.players else None

    def player_at(self, place: int) -> str | None:
        """Id of the player who plays at a place, or None if bots play there."""
        if place >= len(self.players) or self.players[place] in self.withdrawn:
            return None
        return self.players[place]
