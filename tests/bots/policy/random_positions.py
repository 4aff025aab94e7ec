"""Positions of deals played by chance, for tests of what plays them better."""

from collections.abc import Iterator
from random import Random

from bench.packed.random_playouts import deal_randomly, new_deck
from gongzhu.bots.policy import Policy, policy_of
from gongzhu.packed.beginning import begin, expose
from gongzhu.packed.bits import count
from gongzhu.packed.layout import (
    DOWN,
    HANDS,
    MODES,
    NOBODY,
    TRICKS,
    State,
    new_rng,
    new_state,
)
from gongzhu.packed.rules import DOWN_OR_UP, NO_SALE, PackedRules, pack_rules
from gongzhu.packed.tricks import legal_cards, play_card, seat_to_play
from gongzhu.rules import PRESETS


def packed(name: str) -> tuple[PackedRules, Policy]:
    return pack_rules(PRESETS[name].rules), policy_of(PRESETS[name].rules)


def cards_in(board: int) -> list[int]:
    return [code for code in range(61) if int(board) >> code & 1]


def key_codes(rules: PackedRules) -> list[int]:
    return cards_in(rules.keys)


def dealt(rules: PackedRules, rng: Random) -> State:
    """A deal in which play begins; each key card is exposed or not, in any way the rules know."""
    state = new_state()
    deal_randomly(rules, state, new_deck(rules), new_rng(rng.getrandbits(64)))
    begin(rules, state, NOBODY)
    for code in key_codes(rules):
        if rules.sale != NO_SALE and rng.random() < 0.5:
            mode = rng.choice((2, 3)) if rules.sale == DOWN_OR_UP else 1
            expose(state, 1 << code, mode)
    return state


def positions(rules: PackedRules, rng: Random) -> Iterator[State]:
    """The positions of a deal that is played by chance."""
    state = dealt(rules, rng)
    while state[TRICKS] < rules.hand_size:
        yield state
        play_card(rules, state, rng.choice(cards_in(legal_cards(rules, state))))


def exchanged(rules: PackedRules, state: State, rng: Random) -> State:
    """The same to the seat that is to play: the others' cards are mixed, but for those that lie
    open, and what lies face down may be any of them, or nothing."""
    seat = seat_to_play(rules, state)
    others = [at for at in range(rules.players) if at != seat]
    modes = {code: int(state[MODES]) >> 2 * (code >> 4) & 3 for code in key_codes(rules)}
    shown = {code for code, mode in modes.items() if mode not in (0, DOWN)}
    mixed = state.copy()
    hidden = [code for at in others for code in cards_in(state[HANDS + at]) if code not in shown]
    rng.shuffle(hidden)
    for at in others:
        kept = [code for code in cards_in(state[HANDS + at]) if code in shown]
        size = count(state[HANDS + at]) - len(kept)
        mixed[HANDS + at] = sum(1 << code for code in kept + hidden[:size])
        hidden = hidden[size:]
    for code in key_codes(rules):
        unseen = not (state[HANDS + seat] >> code & 1) and any(
            state[HANDS + at] >> code & 1 for at in others
        )
        if unseen and code not in shown and rules.sale == DOWN_OR_UP:
            mixed[MODES] &= ~(3 << 2 * (code >> 4))
            mixed[MODES] |= rng.choice((0, DOWN)) << 2 * (code >> 4)
    return mixed
