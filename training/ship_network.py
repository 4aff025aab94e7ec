"""Pack a trained network for the package: the actor alone, in integers of seven bits.

    python -m training.ship_network build/network/hearts.npz
    python -m training.ship_network build/network/gongzhu.npz --to build/gongzhu.npz

Unless told otherwise it is written where `gongzhu.bots.network` reads it. Whoever does that plays
matches first, against the one that was there: the levels change with it, and so do
tests/golden/decisions, the data sets, and what `make levels-losses` has measured.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.network.weights import HERE, Floats

LARGEST = 63
"""The largest absolute value of the integers."""
LAYERS = 3


def write_network(file: Path, layers: Sequence[tuple[Floats, Floats]]) -> None:
    """Write the matrix, float32 [rows, columns], and the bias, float32 [columns], of each layer in
    the form of `gongzhu.bots.network.weights`."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for layer, (matrix, bias) in enumerate(layers):
        scale = (np.abs(matrix).max(axis=1) / LARGEST).astype(np.float16)
        # A row of zeros stays one.
        scale = np.maximum(scale, np.finfo(np.float16).tiny)
        rounded = np.round(matrix / scale.astype(np.float32)[:, None])
        arrays[f"matrix-{layer}"] = rounded.clip(-LARGEST, LARGEST).astype(np.int8)
        arrays[f"scale-{layer}"] = scale
        arrays[f"bias-{layer}"] = bias.astype(np.float32)
    np.savez_compressed(file, allow_pickle=False, **arrays)


def trained_layers(file: Path) -> list[tuple[Floats, Floats]]:
    """The layers of the actor in a file of `training.train_actor_critic`."""
    with np.load(file) as saved:
        return [
            (
                saved[f"average-{layer}-matrix"].astype(np.float32),
                saved[f"average-{layer}-bias"].astype(np.float32),
            )
            for layer in range(LAYERS)
        ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trained", type=Path, help="build/network/GAME.npz")
    parser.add_argument("--to", type=Path)
    asked = parser.parse_args()
    file = asked.to or HERE / asked.trained.name
    write_network(file, trained_layers(asked.trained))
    print(f"{file}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
