"""A trained network as it is shipped: read back to seven bits."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from gongzhu.bots.network.weights import read_network
from training.ship_network import LARGEST, trained_layers, write_network


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
