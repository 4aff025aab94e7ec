"""The network: a perceptron over what a seat knows, which gives every card a score."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Layer(NamedTuple):
    """A layer of the network."""

    matrix: Floats
    """float32 [rows, columns]"""
    bias: Floats
    """float32 [columns]"""


@cache
def read_network(file: Path) -> tuple[Layer, ...]:
    """The layers in a file; it is read once."""
    with np.load(file) as saved:
        count = sum(name.startswith("average") and name.endswith("matrix") for name in saved)
        return tuple(
            Layer(
                saved[f"average-{place}-matrix"].astype(np.float32),
                saved[f"average-{place}-bias"].astype(np.float32),
            )
            for place in range(count)
        )


def scores(layers: tuple[Layer, ...], inputs: list[int]) -> Floats:
    """float32 [outputs]: the scores, logarithms of chances but for a constant."""
    first, *rest = layers
    units: Floats = first.matrix[inputs].sum(0) + first.bias
    for layer in rest:
        units = np.maximum(units, 0) @ layer.matrix + layer.bias
    return units
