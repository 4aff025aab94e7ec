"""The learned weights of the networks, one network for each game, and the rules that they cover.

For each layer from 0 up, a file holds `matrix`: int8 [rows, columns]; `scale`: float16 [rows], the
factor for each row; and `bias`: float32 [columns]. Each is named NAME-LAYER, as
`training.ship_network` writes it.
"""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from gongzhu.rules import PRESETS, GongzhuRules, HeartsRules, RuleSet
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
    """True if a network was trained for these rules: four players; Hearts with the points of
    `hearts-denexa`, or Gong Zhu with those of `gongzhu-pagat`, alone or with separate partners,
    with open exposing or none. Limits and the worth of a game may differ, in Hearts also the
    passes."""
    if isinstance(rules, HeartsRules):
        learned: RuleSet = replace(
            PRESETS["hearts-denexa"].rules,
            direction=rules.direction,
            pass_cycle=rules.pass_cycle,
            moon=rules.moon if rules.moon == "choice" else "others",
            limit=rules.limit,
            at_limit=rules.at_limit,
        )
    else:
        learned = _gongzhu_learned(rules)
    return rules == learned


def _gongzhu_learned(rules: GongzhuRules) -> GongzhuRules:
    """The rules of Gong Zhu that the network was trained for, but with those options of `rules`
    that may differ from them."""
    pagat = PRESETS["gongzhu-pagat"].rules
    assert isinstance(pagat, GongzhuRules)
    return replace(
        pagat,
        direction=rules.direction,
        partners=rules.partners if rules.partners != "pooled" else "separate",
        sale=rules.sale if rules.sale != "face-down-or-up" else "open",
        later_lead=rules.later_lead,
        face_down_first_trick=rules.face_down_first_trick,
        lower_limit=rules.lower_limit,
        at_lower_limit=rules.at_lower_limit,
        upper_limit=rules.upper_limit,
        past_upper_limit=rules.past_upper_limit,
        worth=rules.worth,
    )


def network_of(rules: RuleSet) -> Network:
    """The network for the game of these rules; its file is read only once."""
    return read_network(HERE / f"{rules.family}.npz")


@lru_cache
def read_network(file: Path) -> Network:
    """The network in a file, cached after it was first read."""
    with file.open("rb") as opened, np.load(opened) as saved:
        layers = []
        for layer in range(3):
            scale = saved[f"scale-{layer}"].astype(np.float32)
            layers += [saved[f"matrix-{layer}"] * scale[:, None], saved[f"bias-{layer}"]]
    return Network(*layers)
