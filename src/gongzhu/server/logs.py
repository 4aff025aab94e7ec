"""The server's log: no cards, no tokens, no names."""

import logging
import sys
from typing import Literal

import structlog

LogFormat = Literal["json", "console"]

_SHOWN = 6


def short(table: str) -> str:
    """The beginning of a table's name: enough to find it, and no link to it."""
    return table[:_SHOWN]


def set_up_logs(form: LogFormat) -> None:
    """Write every line to standard error, those of the libraries among them."""
    shared: list[structlog.types.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: structlog.types.Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if form == "json"
        # Prettier tracebacks would show the values of variables, and cards among them.
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
                *trace,
                last,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    # Says of every start and stop what is said here already.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
