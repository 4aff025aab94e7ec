"""Checks that a server makes on a request before it passes it to the table."""

from gongzhu.bots import UnknownLevel, read_level
from gongzhu.server.config.settings import ServerConfig
from gongzhu.store import PlayerRow
from gongzhu.table import Player
from gongzhu.texts import Lang, say


class InvalidRequest(Exception):
    """A request that this server refuses without asking the table. `code` names the message
    `server.refused.CODE`, unless an `UnknownLevel` supplies the text."""

    def __init__(self, code: str, because: UnknownLevel | None = None, **values: object) -> None:
        self.code = code
        self._because = because
        self._values = values
        super().__init__(code)

    def text(self, lang: Lang) -> str:
        """The reason in one sentence."""
        if self._because is not None:
            return self._because.text(lang)
        return say(f"server.refused.{self.code}", lang, **self._values)


def known_level(level: str, config: ServerConfig) -> str:
    """Check a level of bots and return it. Raises InvalidRequest if there is no such level, or if
    it would think for longer than this server allows."""
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
    """The `Player` with which tables identify this player: id, name, and whether it is a bot."""
    return Player(row.id, row.name, row.kind == "bot")
