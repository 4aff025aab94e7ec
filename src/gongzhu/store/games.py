"""Finished games, as they are kept and as the rows of either database."""

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
    """Which game of its table."""
    first_entry: int
    last_entry: int
    finished_ms: int
    brief: bytes
    players: tuple[str, ...]
    """Their ids, seat by seat."""


class Deals(Struct, frozen=True):
    """The deals of a finished game, with all that is to be shown of them."""

    game: str
    body: bytes
    """JSON."""


class Played(Struct, frozen=True):
    """A finished game of one player."""

    player: str
    finished_ms: int
    game: str
    summary: bytes | None
    """The result for the player; None until `put_summary`."""


def game_values(game: GameRow) -> tuple[Any, ...]:
    """A game as a row of GAME_COLUMNS."""
    *rest, players = msgspec.structs.astuple(game)
    return (*rest, msgspec.json.encode(players).decode())


def game_of(row: Sequence[Any]) -> GameRow:
    """The game of a row of GAME_COLUMNS."""
    players = msgspec.json.decode(row[-1], type=tuple[str, ...])
    fields = dict(zip(GameRow.__struct_fields__, (*row[:-1], players), strict=True))
    return GameRow(**fields)


def played_values(game: GameRow) -> list[tuple[str, int, str]]:
    """The rows by which a game is found again, one for each of its players that there still are."""
    players = dict.fromkeys(player for player in game.players if player != FORMER)
    return [(player, game.finished_ms, game.id) for player in players]
