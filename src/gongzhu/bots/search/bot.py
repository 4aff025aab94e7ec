"""The bot that does what a search finds best."""

from random import Random

from gongzhu.bots.search.config import Strength
from gongzhu.bots.search.search import decide
from gongzhu.cards import KEY_CARDS
from gongzhu.rules import Action, Expose, Phase, Play
from gongzhu.view import View


class SearchBot:
    """Chooses by `decide`; it keeps nothing in mind between two actions, and never claims."""

    def __init__(self, level: Strength) -> None:
        self._level = level

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """What it finds best for the view's seat, which must act: within so many seconds, or
        with budget 0 by the level's own number of tries."""
        only = _only_action(view)
        if only is not None:
            return only
        seed = rng.getrandbits(64)
        best = decide(view, seed=seed, level=self._level, seconds=budget or None)
        # Of cards that do the same always the lowest would tell others what is in the hand.
        return rng.choice(best)


def _only_action(view: View) -> Action | None:
    """What the seat must do, where it has no choice."""
    own, seat = view.own, view.seat
    assert own is not None
    assert seat is not None
    if view.public.phase is Phase.EXPOSING and not any(card in own.hand for card in KEY_CARDS):
        return Expose(seat, {})
    cards = view.playable()
    return Play(seat, cards[0]) if len(cards) == 1 else None
