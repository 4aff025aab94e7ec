"""The learned tables of the policy and of the opponent model, for three families of rules: Hearts,
Gong Zhu alone, and Gong Zhu with partners. Other rules use the nearest tables."""

from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.rules import RuleSet

Weights: TypeAlias = NDArray[np.float64]
"""The factors of a log-linear model, all above 0."""

HERE = Path(__file__).parent
POLICY_FILE = "policy.npz"
OPPONENT_MODEL_FILE = "opponent_model.npz"
FAMILIES = ("hearts", "solo", "partners")
"""The families of rules, each with tables of its own: Hearts, and Gong Zhu alone and with
partners."""
TABLES = ("playing", "passing", "exposing")
"""The names of a family's tables. In a file each is called FAMILY-NAME: float16 [size], logarithms
of the factors."""


class Policy(NamedTuple):
    """A log-linear model of a player, as arrays that compiled kernels can use.

    The unnormalised probability of an action is the product of one factor from each table of its
    kind; the factors are exponentials of learned weights.
    """

    playing: Weights
    """float64 [PLAY_SIZE]: the factors of cards to play."""
    passing: Weights
    """float64 [PASS_SIZE]: the factors of cards to pass."""
    exposing: Weights
    """float64 [EXPOSURE_SIZE]: the factors of the ways to expose a key card."""


def family_of(rules: RuleSet) -> str:
    """The family, one of `FAMILIES`, whose tables of play are used for these rules."""
    return "hearts" if rules.aim == "low" else _gongzhu_of(rules)


def _gongzhu_of(rules: RuleSet) -> str:
    return "solo" if rules.partners == "none" else "partners"


def policy_of(rules: RuleSet) -> Policy:
    """The policy for these rules, trained by policy gradient in self-play."""
    return read_policy(HERE / POLICY_FILE, rules)


def opponent_model_of(rules: RuleSet) -> Policy:
    """The opponent model for these rules, trained by behaviour cloning on deals of many players. It
    plays worse than `policy_of`, but predicts much better what others do."""
    return read_policy(HERE / OPPONENT_MODEL_FILE, rules)


def read_policy(file: Path, rules: RuleSet) -> Policy:
    """The policy in a file for these rules, cached after it was first read."""
    return _policy(file, family_of(rules), _gongzhu_of(rules))


@cache
def _policy(file: Path, family: str, gongzhu: str) -> Policy:
    # Passing was learned in Hearts, and exposing in Gong Zhu.
    tables, sources = _tables(file), (family, "hearts", gongzhu)
    playing, passing, exposing = (
        np.exp(tables[f"{source}-{table}"].astype(np.float64))
        for source, table in zip(sources, TABLES, strict=True)
    )
    return Policy(playing, passing, exposing)


@cache
def _tables(path: Path) -> dict[str, NDArray[np.float16]]:
    with path.open("rb") as file, np.load(file) as tables:
        return dict(tables)
