"""What the server's log says while a world runs."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from proof.secrecy.taint import told_to_the_log

EXPECTED = frozenset(
    {
        "not_saved",
        "not_stored",
        "not_archived",
        "not_loaded",
        "not_swept",
        "bot_replaced",
        "thinker_killed",
    }
)
"""What it may say when things fail around it."""


class _Log:
    def __init__(self, unexpected: Callable[[str], None]) -> None:
        self._unexpected = unexpected

    def info(self, event: str, **details: object) -> None:
        if event not in EXPECTED:
            self._unexpected(f"{event} {details}")
        elif words := told_to_the_log(repr(details)):
            self._unexpected(f"{event} {details}, and too much in it: {words}")

    warning = error = info

    def exception(self, event: str, **details: object) -> None:
        self._unexpected(f"{event} {details}: {sys.exc_info()[1]!r}")


@contextmanager
def hearing(unexpected: Callable[[str], None]) -> Iterator[None]:
    """Pass on what the server should not have had to say."""
    log = _Log(unexpected)
    with ExitStack() as stack:
        for name, module in sorted(sys.modules.items()):
            if name.startswith("gongzhu.server.") and hasattr(module, "log"):
                stack.enter_context(patch.object(module, "log", log))
        yield
