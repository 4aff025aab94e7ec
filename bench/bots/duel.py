"""Two searches against each other, or against a level, in one process and by numbers of rollouts.

    python -m bench.bots.duel rollouts=500 rollouts=4000 --rules gongzhu-pagat --deals 200
    python -m bench.bots.duel rollouts=2000,oversampling=1 steady --rules hearts-denexa --seatings 2

Wall time plays no part: a search makes a fixed number of rollouts, and the time printed beside the
advantage of a seat (or side) and its standard error is processor time for an action.
"""

import argparse
import time
from random import Random
from statistics import fmean, stdev

from msgspec import convert, structs

from gongzhu.arena.duplicate import Pairing
from gongzhu.arena.entrant import Entrant, Quiet
from gongzhu.bots import LEVELS, make_bot
from gongzhu.bots.levels import Bot
from gongzhu.bots.search.bots import SearchBot
from gongzhu.bots.search.config import STRONG, SearchConfig
from gongzhu.rules import Action, load_rules
from gongzhu.view import View


class Timed(Quiet):
    """A bot whose processor time is counted where it has a choice."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.times: list[float] = []
        """Seconds."""

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        before = time.process_time()
        action = self._bot.choose(view, rng, budget)
        if len(view.playable()) != 1:
            self.times.append(time.process_time() - before)
        return action


def _bot(name: str) -> Bot:
    if name in LEVELS:
        return make_bot(name)
    fields: dict[str, float] = structs.asdict(STRONG)
    for part in name.split(","):
        key, text = part.split("=")
        fields[key] = type(fields[key])(text)
    return SearchBot(convert(fields, SearchConfig))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("a", help="a level, or what it has other than strong: rollouts=500")
    parser.add_argument("b")
    parser.add_argument("--rules", default="gongzhu-pagat", help="a preset, or a rule file")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seatings", type=int, default=2)
    parser.add_argument("--seed", default="duel")
    asked = parser.parse_args()
    players = Timed(_bot(asked.a)), Timed(_bot(asked.b))
    pairing = Pairing(
        Entrant("a", None),
        Entrant("b", None),
        load_rules(asked.rules).rules,
        asked.seed,
        asked.seatings,
    )
    found: list[float] = []
    for number in range(asked.first, asked.first + asked.deals):
        found.append(pairing.play(number, players).advantage)
        if (len(found) > 1 and len(found) % 20 == 0) or len(found) == asked.deals:
            error = stdev(found) / len(found) ** 0.5
            each = [1000 * fmean(player.times) for player in players]
            print(
                f"{asked.rules} {asked.a} - {asked.b}: {fmean(found):+.2f} ± {error:.2f} in "
                f"{len(found)} deals, {each[0]:.2f} and {each[1]:.2f} ms",
                flush=True,
            )


if __name__ == "__main__":
    main()
