"""One process that does costly work, as the server sees it."""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process

import msgspec

from gongzhu.server.clerks.jobs import LENGTH, Job, Made, NotMade, pack, read_answer

COMMAND = (sys.executable, "-m", "gongzhu.server.clerk")


class JobLost(Exception):
    """The process did not come to an answer within its time, or is gone."""


class Clerk:
    """Does one job at a time. The process is started when there is something to do, or before; one
    that is gone is started anew."""

    def __init__(self) -> None:
        self._process: Process | None = None

    async def start(self) -> Process:
        """Start the process, if it does not run. Raises OSError."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *COMMAND, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
            )
        return self._process

    async def do(self, job: Job, seconds: float) -> Made | NotMade:
        """Have a job done; a process that takes longer is killed, and one whose job is given up,
        that is cancelled, too. Raises JobLost."""
        kept = False
        try:
            async with asyncio.timeout(seconds):
                process = await self.start()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(pack(job))
                head = await process.stdout.readexactly(LENGTH)
                answer = read_answer(await process.stdout.readexactly(int.from_bytes(head, "big")))
            kept = not answer.last
        except (asyncio.IncompleteReadError, OSError, TimeoutError, msgspec.MsgspecError) as error:
            raise JobLost from error
        finally:
            if not kept:
                await self.stop()
        return answer.found

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                process.kill()
            await process.wait()
