"""`strong` and `master` as they were in November 2026, to measure later ones against.

The learned tables of that month lie in this folder, and the settings of the levels stand here. The
search itself is that of the levels without the prior that they have since; nothing else of it has
changed. Whoever changes how it plays first puts what it was into this folder, so that these players
go on choosing as tests/golden/november_2026.txt has it.
"""

from pathlib import Path

from gongzhu.bots.policy import Policy
from gongzhu.bots.policy.tables import read_policy
from gongzhu.bots.search.bots import SearchBot
from gongzhu.bots.search.config import SearchConfig
from gongzhu.rules import RuleSet

HERE = Path(__file__).parent
STRONG = SearchConfig(rollouts=500, rollouts_before_play=2_000, oversampling=4, tempering=0.75)
MASTER = SearchConfig(rollouts=16_000, rollouts_before_play=20_000, oversampling=4, tempering=0.75)


def strong() -> SearchBot:
    """`strong` of November 2026."""
    return SearchBot(STRONG, _policy, _opponent_model)


def master() -> SearchBot:
    """`master` of November 2026."""
    return SearchBot(MASTER, _policy, _opponent_model)


def _policy(rules: RuleSet) -> Policy:
    return read_policy(HERE / "policy.npz", rules)


def _opponent_model(rules: RuleSet) -> Policy:
    return read_policy(HERE / "opponent_model.npz", rules)
