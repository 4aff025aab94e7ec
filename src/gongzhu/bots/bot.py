"""What a bot is: something that chooses an action from what its seat may know."""

from random import Random
from typing import Protocol

from gongzhu.rules import Action
from gongzhu.view import View


class Bot(Protocol):
    """A player that a program makes. It is given a view, never the deal itself."""

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """A legal action for the view's seat, which must act.

        `rng` is the only source of chance that a bot may use, and `budget` the seconds that it
        may think.
        """
        ...
