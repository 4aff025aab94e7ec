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
from gongzhu.rules.facts import RULE_SETS, values_of

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
    """True if a network advises the search under these rules, for which it has shown a gain or was
    trained."""
    return _covers_hearts(rules) if rules.aim == "low" else _covers_gongzhu(rules)


def _covers_hearts(rules: RuleSet) -> bool:
    """True for `hearts-denexa` with any cycle of passing, any end and any worth of a game. Under
    other rules of Hearts no gain has been shown."""
    learned = replace(
        PRESETS["hearts-denexa"].rules,
        pass_cycle=rules.pass_cycle,
        all_point_cards="choice" if rules.all_point_cards == "choice" else "others",
    )
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


def _covers_gongzhu(rules: RuleSet) -> bool:
    """True if four players have a pile each, and the cards count for or against their captor as
    they do in `gongzhu-pagat`, for which the network was trained.

    How much they count, how key cards are exposed, what is led and how the game ends may differ,
    and cards may count nothing: the network gains there as at home
    (bench/results/2026-11-29-network-in-gongzhu.md).
    """
    learned = PRESETS["gongzhu-pagat"].rules
    values, known = values_of(rules), values_of(learned)
    return (
        rules.players == learned.players
        and not rules.removed
        and rules.partners != "pooled"
        and set(rules.pass_cycle) == {"none"}
        and rules.all_hearts == learned.all_hearts
        and rules.doubler in (None, learned.doubler)
        and all(card in known and value * known[card] >= 0 for card, value in values.items())
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
