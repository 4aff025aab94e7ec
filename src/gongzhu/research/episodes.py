"""Provides deals one after the other from one seed, single or in games."""

from collections.abc import Mapping
from math import inf
from operator import index
from typing import Any
from uuid import uuid4

import numpy as np

from gongzhu.cards import seats
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.research.layout import OWN, SEAT
from gongzhu.research.stepping import SteppedDeal, rewards_of
from gongzhu.research.vector import Episode, is_game
from gongzhu.rules import Deal, Game, RuleSet, side_of
from gongzhu.rules.legal import first_lead_by_card

OPTIONS = ("number", "totals", "leader")
MOST_NUMBER = (1 << OWN["number"]) - 1
MOST_TOTAL = (1 << SEAT["total"] - 1) - 1
"""The largest total that an observation has bits for."""


class Episodes:
    """The sequence of deals and games that an environment plays.

    If episodes are deals, each is the first of a game, with totals 0, except that the passing
    directions take turns. A game is played to its end under the rules, with the same cards as in
    `gongzhu simulate --seed`.
    """

    def __init__(self, rules: RuleSet, episode: Episode = "deal") -> None:
        """Raises ValueError for an unknown kind of episode."""
        self.rules = rules
        self.games = is_game(episode)
        """True if an episode is a game, False if it is a deal."""
        self.dealer_seed = ""
        """The seed of the last deal."""
        nothing = (0,) * rules.players
        self.rewards: tuple[int, ...] = nothing
        """By seat, the reward for the last finished deal: the points of its side, where more is
        better. In a game it is the change of the total, so that the rewards of a game add up to its
        final total."""
        self.results: tuple[int, ...] = nothing
        """By seat, the result of the last finished game: 1 for winners, -1 for losers, otherwise
        0."""
        self._game = Game.new(rules)
        self._seed: str | None = None
        self._count = 0

    def begin(self, seed: int | None, options: dict[str, Any] | None = None) -> SteppedDeal:
        """The first deal of the next episode. The same seed always begins the same sequence of
        episodes; None continues the sequence, or at first takes a seed from the operating system.

        `options` may contain `number` (of the deal in its game, 0-based), `totals` (by side) and
        `leader` (the last captor of the pig, if that seat leads). Raises ValueError for a negative
        or non-integer seed, and for unknown or unsuitable options.
        """
        asked = _checked(self.rules, options)
        if seed is not None or self._seed is None:
            self._seed = uuid4().hex if seed is None else str(_whole("seed", seed, 0))
            self._count = 0
        number = 0 if self.games else self._count % len(self.rules.pass_cycle)
        if not first_lead_by_card(self.rules, number):
            number = 0
        self._count += 1
        totals = tuple(asked.get("totals", Game.new(self.rules).totals))
        self._game = Game(self.rules, totals, asked.get("number", number), asked.get("leader"))
        return self._deal()

    def go_on(self, ended: Deal) -> SteppedDeal | None:
        """The next deal of the game after one that has ended; None if the episode is over. Updates
        `rewards` and `results` for the deal that has ended."""
        if not self.games:
            self.rewards = rewards_of(ended)
            return None
        before, self._game = self._game, self._game.after_deal(ended.public)
        better = -1 if self.rules.family == "hearts" else 1
        sides = [side_of(self.rules, seat) for seat in seats(self.rules.players)]
        after = self._game.totals
        self.rewards = tuple(better * (after[side] - before.totals[side]) for side in sides)
        result = self._game.result
        if result is None:
            return self._deal()
        self.results = tuple((side in result.winners) - (side in result.losers) for side in sides)
        return None

    def _deal(self) -> SteppedDeal:
        """The next deal, dealt from its own seed."""
        game = self._count - 1
        place = (game, self._game.number) if self.games else (game,)
        self.dealer_seed = child_seed(self._seed or "", *place)
        deal, _ = self._game.deal(deal_hands(self.rules, self.dealer_seed))
        return SteppedDeal(deal)


def _checked(rules: RuleSet, options: Any) -> dict[str, Any]:
    """The options converted for the rules. Raises ValueError for unknown options and wrong
    types."""
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
        asked["totals"] = [_whole("a total", each, -MOST_TOTAL - 1, MOST_TOTAL) for each in totals]
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
