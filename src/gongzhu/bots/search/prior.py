"""The prior of a search: the network's opinion of the candidates before any rollouts.

Rollouts assume that everybody, including the seat itself, plays on by the policy of the tables;
more rollouts do not remove the error of this assumption. The network makes other errors, since it
was trained on the results of whole deals. So the logarithm of its probability for a candidate is
added to the mean of the rollouts, as in a search that is regularised by a policy (J.-B. Grill et
al., "Monte-Carlo tree search as regularized policy optimization", ICML 2020), with a weight found
by matches.
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
"""Less probable candidates are treated as if they had this log probability (in nats), so that none
is ruled out."""


def prior_of(view: View, candidates: Candidates, weight: float) -> Floats | None:
    """What is added to the mean of each candidate: float64 [candidates], points. `weight` is in
    pigs per nat.

    None if the network does not apply: under rules that it has not learned, for the choice after a
    moon, and where the utility is the value of the game.
    """
    task = candidates.task
    if not weight or task.kind == MOONS or task.utility.unit == GAME or not covers(view.rules):
        return None
    nats = np.maximum(log_probabilities(view, candidates.actions), LOWEST)
    prior: Floats = weight * _pig(view.rules) * nats
    return prior


def network_pass(view: View) -> tuple[Pass, ...]:
    """The pass that the network would choose, if the view's seat has to pass and the network covers
    the rules; otherwise empty. It may be missing from the policy's candidates."""
    if view.public.phase is Phase.PASSING and covers(view.rules):
        return (Pass(PassProbabilities(view).likeliest()),)
    return ()


def _pig(rules: RuleSet) -> int:
    """The points that the pig costs."""
    return QUEEN_POINTS if isinstance(rules, HeartsRules) else -PIG_POINTS
