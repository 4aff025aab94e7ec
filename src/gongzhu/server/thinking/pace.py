"""The time that bots take where they have no choice: as long as others take, for who answers at
once shows that it has no key card, or a single card that it may play."""

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random

from gongzhu.rules import Phase
from gongzhu.rules.facts import must_lead_card
from gongzhu.rules.legal import first_lead_by_card
from gongzhu.server.thinking.durations import own_level
from gongzhu.server.thinking.quick import is_quick
from gongzhu.server.thinking.wire import ActionQuestion
from gongzhu.view import View

LATEST = 16
"""Choices of a kind whose seconds are remembered."""
KINDS = 200
"""Kinds of choices that are remembered; there are as many as there are times after a level."""

_Kind = tuple[str, Phase, int]
"""Level, phase, and the number of choices of its table that a process makes before."""


class Pace:
    """Remembers how long choices took lately, and has those that were none wait for as long. They
    take no process meanwhile."""

    def __init__(self, time_limit: float) -> None:
        """`time_limit`: seconds that nothing waits beyond; a level with a time of its own has that
        in addition."""
        self._time_limit = time_limit
        self._loop = asyncio.get_running_loop()
        self._latest: dict[_Kind, deque[float]] = {}
        """The kind that was met last stands last."""
        self._waiting: dict[int, asyncio.TimerHandle] = {}
        """By the numbers of the questions."""

    def tell(
        self,
        question: ActionQuestion,
        tell: Callable[[], None],
        *,
        ahead: int,
        taken: float,
        usual: bool,
    ) -> None:
        """Tell a choice that has `taken` so many seconds, now or after a while. `ahead`: see
        `ThinkerPool.ask`; `usual`: it was made by the bot itself, and nothing went wrong."""
        wait = 0.0
        if not is_quick(question.level) and own_level(question.level) is not None:
            if has_choice(question.view):
                if usual:
                    self._learn((question.level, question.view.public.phase, ahead), taken)
            elif not _everybody_knows(question.view):
                wait = self._draw(question, ahead) - taken
        if wait > 0:
            number = question.number
            self._waiting[number] = self._loop.call_later(wait, self._waited, number, tell)
        else:
            tell()

    def stop(self) -> None:
        """Tell nothing any more."""
        for timer in self._waiting.values():
            timer.cancel()
        self._waiting.clear()

    def _waited(self, number: int, tell: Callable[[], None]) -> None:
        del self._waiting[number]
        tell()

    def _learn(self, kind: _Kind, seconds: float) -> None:
        latest = self._latest.pop(kind, None)
        if latest is None:
            latest = deque(maxlen=LATEST)
            if len(self._latest) >= KINDS:
                del self._latest[next(iter(self._latest))]
        latest.append(seconds)
        self._latest[kind] = latest

    def _draw(self, question: ActionQuestion, ahead: int) -> float:
        """Seconds that a choice of this kind took lately, or else one with fewer ahead of it; where
        none was measured yet, the level's own time."""
        level = own_level(question.level)
        own = 0.0 if level is None else level.seconds or 0.0
        phase = question.view.public.phase
        for fewer in range(ahead, -1, -1):
            latest = self._latest.get((question.level, phase, fewer))
            if latest is not None:
                # From the seed of the question: a secret until the deal is over.
                drawn = Random(f"{question.seed} pace").choice(latest)
                return min(drawn, self._time_limit + own)
        return own


def has_choice(view: View) -> bool:
    """True if a bot has to think: the seat, which must act, may do more than one thing. No bot of
    ours claims."""
    match view.public.phase:
        case Phase.EXPOSING:
            return len(view.legal_actions()) > 1
        case Phase.PLAYING:
            return len(view.playable()) > 1
        case _:
            return True


def _everybody_knows(view: View) -> bool:
    """True if everybody knows which card the seat plays, or that it has but one."""
    public, own, rules = view.public, view.own, view.rules
    if public.phase is not Phase.PLAYING or own is None:
        return False
    first = not public.tricks and not public.trick
    bound = must_lead_card(rules) and first_lead_by_card(rules, public.number)
    return len(own.hand) == 1 or (first and bound)
