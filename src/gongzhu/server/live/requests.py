"""Checks of a request by the server, made before the table decides it."""

from gongzhu.bots import UnknownLevel, read_level
from gongzhu.server.config.settings import ServerConfig
from gongzhu.store import PlayerRow
from gongzhu.table import Player
from gongzhu.texts import Lang, say


class InvalidRequest(Exception):
    """A request that this server refuses before the table decides it. The message is the text
    `server.refused.CODE` with its placeholders filled in from `values`, or that of an
    `UnknownLevel`."""

    def __init__(self, code: str, because: UnknownLevel | None = None, **values: object) -> None:
        self.code = code
        self._because = because
        self._values = values
        super().__init__(code)

    def text(self, lang: Lang) -> str:
        """The reason in the language `lang`, one sentence."""
        if self._because is not None:
            return self._because.text(lang)
        return say(f"server.refused.{self.code}", lang, **self._values)


def known_level(level: str, config: ServerConfig) -> str:
    """Return `level` unchanged if it names a level that bots of this server can play: a built-in
    one, or a program that the operator has configured. Raises InvalidRequest `level` if there is
    none of this name, or if it computes for longer than this server allows."""
    if any(program.name == level for program in config.outside):
        return level
    try:
        seconds = read_level(level).seconds
    except UnknownLevel as error:
        raise InvalidRequest("level", error) from error
    longest = config.limits.thinking_seconds
    if seconds > longest:
        raise InvalidRequest("level", None, level=level, most=f"{longest:g}")
    return level


def player_of(row: PlayerRow) -> Player:
    """Convert a player's row to the `Player` by which tables identify players: id, name, and
    whether it is a bot."""
    return Player(row.id, row.name, row.kind == "bot")
