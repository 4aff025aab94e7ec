"""Deals for environments, dealt one after the other from one seed, and advanced by the numbers of
actions.

In phases in which all players choose at once, the seats choose in turn from seat 0 on, and none
sees the choices of the others before all have been made.
"""

from collections.abc import Iterable, Mapping
from math import inf
from operator import index
from typing import Any
from uuid import uuid4

import numpy as np

from gongzhu.cards import Card, Seat, seats
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.research.actions import ACTIONS, action_of, number_of
from gongzhu.research.encoding import MOST_TOTAL, Bytes, encode
from gongzhu.research.layout import OWN
from gongzhu.research.vector import Episode, is_game
from gongzhu.rules import (
    Action,
    Deal,
    Game,
    Pass,
    Phase,
    Play,
    RuleSet,
    apply,
    side_of,
)
from gongzhu.rules.facts import asks_first_lead, points_sign
from gongzhu.rules.game import side_points
from gongzhu.rules.legal import waiting
from gongzhu.view import View, view_of

ILLEGAL_REWARD = -1000.0
"""The reward for an illegal action, in environments in which it ends the deal."""


class SteppedDeal:
    """A deal in play that is advanced by numbers of actions (`gongzhu.research.actions`), with the
    cards that the seat to act has picked for passing so far."""

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
        return waiting(self.deal)[0]

    def observe(self, seat: Seat) -> Bytes:
        """The observation of a seat, in the layout of `gongzhu.research.layout`: uint8 [L]."""
        picking = not self.over and seat == self.seat
        return encode(view_of(self.deal, seat), self.picked if picking else ())

    def mask(self, seat: Seat) -> Bytes:
        """The legal actions of a seat: uint8 [ACTIONS], 1 for each; all 0 if it is not the seat's
        turn."""
        if self.over or seat != self.seat:
            return np.zeros(ACTIONS, np.uint8)
        return mask_of(view_of(self.deal, seat), self.picked)

    def step(self, number: int) -> None:
        """Take the action with this number for the seat whose turn it is. Raises ValueError if it
        is illegal."""
        seat = self.seat
        if not 0 <= number < ACTIONS or not self.mask(seat)[number]:
            allowed = ", ".join(map(str, np.flatnonzero(self.mask(seat))))
            raise ValueError(f"seat {seat} may not take action {number}, only {allowed}")
        self.take(number)

    def take(self, number: int) -> None:
        """Take the action with this number, which must be legal and is not checked, for the seat
        whose turn it is."""
        action: Action = action_of(self.deal.rules, number)
        if self.deal.public.phase is Phase.PASSING:
            assert isinstance(action, Play)
            self.picked += (action.card,)
            if len(self.picked) < self.deal.rules.pass_count:
                return
            action, self.picked = Pass(self.picked), ()
        self.deal, _ = apply(self.deal, self.seat, action)


def mask_of(view: View, picked: Iterable[Card] = ()) -> Bytes:
    """The legal actions in a seat's view, when the cards in `picked` have been picked for passing:
    uint8 [ACTIONS], 1 for each."""
    mask = np.zeros(ACTIONS, np.uint8)
    if view.public.phase is not Phase.PASSING:
        mask[[number_of(action) for action in view.legal_actions()]] = 1
    elif view.own is not None and view.own.passed is None:
        mask[[card.index for card in view.own.hand if card not in picked]] = 1
    return mask


def rewards_of(deal: Deal) -> tuple[int, ...]:
    """By seat, the points of its side in a finished deal, with the sign reversed where fewer are
    better."""
    points = side_points(deal.rules, deal.public.scores or ())
    return tuple(points_sign(deal.rules) * each for each in points)


OPTIONS = ("number", "totals", "leader")
"""Keys of the options of `Episodes.begin`."""
MOST_NUMBER = (1 << OWN["number"]) - 1
"""The greatest number of a deal in its game that fits into an observation."""


