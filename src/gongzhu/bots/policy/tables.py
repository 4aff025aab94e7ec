"""What the policy has learned, and for which rules it holds."""

from functools import cache
from importlib.resources import files
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.rules import HeartsRules, RuleSet

Weights: TypeAlias = NDArray[np.float64]

LEARNED = "learned.npz"
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
    """The learned policy under these rules."""
    return _policy(family_of(rules))


@cache
def _policy(family: str) -> Policy:
    learned = _learned()
    playing, passing, exposing = (
        np.exp(learned[f"{family}-{table}"].astype(np.float64)) for table in TABLES
    )
    return Policy(playing, passing, exposing)


@cache
def _learned() -> dict[str, NDArray[np.float16]]:
    with (files("gongzhu.bots.policy") / LEARNED).open("rb") as file, np.load(file) as tables:
        return dict(tables)
