"""Finished games, as the store gives them and as rows of the database."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from gongzhu.store.players import FORMER

GAME_COLUMNS = "id, table_name, number, first_entry, last_entry, finished_ms, brief, players"


class GameRow(Struct, frozen=True):
    """A finished game: its place in the log of its table, and its players."""

    id: str
    table: str
    number: int
    """Number of the game at its table."""
    first_entry: int
    last_entry: int
    finished_ms: int
    brief: bytes
    players: tuple[str, ...]
    """The ids of the players, seat by seat."""


class Deals(Struct, frozen=True):
    """The deals of a finished game, with everything needed to show them."""

    game: str
    body: bytes
    """The deals as JSON."""


class Played(Struct, frozen=True):
    """A finished game of one player, with its result for that player."""

    player: str
    finished_ms: int
    game: str
    summary: bytes | None
    """The result for the player, as given to `put_summary`; None until then."""


def game_values(game: GameRow) -> tuple[Any, ...]:
    """The values of a finished game in the order of GAME_COLUMNS."""
    *rest, players = msgspec.structs.astuple(game)
    return (*rest, msgspec.json.encode(players).decode())


def game_of(row: Sequence[Any]) -> GameRow:
    """The finished game in a row that was selected with GAME_COLUMNS."""
    players = msgspec.json.decode(row[-1], type=tuple[str, ...])
    fields = dict(zip(GameRow.__struct_fields__, (*row[:-1], players), strict=True))
    return GameRow(**fields)


def played_values(game: GameRow) -> list[tuple[str, int, str]]:
    """The rows by which players find a game: one for each player whose account still exists."""
    players = dict.fromkeys(player for player in game.players if player != FORMER)
    return [(player, game.finished_ms, game.id) for player in players]
