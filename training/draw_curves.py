"""Draw the learning curves that the learners have written, with words in English and in Chinese.

    python -m training.draw_curves bench/learning/*.jsonl --to docs/images

A line for each file and opponent: the points a deal by which the learner did better, with a
standard error either way, over the minutes of learning. Needs matplotlib (`make study` has it).
"""

import argparse
import json
from pathlib import Path
from typing import Any

from bench.study.measures import Mean
from bench.study.pictures import Curve, draw_curves

WORDS = {
    "": ("{name} over {opponent}", "minutes of one processor", "points a deal better"),
    ".zh": ("{name} 比 {opponent}", "一个处理器的分钟数", "每副多得的分"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("curves", type=Path, nargs="+")
    parser.add_argument("--to", type=Path, default=Path("build"), help="the folder")
    asked = parser.parse_args()
    trials = {file.stem.upper(): read(file) for file in asked.curves}
    for language, (title, across, up) in WORDS.items():
        curves = {
            title.format(name=name, opponent=opponent): curve_over(opponent, lines)
            for name, lines in trials.items()
            for opponent in dict.fromkeys(line["over"] for line in lines)
        }
        draw_curves(curves, across, up, asked.to / f"learning{language}.svg")


def read(file: Path) -> list[dict[str, Any]]:
    """The trials of a file."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def curve_over(opponent: str, lines: list[dict[str, Any]]) -> Curve:
    """The trials against an opponent."""
    return [
        (line["seconds"] / 60, Mean(line["mean"], line["sem"]))
        for line in lines
        if line["over"] == opponent
    ]


if __name__ == "__main__":
    main()
