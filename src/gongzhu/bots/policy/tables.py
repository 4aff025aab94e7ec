"""The learned tables of the policy and of the opponent model, for three families of rules: Hearts,
Gong Zhu without partners, and Gong Zhu with partners. Other rules use the most similar tables."""

from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.policy.card_costs import (
    Costs,
    adapt_passing,
    adapt_playing,
    costs_in_passing,
    costs_of,
)
from gongzhu.bots.policy.weights import Policy
from gongzhu.rules import RuleSet

HERE = Path(__file__).parent
"""The folder with the files of the policies."""
POLICY_FILE = "policy.npz"
"""Name of the file of the policy."""
OPPONENT_MODEL_FILE = "opponent_model.npz"
"""Name of the file of the opponent model."""
FAMILIES = ("hearts", "solo", "partners")
"""The families of rules, each with its own tables: Hearts, Gong Zhu without partners, and Gong Zhu
with partners."""
MOST_POLICIES = 32
"""Number of policies that are kept in memory; each takes a megabyte."""
TABLES = ("playing", "passing", "exposing")
"""The names of a family's tables. In a file each is called FAMILY-NAME, such as `hearts-playing`:
float16 [size], natural logarithms of the factors."""


def family_of(rules: RuleSet) -> str:
    """The family, one of `FAMILIES`, whose tables of play are used for these rules."""
    return "hearts" if rules.aim == "low" else _gongzhu_of(rules)


def _gongzhu_of(rules: RuleSet) -> str:
    return "solo" if rules.partners == "none" else "partners"


def policy_of(rules: RuleSet) -> Policy:
    """The policy for these rules, trained by policy gradient in self-play. Loaded from a file and
    cached."""
    return read_policy(HERE / POLICY_FILE, rules)


def opponent_model_of(rules: RuleSet) -> Policy:
    """The opponent model for these rules, trained by behaviour cloning on deals of many players. It
    plays worse than `policy_of`, but predicts the actions of others much better."""
    return read_policy(HERE / OPPONENT_MODEL_FILE, rules)


def read_policy(file: Path, rules: RuleSet) -> Policy:
    """The policy for these rules from a file (.npz) with the tables of all families, adapted to the
    costs of the cards under the rules; cached."""
    costs, in_passing = costs_of(rules), costs_in_passing(rules)
    return _policy(file, family_of(rules), _gongzhu_of(rules), costs, in_passing)


@lru_cache(MOST_POLICIES)
def _policy(file: Path, family: str, gongzhu: str, costs: Costs, in_passing: Costs) -> Policy:
    # The tables of passing were trained in Hearts, those of exposing in Gong Zhu.
    tables, sources = _tables(file), (family, "hearts", gongzhu)
    playing, passing, exposing = (
        np.exp(tables[f"{source}-{table}"].astype(np.float64))
        for source, table in zip(sources, TABLES, strict=True)
    )
    adapt_playing(playing, costs)
    adapt_passing(passing, in_passing)
    return Policy(playing, passing, exposing)


@cache
def _tables(path: Path) -> dict[str, NDArray[np.float16]]:
    with path.open("rb") as file, np.load(file) as tables:
        return dict(tables)