class Episodes:
    """The sequence of deals, or of games of many deals, that an environment plays.

    If episodes are deals, all have totals 0, and the passing directions take turns from deal to
    deal. A game is played to its end under the rules, with the same cards as in `gongzhu simulate
    --seed`.
    """

    def __init__(self, rules: RuleSet, episode: Episode = "deal") -> None:
        """`episode` is "deal" or "game"; raises ValueError for any other word."""
        self.rules = rules
        self.games = is_game(episode)
        """True if an episode is a game, False if it is a deal."""
        self.dealer_seed = ""
        """The seed from which the last deal was dealt."""
        nothing = (0,) * rules.players
        self.rewards: tuple[int, ...] = nothing
        """By seat, the reward for the last finished deal: the points of its side, with the sign
        reversed where fewer are better. In a game it is the change of the side's total, so that the
        rewards of a game add up to its final total."""
        self.results: tuple[int, ...] = nothing
        """By seat, the result of the last finished game: 1 for winners, -1 for losers, otherwise
        0."""
        self._game = Game.new(rules)
        self._seed: str | None = None
        self._count = 0

    def begin(self, seed: int | None, options: dict[str, Any] | None = None) -> SteppedDeal:
        """The first deal of the next episode. The same seed always begins the same sequence of
        episodes; with None the sequence continues, or at first begins with a seed from the
        operating system.

        `options` may contain `number` (of the deal in its game, 0-based), `totals` (by side) and
        `leader` (the seat that leads first, if the previous deal determines it). Raises ValueError
        for a negative or non-integer seed, and for unknown or unsuitable options.
        """
        asked = _checked(self.rules, options)
        if seed is not None or self._seed is None:
            self._seed = uuid4().hex if seed is None else str(_whole("seed", seed, 0))
            self._count = 0
        number = 0 if self.games else self._count % len(self.rules.pass_cycle)
        if not asks_first_lead(self.rules, number):
            number = 0
        self._count += 1
        totals = tuple(asked.get("totals", Game.new(self.rules).totals))
        number = asked.get("number", number)
        leader = asked.get("leader")
        if leader is None and not asks_first_lead(self.rules, number):
            raise ValueError(f"the deal before decides who leads deal {number}: leader must say it")
        self._game = Game(self.rules, totals, number, dealt=number, leader=leader)
        return self._deal()

    def go_on(self, ended: Deal) -> SteppedDeal | None:
        """The next deal of the same episode after the finished deal `ended`, or None if the episode
        is over: after every deal if an episode is a deal, otherwise at the end of the game. Updates
        `rewards`, and at the end of a game `results`."""
        if not self.games:
            self.rewards = rewards_of(ended)
            return None
        before, self._game = self._game, self._game.after_deal(ended.public)
        better = points_sign(self.rules)
        sides = [side_of(self.rules, seat) for seat in seats(self.rules.players)]
        after = self._game.totals
        self.rewards = tuple(better * (after[side] - before.totals[side]) for side in sides)
        result = self._game.result
        if result is None:
            return self._deal()
        self.results = tuple((side in result.winners) - (side in result.losers) for side in sides)
        return None

    def _deal(self) -> SteppedDeal:
        """The next deal, dealt from a seed derived from the numbers of the game and the deal."""
        game = self._count - 1
        numbers = (game, self._game.number) if self.games else (game,)
        self.dealer_seed = child_seed(self._seed or "", *numbers)
        deal, _ = self._game.deal(deal_hands(self.rules, self.dealer_seed))
        return SteppedDeal(deal)


def _checked(rules: RuleSet, options: Any) -> dict[str, Any]:
    """The options of `Episodes.begin`, checked and converted. Raises ValueError for unknown options
    and unsuitable values."""
    if not isinstance(options or {}, Mapping):
        raise ValueError(f"options are a dict, not {options!r}")
    asked = dict(options or {})
    for name in asked:
        if name not in OPTIONS:
            raise ValueError(f"options are {', '.join(OPTIONS)}, not {name!r}")
    for name, most in (("number", MOST_NUMBER), ("leader", rules.players - 1)):
        if asked.get(name) is not None:
            asked[name] = _whole(name, asked[name], 0, most)
    totals = asked.get("totals")
    if totals is not None:
        if not isinstance(totals, list | tuple | np.ndarray):
            raise ValueError(f"totals are a list of whole numbers, by side, not {totals!r}")
        asked["totals"] = [_whole("a total", each, -MOST_TOTAL, MOST_TOTAL) for each in totals]
    return {name: value for name, value in asked.items() if value is not None}


def _whole(name: str, value: Any, low: int, high: float = inf) -> int:
    """The value as an int, if it is a whole number (of Python or NumPy) from `low` to `high`.
    Raises ValueError otherwise."""
    try:
        number = index(value)
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        allowed = f"from {low}" if high == inf else f"from {low} to {high}"
        raise ValueError(f"{name} is a whole number {allowed}, not {value!r}")
    return number
