"""The server's log while it runs inside a test: kept line by line, or searched for what it should
not have had to say."""

import gc
import logging
import re
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import structlog

from gongzhu.server.monitoring.logs import set_up_logs

_WHEN = re.compile(r'"timestamp": ?"[^"]*"')


class LogStream:
    """A stream that keeps what is written, without the time of day."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def write(self, text: str) -> int:
        """Keep what a handler writes."""
        self.lines += _WHEN.sub("", text).encode().splitlines()
        return len(text)

    def take(self) -> list[bytes]:
        """The lines since they were last taken."""
        taken, self.lines = self.lines, []
        return taken

    def flush(self) -> None:
        """Nothing waits."""


@contextmanager
def kept_log() -> Iterator[LogStream]:
    """Keep every line that the server and its libraries write, in the form that it has where it is
    deployed."""
    # What tests before this one left behind is not to be logged from now on.
    gc.collect()
    stream = LogStream()
    root = logging.getLogger()
    handlers, level, before = root.handlers[:], root.level, structlog.get_config()
    # Loggers keep what they were set up with when they were first used.
    with _replaced(structlog.get_logger):
        try:
            set_up_logs("json")
            (handler,) = root.handlers
            assert isinstance(handler, logging.StreamHandler)
            handler.setStream(stream)
            yield stream
        finally:
            root.handlers[:] = handlers
            root.setLevel(level)
            logging.getLogger("uvicorn.error").setLevel(logging.NOTSET)
            structlog.configure(**before)


@contextmanager
def watched_log(
    expected: Collection[str],
    report: Callable[[str], object],
    secrets: Callable[[str], object] = lambda details: "",
) -> Iterator[None]:
    """Report every exception that the server logs, every event that is not `expected`, and those
    in whose details `secrets` finds something."""
    watch = _Watch(expected, report, secrets)
    with _replaced(lambda: watch):
        yield


class _Watch:
    """A logger in the server's place."""

    def __init__(
        self,
        expected: Collection[str],
        report: Callable[[str], object],
        secrets: Callable[[str], object],
    ) -> None:
        self._expected = expected
        self._report = report
        self._secrets = secrets

    def info(self, event: str, **details: object) -> None:
        if event not in self._expected:
            self._report(f"{event} {details}")
        elif words := self._secrets(repr(details)):
            self._report(f"{event} {details}, and too much in it: {words}")

    warning = error = info

    def exception(self, event: str, **details: object) -> None:
        self._report(f"{event} {details}: {sys.exc_info()[1]!r}")


@contextmanager
def _replaced(logger: Callable[[], Any]) -> Iterator[None]:
    """Have every module of the server log by another logger."""
    with ExitStack() as stack:
        for name, module in sorted(sys.modules.items()):
            if name.startswith("gongzhu.server.") and hasattr(module, "log"):
                stack.enter_context(patch.object(module, "log", logger()))
        yield
