"""A trained network as it is shipped: read back to seven bits."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from gongzhu.bots.distilled.inputs import INPUTS, card_codes, rows_of_inputs
from gongzhu.bots.distilled.weights import UNIT_BITS, WEIGHT_BITS, read_distilled_network
from gongzhu.bots.network.weights import read_network
from training.ship_network import (
    COARSEST,
    LARGEST,
    LARGEST_DISTILLED,
    trained_layers,
    write_distilled,
    write_network,
)


def test_a_network_that_was_written_is_read_to_seven_bits(tmp_path: Path) -> None:
    drawn = np.random.default_rng(1)
    sizes = (9, 8, 7, 5)
    layers = [
        (
            drawn.normal(size=shape).astype(np.float32),
            drawn.normal(size=shape[1]).astype(np.float32),
        )
        for shape in pairwise(sizes)
    ]
    layers[0][0][2] = 0
    write_network(tmp_path / "network.npz", layers)
    read = read_network(tmp_path / "network.npz")
    for place, (matrix, bias) in enumerate(layers):
        most = np.abs(matrix).max(axis=1, keepdims=True)
        assert (np.abs(read[2 * place] - matrix) <= most / LARGEST * 0.52 + 1e-6).all()
        assert np.array_equal(read[2 * place + 1], bias)


def test_a_distilled_network_is_read_to_eight_bits(tmp_path: Path) -> None:
    """But for weights of the first matrix that are far from the others."""
    drawn = np.random.default_rng(1)
    layers = [
        (
            drawn.normal(scale=0.5, size=shape).astype(np.float32),
            drawn.normal(size=shape[1]).astype(np.float32),
        )
        for shape in pairwise((INPUTS, 16, 8, 52))
    ]
    layers[0][0][3, 5] = 9
    write_distilled(tmp_path / "distilled.npz", layers)
    read = read_distilled_network(tmp_path / "distilled.npz")
    unit, weight = 1 << UNIT_BITS, 1 << WEIGHT_BITS
    assert read.first[3, 5] == np.round(LARGEST_DISTILLED * COARSEST * unit)
    layers[0][0][3, 5] = read.first[3, 5] / unit
    first = read.first[rows_of_inputs()] / unit
    assert np.abs(first - layers[0][0]).max() < COARSEST
    assert np.abs(read.second.T / weight - layers[1][0]).max() < 0.03
    assert np.abs(read.third[card_codes()].T / weight - layers[2][0]).max() < 0.03
    assert np.abs(read.third_bias[card_codes()] / unit / weight - layers[2][1]).max() < 1e-4


def test_the_actor_is_taken_out_of_what_was_trained(tmp_path: Path) -> None:
    whole = np.arange(6, dtype=np.float16).reshape(2, 3)
    parts: dict[str, Any] = {"critic-0-matrix": whole}
    for layer in range(3):
        parts[f"average-{layer}-matrix"] = whole + layer
        parts[f"average-{layer}-bias"] = np.full(3, layer, np.float32)
    np.savez(tmp_path / "trained.npz", **parts)
    layers = trained_layers(tmp_path / "trained.npz")
    assert [matrix[1, 2] for matrix, _ in layers] == [5, 6, 7]
    assert [bias[0] for _, bias in layers] == [0, 1, 2]
