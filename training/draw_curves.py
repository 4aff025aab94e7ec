"""Draw the learning curves that the learners have written, with words in English and in Chinese.

    python -m training.draw_curves bench/learning/*.jsonl --to docs/images

A line for each file and opponent, at most four: the points a deal by which the learner did better,
with a standard error either way, over the minutes of learning. Needs matplotlib (`make study` has
it).
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.study.measures import Mean
from bench.study.pictures import Curve, draw_curves

NAMES = {"gongzhu": "Gong Zhu", "hearts": "Hearts"}
"""What is learned, by the names of files; others are abbreviations."""
WORDS = {
    "": ("{name} over {opponent}", "minutes of one processor", "points a deal better"),
    ".zh": ("{name} 比 {opponent}", "一个处理器的分钟数", "每副多得的分"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("curves", type=Path, nargs="+")
    parser.add_argument("--to", type=Path, default=Path("build"), help="the folder")
    asked = parser.parse_args()
    draw_files(asked.curves, asked.to, "learning")


def draw_files(
    files: Sequence[Path], folder: Path, name: str, languages: Sequence[str] = tuple(WORDS)
) -> None:
    """Draw the curves of some files, in each language, as NAME.svg and NAME.zh.svg."""
    trials = {NAMES.get(file.stem, file.stem.upper()): read(file) for file in files}
    for language in languages:
        title, across, up = WORDS[language]
        curves = {
            title.format(name=learner, opponent=opponent): curve_over(opponent, lines)
            for learner, lines in trials.items()
            for opponent in dict.fromkeys(line["over"] for line in lines)
        }
        draw_curves(curves, across, up, folder / f"{name}{language}.svg")


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
