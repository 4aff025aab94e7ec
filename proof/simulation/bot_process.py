"""A process that bots think in, as the server sees it, without the process: `Worker`'s interface,
with bots that answer at once, late, wrongly or not at all."""

from collections.abc import Callable, Sequence
from random import Random

from gongzhu.bots.random_bot import RandomBot
from gongzhu.cards import Card
from gongzhu.rules import Action, Play
from gongzhu.server.work.answering import Fault
from gongzhu.server.work.choosing import choose
from gongzhu.server.work.job import JobAnswer, JobRequest, pack
from proof.simulation.faults import Faults
from proof.simulation.loop import SimulatedLoop
from tests.support.scripted_bots import chooses, done_at_once

THOUGHT = (0.002, 0.06)
RESTART = 0.05


class SimulatedWorker:
    """A worker of the simulated world: it does jobs in virtual time, in this process."""

    def __init__(
        self,
        around: tuple[SimulatedLoop, Faults],
        command: Sequence[str],
        answered: Callable[["SimulatedWorker", JobAnswer], None],
        started: Callable[["SimulatedWorker"], None],
        ended: Callable[["SimulatedWorker"], None],
    ) -> None:
        self._loop, self._faults = around
        self._answered = answered
        self._started = started
        self._ended = ended
        self._lives = 0

    def start(self) -> None:
        """See `Worker`."""
        self._loop.call_later(RESTART, self._started, self)

    def kill(self) -> None:
        """See `Worker`."""
        self._lives += 1
        self._loop.call_soon(self._died)

    async def stop(self) -> None:
        """See `Worker`."""
        self._lives += 1

    def send(self, request: JobRequest) -> None:
        """See `Worker`."""
        if request.name != choose.name:
            self._loop.call_soon(self._tell, done_at_once(request), self._lives)
            return
        question = chooses(request)
        rng = Random(question.seed)
        wait = rng.uniform(*THOUGHT)
        action = RandomBot().choose(question.view, rng, 0)
        answer = JobAnswer(request.number, "done", pack(action))
        for fault in self._faults.question():
            match fault.kind:
                case "hang":
                    return
                case "die":
                    self.kill()
                    return
                case "late":
                    wait += fault.amount
                case "illegal":
                    answer = JobAnswer(request.number, "done", pack(_illegal(rng)))
                case _:
                    answer = JobAnswer(request.number, "failed", pack(Fault("Nonsense", "failed")))
        self._loop.call_later(wait, self._tell, answer, self._lives)

    def _tell(self, answer: JobAnswer, lives: int) -> None:
        if lives == self._lives:
            self._answered(self, answer)

    def _died(self) -> None:
        self._ended(self)
        self._loop.call_later(RESTART, self._started, self)


def _illegal(rng: Random) -> Action:
    """Some card: hardly ever one that may be played."""
    cards = [Card(rank + suit) for suit in "CDHS" for rank in "23456789TJQKA"]
    return Play(rng.choice(cards))
