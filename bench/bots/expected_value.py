"""The value that a search expects in the second trick, and what comes of it among other players.

    python -m bench.bots.expected_value novice --rules gongzhu-pagat --deals 400
    python -m bench.bots.expected_value flat-3000 --rules hearts-no-passing --deals 300

One seat, which goes round, plays as `--level`; all others are the opponent, a level or a player of
`bench.bots.strength_table`. At the first choice of that seat in the second trick a search of
`--rollouts` tells what it expects for itself above the mean of the others; what comes is that of
the score sheet. A mean above 0 is a search that expects too much.
"""

import argparse
from collections.abc import Sequence
from random import Random
from statistics import fmean, stdev

from bench.bots.strength_table import MAKERS, RULES
from gongzhu.arena.entrant import BuiltInPlayer, MatchPlayer
from gongzhu.arena.play_deal import Chair, gains_by_seat, play_deal
from gongzhu.bots import make_bot
from gongzhu.bots.levels import Bot
from gongzhu.bots.search.search import analyse
from gongzhu.cards import Seat, seats
from gongzhu.rules import Action, Phase, RuleSet, load_rules, side_of
from gongzhu.view import View
from tests.support.ledger import progress


class Expecting:
    """A bot that notes what a search expects in the second trick."""

    def __init__(self, bot: Bot, rollouts: int) -> None:
        self._bot, self._rollouts = bot, rollouts
        self._expected: list[float] = []

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """As the bot chooses."""
        second = view.public.phase is Phase.PLAYING and len(view.public.tricks) == 1
        if second and len(view.playable()) > 1:
            analysis = analyse(view, seed=rng.getrandbits(64), rollouts=self._rollouts)
            self._expected.append(analysis.choices[0].value.mean)
        return self._bot.choose(view, rng, budget)

    def told(self) -> list[float]:
        """The values expected since this was last asked: of one deal at most one."""
        told, self._expected = self._expected[:1], []
        return told


def gain(rules: RuleSet, points: Sequence[float], at: Seat) -> float:
    """The points by which a seat's side does better than the mean of its rivals.

    `points`: of the side of each seat, where more is better.
    """
    rivals = [
        points[seat] for seat in seats(rules.players) if side_of(rules, seat) != side_of(rules, at)
    ]
    return points[at] - fmean(rivals)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("opponent", help="a level, or a player of bench.bots.strength_table")
    parser.add_argument(
        "--rules", default="gongzhu-pagat", help="a preset, a file, or a name there"
    )
    parser.add_argument("--level", default="strong")
    parser.add_argument("--rollouts", type=int, default=2000)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", default="expected")
    asked = parser.parse_args()
    rules = load_rules(RULES.get(asked.rules, asked.rules)).rules
    expecting = Expecting(make_bot(asked.level), asked.rollouts)
    one = Chair(BuiltInPlayer(expecting), 0.0, [])
    maker = MAKERS.get(asked.opponent, lambda: BuiltInPlayer(make_bot(asked.opponent)))
    other: MatchPlayer = maker()
    too_much: list[float] = []
    with progress("deals", asked.deals) as advance:
        for number in range(asked.deals):
            at = number % rules.players
            chairs = [one if seat == at else Chair(other, 0.0, []) for seat in range(rules.players)]
            deal = play_deal(rules, asked.seed, number, chairs)
            came = gain(rules, gains_by_seat(deal), Seat(at))
            too_much += [expected - came for expected in expecting.told()]
            advance(1)
    print(
        f"{asked.level} among {asked.opponent}, {asked.rules}: expected"
        f" {fmean(too_much):+.1f} ± {stdev(too_much) / len(too_much) ** 0.5:.1f} too much"
        f" in {len(too_much)} of {asked.deals} deals"
    )


if __name__ == "__main__":
    main()
