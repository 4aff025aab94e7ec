"""Each kernel called once, which compiles it."""

import numpy as np

from gongzhu.packed.beginning import begin, expose, pass_cards, steps_of
from gongzhu.packed.bits import code_of
from gongzhu.packed.ending import end_deal, round_points, unanswered_moon
from gongzhu.packed.layout import MOST_PLAYERS, NOBODY, OPEN, new_chance, new_state
from gongzhu.packed.packing import new_deck
from gongzhu.packed.playout import deal_at_random, play_out, run_deals
from gongzhu.packed.rules import pack_rules
from gongzhu.packed.scoring import instant_winner, moon_shooter, pig_captor, score
from gongzhu.packed.solving import new_memory, solve_each, solve_two
from gongzhu.packed.tricks import legal, play, turn
from gongzhu.rules import PRESETS


def run_everything() -> None:
    """Play a deal by every kernel that may be called from outside."""
    packed = pack_rules(PRESETS["gongzhu-denexa"].rules)
    state, deck, chance = new_state(), new_deck(packed), new_chance(0)
    numbers = np.zeros(MOST_PLAYERS, np.int64)
    deal_at_random(packed, state, deck, chance)
    pass_cards(packed, state, steps_of(packed, 0), numbers)
    begin(packed, state, NOBODY)
    expose(state, 0, 0, OPEN)
    turn(packed, state)
    play(packed, state, code_of(legal(packed, state)))
    play_out(packed, state, chance)
    score(packed, state, numbers)
    moon_shooter(packed, state)
    pig_captor(packed, state)
    end = end_deal(packed, numbers, numbers, instant_winner(packed, state))
    round_points(packed, end, 0)
    unanswered_moon(packed, numbers, 0)
    solve_each(packed, state, new_memory(1), numbers)
    solve_two(packed, state, new_memory(1), 0, 1)
    run_deals(packed, state, deck, chance, 1, numbers)
