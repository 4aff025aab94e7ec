"""The vector environment: many deals at once, in compiled kernels, on arrays written in place."""

import os
from copy import deepcopy
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gongzhu.packed.layout import HANDS, RngState
from gongzhu.packed.rules import AS_FIRST, pack_rules
from gongzhu.research.actions import ACTIONS
from gongzhu.research.batch import deal_all, first_illegal, step_all
from gongzhu.research.layout import Layout
from gongzhu.research.observing import Words
from gongzhu.research.slots import NUMBER, SLOT_SIZE, TOTALS
from gongzhu.rules import RuleSet, load_rules
from gongzhu.rules.options import MOST_PLAYERS

MOST_DEALS = 1 << 20
"""The greatest number of parallel deals, which needs two gigabytes of observations."""

Rules = RuleSet | str | os.PathLike[str]
"""A rule set, the name of a preset, or the path of a rule file."""

Episode = Literal["deal", "game"]
"""The kind of an episode: one deal, or one game of as many deals as the rules need."""


def rules_of(rules: Rules) -> RuleSet:
    """The rule set given by `rules`. Raises RuleError or UnreadableRules for a name or file without
    valid rules, and TypeError for an argument of another type."""
    if isinstance(rules, RuleSet):
        return rules
    return load_rules(os.fspath(rules)).rules


def is_game(episode: Episode) -> bool:
    """True if an episode is a game, False if it is a deal. Raises ValueError for any other word."""
    if episode not in get_args(Episode):
        raise ValueError(f'episode is "deal" or "game", not {episode!r}')
    return episode == "game"


def vector(
    rules: Rules = "gongzhu-pagat",
    n: int = 4096,
    seed: int | None = None,
    *,
    observe: bool = True,
    mask: bool = True,
    episode: Episode = "deal",
) -> "Vector":
    """A vector environment of n deals, ready to step; the arguments are those of `Vector`.

    >>> env = vector("hearts-denexa", n=3, seed=1)
    >>> env.masks.shape, env.observations.shape[0]
    ((3, 136), 3)
    """
    return Vector(rules, n, seed, observe=observe, mask=mask, episode=episode)


