"""A player that looks no further than the trick on the table.

    gongzhu arena steady "cmd:.venv/bin/python -m bench.bots.players.greedy" --rules NAME

It draws deals that fit what it knows, and plays the card that gains its side most in this trick on
average, by the rules' own values, where everybody after it does the same with the cards of that
deal. Passing, exposing and the choice for a moon are those of `steady`.
"""

import argparse
from functools import cache
from random import Random

import numpy as np

from bench.bots.players.serving import serve
from bench.bots.players.trick import add_gains, new_room
from bench.bots.players.worlds import draw_states
from gongzhu.bots import make_bot
from gongzhu.packed.boards import board_of, code_of_card
from gongzhu.packed.rules import pack_rules
from gongzhu.rules import Action, Phase, Play
from gongzhu.view import View

packed_rules = cache(pack_rules)


class Greedy:
    """Looks at so many deals. Of cards that gain alike it plays the highest, which is much better
    than the lowest or any."""

    def __init__(self, worlds: int = 50) -> None:
        self._worlds = worlds
        self._room = new_room()
        self._others = make_bot("steady")

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """As `Bot.choose`."""
        if view.public.phase is not Phase.PLAYING:
            return self._others.choose(view, rng, budget)
        assert view.seat is not None
        cards = view.playable()
        if len(cards) == 1:
            return Play(cards[0])
        packed = packed_rules(view.rules)
        states = draw_states(view, packed, self._worlds, rng)
        sums = np.zeros(64, np.float64)
        add_gains(packed, states, board_of(cards), self._room, sums)
        most = max(sums[code_of_card(card)] for card in cards)
        best = [card for card in cards if sums[code_of_card(card)] > most - 1e-6]
        return Play(max(best, key=lambda card: card.order))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worlds", type=int, default=50)
    asked = parser.parse_args()
    serve(Greedy(asked.worlds))


if __name__ == "__main__":
    main()
