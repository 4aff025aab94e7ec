"""The seatings in which a deal is replayed, so that the luck of the cards cancels out."""

from itertools import combinations
from typing import Literal

from gongzhu.cards import Seat, seats
from gongzhu.rules import RuleSet

Seating = tuple[Literal[0, 1], ...]
"""The entrant in each seat: 0 for the first entrant, 1 for the second."""


def seatings_of(
    rules: RuleSet, most: int | None = None, first: int | None = None
) -> tuple[Seating, ...]:
    """All the seatings of two entrants that matter.

    With partners: each entrant on either side. Without partners: with four seats all six ways to
    take two of them, with five all twenty ways to take two or three. `most` limits the number; the
    seatings come in pairs that mirror each other. With `first`, from 1 to players-1, the first
    entrant has that many seats, in all possible ways, so that each entrant gets every hand equally
    often.
    """
    everyone = seats(rules.players)
    if first is not None:
        taken = combinations(everyone, first)
        return tuple(_mirrored(chosen, rules.players)[0] for chosen in taken)[:most]
    if rules.partners != "none":
        firsts = [everyone[0::2]]
    else:
        half = rules.players // 2
        # Opposite seats first: with two seatings only, neither entrant sits together.
        firsts = [
            chosen
            for chosen in combinations(everyone, half)
            if everyone[0] in chosen or rules.players % 2
        ]
        firsts.sort(key=lambda chosen: chosen[1] - chosen[0] != 2)
    found = [seating for chosen in firsts for seating in _mirrored(chosen, rules.players)]
    return tuple(found[:most])


def _mirrored(chosen: tuple[Seat, ...], players: int) -> tuple[Seating, Seating]:
    first: Seating = tuple(0 if seat in chosen else 1 for seat in seats(players))
    second: Seating = tuple(1 if seat in chosen else 0 for seat in seats(players))
    return first, second
