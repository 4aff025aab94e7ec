"""A bot that plays the best action found by a search."""

from collections.abc import Callable
from random import Random

from gongzhu.bots.policy import Policy, opponent_model_of, policy_of
from gongzhu.bots.search.config import SearchConfig
from gongzhu.bots.search.search import best_actions
from gongzhu.cards import KEY_CARDS
from gongzhu.rules import Action, Expose, Phase, Play, RuleSet
from gongzhu.view import View


class SearchBot:
    """A bot that chooses one of the `best_actions`. It keeps no state between actions, and never
    claims."""

    def __init__(
        self,
        config: SearchConfig,
        policy: Callable[[RuleSet], Policy] = policy_of,
        opponent_model: Callable[[RuleSet], Policy] = opponent_model_of,
    ) -> None:
        """`policy` gives, for a rule set, the policy that plays the rollouts; `opponent_model`
        gives the policy that interprets the others' actions."""
        self._config = config
        self._policy = policy
        self._opponent_model = opponent_model

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """The best action for the view's seat, which must act. The search takes `budget` seconds,
        or with 0 the number of rollouts in the configuration."""
        only = _only_action(view)
        if only is not None:
            return only
        seed = rng.getrandbits(64)
        best = best_actions(
            view,
            seed=seed,
            config=self._config,
            seconds=budget or None,
            policy=self._policy(view.rules),
            opponent_model=self._opponent_model(view.rules),
        )
        # Always the lowest of equivalent cards would show others what is in the hand.
        return rng.choice(best)


def _only_action(view: View) -> Action | None:
    """The action of a seat that has only one choice, otherwise None."""
    own = view.own
    assert own is not None
    if view.public.phase is Phase.EXPOSING and not any(card in own.hand for card in KEY_CARDS):
        return Expose({})
    cards = view.playable()
    return Play(cards[0]) if len(cards) == 1 else None
