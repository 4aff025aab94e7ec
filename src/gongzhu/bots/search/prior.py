"""The prior of a search: what the network makes of the candidates before anything is rolled out.

Rollouts suppose that everybody, the seat itself too, plays on by the policy of the tables and sees
no more than it does; more of them do not take that away. The network errs in other ways, since it
has learned from what came of whole deals. So the logarithm of the probability that it gives to a
candidate is added to the mean of the rollouts, as in a search that is regularised by a policy
(J.-B. Grill et al., "Monte-Carlo tree search as regularized policy optimization", ICML 2020), with
a weight that was found by matches.
"""

import numpy as np

from gongzhu.bots.network import PassProbabilities, covers, log_probabilities
from gongzhu.bots.search.candidates import Candidates
from gongzhu.bots.search.rollouts import MOONS
from gongzhu.bots.search.utility import GAME
from gongzhu.packed.layout import Floats
from gongzhu.rules import HeartsRules, Pass, Phase, RuleSet
from gongzhu.rules.score_gongzhu import PIG_POINTS
from gongzhu.rules.score_hearts import QUEEN_POINTS
from gongzhu.view import View

LOWEST = -8.0
"""Nats: less probable candidates count as this probable, for none may be ruled out."""


def prior_of(view: View, candidates: Candidates, weight: float) -> Floats | None:
    """The addition to the mean of each candidate: float64 [candidates], points. `weight`: pigs
    for a nat.

    None where the network has nothing to say: under rules that it has not learned, of a moon, and
    where the utility is the value of the game.
    """
    task = candidates.task
    if not weight or task.kind == MOONS or task.utility.unit == GAME or not covers(view.rules):
        return None
    nats = np.maximum(log_probabilities(view, candidates.actions), LOWEST)
    prior: Floats = weight * _pig(view.rules) * nats
    return prior


def network_pass(view: View) -> tuple[Pass, ...]:
    """The pass that the network would choose, if the view's seat is to pass and the network covers
    the rules; it may be none of the candidates of the policy."""
    if view.public.phase is Phase.PASSING and covers(view.rules):
        return (Pass(PassProbabilities(view).likeliest()),)
    return ()


def _pig(rules: RuleSet) -> int:
    """The points that the pig costs."""
    return QUEEN_POINTS if isinstance(rules, HeartsRules) else -PIG_POINTS
