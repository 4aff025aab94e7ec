"""Players and games as the rows of either database, and back."""

from collections.abc import Sequence
from typing import Any

import msgspec

from gongzhu.store.store import FORMER, GameRow, PlayerRow

_PLAYER = (
    *("id", "name", "kind", "recovery_hash", "created_ms", "seen_ms"),
    *("recovery_made_ms", "recovery_used_ms", "owner_id", "recovery_until_ms"),
)
PLAYER_COLUMNS = ", ".join(_PLAYER)
PLAYER_SELECTED = ", ".join(f"players.{column}" for column in _PLAYER)
PLAYER_REPLACED = ", ".join(f"{column} = excluded.{column}" for column in _PLAYER[1:])
DEVICE_COLUMNS = (
    "devices.token_hash, devices.name, devices.made_ms, devices.seen_ms, devices.proved_ms"
)
GAME_COLUMNS = "id, table_name, number, first_entry, last_entry, finished_ms, brief, players"


def player_of(row: Sequence[Any]) -> PlayerRow:
    """The player of a row of PLAYER_SELECTED."""
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
    """The rows by which a game is found again, one for each of its players that there still are."""
    players = dict.fromkeys(player for player in game.players if player != FORMER)
    return [(player, game.finished_ms, game.id) for player in players]
