"""A player that looks at every legal card in many deals that fit what it knows, and no further.

    gongzhu arena strong "cmd:.venv/bin/python -m bench.bots.players.flat --deals 3000" --rules NAME

Each deal is as likely as every other. In each of them every legal card is played, and the deal is
played out by ducking; the card with the best mean for the own side is chosen. Passing and the
choice for a moon are those of `steady`, exposing too, or nothing is exposed.
"""

import argparse
from random import Random

import numpy as np

from bench.bots.players.ducking import play_ducking
from bench.bots.players.gains import Floats, gain_by_seat
from bench.bots.players.serving import serve
from bench.bots.players.unsearched import EXPOSING, Unsearched
from bench.bots.players.worlds import draw_states
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.packed.boards import board_of, card_of_code, code_of_card
from gongzhu.packed.jit import code_of, routine
from gongzhu.packed.layout import SIZE, RngState, State, new_rng
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.scoring import score
from gongzhu.packed.tricks import play_card, seat_to_play
from gongzhu.rules import Action, Play
from gongzhu.rules.options import MOST_PLAYERS
from gongzhu.view import View


class Flat:
    """Looks at so many deals."""

    def __init__(self, deals: int = 3000, exposing: str = "steady") -> None:
        self._deals = deals
        self._unsearched = Unsearched(exposing)

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """As `Bot.choose`."""
        if (action := self._unsearched.choose(view, rng)) is not None:
            return action
        cards = view.playable()
        packed = packed_rules(view.rules)
        states = draw_states(view, packed, self._deals, rng)
        sums = np.zeros(64, np.float64)
        try_cards(packed, states, board_of(cards), new_rng(rng.getrandbits(63)), sums)
        best = max(cards, key=lambda card: sums[code_of_card(card)])
        return Play(card_of_code(code_of_card(best)))


@routine
def try_cards(rules: PackedRules, states: State, choices: int, rng: RngState, sums: Floats) -> None:
    """For each card, by code, add up what playing it comes to in every deal, a row of `states`,
    for the side of the seat whose turn it is."""
    state = np.zeros(SIZE, np.int64)
    points = np.zeros(MOST_PLAYERS, np.int64)
    gains = np.zeros(MOST_PLAYERS, np.float64)
    for row in range(len(states)):
        actor = seat_to_play(rules, states[row])
        begun = rng[0]
        left = choices
        while left:
            code = code_of(left)
            left &= left - 1
            for place in range(SIZE):
                state[place] = states[row, place]
            rng[0] = begun
            play_card(rules, state, code)
            play_ducking(rules, state, rng)
            score(rules, state, points)
            gain_by_seat(rules, points, gains)
            sums[code] += gains[actor]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=3000, help="looked at for each card")
    parser.add_argument("--exposing", choices=EXPOSING, default="steady")
    asked = parser.parse_args()
    serve(Flat(asked.deals, asked.exposing))


if __name__ == "__main__":
    main()
