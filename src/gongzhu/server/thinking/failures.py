"""Lines of the log about bots that fail."""

from typing import Any

import structlog

from gongzhu.server.metrics import Metrics
from gongzhu.server.throttle import Kind, Throttle
from gongzhu.table.facts import Failure

log = structlog.get_logger()


class Failures:
    """Counts them all, and tells them in the log at a rate that no bot makes higher."""

    def __init__(self, metrics: Metrics) -> None:
        self._replaced = metrics.replaced_bots
        self._throttle = Throttle(_tell)

    def note(
        self, place: str, level: str, why: Failure, detail: str, stderr: tuple[str, ...]
    ) -> None:
        """A legal action was chosen by chance for the bot at this place. `stderr` are the last
        lines that a program of the host wrote there."""
        self._replaced.labels(why).inc()
        more = {"stderr": stderr} if stderr else {}
        self._throttle.note((why, level), place=place, detail=detail, **more)

    def close(self) -> None:
        """Tell what was left out."""
        self._throttle.close()


def _tell(kind: Kind, times: int, more: dict[str, Any]) -> None:
    why, level = kind
    log.warning("bot_replaced", level=level, why=why, times=times, **more)
