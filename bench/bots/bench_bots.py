"""How long each level takes for an action, and how many deals a second it plays with itself."""

import time
from itertools import islice

from gongzhu.bots import LEVELS
from gongzhu.bots.selfplay import SelfPlayConfig, play_deals
from gongzhu.rules import PRESETS, hand_size

SECONDS = 2.0


def main() -> None:
    for level in LEVELS:
        for name in ("gongzhu-pagat", "hearts-denexa"):
            preset = PRESETS[name]
            setup = SelfPlayConfig(rules=preset.rules, preset=name, levels=(level,), seed="bench")
            games = play_deals(setup)
            next(games)
            deals, started = 0, time.process_time()
            while (seconds := time.process_time() - started) < SECONDS:
                deals += len(list(islice(games, 5)))
            plays = deals * hand_size(preset.rules) * preset.rules.players
            print(
                f"{level}, {name}: {deals / seconds:.0f} deals a second, "
                f"{1e6 * seconds / plays:.0f} µs a play with the engine's part in it"
            )


if __name__ == "__main__":
    main()
