"""A deal in the engine that takes numbered actions, one seat at a time.

Where all players choose at once, the seats choose in turn from seat 0 on, and none sees the choices
of the others before all have been made.
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
"""The reward for an illegal action, in environments where it ends the deal."""


class SteppedDeal:
    """A deal in play, with the cards that the seat to act has picked for passing."""

    def __init__(self, deal: Deal, picked: tuple[Card, ...] = ()) -> None:
        self.deal = deal
        self.picked = picked

    @property
    def over(self) -> bool:
        """True if the deal has ended."""
        return self.deal.public.phase is Phase.ENDED

    @property
    def seat(self) -> Seat:
        """The seat whose turn it is. The deal must not be over."""
        return next_to_act(self.deal)

    def observe(self, seat: Seat) -> Bytes:
        """The observation of a seat: uint8 [L]."""
        picking = not self.over and seat == self.seat
        return encode(view_of(self.deal, seat), self.picked if picking else ())

    def mask(self, seat: Seat) -> Bytes:
        """The legal actions of a seat: uint8 [ACTIONS], 1 for each; all 0 if it is not its turn."""
        if self.over or seat != self.seat:
            return np.zeros(ACTIONS, np.uint8)
        return mask_of(view_of(self.deal, seat), self.picked)

    def step(self, number: int) -> None:
        """Take an action for the seat whose turn it is. Raises ValueError if it is illegal."""
        seat = self.seat
        if not 0 <= number < ACTIONS or not self.mask(seat)[number]:
            allowed = ", ".join(map(str, np.flatnonzero(self.mask(seat))))
            raise ValueError(f"seat {seat} may not take action {number}, only {allowed}")
        self.take(number)

    def take(self, number: int) -> None:
        """Take a legal action for the seat whose turn it is; the action is not checked."""
        action: Action = action_of(self.deal.rules, number)
        if self.deal.public.phase is Phase.PASSING:
            assert isinstance(action, Play)
            self.picked += (action.card,)
            if len(self.picked) < PASSED_CARDS:
                return
            action, self.picked = Pass(self.picked), ()
        self.deal, _ = apply(self.deal, self.seat, action)


def mask_of(view: View, picked: Iterable[Card] = ()) -> Bytes:
    """The legal actions in a seat's view, without the cards already picked for passing: uint8
    [ACTIONS]."""
    mask = np.zeros(ACTIONS, np.uint8)
    if view.public.phase is not Phase.PASSING:
        mask[[number_of(action) for action in view.legal_actions()]] = 1
    elif view.own is not None and view.own.passed is None:
        mask[[card.index for card in view.own.hand if card not in picked]] = 1
    return mask


def rewards_of(deal: Deal) -> tuple[int, ...]:
    """By seat, the points of its side in a finished deal, with the sign reversed in Hearts so that
    more is better."""
    rules: RuleSet = deal.rules
    points = deal.public.scores or ()
    better = -1 if isinstance(rules, HeartsRules) else 1
    by_side: dict[int, int] = {}
    for pile, scored in enumerate(points):
        # A pile is a seat's, or both partners'; the side follows from its number.
        side = side_of(rules, Seat(pile))
        by_side[side] = by_side.get(side, 0) + better * scored
    return tuple(by_side[side_of(rules, Seat(seat))] for seat in range(rules.players))
