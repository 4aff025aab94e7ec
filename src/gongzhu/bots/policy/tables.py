"""What the policy has learned, and for which rules it holds."""

from functools import cache
from importlib.resources import files
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.rules import HeartsRules, RuleSet

Weights: TypeAlias = NDArray[np.float64]

POLICY_FILE = "policy.npz"
OPPONENT_MODEL_FILE = "opponent_model.npz"
FAMILIES = ("hearts", "solo", "partners")
"""For each there are tables of their own."""
TABLES = ("playing", "passing", "exposing")
"""What they are called."""


class Policy(NamedTuple):
    """How likely a good player plays, passes and exposes what, for kernels.

    Every number says how often a kind of choice is made, against others; all are above 0.
    """

    playing: Weights
    passing: Weights
    exposing: Weights


def family_of(rules: RuleSet) -> str:
    """Which of the `FAMILIES` the rules belong to."""
    if isinstance(rules, HeartsRules):
        return "hearts"
    return "solo" if rules.partners == "none" else "partners"


def policy_of(rules: RuleSet) -> Policy:
    """How to play under these rules: learned by play against itself."""
    return _policy(POLICY_FILE, family_of(rules))


def opponent_model_of(rules: RuleSet) -> Policy:
    """How others are seen to play under these rules: learned from deals of many players. It plays
    worse than `policy_of`, and tells far better what others will do and what they hold."""
    return _policy(OPPONENT_MODEL_FILE, family_of(rules))


@cache
def _policy(name: str, family: str) -> Policy:
    tables = _tables(name)
    playing, passing, exposing = (
        np.exp(tables[f"{family}-{table}"].astype(np.float64)) for table in TABLES
    )
    return Policy(playing, passing, exposing)


@cache
def _tables(name: str) -> dict[str, NDArray[np.float16]]:
    with (files("gongzhu.bots.policy") / name).open("rb") as file, np.load(file) as tables:
        return dict(tables)
