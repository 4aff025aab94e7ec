"""The steady bot, which follows the advice of the strategy pages under any rule set."""

from random import Random
from typing import assert_never

from gongzhu.bots.evaluation.choosing import choose_card, choose_exposures, choose_pass
from gongzhu.bots.evaluation.reading import read
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Expose,
    Pass,
    Phase,
    Play,
    unanswered_moon,
)
from gongzhu.view import View


class SteadyBot:
    """A bot that is a solid opponent and plays by the evaluation. It never claims, and takes well
    under a millisecond."""

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """The action that the evaluation values most for the view's seat, which must act."""
        public = view.public
        match public.phase:
            case Phase.PLAYING:
                cards = view.playable()
                return Play(cards[0] if len(cards) == 1 else choose_card(read(view), cards))
            case Phase.PASSING:
                return Pass(choose_pass(read(view)))
            case Phase.EXPOSING:
                return Expose(choose_exposures(read(view)))
            case Phase.MOON:
                return ChooseMoon(unanswered_moon(view.rules, public))
            case Phase.ENDED:
                raise AssertionError("nobody must act in a deal that has ended")
            case _:
                assert_never(public.phase)
