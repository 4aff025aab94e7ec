"""Players and games as the rows of either database, and back."""

from collections.abc import Sequence
from typing import Any

import msgspec

from gongzhu.store.store import GameRow, PlayerRow

PLAYER_COLUMNS = "id, name, kind, recovery_hash, created_ms, seen_ms"
GAME_COLUMNS = "id, table_name, number, first_entry, last_entry, finished_ms, brief, players"


def player_of(row: Sequence[Any]) -> PlayerRow:
    """The player of a row of PLAYER_COLUMNS."""
    return PlayerRow(*row)


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
    """The rows by which a game is found again, one for each of its players."""
    return [(player, game.finished_ms, game.id) for player in dict.fromkeys(game.players)]
