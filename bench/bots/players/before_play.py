"""The passing and exposing of players for comparison."""

from random import Random

from gongzhu.bots import make_bot
from gongzhu.rules import Action, Expose, Phase
from gongzhu.view import View

EXPOSING = ("never", "steady")


class BeforePlay:
    """Passes and chooses for a moon as `steady` does, and exposes as `steady` does, or never."""

    def __init__(self, exposing: str) -> None:
        self._exposes = exposing == "steady"
        self._steady = make_bot("steady")

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """As `Bot.choose`."""
        if view.public.phase is Phase.EXPOSING and not self._exposes:
            return Expose({})
        return self._steady.choose(view, rng, budget)
