"""The places at which the tasks of an event loop wait, written down when a signal asks for them."""

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

ASKED_BY = signal.SIGUSR2
DEEPEST = 30


def dump_tasks_when_asked(folder: Path) -> None:
    """Write `tasks-PID.txt` into the folder at each `ASKED_BY`. Called within the loop."""
    loop = asyncio.get_running_loop()

    def dump() -> None:
        lines = sorted(" < ".join(_waits(task)) for task in asyncio.all_tasks(loop))
        (folder / f"tasks-{os.getpid()}.txt").write_text("\n".join(lines) + "\n", "utf-8")

    loop.add_signal_handler(ASKED_BY, dump)


def _waits(task: asyncio.Task[Any]) -> Iterator[str]:
    """The lines at which a task stands, from the inside out."""
    frames: list[str] = []
    waits: Any = task.get_coro()
    while waits is not None and len(frames) < DEEPEST:
        frame: FrameType | None = getattr(waits, "cr_frame", None)
        if frame is None:
            frames.append(type(waits).__name__)
            break
        frames.append(f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}")
        waits = getattr(waits, "cr_await", None)
    return reversed(frames)
