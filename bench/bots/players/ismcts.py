"""A player that grows one tree over many deals that fit what it knows (ISMCTS), compiled.

    gongzhu arena steady "cmd:.venv/bin/python -m bench.bots.players.ismcts" --rules NAME

Every iteration plays in another deal, each seat for its own side; the card with the most visits is
played. Passing and the choice for a moon are those of `steady`, exposing too, or nothing is
exposed.
"""

import argparse
import time
from random import Random

from bench.bots.players.serving import serve
from bench.bots.players.shared_tree import grow_shared, most_visited, new_shared_tree
from bench.bots.players.unsearched import EXPOSING, Unsearched
from bench.bots.players.worlds import draw_states
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.packed.boards import card_of_code
from gongzhu.rules import Action, Play
from gongzhu.view import View

AT_ONCE = 500
"""Deals that are drawn at a time."""
MOST = 1_000_000
"""Iterations at most, where seconds are given: room for them is made beforehand."""


class Ismcts:
    """So many iterations for a card; with `seconds` as many as there is time for."""

    def __init__(
        self,
        iterations: int = 10_000,
        seconds: float | None = None,
        exploring: float = 1.0,
        ducking: bool = False,
        exposing: str = "steady",
    ) -> None:
        self._iterations = iterations
        self._seconds = seconds
        self._exploring = exploring
        self._ducking = ducking
        self._unsearched = Unsearched(exposing)

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """As `Bot.choose`."""
        if (action := self._unsearched.choose(view, rng)) is not None:
            return action
        packed = packed_rules(view.rules)
        most = self._iterations if self._seconds is None else MOST
        until = time.perf_counter() + (self._seconds or 0.0)
        tree = new_shared_tree(most, rng.getrandbits(64))
        done = 0
        while done < most:
            states = draw_states(view, packed, min(AT_ONCE, most - done), rng)
            grow_shared(packed, states, tree, self._exploring, self._ducking)
            done += len(states)
            if self._seconds is not None and time.perf_counter() >= until:
                break
        return Play(card_of_code(most_visited(tree)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=10_000, help="for each card")
    parser.add_argument("--seconds", type=float, help="for each card, instead of iterations")
    parser.add_argument("--exploring", type=float, default=1.0, help="constant of UCB1")
    parser.add_argument("--playouts", choices=("random", "ducking"), default="random")
    parser.add_argument("--exposing", choices=EXPOSING, default="steady")
    asked = parser.parse_args()
    ducking = asked.playouts == "ducking"
    serve(Ismcts(asked.iterations, asked.seconds, asked.exploring, ducking, asked.exposing))


if __name__ == "__main__":
    main()
