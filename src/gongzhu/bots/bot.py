"""The interface of a bot: it chooses an action from what its seat may know."""

from random import Random
from typing import Protocol

from gongzhu.rules import Action
from gongzhu.view import View


class Bot(Protocol):
    """The interface of a computer player. It is given a view, never the deal itself."""

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """A legal action for the view's seat, which must act.

        `rng` is the only source of randomness that a bot may use. `budget` is its time in
        seconds; 0 means no time limit.
        """
        ...
