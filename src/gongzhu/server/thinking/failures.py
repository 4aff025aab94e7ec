"""Lines of the log about bots that fail."""

from typing import Any

import structlog

from gongzhu.server.throttle import Kind, Throttle
from gongzhu.table.facts import Failure

log = structlog.get_logger()


class Failures:
    """Tells them in the log at a rate that no bot makes higher."""

    def __init__(self) -> None:
        self._throttle = Throttle(_tell)

    def note(
        self, place: str, level: str, why: Failure, detail: str, stderr: tuple[str, ...]
    ) -> None:
        """The bot at this place failed. `stderr` are the last lines that a program of the host
        wrote there."""
        more = {"stderr": stderr} if stderr else {}
        self._throttle.note((why, level), place=place, detail=detail, **more)

    def close(self) -> None:
        """Tell what was left out."""
        self._throttle.close()


def _tell(kind: Kind, times: int, more: dict[str, Any]) -> None:
    why, level = kind
    log.warning("bot_replaced", level=level, why=why, times=times, **more)