class Vector:
    """n deals in play in parallel, each waiting for the action of one seat.

    The arrays are overwritten by `reset` and `step`; copy them to keep their contents. When the
    deal of a slot ends, the next one begins immediately: `done`, `rewards` and `results` are about
    the deal that ended, everything else is about the new one. If an episode is a deal, every deal
    has totals 0, and the passing directions take turns. If it is a game, its deals follow each
    other by the rules, and after the last one a new game begins.
    """

    observations: NDArray[np.uint8]
    """uint8 [n, L]: the observation of the seat to act, in the layout of `gongzhu.research.layout`;
    [n, 0] if `observe` is False."""
    masks: NDArray[np.uint8]
    """uint8 [n, ACTIONS]: 1 for each legal action of the seat to act; [n, 0] if `mask` is False."""
    seats: NDArray[np.int8]
    """int8 [n]: the seat to act."""
    rewards: NDArray[np.float32]
    """float32 [n, players]: after a step that ended the deal, the points of each seat's side, with
    the sign reversed where fewer are better; otherwise 0. In a game it is the change of the side's
    total, so that the rewards of a game add up to its final total."""
    results: NDArray[np.int8]
    """int8 [n, players]: after a step that ended a game, 1 for the winners and -1 for the losers;
    otherwise 0."""
    done: NDArray[np.bool_]
    """bool [n]: True after a step that ended the episode."""

    def __init__(
        self,
        rules: Rules,
        n: int,
        seed: int | None = None,
        *,
        observe: bool = True,
        mask: bool = True,
        episode: Episode = "deal",
    ) -> None:
        """`n` is the number of deals. `seed` is any whole number from 0; None takes one from the
        operating system.

        Raises ValueError if n is not 1 to MOST_DEALS or the kind of episode is unknown, and the
        errors of `rules_of`.
        """
        self._games = is_game(episode)
        if not 1 <= n <= MOST_DEALS:
            raise ValueError(f"n is 1 to {MOST_DEALS}, not {n}")
        self.rules = rules_of(rules)
        self.layout = Layout(self.rules.players)
        self._packed = pack_rules(self.rules)
        self._slots = np.zeros((n, SLOT_SIZE), np.int64)
        self._views: Words = np.zeros((n, self.layout.size // 8 if observe else 0), np.uint64)
        self._choices: Words = np.zeros((n, ACTIONS // 8 if mask else 0), np.uint64)
        self._show()
        self.seats = np.zeros(n, np.int8)
        self.rewards = np.zeros((n, self.rules.players), np.float32)
        self.results = np.zeros((n, self.rules.players), np.int8)
        self.done = np.zeros(n, np.bool_)
        self._all = np.ones(n, np.bool_)
        self.reset(seed)

    def _show(self) -> None:
        """Make the public arrays views of the memory that the kernels write to."""
        self.observations = self._views.view(np.uint8)
        self.masks = self._choices.view(np.uint8)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a copied or pickled environment; NumPy copies two arrays that share memory as
        separate ones."""
        self.__dict__.update(state)
        self._show()

    def __copy__(self) -> "Vector":
        """A copy with arrays of its own (the same as `copy.deepcopy`), since the arrays are
        modified in place."""
        return deepcopy(self)

    def __len__(self) -> int:
        """The number of deals."""
        return len(self._slots)

    def reset(self, seed: int | None = None) -> None:
        """Begin a new deal in every slot. With `seed` None the seed comes from the operating
        system."""
        one_number = self._games or self._packed.later_lead != AS_FIRST
        cycle = 1 if one_number else self._packed.pass_cycle_length
        self._slots[:, NUMBER] = np.arange(len(self)) % cycle
        self._slots[:, TOTALS : TOTALS + MOST_PLAYERS] = 0
        states = np.random.SeedSequence(seed).generate_state(len(self), np.uint64)
        self._rng: RngState = states.astype(np.uint64)
        self.rewards[:] = 0
        self.results[:] = 0
        self.done[:] = False
        packed, views, choices = self._packed, self._views, self._choices
        seen, masks = self.observations, self.masks
        deal_all(packed, self._slots, self._rng, seen, views, masks, choices, self.seats)

    def step(self, actions: ArrayLike, moves: ArrayLike | None = None) -> None:
        """Take an action in every slot, for the seat given in `seats`.

        `actions`: whole numbers [n]. `moves`: bool [n], False for slots that do not move, whose
        action is ignored; None if all move. Raises ValueError for an illegal action and for a wrong
        shape or type; then nothing has changed.
        """
        given = np.asarray(actions)
        if given.shape != self.seats.shape or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(
                f"actions are {len(self)} whole numbers, not {given.dtype} {list(given.shape)}"
            )
        given = np.ascontiguousarray(given, np.int64)
        moving = self._all if moves is None else np.ascontiguousarray(moves, np.bool_)
        if moving.shape != self.seats.shape:
            raise ValueError(f"moves are {len(self)} truths, not {list(moving.shape)}")
        row = first_illegal(self._packed, self._slots, given, moving)
        if row >= 0:
            seat, action = self.seats[row], given[row]
            raise ValueError(f"seat {seat} of deal {row} may not take action {action}")
        step_all(
            self._packed,
            self._slots,
            self._rng,
            given,
            moving,
            self.observations,
            self._views,
            self.masks,
            self._choices,
            self.seats,
            self.rewards,
            self.results,
            self.done,
            self._games,
        )

    def hands(self) -> NDArray[np.uint8]:
        """uint8 [n, players, 52]: 1 for each card that a seat holds. These are hidden from the
        other seats; for critics that see everything."""
        boards = self._slots[:, HANDS : HANDS + self.rules.players]
        bits = np.unpackbits(boards.astype("<i8").view(np.uint8), axis=1, bitorder="little")
        suits = bits.reshape(*boards.shape, 4, 16)[..., :13]
        return suits.reshape(*boards.shape, 52)
