"""PettingZoo environments of the AEC kind (agent environment cycle), in which agents act one after
the other.

`import gongzhu.research` registers them with PettingZoo, if it is installed, as
`gongzhu/GongZhu-v0` and `gongzhu/Hearts-v0`.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from gongzhu.cards import Seat, seats
from gongzhu.research.actions import ACTIONS
from gongzhu.research.encoding import Bytes
from gongzhu.research.episodes import ILLEGAL_REWARD, Episodes
from gongzhu.research.layout import Layout
from gongzhu.research.text import draw
from gongzhu.research.vector import Episode, Rules, rules_of
from gongzhu.rules import Family

NAMES: dict[Family, str] = {"gongzhu": "GongZhu-v0", "hearts": "Hearts-v0"}
"""Name of the environment of each game."""
AGENT = "player_{}"
"""Name of the agent in a seat, with the seat's index filled in."""
RENDER_MODES = ("human", "ansi")


class GongzhuEnv(AECEnv):
    """An AEC environment for either game, whose episodes are single deals or games of many deals.
    The agents are named `player_0`, `player_1` and so on, by seat."""

    def __init__(
        self, rules: Rules, render_mode: str | None = None, episode: Episode = "deal"
    ) -> None:
        """`render_mode` is "ansi", "human" or None. Raises ValueError for any other mode or an
        unknown kind of episode, and the errors of `rules_of`."""
        super().__init__()
        self.rules = rules_of(rules)
        self.metadata = {
            "name": NAMES[self.rules.family],
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": True,
        }
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f'render_mode is "human" or "ansi", not {render_mode!r}')
        self.render_mode = render_mode
        self.possible_agents = [AGENT.format(seat) for seat in seats(self.rules.players)]
        size = Layout(self.rules.players).size
        self._observed = {
            agent: Dict(
                {
                    "observation": Box(0, 1, (size,), np.uint8),
                    "action_mask": Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._taken = {agent: Discrete(ACTIONS) for agent in self.possible_agents}
        self.state_space = Box(0, 1, (self.rules.players * size,), np.uint8)
        self._episodes = Episodes(self.rules, episode)

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations: a dictionary with `observation` and `action_mask`,
        arrays of 0 and 1."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions."""
        return self._taken[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new episode with a new deal; `seed` and `options` are those of
        `Episodes.begin`."""
        if options == {"options": 1}:  # PettingZoo's own tests send this to every environment
            options = None
        self._stepped = self._episodes.begin(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = AGENT.format(self._stepped.seat)
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of an agent, uint8 [L], and the mask of its actions, int8 [ACTIONS],
        which is all 0 if it is not the agent's turn."""
        seat = Seat(self.possible_agents.index(agent))
        mask = self._stepped.mask(seat).astype(np.int8)
        return {"observation": self._stepped.observe(seat), "action_mask": mask}

    def state(self) -> Bytes:
        """The observations of all seats concatenated in seat order, uint8 [players * L], for
        critics that see everything."""
        return np.concatenate([self._stepped.observe(seat) for seat in seats(self.rules.players)])

    def step(self, action: int | None) -> None:
        """Take an action for `agent_selection`; the action must be None for an agent whose episode
        has ended. In a game the next deal follows immediately."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._stepped.step(-1 if action is None else int(action))
        if self.render_mode == "human":
            self.render()
        if self._stepped.over:
            self._end_deal()
        if not self.terminations[agent]:
            self.agent_selection = AGENT.format(self._stepped.seat)
        self._accumulate_rewards()
        if self.terminations[agent]:
            self._deads_step_first()

    def _end_deal(self) -> None:
        """Set the agents' rewards, and begin the next deal of the game or end the episode."""
        following = self._episodes.go_on(self._stepped.deal)
        self.rewards = dict(zip(self.agents, map(float, self._episodes.rewards), strict=True))
        if following is None:
            self.terminations = dict.fromkeys(self.agents, True)
            if self._episodes.games:
                results = zip(self.agents, self._episodes.results, strict=True)
                self.infos = {agent: {"result": result} for agent, result in results}
            return
        self._stepped = following
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The deal with all hands visible, as text ("ansi") or printed ("human")."""
        text = draw(self._stepped.deal)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


def env(family: Family, rules: Rules, **asked: Any) -> AECEnv:
    """An environment for the game `family` in PettingZoo's wrappers, with which an illegal action
    ends the episode with ILLEGAL_REWARD. `asked` are further arguments of `GongzhuEnv`.

    Raises ValueError for rules of the other game.
    """
    raw = GongzhuEnv(rules, **asked)
    if raw.rules.family != family:
        raise ValueError(f"{NAMES[family]} is not played by rules of {NAMES[raw.rules.family]}")
    checked = AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD))
    return OrderEnforcingWrapper(checked)


def gongzhu_env(rules: Rules = "gongzhu-pagat", **asked: Any) -> AECEnv:
    """Gong Zhu as an environment for `pettingzoo.make`; `asked` are further arguments of
    `GongzhuEnv`."""
    return env("gongzhu", rules, **asked)


def hearts_env(rules: Rules = "hearts-denexa", **asked: Any) -> AECEnv:
    """Hearts as an environment for `pettingzoo.make`; `asked` are further arguments of
    `GongzhuEnv`."""
    return env("hearts", rules, **asked)


def gongzhu_parallel_env(**asked: Any) -> Any:
    """Gong Zhu with PettingZoo's parallel interface; of the agents' actions, only that of the seat
    to act is used."""
    return turn_based_aec_to_parallel(gongzhu_env(**asked))


def hearts_parallel_env(**asked: Any) -> Any:
    """Hearts with PettingZoo's parallel interface; of the agents' actions, only that of the seat to
    act is used."""
    return turn_based_aec_to_parallel(hearts_env(**asked))
