"""Configures the log of the server, which must never contain cards, tokens or names of players."""

import logging
import re
import sys
from typing import Literal

import structlog

LogFormat = Literal["json", "console"]
_SHOWN = 6
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def short(table: str) -> str:
    """The first characters of a table's id: enough to find it in the log, but not to open the
    table."""
    return table[:_SHOWN]


def _in_one_line(
    logger: object, method: str, event: structlog.types.EventDict
) -> structlog.types.EventDict:
    """A structlog processor that escapes control characters in the event's text, so that it can
    neither begin a new line nor control a terminal. Other values are quoted by the renderer."""
    event["event"] = _CONTROLS.sub(lambda found: ascii(found[0])[1:-1], str(event["event"]))
    return event


def set_up_logs(form: LogFormat) -> None:
    """Send all logging, also that of libraries, to standard error, as lines of JSON or of text."""
    shared: list[structlog.types.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: structlog.types.Processor = (
        structlog.processors.JSONRenderer()
        if form == "json"
        # Prettier tracebacks would show the values of variables, which may be cards.
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    trace = [structlog.processors.format_exc_info] if form == "json" else []
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _in_one_line,
                *trace,
                last,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    # Its lower levels repeat what is logged here already, or log what any visitor can provoke.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
