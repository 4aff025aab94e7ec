"""The random bot, for which all legal choices are equally likely."""

from random import Random
from typing import assert_never, get_args

from gongzhu.cards import Card
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Expose,
    Mode,
    MoonChoice,
    Pass,
    Phase,
    Play,
    exposure_modes,
    key_cards,
)
from gongzhu.view import View


class RandomBot:
    """A bot that chooses each legal card, pass, exposure or payment of a moon with equal
    probability. It never claims."""

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """A random legal action for the view's seat, which must act."""
        own = view.own
        assert own is not None
        match view.public.phase:
            case Phase.PLAYING:
                cards = view.playable()
                return Play(cards[int(rng.random() * len(cards))])
            case Phase.PASSING:
                return Pass(tuple(rng.sample(own.hand, view.rules.pass_count)))
            case Phase.EXPOSING:
                return Expose(_any_exposure(view, rng))
            case Phase.MOON:
                return ChooseMoon(rng.choice(get_args(MoonChoice)))
            case Phase.ENDED:
                raise AssertionError("nobody must act in a deal that has ended")
            case _:
                assert_never(view.public.phase)


def _any_exposure(view: View, rng: Random) -> dict[Card, Mode]:
    assert view.own is not None
    modes: tuple[Mode | None, ...] = (None, *exposure_modes(view.rules))
    held = [card for card in key_cards(view.rules) if card in view.own.hand]
    chosen = {card: rng.choice(modes) for card in held}
    return {card: mode for card, mode in chosen.items() if mode}
