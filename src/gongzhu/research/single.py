"""Gymnasium environments: one learner in one seat, and bots in the others.

`import gongzhu.research` registers `gongzhu/GongZhu-v0` and `gongzhu/Hearts-v0` with Gymnasium, if
it is installed.
"""

from copy import deepcopy
from operator import index
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike, NDArray

from gongzhu.cards import Seat
from gongzhu.dealing import child_seed
from gongzhu.research.actions import ACTIONS, any_action, numbers_of
from gongzhu.research.encoding import Bytes
from gongzhu.research.episodes import ILLEGAL_REWARD, Episodes, SteppedDeal
from gongzhu.research.layout import Layout
from gongzhu.research.opponents import ManyBots, Opponents, Policy, bots_of, seated, seats_of
from gongzhu.research.text import draw
from gongzhu.research.vector import Episode, Rules, Vector, is_game, rules_of
from gongzhu.rules import Family, RuleSet
from gongzhu.view import view_of


class SeatEnv(gymnasium.Env):
    """A Gymnasium environment for either game, in which the learner plays one seat (or a
    partnership), and whose episodes are single deals or games of many deals.

    An illegal action ends the episode with ILLEGAL_REWARD; `action_masks` gives the legal ones.
    """

    metadata = {"render_modes": ["human", "ansi"]}  # noqa: RUF012  (Gymnasium's own form)

    def __init__(
        self,
        rules: Rules = "gongzhu-pagat",
        opponents: Opponents = "steady",
        seat: int | None = None,
        render_mode: str | None = None,
        episode: Episode = "deal",
        partner: bool = False,
    ) -> None:
        """`seat` is the learner's seat; None means seat 0 in the first episode after a seed, then
        each seat in turn. With `partner` the learner also plays its partner's seat.

        Raises ValueError for a seat, partner or number of opponents that does not fit, an unknown
        render mode or kind of episode; UnknownLevel for an unknown level; and the errors of
        `rules_of`.
        """
        self.rules = rules_of(rules)
        self.seat = Seat(index(seat or 0))
        self._partner = partner
        mine = seats_of(self.rules, self.seat, partner=partner)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f'render_mode is "human" or "ansi", not {render_mode!r}')
        self.bots = bots_of(opponents, self.rules.players - len(mine))
        self.render_mode = render_mode
        self._fixed = seat is not None
        self._first = True
        self._ended = False
        self._begun: SteppedDeal | None = None
        self._episodes = Episodes(self.rules, episode)
        self.observation_space = Box(0, 1, (Layout(self.rules.players).size,), np.uint8)
        self.action_space = Discrete(ACTIONS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Begin a new episode with the arguments of `Episodes.begin`, and play on to the learner's
        turn. Returns the observation, uint8 [L], and the info: `action_mask`, int8 [ACTIONS], and
        `seat`."""
        begun = self._episodes.begin(seed, options)
        super().reset(seed=seed)
        if not self._fixed:
            first = self._first or seed is not None
            self.seat = Seat(0 if first else (self.seat + 1) % self.rules.players)
        self._first = False
        mine = seats_of(self.rules, self.seat, partner=self._partner)
        self._seated = seated(self.bots, self.rules.players, mine, self.seat)
        self._sit_down(begun)
        self._ended = False
        self._to_the_learner()
        if self.render_mode == "human":
            self.render()
        return self._seen()

    def step(self, action: int) -> tuple[Bytes, float, bool, bool, dict[str, Any]]:
        """Take the learner's action, and play on to its next turn or the end of the episode; in a
        game the next deal follows immediately. At the end of a game `info["result"]` is 1 if the
        learner has won, -1 if it has lost, otherwise 0. Raises ResetNeeded before the first `reset`
        and after the end of an episode."""
        if self._ended:
            raise ResetNeeded("the episode is over: reset begins the next one")
        number = int(action)
        if not (0 <= number < ACTIONS and self.action_masks()[number]):
            self._ended = True
            seen, info = self._seen()
            return seen, ILLEGAL_REWARD, True, False, info
        self._stepped.step(number)
        reward = self._to_the_learner()
        self._ended = over = self._stepped.over
        if self.render_mode == "human":
            self.render()
        seen, info = self._seen()
        if over and self._episodes.games:
            info["result"] = self._episodes.results[self.seat]
        return seen, reward, over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each legal action of the learner: bool [ACTIONS]."""
        return self._stepped.mask(self._acting).astype(np.bool_)

    def render(self) -> str | None:
        """The deal with all hands visible, as text ("ansi") or printed ("human")."""
        text = draw(self._stepped.deal)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _seen(self) -> tuple[Bytes, dict[str, Any]]:
        seat = self._acting
        mask = self._stepped.mask(seat).view(np.int8)
        return self._stepped.observe(seat), {"action_mask": mask, "seat": int(seat)}

    @property
    def _acting(self) -> Seat:
        """The learner's seat whose turn it is; when the episode is over, the first of the learner's
        seats."""
        return self.seat if self._stepped.over else self._stepped.seat

    @property
    def _stepped(self) -> SteppedDeal:
        if self._begun is None:
            raise ResetNeeded("reset begins the first deal")
        return self._begun

    def _sit_down(self, begun: SteppedDeal) -> None:
        """Begin a new deal for the bots, with new random numbers for each of them."""
        self._begun = begun
        players, dealer_seed = range(self.rules.players), self._episodes.dealer_seed
        self._rngs = [Random(child_seed(dealer_seed, "bot", seat)) for seat in players]

    def _to_the_learner(self) -> float:
        """Let the bots play on to the learner's turn or the end of the episode, and return the
        reward of the learner for the deals that ended meanwhile."""
        reward = 0.0
        while True:
            self._let_bots_act()
            if not self._stepped.over:
                return reward
            following = self._episodes.go_on(self._stepped.deal)
            reward += self._episodes.rewards[self.seat]
            if following is None:
                return reward
            if self.render_mode == "human":
                self.render()
            self._sit_down(following)

    def _let_bots_act(self) -> None:
        stepped = self._stepped
        while not stepped.over and (seat := stepped.seat) in self._seated:
            view, rng = view_of(stepped.deal, seat), self._rngs[seat]
            action = self._seated[seat].choose(view, rng, 0.0)
            for number in numbers_of(action):
                stepped.step(number)


class SeatVectorEnv(gymnasium.vector.VectorEnv):
    """A vector environment that plays n deals at once in compiled kernels: the learner has one seat
    in each, `opponents` have the others.

    Autoreset is `SAME_STEP`: the observation after the end of an episode is the first of the next
    one. There is no `final_obs`, since episodes are never truncated and the state after the end has
    no value. The returned arrays are overwritten by the next step, unless `copy` is set.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  (as above)

    def __init__(
        self,
        rules: Rules = "gongzhu-pagat",
        num_envs: int = 1024,
        opponents: Opponents | Policy | None = None,
        seat: int = 0,
        copy: bool = True,
        episode: Episode = "deal",
        partner: bool = False,
    ) -> None:
        """`num_envs` is n. `opponents` are levels and bots, which run at the speed of Python, or a
        policy; None means uniformly random legal actions. With `partner` the learner also plays its
        partner's seat.

        Raises ValueError for a seat, partner or number of opponents that does not fit, UnknownLevel
        for an unknown level, TypeError for other opponents, and the errors of `Vector`.
        """
        self._deals = Vector(rules, num_envs, episode=episode)
        self._games = is_game(episode)
        self.rules = self._deals.rules
        mine = seats_of(self.rules, seat, partner=partner)
        self._is_mine = np.isin(range(self.rules.players), [*mine])
        self._bots: ManyBots | None = None
        self._policy: Policy = self._any_action
        if callable(opponents) and not hasattr(opponents, "choose"):
            self._policy = opponents
        elif opponents is not None:
            bots = bots_of(opponents, self.rules.players - len(mine))
            self._bots = ManyBots(self._deals, seated(bots, self.rules.players, mine, Seat(seat)))
        self.num_envs = num_envs
        self.seat = seat
        self._copy = copy
        self._begun = False
        size = self._deals.layout.size
        self.single_observation_space = Box(0, 1, (size,), np.uint8)
        self.single_action_space = Discrete(ACTIONS)
        self.observation_space = Box(0, 1, (num_envs, size), np.uint8)
        self.action_space = gymnasium.spaces.MultiDiscrete(np.full(num_envs, ACTIONS))

    def __copy__(self) -> "SeatVectorEnv":
        """A copy with arrays of its own (the same as `copy.deepcopy`), since the arrays are
        modified in place."""
        return deepcopy(self)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin new deals in every row, and play on to the learner's turn. With `seed` None, the
        next seed is derived from the last one, and at first taken from the operating system. Raises
        ValueError if there are `options`."""
        if options:
            raise ValueError(f"many deals at once have no options, not even {options!r}")
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 63)) if seed is None else seed
        self._deals.reset(number)
        if self._bots:
            self._bots.begin(number)
        self._begun = True
        self._begin_count()
        self._to_the_learner()
        return self._kept(self._deals.observations), self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.uint8],
        NDArray[np.float32],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Take the learner's action in every row, and play on to its next turn. Raises ValueError
        for an illegal action (`info["action_mask"]` has the legal ones) and ResetNeeded before the
        first `reset`. If episodes are games, `info["result"]`, int8 [n], is 1 in rows in which the
        learner has just won a game, -1 where it has lost one, otherwise 0."""
        if not self._begun:
            raise ResetNeeded("reset begins the first deals")
        self._begin_count()
        self._take(np.asarray(actions), None)
        self._to_the_learner()
        info, ended = self._info(), self._ended
        if self._games:
            info["result"] = self._results
        truncated = np.zeros_like(ended)
        return self._kept(self._deals.observations), self._rewards, ended, truncated, info

    def _begin_count(self) -> None:
        """Set the sums of the learner's rewards and results until its next turn to 0."""
        self._rewards = np.zeros(self.num_envs, np.float32)
        self._results = np.zeros(self.num_envs, np.int8)
        self._ended = np.zeros(self.num_envs, np.bool_)

    def _take(self, actions: NDArray[Any], moves: NDArray[np.bool_] | None) -> None:
        """Take an action in every deal, or only where `moves` is true, and add up the learner's
        rewards."""
        self._deals.step(actions, moves)
        if self._bots:
            moved = range(self.num_envs) if moves is None else np.flatnonzero(moves).tolist()
            self._bots.follow(moved, actions)
        self._rewards += self._deals.rewards[:, self.seat]
        self._results += self._deals.results[:, self.seat]
        self._ended |= self._deals.done

    def _to_the_learner(self) -> None:
        deals = self._deals
        while (waiting := ~self._is_mine[deals.seats]).any():
            actions = np.zeros(self.num_envs, np.int64)
            if self._bots:
                actions[waiting] = self._bots.act(np.flatnonzero(waiting).tolist())
            else:
                chosen = self._policy(deals.observations[waiting], deals.masks[waiting])
                actions[waiting] = chosen
            self._take(actions, waiting)

    def _any_action(
        self, observations: NDArray[np.uint8], masks: NDArray[np.uint8]
    ) -> NDArray[np.int64]:
        return any_action(masks, self.np_random)

    def _info(self) -> dict[str, Any]:
        masks, seats = self._kept(self._deals.masks), self._kept(self._deals.seats)
        return {"action_mask": masks.view(np.int8), "seat": seats}

    def _kept(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array


def _of_game(family: Family, rules: Rules) -> RuleSet:
    """The rule set given by `rules`, which must be of the game `family`. Raises the errors of
    `rules_of`, and ValueError for rules of the other game."""
    found = rules_of(rules)
    if found.family != family:
        raise ValueError(f"these are rules of {found.family}, not of {family}")
    return found


def gongzhu_env(rules: Rules = "gongzhu-pagat", **asked: Any) -> SeatEnv:
    """Gong Zhu as an environment for `gymnasium.make`; `asked` are further arguments of
    `SeatEnv`."""
    return SeatEnv(_of_game("gongzhu", rules), **asked)


def hearts_env(rules: Rules = "hearts-denexa", **asked: Any) -> SeatEnv:
    """Hearts as an environment for `gymnasium.make`; `asked` are further arguments of `SeatEnv`."""
    return SeatEnv(_of_game("hearts", rules), **asked)


def gongzhu_vector_env(rules: Rules = "gongzhu-pagat", **asked: Any) -> SeatVectorEnv:
    """Gong Zhu as an environment for `gymnasium.make_vec`; `asked` are further arguments of
    `SeatVectorEnv`."""
    return SeatVectorEnv(_of_game("gongzhu", rules), **asked)


def hearts_vector_env(rules: Rules = "hearts-denexa", **asked: Any) -> SeatVectorEnv:
    """Hearts as an environment for `gymnasium.make_vec`; `asked` are further arguments of
    `SeatVectorEnv`."""
    return SeatVectorEnv(_of_game("hearts", rules), **asked)
