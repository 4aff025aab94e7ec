"""A player that grows a tree with random playouts in each of some deals that fit what it knows.

    gongzhu arena steady "cmd:.venv/bin/python -m bench.bots.players.rollout_tree" --rules NAME

In every deal all cards are open to all (determinised UCT), and each seat plays for its own side;
the card with the most visits over all deals is played. Passing and the choice for a moon are those
of `steady`, exposing too, or nothing is exposed.
"""

import argparse
import time
from functools import cache
from random import Random

from bench.bots.players.serving import serve
from bench.bots.players.tree import grow, new_tree
from bench.bots.players.unsearched import EXPOSING, Unsearched
from bench.bots.players.worlds import draw_states
from gongzhu.packed.boards import card_of_code
from gongzhu.packed.rules import pack_rules
from gongzhu.rules import Action, Play
from gongzhu.view import View

packed_rules = cache(pack_rules)


class RolloutTree:
    """So many worlds with so many iterations each; with `seconds` as many worlds as there is
    time for."""

    def __init__(
        self,
        worlds: int = 20,
        iterations: int = 500,
        seconds: float | None = None,
        exploring: float = 1.0,
        exposing: str = "steady",
    ) -> None:
        self._worlds = worlds
        self._iterations = iterations
        self._seconds = seconds
        self._exploring = exploring
        self._unsearched = Unsearched(exposing)

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """As `Bot.choose`."""
        if (action := self._unsearched.choose(view, rng)) is not None:
            return action
        until = None if self._seconds is None else time.perf_counter() + self._seconds
        packed = packed_rules(view.rules)
        tree = new_tree(self._iterations, rng.getrandbits(64))
        goes_on = True
        while goes_on:
            for state in draw_states(view, packed, self._worlds, rng):
                grow(packed, state, tree, self._iterations, self._exploring)
                goes_on = until is not None and time.perf_counter() < until
                if until is not None and not goes_on:
                    break
        return Play(card_of_code(int(tree.visits.argmax())))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worlds", type=int, default=20, help="each time worlds are drawn")
    parser.add_argument("--iterations", type=int, default=500, help="in each world")
    parser.add_argument("--seconds", type=float, help="for an action, instead of so many worlds")
    parser.add_argument("--exploring", type=float, default=1.0, help="constant of UCB1")
    parser.add_argument("--exposing", choices=EXPOSING, default="steady")
    asked = parser.parse_args()
    serve(
        RolloutTree(asked.worlds, asked.iterations, asked.seconds, asked.exploring, asked.exposing)
    )


if __name__ == "__main__":
    main()
