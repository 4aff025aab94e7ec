"""What a server writes to its log, line by line, in the form that it has where it is deployed."""

import logging
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

import structlog

from gongzhu.server.logs import set_up_logs

_WHEN = re.compile(r'"timestamp": ?"[^"]*"')


class Logbook:
    """A stream that keeps what is written, without the time of day."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def write(self, text: str) -> int:
        """Keep what a handler writes."""
        self.lines += _WHEN.sub("", text).encode().splitlines()
        return len(text)

    def take(self) -> list[bytes]:
        """What was written since it was last taken."""
        taken, self.lines = self.lines, []
        return taken

    def flush(self) -> None:
        """Nothing waits."""


@contextmanager
def logged() -> Iterator[Logbook]:
    """Have every line that the server and its libraries write kept."""
    book = Logbook()
    root = logging.getLogger()
    handlers, level, before = root.handlers[:], root.level, structlog.get_config()
    with ExitStack() as stack:
        # Loggers keep what they were set up with when they were first used.
        for name, module in sorted(sys.modules.items()):
            if name.startswith("gongzhu.server.") and hasattr(module, "log"):
                stack.enter_context(patch.object(module, "log", structlog.get_logger()))
        try:
            set_up_logs("json")
            (handler,) = root.handlers
            assert isinstance(handler, logging.StreamHandler)
            handler.setStream(book)
            yield book
        finally:
            root.handlers[:] = handlers
            root.setLevel(level)
            logging.getLogger("uvicorn.error").setLevel(logging.NOTSET)
            structlog.configure(**before)
