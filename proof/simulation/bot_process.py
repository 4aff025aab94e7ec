"""A process that bots think in, as the server sees it, without the process: `Worker`'s interface,
with bots that answer at once, late, wrongly or not at all."""

from collections.abc import Callable, Sequence
from random import Random

from gongzhu.bots.random_bot import RandomBot
from gongzhu.cards import Card
from gongzhu.rules import Action, Play
from gongzhu.server.thinking.wire import ActionQuestion, Answer
from proof.simulation.faults import Faults
from proof.simulation.loop import SimulatedLoop

THOUGHT = (0.002, 0.06)
RESTART = 0.05


class SimulatedWorker:
    """See `gongzhu.server.thinking.worker.Worker`."""

    stands = True

    def __init__(
        self,
        loop: SimulatedLoop,
        faults: Faults,
        command: Sequence[str],
        answered: Callable[["SimulatedWorker", Answer | None], None],
        started: Callable[["SimulatedWorker"], None],
    ) -> None:
        self.question: ActionQuestion | None = None
        self._loop = loop
        self._faults = faults
        self._answered = answered
        self._started = started
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

    def ask(self, question: ActionQuestion) -> None:
        """See `Worker`."""
        self.question = question
        rng = Random(question.seed)
        wait = rng.uniform(*THOUGHT)
        action = RandomBot().choose(question.view, rng, 0)
        answer = Answer(question.number, action)
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
                    answer = Answer(question.number, _illegal(rng))
                case _:
                    answer = Answer(question.number, error="Nonsense", failure="failed")
        self._loop.call_later(wait, self._tell, answer, self._lives)

    def _tell(self, answer: Answer, lives: int) -> None:
        if lives == self._lives:
            self.question = None
            self._answered(self, answer)

    def _died(self) -> None:
        self._answered(self, None)
        self.question = None
        self._loop.call_later(RESTART, self._started, self)


def _illegal(rng: Random) -> Action:
    """Some card: hardly ever one that may be played."""
    cards = [Card(rank + suit) for suit in "CDHS" for rank in "23456789TJQKA"]
    return Play(rng.choice(cards))
