"""A process that does costly work, without the process: for servers in a loop of their own."""

from gongzhu.server.clerks.jobs import (
    LENGTH,
    Answer,
    Job,
    Made,
    NotMade,
    pack,
    read_answer,
    read_job,
)
from gongzhu.server.clerks.work import do


class ClerkAtOnce:
    """See `gongzhu.server.clerks.process.Clerk`. What goes over the wire there goes through its
    form here, too."""

    async def start(self) -> None:
        """See `Clerk`."""

    async def do(self, job: Job, seconds: float) -> Made | NotMade:
        """See `Clerk`."""
        answer = Answer(do(read_job(pack(job)[LENGTH:])))
        return read_answer(pack(answer)[LENGTH:]).found

    async def stop(self) -> None:
        """See `Clerk`."""
