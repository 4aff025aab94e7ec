"""Exchanging two seats between games: points, strips and results go along with the players."""

from typing import TypeVar

from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.table.state import PlayedGame, TableState

Item = TypeVar("Item")


def swapped_state(state: TableState, one: Seat, other: Seat) -> TableState:
    """The public state after the seats `one` and `other` were exchanged.

    Points, strips and results follow the players, except in partnerships, where they stay with the
    side.
    """
    places: dict[Seat | None, Seat] = {one: other, other: one}

    def moved(items: tuple[Item, ...]) -> tuple[Item, ...]:
        return swapped(items, one, other) if len(items) == len(state.seats) else items

    def sides(chosen: tuple[int, ...]) -> tuple[int, ...]:
        if state.settings.rules.partners != "none":
            return chosen
        return tuple(sorted(places.get(Seat(side), side) for side in chosen))

    def game(played: PlayedGame) -> PlayedGame:
        return replace(
            played,
            winners=sides(played.winners),
            losers=sides(played.losers),
            totals=moved(played.totals),
        )

    return replace(
        state,
        seats=swapped(state.seats, one, other),
        host=places.get(state.host, state.host),
        totals=moved(state.totals),
        deals=tuple(
            replace(deal, scores=moved(deal.scores), totals=moved(deal.totals))
            for deal in state.deals
        ),
        games=tuple(game(played) for played in state.games),
        strips=moved(state.strips),
        round_points=moved(state.round_points),
        lost=moved(state.lost),
    )


def swapped(items: tuple[Item, ...], one: int, other: int) -> tuple[Item, ...]:
    """A copy of the items, with those at the indexes `one` and `other` exchanged."""
    order = list(items)
    order[one], order[other] = order[other], order[one]
    return tuple(order)
