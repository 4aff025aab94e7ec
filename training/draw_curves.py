"""Draw the learning curves that the learners have written.

    python -m training.draw_curves build/ppo.jsonl build/dmc.jsonl --to build/learning.svg

A panel for each opponent, and in it a line for each file: the points a deal by which the learner
did better, with two standard errors, over the minutes of learning.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("curves", type=Path, nargs="+")
    parser.add_argument("--to", type=Path, default=Path("build/learning.svg"))
    asked = parser.parse_args()
    curves = {file.stem: read(file) for file in asked.curves}
    opponents = list(dict.fromkeys(line["over"] for curve in curves.values() for line in curve))
    figure, panels = plt.subplots(
        1, len(opponents), figsize=(5 * len(opponents), 3.5), squeeze=False
    )
    for panel, opponent in zip(panels[0], opponents, strict=True):
        for name, curve in curves.items():
            lines = [line for line in curve if line["over"] == opponent]
            panel.errorbar(
                [line["seconds"] / 60 for line in lines],
                [line["mean"] for line in lines],
                [2 * line["sem"] for line in lines],
                label=name,
                capsize=2,
            )
        panel.axhline(0, color="grey", linewidth=0.5)
        panel.set_xlabel("minutes")
        panel.set_ylabel(f"points a deal over {opponent}")
        panel.legend()
    figure.tight_layout()
    figure.savefig(asked.to)


def read(file: Path) -> list[dict[str, Any]]:
    """The trials of a curve."""
    return [json.loads(line) for line in file.read_text().splitlines()]


if __name__ == "__main__":
    main()
