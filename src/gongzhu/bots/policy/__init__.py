"""How a good player plays, passes and exposes: a fast, learned model that names chances.

It serves playouts, beliefs about hidden cards, and the first look at choices. All of it is
kernels; a `Policy` is what they have learned, for given rules.
"""

from gongzhu.bots.policy.exposing import chance_of_exposures, choose_exposures
from gongzhu.bots.policy.passing import chance_of_pass, choose_pass
from gongzhu.bots.policy.playing import chance_of, choose_card, play_on, play_while
from gongzhu.bots.policy.tables import Policy, habits_of, policy_of

__all__ = [
    "Policy",
    "chance_of",
    "chance_of_exposures",
    "chance_of_pass",
    "choose_card",
    "choose_exposures",
    "choose_pass",
    "habits_of",
    "play_on",
    "play_while",
    "policy_of",
]
