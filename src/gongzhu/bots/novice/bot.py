"""A bot with the faults of beginners: it looks at the trick on the table, remembers little, and has
no plan. It uses no randomness."""

from random import Random
from typing import assert_never

from gongzhu.bots.novice.choosing import choose_exposures, choose_pass
from gongzhu.bots.novice.trick import choose_card
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Expose,
    HeartsRules,
    Pass,
    Phase,
    Play,
    default_moon_choice,
    side_of,
)
from gongzhu.view import View


class NoviceBot:
    """An opponent for a first game. It never claims, and takes a fraction of a millisecond."""

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """The action that a beginner would choose for the view's seat, which must act."""
        rules, public, own, seat = view.rules, view.public, view.own, view.seat
        assert own is not None
        assert seat is not None
        match public.phase:
            case Phase.PLAYING:
                return Play(choose_card(view, view.playable()))
            case Phase.PASSING:
                return Pass(choose_pass(own.hand))
            case Phase.EXPOSING:
                return Expose(choose_exposures(view, own.hand))
            case Phase.MOON:
                assert isinstance(rules, HeartsRules)
                side = side_of(rules, seat)
                return ChooseMoon(default_moon_choice(rules, public.totals, side))
            case Phase.ENDED:
                raise AssertionError("nobody must act in a deal that has ended")
            case _:
                assert_never(public.phase)
