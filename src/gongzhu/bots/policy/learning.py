"""Kernels: what playing against itself teaches the policy.

Every deal is played several times. What a choice is worth is how the play went on, for its own
side against the rivals, less how the other plays of the same deal went on from that trick: so the
luck of the deal counts for nothing. From it follows how each number of the tables should change:
the gradient, and how much was seen of it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.policy.exposing import choose_exposures, expose_kinds, ways
from gongzhu.bots.policy.kinds import TABLES, kinds, role_of
from gongzhu.bots.policy.passing import losers_of, next_pass, pass_kinds
from gongzhu.bots.policy.playing import pick
from gongzhu.bots.policy.situation import course_of, read
from gongzhu.bots.policy.tables import Policy
from gongzhu.packed.beginning import begin, pass_cards
from gongzhu.packed.boards import KEY_BOARD
from gongzhu.packed.jit import advance, code_of, kernel, mixed, spread
from gongzhu.packed.layout import (
    EXPOSED,
    HANDS,
    MODE_BITS,
    MODES,
    MOST_PLAYERS,
    NOBODY,
    PLAYED,
    SIZE,
    TRICKS,
    Chance,
    Numbers,
    State,
)
from gongzhu.packed.playout import deal_at_random
from gongzhu.packed.rules import NO_SALE, POOLED, SEPARATE, PackedRules
from gongzhu.packed.scoring import score
from gongzhu.packed.tricks import legal, play

Reals = NDArray[np.float64]

Learned = NDArray[np.float32]
"""For each number of a table: where it should go, how much was seen of it, and scratch. They
stand side by side, for what takes time here is memory."""
GRADIENT, SEEN, DIFFERENCE = range(3)

PLAYS = 6
"""How often each deal is played."""
MOST_CARDS = 13
"""In a hand."""
MOST_TURNS = 52


class Lesson(NamedTuple):
    """Where learning keeps what it sees; `new_lesson` makes one."""

    playing: Learned
    passing: Learned
    exposing: Learned
    """With a place at the end for not to expose a card, which teaches nothing."""
    values: Reals
    """By play, trick and seat: the points by what has been captured before the trick, for the
    seat's side against its rivals; at the place after the last trick, of the whole deal."""
    codes: Numbers
    """By play and turn: what was played."""
    choices: Numbers
    """By play: for each seat the cards it passed, by their codes in 8 bits each from the first;
    the boards of these; how cards were exposed."""
    chances: Reals
    """Of the cards of one turn."""
    logs: Reals
    places: Numbers
    """And their places in the tables."""


def new_lesson(playing: int, passing: int, exposing: int) -> Lesson:
    """Nothing seen yet, for tables of these sizes."""
    return Lesson(
        np.zeros((playing, 4), np.float32),
        np.zeros((passing, 4), np.float32),
        np.zeros((exposing + 1, 4), np.float32),
        np.zeros((PLAYS, MOST_CARDS + 1, MOST_PLAYERS)),
        np.zeros((PLAYS, MOST_TURNS), np.int64),
        np.zeros((PLAYS, 3, MOST_PLAYERS), np.int64),
        np.zeros(MOST_CARDS),
        np.zeros(MOST_CARDS),
        np.zeros((MOST_CARDS, TABLES), np.int64),
    )


@kernel
def learn(
    rules: PackedRules,
    policy: Policy,
    steps: int,
    scale: float,
    temperature: float,
    deck: Numbers,
    chance: Chance,
    deals: int,
    lesson: Lesson,
) -> None:
    """Play so many deals, and add to the lesson what they teach.

    Cards are passed so many steps. `scale` makes points of pigs' hundredths, `temperature` is
    how many of these an even spread of chances is worth.
    """
    dealt = np.zeros(MOST_PLAYERS, np.int64)
    state = np.zeros(SIZE, np.int64)
    for _ in range(deals):
        deal_at_random(rules, state, deck, chance)
        for seat in range(rules.players):
            dealt[seat] = state[HANDS + seat]
        chance[0] = advance(chance[0])
        drawn, _ = spread(mixed(chance[0]), 2 * rules.players)
        captor = drawn if rules.captor_leads and drawn < rules.players else NOBODY
        for number in range(PLAYS):
            _begin(rules, policy, steps, dealt, captor, state, chance, lesson, number)
            _play(rules, policy, state, scale, chance, lesson, number)
        for number in range(PLAYS):
            _study(rules, policy, steps, dealt, captor, state, temperature, lesson, number)


