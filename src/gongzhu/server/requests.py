"""The checks that a server makes of a request before its table decides."""

from gongzhu.bots import UnknownLevel, read_level
from gongzhu.server.config import ServerConfig
from gongzhu.store import PlayerRow
from gongzhu.table import Command, Player
from gongzhu.table.commands import SeatBot, Start
from gongzhu.texts import Lang, say


class InvalidRequest(Exception):
    """A request that this server does not take to the table; `code` names the message
    `server.refused.CODE`, unless the bots say it themselves."""

    def __init__(self, code: str, because: UnknownLevel | None = None, **values: object) -> None:
        self.code = code
        self._because = because
        self._values = values
        super().__init__(code)

    def text(self, lang: Lang) -> str:
        """Why, in one sentence."""
        if self._because is not None:
            return self._because.text(lang)
        return say(f"server.refused.{self.code}", lang, **self._values)


def known_level(level: str, config: ServerConfig) -> str:
    """The level. Raises InvalidRequest where bots have no such level, and where it would think for
    longer than this server lets it."""
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


def check_command(command: Command, config: ServerConfig) -> None:
    """Raises InvalidRequest for a command with a level of bots that this server does not have."""
    match command:
        case SeatBot(_, level):
            known_level(level, config)
        case Start(str(level)):
            known_level(level, config)
        case _:
            pass


def player_of(row: PlayerRow) -> Player:
    """A player as tables know it."""
    return Player(row.id, row.name, row.kind == "bot")
