"""The learned weights of the networks, one network for each game, and the rules that they cover.

For each layer from 0 up, a file (.npz) holds `matrix`: int8 [rows, columns]; `scale`: float16
[rows], the factor for each row; and `bias`: float32 [columns]. Each array is named NAME-LAYER, such
as `matrix-0`. `training.ship_network` writes the files.
"""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from gongzhu.rules import PRESETS, RuleSet
from gongzhu.rules.facts import RULE_SETS

Floats = NDArray[np.float32]

HERE = Path(__file__).parent


class Network(NamedTuple):
    """A neural network with two hidden layers of rectified linear units, as arrays that compiled
    kernels can use."""

    first: Floats
    """Weights of the first layer, float32 [inputs, 512]."""
    first_bias: Floats
    """Biases of the first layer, float32 [512]."""
    second: Floats
    """Weights of the second layer, float32 [512, 256]."""
    second_bias: Floats
    """Biases of the second layer, float32 [256]."""
    third: Floats
    """Weights of the third layer, float32 [256, 53]. Its outputs are the logits of the cards, by
    index, and of leaving a key card unexposed."""
    third_bias: Floats
    """Biases of the third layer, float32 [53]."""


@lru_cache(RULE_SETS)
def covers(rules: RuleSet) -> bool:
    """True if a network was trained for these rules, apart from options that make little difference
    to it.

    It was trained for four players: Hearts with the points of `hearts-denexa`, and Gong Zhu with
    those of `gongzhu-pagat`, without partners or with separate partners, with open exposing or
    none. The options for the end and the worth of a game may differ, and in Hearts also the cycle
    of passing.
    """
    learned = _hearts_learned(rules) if rules.aim == "low" else _gongzhu_learned(rules)
    return rules == replace(
        learned,
        family=rules.family,
        direction=rules.direction,
        lower_limit=rules.lower_limit,
        at_lower_limit=rules.at_lower_limit,
        past_lower_limit=rules.past_lower_limit,
        upper_limit=rules.upper_limit,
        at_upper_limit=rules.at_upper_limit,
        past_upper_limit=rules.past_upper_limit,
        losers=rules.losers,
        deals=rules.deals,
        exact_total=rules.exact_total,
        worth=rules.worth,
    )


def _hearts_learned(rules: RuleSet) -> RuleSet:
    """The rules of Hearts that the network was trained for, but with those options of `rules` that
    may differ from them."""
    return replace(
        PRESETS["hearts-denexa"].rules,
        pass_cycle=rules.pass_cycle,
        all_point_cards="choice" if rules.all_point_cards == "choice" else "others",
    )


def _gongzhu_learned(rules: RuleSet) -> RuleSet:
    """The rules of Gong Zhu that the network was trained for, but with those options of `rules`
    that may differ from them."""
    return replace(
        PRESETS["gongzhu-pagat"].rules,
        partners=rules.partners if rules.partners != "pooled" else "separate",
        sale=rules.sale if rules.sale != "face-down-or-up" else "open",
        later_lead=rules.later_lead,
        face_down_first_trick=rules.face_down_first_trick,
    )


def network_of(rules: RuleSet) -> Network:
    """The network for the game of these rules; its file is read only once."""
    return read_network(HERE / ("hearts.npz" if rules.aim == "low" else "gongzhu.npz"))


@lru_cache
def read_network(file: Path) -> Network:
    """The network in a file (.npz), cached after it was first read."""
    with file.open("rb") as opened, np.load(opened) as saved:
        layers = []
        for layer in range(3):
            scale = saved[f"scale-{layer}"].astype(np.float32)
            layers += [saved[f"matrix-{layer}"] * scale[:, None], saved[f"bias-{layer}"]]
    return Network(*layers)