@kernel
def _begin(
    rules: PackedRules,
    policy: Policy,
    steps: int,
    dealt: Numbers,
    captor: int,
    state: State,
    chance: Chance,
    lesson: Lesson,
    number: int,
) -> None:
    """Pass and expose by the policy; the choices are kept in the lesson."""
    choices = lesson.choices
    for seat in range(rules.players):
        state[HANDS + seat] = dealt[seat]
        if steps:
            lost = losers_of(rules, dealt[seat])
            rest = dealt[seat]
            order = 0
            for place in range(3):
                code = next_pass(policy, rest, lost, steps, chance)
                rest ^= 1 << code
                order |= code << 8 * place
            choices[number, 0, seat] = order
            choices[number, 1, seat] = dealt[seat] ^ rest
    if steps:
        pass_cards(rules, state, steps, choices[number, 1])
    begin(rules, state, captor)
    if rules.sale != NO_SALE:
        for seat in range(rules.players):
            board, modes = choose_exposures(rules, policy, state[HANDS + seat], chance)
            choices[number, 2, seat] = modes
            state[EXPOSED] |= board
            state[MODES] |= modes


@kernel
def _play(
    rules: PackedRules,
    policy: Policy,
    state: State,
    scale: float,
    chance: Chance,
    lesson: Lesson,
    number: int,
) -> None:
    """Play by the policy; the cards and how the points stand go into the lesson."""
    points = np.zeros(MOST_PLAYERS, np.int64)
    table, codes, values = policy.playing, lesson.codes, lesson.values
    numbers = chance[0]
    for turn in range(rules.players * rules.hand_size):
        if not state[PLAYED]:
            _stand(rules, state, points, scale, values[number, state[TRICKS]])
        code, numbers = pick(rules, table, state, legal(rules, state), numbers)
        codes[number, turn] = code
        play(rules, state, code)
    _stand(rules, state, points, scale, values[number, rules.hand_size])
    chance[0] = numbers


@kernel
def _stand(rules: PackedRules, state: State, points: Numbers, scale: float, values: Reals) -> None:
    """How each seat's side stands against its rivals, by what has been captured."""
    score(rules, state, points)
    total = 0
    for pile in range(rules.piles):
        total += points[pile]
    for seat in range(rules.players):
        own = points[seat & 1] if rules.partners == POOLED else points[seat]
        if rules.partners == SEPARATE:
            own += points[seat ^ 2]
        values[seat] = scale * (own - (total - own) / (rules.sides - 1))


@kernel
def _study(
    rules: PackedRules,
    policy: Policy,
    steps: int,
    dealt: Numbers,
    captor: int,
    state: State,
    temperature: float,
    lesson: Lesson,
    number: int,
) -> None:
    """Go through a play again, and add up what its choices teach."""
    choices, values, codes = lesson.choices, lesson.values, lesson.codes
    chances, logs, places = lesson.chances, lesson.logs, lesson.places
    playing, table = lesson.playing, policy.playing
    for seat in range(rules.players):
        state[HANDS + seat] = dealt[seat]
        if steps:
            worth = _better(values, number, 0, seat, rules.hand_size)
            _study_pass(
                rules,
                policy,
                steps,
                dealt[seat],
                choices[number, 0, seat],
                worth,
                temperature,
                lesson,
            )
    if steps:
        pass_cards(rules, state, steps, choices[number, 1])
    begin(rules, state, captor)
    if rules.sale != NO_SALE:
        for seat in range(rules.players):
            modes = choices[number, 2, seat]
            worth = _better(values, number, 0, seat, rules.hand_size)
            hand = state[HANDS + seat]
            state[MODES] |= modes
            state[EXPOSED] |= _study_exposures(
                rules, policy, hand, modes, worth, temperature, lesson
            )
    for turn in range(rules.players * rules.hand_size):
        cards = legal(rules, state)
        if cards & (cards - 1):
            now = read(rules, state, course_of(rules, state), cards)
            count = 0
            chosen = 0
            while cards:
                code = code_of(cards)
                cards &= cards - 1
                if code == codes[number, turn]:
                    chosen = count
                one, two, three, four, five, six = kinds(now, role_of(now), code)
                places[count, 0] = one
                places[count, 1] = two
                places[count, 2] = three
                places[count, 3] = four
                places[count, 4] = five
                places[count, 5] = six
                deserved = table[one] * table[two] * table[three] * table[four]
                chances[count] = deserved * table[five] * table[six]
                count += 1
            worth = _better(values, number, state[TRICKS], now.seat, rules.hand_size)
            _add(playing, chances, logs, places, count, TABLES, chosen, worth, temperature)
        play(rules, state, codes[number, turn])


