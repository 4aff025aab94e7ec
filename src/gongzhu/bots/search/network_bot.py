"""A bot that plays by the network alone."""

from random import Random
from typing import assert_never

from gongzhu.bots.network import (
    PassProbabilities,
    card_probabilities,
    covers,
    exposing_probability,
    likeliest,
)
from gongzhu.bots.search.policy_bot import PolicyBot
from gongzhu.cards import KEY_CARDS, Card
from gongzhu.rules import Action, Expose, Pass, Phase, Play
from gongzhu.view import View


class NetworkBot:
    """A bot that takes the most probable action, without a search. Under rules that no network
    covers it acts like `PolicyBot`. It never claims."""

    def __init__(self) -> None:
        self._otherwise = PolicyBot()

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """The action for the view's seat, which must act."""
        assert view.own is not None
        if not covers(view.rules):
            return self._otherwise.choose(view, rng, budget)
        match view.public.phase:
            case Phase.PLAYING:
                cards = view.playable()
                if len(cards) == 1:
                    return Play(cards[0])
                return Play(likeliest(card_probabilities(view)))
            case Phase.PASSING:
                return Pass(PassProbabilities(view).likeliest())
            case Phase.EXPOSING:
                exposed: list[Card] = []
                for key in sorted(KEY_CARDS):
                    held = key in view.own.hand
                    if held and exposing_probability(view, key, exposed) > 0.5:
                        exposed.append(key)
                return Expose(dict.fromkeys(exposed, "open"))
            case Phase.MOON | Phase.ENDED:
                return self._otherwise.choose(view, rng, budget)
            case _:
                assert_never(view.public.phase)
