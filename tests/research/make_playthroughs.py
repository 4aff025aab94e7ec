"""Make the committed playthroughs of our games in OpenSpiel anew: python -m
tests.research.make_playthroughs"""

from absl import flags
from open_spiel.python.algorithms.generate_playthrough import playthrough

import gongzhu.research  # noqa: F401  (registers the games)
from tests.research.test_spiel import NAMES, PLAYTHROUGHS


def main() -> None:
    flags.FLAGS.mark_as_parsed()
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for name in NAMES:
        text = playthrough(name, action_sequence=None, seed=1)
        (PLAYTHROUGHS / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