@kernel
def _better(values: Reals, number: int, trick: int, seat: int, last: int) -> float:
    """How much better a play went on from a trick than the others of the deal."""
    total = 0.0
    for other in range(PLAYS):
        total += values[other, last, seat] - values[other, trick, seat]
    own = values[number, last, seat] - values[number, trick, seat]
    return (own * PLAYS - total) / (PLAYS - 1)


@kernel
def _study_pass(
    rules: PackedRules,
    policy: Policy,
    steps: int,
    hand: int,
    order: int,
    worth: float,
    temperature: float,
    lesson: Lesson,
) -> None:
    chances, logs, places = lesson.chances, lesson.logs, lesson.places
    learned = lesson.passing
    lost = losers_of(rules, hand)
    rest = hand
    for place in range(3):
        passed = order >> 8 * place & 255
        cards = rest
        count = 0
        chosen = 0
        while cards:
            code = code_of(cards)
            cards &= cards - 1
            if code == passed:
                chosen = count
            at = pass_kinds(rest, lost, steps, code)
            deserved = 1.0
            for table in range(4):
                places[count, table] = at[table]
                deserved *= policy.passing[at[table]]
            chances[count] = deserved
            count += 1
        _add(learned, chances, logs, places, count, 4, chosen, worth, temperature)
        rest ^= 1 << passed


@kernel
def _study_exposures(
    rules: PackedRules,
    policy: Policy,
    hand: int,
    modes: int,
    worth: float,
    temperature: float,
    lesson: Lesson,
) -> int:
    """Gives the board of the cards exposed."""
    chances, logs, places = lesson.chances, lesson.logs, lesson.places
    learned = lesson.exposing
    lost = losers_of(rules, hand)
    first, last = ways(rules)
    keys = hand & rules.points & KEY_BOARD
    board = 0
    while keys:
        code = code_of(keys)
        keys &= keys - 1
        chosen = modes >> MODE_BITS * (code >> 4) & 3
        if chosen:
            board |= 1 << code
            chosen -= first - 1
        for table in range(3):
            places[0, table] = len(policy.exposing)  # not to expose a card always deserves 1
        chances[0] = 1.0
        for mode in range(first, last + 1):
            at = expose_kinds(hand, lost, code, mode)
            deserved = 1.0
            for table in range(3):
                places[mode - first + 1, table] = at[table]
                deserved *= policy.exposing[at[table]]
            chances[mode - first + 1] = deserved
        count = last - first + 2
        _add(learned, chances, logs, places, count, 3, chosen, worth, temperature)
    return board


@kernel
def _add(
    learned: Learned,
    chances: Reals,
    logs: Reals,
    places: Numbers,
    count: int,
    tables: int,
    chosen: int,
    worth: float,
    temperature: float,
) -> None:
    """Add what one choice teaches: it came out better by `worth` than others."""
    total = 0.0
    for choice in range(count):
        total += chances[choice]
    evenness = 0.0
    for choice in range(count):
        share = chances[choice] / total
        chances[choice] = share
        logs[choice] = np.log(share)
        evenness -= share * logs[choice]
    for choice in range(count):
        share = chances[choice]
        evened = -temperature * share * (logs[choice] + evenness)
        taken = (choice == chosen) - share
        for table in range(tables):
            at = places[choice, table]
            learned[at, GRADIENT] += evened
            learned[at, DIFFERENCE] += taken
    for choice in range(count):
        for table in range(tables):
            at = places[choice, table]
            difference = learned[at, DIFFERENCE]
            learned[at, GRADIENT] += worth * difference
            learned[at, SEEN] += difference * difference
            learned[at, DIFFERENCE] = 0
