"""The opponents of a learner in an environment: bots in the other seats of one deal or of many at
once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gongzhu.bots import Bot, bot_of
from gongzhu.cards import PACK, Seat, seats
from gongzhu.dealing import child_seed
from gongzhu.research.actions import numbers_of
from gongzhu.research.encoding import Bytes, decode
from gongzhu.research.episodes import SteppedDeal
from gongzhu.research.vector import Vector
from gongzhu.rules import RuleSet, side_of, start_deal
from gongzhu.rules.facts import first_lead_by_card
from gongzhu.view import view_of

Opponents = str | Bot | Sequence[str | Bot]
"""A level such as `master@100ms` or a bot for all other seats, or a list with one for each of them,
from the next seat in playing order."""

Policy = Callable[[NDArray[np.uint8], NDArray[np.uint8]], ArrayLike]
"""A function that chooses the number of an action for each row of observations (uint8 [n, L]) and
masks (uint8 [n, ACTIONS]); it returns whole numbers, [n]."""


def seats_of(rules: RuleSet, seat: int, *, partner: bool) -> frozenset[Seat]:
    """The seats of a learner: `seat`, and with `partner` also its partner's. Raises ValueError for
    a seat that does not exist, and if `partner` is true under rules without partners."""
    if not 0 <= seat < rules.players:
        raise ValueError(f"seat is 0 to {rules.players - 1}, not {seat}")
    if not partner:
        return frozenset([Seat(seat)])
    mine = side_of(rules, Seat(seat))
    found = frozenset(each for each in seats(rules.players) if side_of(rules, each) == mine)
    if len(found) == 1:
        raise ValueError("these are rules without partners")
    return found


def bots_of(opponents: Opponents, count: int) -> list[Bot]:
    """The opponents as a list of `count` bots. Raises ValueError if a sequence has another length,
    UnknownLevel for an unknown name, and TypeError for an opponent that is neither a name nor a
    bot."""
    named: Sequence[str | Bot]
    if not isinstance(opponents, str) and isinstance(opponents, Sequence):
        named = opponents
    else:
        named = [opponents] * count
    if len(named) != count:
        raise ValueError(f"there are {count} opponents, not {len(named)}")
    for bot in named:
        if not (isinstance(bot, str) or hasattr(bot, "choose")):
            raise TypeError(f"an opponent is a level or a bot, not {bot!r}")
    return [bot_of(bot) if isinstance(bot, str) else bot for bot in named]


def seated(bots: Sequence[Bot], players: int, mine: frozenset[Seat], seat: Seat) -> dict[Seat, Bot]:
    """The bots by seat, assigned in order to all seats that are not in `mine`, from the one after
    `seat`."""
    after = [Seat((seat + step) % players) for step in range(1, players)]
    return dict(zip([each for each in after if each not in mine], bots, strict=True))


class ManyBots:
    """Bots in the same seats of all deals of a vector environment. Each deal is also played in the
    rules engine, which makes the views that bots need.

    Every slot has its own random numbers, so that slots do not influence each other.
    """

    def __init__(self, deals: Vector, bots: Mapping[Seat, Bot]) -> None:
        self._deals = deals
        self._bots = bots
        self._rngs: list[Random] = []
        self._followed: list[SteppedDeal] = []
        self._picks: list[list[int]] = []

    def begin(self, seed: int) -> None:
        """Prepare for deals that have just been dealt in every slot; with the same seed, the bots
        make the same random choices."""
        rows = range(len(self._deals))
        hands = self._deals.hands()
        self._rngs = [Random(child_seed(str(seed), "bots", row)) for row in rows]
        self._followed = [self._dealt(row, hands[row]) for row in rows]
        self._picks = [[] for _ in rows]

    def follow(self, rows: Iterable[int], actions: NDArray[np.int64]) -> None:
        """Apply the actions that were taken in the slots `rows` to the rules engine's deals;
        `actions`, [n], has the actions of all slots."""
        ended = []
        for row in rows:
            self._followed[row].take(int(actions[row]))
            if self._followed[row].over:
                ended.append(row)
        if ended:
            hands = self._deals.hands()
            for row in ended:
                self._followed[row] = self._dealt(row, hands[row])

    def act(self, rows: Iterable[int]) -> list[int]:
        """The numbers of the bots' actions in the slots `rows`, in each of which it must be a bot's
        turn."""
        return [self._action(row) for row in rows]

    def _action(self, row: int) -> int:
        picks = self._picks[row]
        if not picks:  # otherwise a pass has been chosen, and not all its cards are picked yet
            stepped = self._followed[row]
            view = view_of(stepped.deal, stepped.seat)
            action = self._bots[stepped.seat].choose(view, self._rngs[row], 0.0)
            picks.extend(numbers_of(action))
        return picks.pop(0)

    def _dealt(self, row: int, held: Bytes) -> SteppedDeal:
        """The deal that was just dealt in the slot `row`, for the rules engine. `held`: uint8
        [players, 52], 1 for each card of a hand."""
        rules = self._deals.rules
        public = decode(rules, self._deals.observations[row])[0].public
        leader = None if first_lead_by_card(rules, public.number) else public.leader
        hands = [[PACK[index] for index in np.flatnonzero(hand)] for hand in held]
        return SteppedDeal(start_deal(rules, hands, public.number, public.totals, leader)[0])
