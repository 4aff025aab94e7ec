"""How a good player plays, passes and exposes: a fast, learned model that names chances.

It serves playouts, beliefs about hidden cards, and the first look at choices. All of it is
kernels; a `Policy` is what they have learned, for given rules.
"""

from gongzhu.bots.policy.exposure_policy import exposure_probability, sample_exposures
from gongzhu.bots.policy.pass_policy import pass_probability, sample_pass
from gongzhu.bots.policy.play_policy import card_probability, roll_out_while, sample_card
from gongzhu.bots.policy.tables import Policy, opponent_model_of, policy_of

__all__ = [
    "Policy",
    "card_probability",
    "exposure_probability",
    "opponent_model_of",
    "pass_probability",
    "policy_of",
    "roll_out_while",
    "sample_card",
    "sample_exposures",
    "sample_pass",
]
