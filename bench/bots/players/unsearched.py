"""Whatever a player for comparison does without looking ahead."""

from random import Random

from gongzhu.bots import make_bot
from gongzhu.rules import Action, Expose, Phase, Play
from gongzhu.view import View

EXPOSING = ("never", "steady")


class Unsearched:
    """Passes and chooses for a moon as `steady` does, and exposes as `steady` does, or never; plays
    the only card there is."""

    def __init__(self, exposing: str) -> None:
        self._exposes = exposing == "steady"
        self._steady = make_bot("steady")

    def choose(self, view: View, rng: Random) -> Action | None:
        """The action; None where there are cards to choose from."""
        if view.public.phase is Phase.PLAYING:
            cards = view.playable()
            return Play(cards[0]) if len(cards) == 1 else None
        if view.public.phase is Phase.EXPOSING and not self._exposes:
            return Expose({})
        return self._steady.choose(view, rng, 0.0)
