"""The search of the levels with parts left out, or with endings solved, for its ablation."""

from random import Random

import numpy as np
from msgspec import Struct

from bench.endgame import Workspace, new_workspace, solve_max_n
from gongzhu.bots import make_bot
from gongzhu.bots.policy import Policy, opponent_model_of, policy_of
from gongzhu.bots.search.bots import SearchBot
from gongzhu.bots.search.candidates import Candidates, candidates_of
from gongzhu.bots.search.config import SearchConfig
from gongzhu.bots.search.rollouts import SampledDeals
from gongzhu.bots.search.search import DealSampler, best_actions
from gongzhu.bots.search.utility import utility
from gongzhu.bots.worlds import place_face_down
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.packed.jit import routine
from gongzhu.packed.layout import HANDS, NOBODY, State
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.tricks import play_card
from gongzhu.rules import Action, Phase, RuleSet
from gongzhu.rules.options import MOST_PLAYERS
from gongzhu.view import View

ENDINGS_ON = 32
"""On how many deals the choices of an ending are tried."""


class SearchParts(Struct, frozen=True, kw_only=True):
    """The parts of a search."""

    config: SearchConfig
    learned: bool = True
    """True if rollouts are played by the learned policy, False if at random."""
    searches_before_play: bool = True
    """True if it searches passes and exposures, False if it chooses as `steady` does."""
    endings: int = 0
    """The last tricks that are solved instead, every seat playing its best with all cards seen."""


class AblatedSearch:
    """A search of these parts."""

    def __init__(self, parts: SearchParts) -> None:
        self._parts = parts
        self._steady = make_bot("steady")
        self._search = SearchBot(parts.config)
        self._memory = new_workspace() if parts.endings else None

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """As `Bot.choose`."""
        parts = self._parts
        if view.public.phase in (Phase.PASSING, Phase.EXPOSING) and not parts.searches_before_play:
            return self._steady.choose(view, rng, budget)
        if view.public.phase is not Phase.PLAYING or len(view.playable()) == 1:
            return self._search.choose(view, rng, 0)
        policy = policy_of(view.rules) if parts.learned else at_random(view.rules)
        seed = rng.getrandbits(64)
        assert view.own is not None
        if self._memory is not None and len(view.own.hand) <= parts.endings:
            return _solved(view, policy, seed, parts.config, self._memory)
        return rng.choice(best_actions(view, seed=seed, config=parts.config, policy=policy))


def at_random(rules: RuleSet) -> Policy:
    """Every choice as likely as every other."""
    return Policy(*map(np.ones_like, policy_of(rules)))


def _solved(
    view: View, policy: Policy, seed: int, config: SearchConfig, memory: Workspace
) -> Action:
    packed = packed_rules(view.rules)
    choices = candidates_of(view, packed, policy)
    deals = DealSampler(view, opponent_model_of(view.rules), seed, config).sample(ENDINGS_ON)
    values = [_value(packed, choices, board, deals, memory) for board in choices.task.boards]
    return choices.actions[int(np.argmax(values))][0]


def _value(
    packed: PackedRules, choices: Candidates, code: int, deals: SampledDeals, memory: Workspace
) -> float:
    room = np.zeros(MOST_PLAYERS, np.int64)
    points = np.zeros(MOST_PLAYERS, np.int64)
    total = 0.0
    for hands, down in zip(deals.hands, deals.down, strict=True):
        state = choices.task.start.copy()
        state[HANDS : HANDS + packed.players] = hands
        _lead_on(packed, state, int(down), int(code))
        solve_max_n(packed, state, memory, points)
        total += utility(packed, choices.task.utility, points, NOBODY, room)
    return total


@routine
def _lead_on(rules: PackedRules, state: State, down: int, code: int) -> None:
    place_face_down(state, down)
    play_card(rules, state, code)
