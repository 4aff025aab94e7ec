"""The state of a tournament, secrets included, as its entries add up to it."""

from typing import Literal

from msgspec import Struct

from gongzhu.duplicate.events import BoardResult, Planned, RoundTable

Stage = Literal["gathering", "calling", "playing", "ended", "cancelled"]
"""Stage of a tournament: players may enter; they are asked for their numbers; rounds are played, or
the next one is about to begin; over; called off."""

SEATS = 4
"""Seats of a table."""
MOST_PLACES = 16 * SEATS
"""The most places, bots included."""


class Round(Struct, frozen=True):
    """A round that has begun."""

    tables: tuple[RoundTable, ...]
    ends: int | None
    """As in `RoundBegan`."""
    results: tuple[BoardResult, ...] = ()
    """By table; empty until the round is over."""


class Tournament(Struct, frozen=True):
    """The full state of a tournament. Only `evolve` makes the next one."""

    plan: Planned
    seq: int = 0
    """Number of entries that were applied."""
    stage: Stage = "gathering"
    players: tuple[str, ...] = ()
    """Ids of the players by place; bots follow them."""
    withdrawn: frozenset[str] = frozenset()
    """Players who withdrew after the beginning: bots play in their places."""
    bots: int = 0
    """Number of bots; 0 before the beginning."""
    step: Literal["commit", "reveal"] | None = None
    """The message that the players are asked for; None if for none."""
    expected: tuple[int, ...] = ()
    """Places whose commitments or numbers are waited for, while they are."""
    until: int | None = None
    """The time at which the current wait ends: for commitments, for numbers, or for the next
    round."""
    commitments: dict[int, tuple[str, ...]] = {}
    """By place, the commitments that were sent, one for each board."""
    numbers: dict[int, str] = {}
    """By place, the numbers that were revealed."""
    rounds: tuple[Round, ...] = ()
    """The rounds that have begun; all but the last one are over, and so is the last one if it has
    results."""

    @property
    def places(self) -> int:
        """The number of entrants, bots included."""
        return len(self.players) + self.bots

    @property
    def round(self) -> int:
        """Number of the round that began last, from 1; 0 before the first."""
        return len(self.rounds)

    @property
    def done(self) -> int:
        """The number of rounds that are over: their boards may be shown to everybody."""
        return sum(1 for each in self.rounds if each.results)

    @property
    def deserted(self) -> bool:
        """True if the tournament ended early because nobody played in it any more."""
        results = self.rounds[-1].results if self.rounds else ()
        return self.stage == "cancelled" and bool(results) and all(r.by_nobody for r in results)

    @property
    def running(self) -> Round | None:
        """The round that is being played; None between rounds."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].results else None

    def place_of(self, player: str) -> int | None:
        """The place of a player; None for somebody who did not enter."""
        return self.players.index(player) if player in self.players else None

    def player_at(self, place: int) -> str | None:
        """The id of the player who plays at a place; None if bots play there."""
        if place >= len(self.players) or self.players[place] in self.withdrawn:
            return None
        return self.players[place]
