"""The end of a campaign before its time."""

import signal


def end_like_ctrl_c() -> None:
    """Have SIGTERM end this process as Ctrl-C does, and so the processes that it has started; and
    Ctrl-C as well where a shell has it ignored, as in the background."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
