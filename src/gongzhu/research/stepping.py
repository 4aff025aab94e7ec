"""A deal of the engine, taken action by action: by numbers, one seat at a time.

Where all choose at once, the seats are asked in turn from seat 0 on, and none sees what another
has chosen before all are in.
"""

from collections.abc import Iterable

import numpy as np

from gongzhu.bots.selfplay import next_to_act
from gongzhu.cards import Card, Seat
from gongzhu.research.actions import ACTIONS, action_of, number_of
from gongzhu.research.encoding import Bytes, encode
from gongzhu.rules import (
    PASSED_CARDS,
    Action,
    Deal,
    HeartsRules,
    Pass,
    Phase,
    Play,
    RuleSet,
    apply,
    side_of,
)
from gongzhu.view import View, view_of

ILLEGAL_REWARD = -1000.0
"""The reward for an action that is not allowed, where that ends the deal."""


class SteppedDeal:
    """A deal in play, and the cards that the seat to act has picked to pass."""

    def __init__(self, deal: Deal, picked: tuple[Card, ...] = ()) -> None:
        self.deal = deal
        self.picked = picked

    @property
    def over(self) -> bool:
        """True if the deal has ended."""
        return self.deal.public.phase is Phase.ENDED

    @property
    def seat(self) -> Seat:
        """The seat to act. The deal must not be over."""
        return next_to_act(self.deal)

    def observe(self, seat: Seat) -> Bytes:
        """The observation of a seat: uint8 [L]."""
        picking = not self.over and seat == self.seat
        return encode(view_of(self.deal, seat), self.picked if picking else ())

    def mask(self, seat: Seat) -> Bytes:
        """The actions that a seat may take now: uint8 [ACTIONS], 1 for each; all 0 when it is
        another's turn."""
        if self.over or seat != self.seat:
            return np.zeros(ACTIONS, np.uint8)
        return mask_of(view_of(self.deal, seat), self.picked)

    def step(self, number: int) -> None:
        """Let the seat to act take an action. Raises ValueError for one that it may not take."""
        seat = self.seat
        if not 0 <= number < ACTIONS or not self.mask(seat)[number]:
            allowed = ", ".join(map(str, np.flatnonzero(self.mask(seat))))
            raise ValueError(f"seat {seat} may not take action {number}, only {allowed}")
        self.take(number)

    def take(self, number: int) -> None:
        """Let the seat to act take an action that it may take."""
        action: Action = action_of(self.deal.rules, number)
        if self.deal.public.phase is Phase.PASSING:
            assert isinstance(action, Play)
            self.picked += (action.card,)
            if len(self.picked) < PASSED_CARDS:
                return
            action, self.picked = Pass(self.picked), ()
        self.deal, _ = apply(self.deal, self.seat, action)


def mask_of(view: View, picked: Iterable[Card] = ()) -> Bytes:
    """The actions that a seat may take by its view, all but those of a pass that it has picked:
    uint8 [ACTIONS]."""
    mask = np.zeros(ACTIONS, np.uint8)
    if view.public.phase is not Phase.PASSING:
        mask[[number_of(action) for action in view.legal_actions()]] = 1
    elif view.own is not None and view.own.passed is None:
        mask[[card.index for card in view.own.hand if card not in picked]] = 1
    return mask


def rewards_of(deal: Deal) -> tuple[int, ...]:
    """By seat, the points of its side in a deal that has ended, more being better: in Hearts with
    the sign turned."""
    rules: RuleSet = deal.rules
    points = deal.public.scores or ()
    better = -1 if isinstance(rules, HeartsRules) else 1
    by_side: dict[int, int] = {}
    for pile, scored in enumerate(points):
        # A pile is a seat's, or both partners'; its number tells the side of either.
        side = side_of(rules, Seat(pile))
        by_side[side] = by_side.get(side, 0) + better * scored
    return tuple(by_side[side_of(rules, Seat(seat))] for seat in range(rules.players))
