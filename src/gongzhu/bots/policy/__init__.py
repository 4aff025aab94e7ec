"""A log-linear policy: probabilities for playing, passing and exposing each card.

The version trained in self-play chooses the actions in rollouts and proposes passes; the version
trained on deals of other players is the opponent model that weighs sampled deals. All computations
are compiled kernels; a `Policy` holds the learned tables for given rules.
"""

from gongzhu.bots.policy.exposure_policy import exposure_probability, sample_exposures
from gongzhu.bots.policy.pass_policy import pass_probability, sample_pass
from gongzhu.bots.policy.play_policy import (
    card_probability,
    probability_in_trick,
    roll_out_while,
    sample_card,
)
from gongzhu.bots.policy.tables import opponent_model_of, policy_of
from gongzhu.bots.policy.weights import Policy

__all__ = [
    "Policy",
    "card_probability",
    "exposure_probability",
    "opponent_model_of",
    "pass_probability",
    "policy_of",
    "probability_in_trick",
    "roll_out_while",
    "sample_card",
    "sample_exposures",
    "sample_pass",
]
