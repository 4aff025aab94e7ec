"""Kernels: every choice tried on the same deals with the same chance, by playing them out."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.policy import Policy, choose_exposures, choose_pass, play_while
from gongzhu.bots.search.utility import Aim, worth
from gongzhu.bots.worlds import lay_down
from gongzhu.packed.beginning import begin, pass_cards
from gongzhu.packed.boards import DOUBLER_BOARD, HEARTS_BOARD, PIG_BOARD, SHEEP_BOARD
from gongzhu.packed.ending import side_of, unanswered_moon
from gongzhu.packed.jit import choose, count, kernel, stir
from gongzhu.packed.layout import (
    EXPOSED,
    HANDS,
    MODES,
    MOON_CHOICE,
    MOST_PLAYERS,
    NOBODY,
    PILES,
    SIZE,
    Chance,
    Numbers,
    State,
    new_chance,
    new_state,
)
from gongzhu.packed.rules import CHOICE, NO_SALE, POOLED, PackedRules
from gongzhu.packed.scoring import instant_winner, moon_shooter, score, whole_pile
from gongzhu.packed.tricks import play

Floats: TypeAlias = NDArray[np.float64]

PASSES, EXPOSES, PLAYS, MOONS = range(4)
"""What is chosen between."""
PIGS, SHEEPS, DOUBLERS, SLAMS = range(4)
"""What is counted by seat: captures, and slams, in Hearts moons."""
COUNTS = 4


class Task(NamedTuple):
    """What a seat must choose, and what all deals have in common."""

    kind: int
    seat: int
    aim: Aim
    start: State
    """The position without hands and without what lies face down; before play only the hands'
    places count."""
    steps: int
    """How many seats on cards are passed."""
    captor: int
    """Who leads the deal first, where the last captor of the pig does; or nobody."""
    boards: Numbers
    """For each choice the cards to pass or to expose, the code of the card to play, or what a
    moon is to count for."""
    modes: Numbers
    """For each choice how its cards are exposed."""


class Deals(NamedTuple):
    """Deals to try the choices on."""

    hands: NDArray[np.int64]
    """By deal and seat."""
    down: Numbers
    """By deal, the cards that lie face down unplayed."""
    chance: Chance
    """Out of which each deal has random numbers of its own."""


class Findings(NamedTuple):
    """What came of it, by choice; and room to work in."""

    values: Floats
    """By choice and deal."""
    points: Floats
    """The points of the seat's side, by choice and deal."""
    counts: NDArray[np.int64]
    """By choice, seat, and what is counted."""
    state: State
    chance: Chance
    scores: Numbers
    totals: Numbers
    passed: Numbers


def new_findings(choices: int, deals: int) -> Findings:
    """Room for so many choices on so many deals."""
    return Findings(
        values=np.zeros((choices, deals)),
        points=np.zeros((choices, deals)),
        counts=np.zeros((choices, MOST_PLAYERS, COUNTS), np.int64),
        state=new_state(),
        chance=new_chance(0),
        scores=np.zeros(MOST_PLAYERS, np.int64),
        totals=np.zeros(MOST_PLAYERS, np.int64),
        passed=np.zeros(MOST_PLAYERS, np.int64),
    )


@kernel
def try_choices(
    rules: PackedRules,
    policy: Policy,
    task: Task,
    deals: Deals,
    wanted: Numbers,
    findings: Findings,
) -> None:
    """Try the wanted choices, by their places, on every deal, and note what came of it. A deal is
    played on until the rest cannot count."""
    counting = choose(rules.queen_of_diamonds != 0, rules.pack, rules.points)
    for deal in range(len(deals.down)):
        for choice in wanted:
            _begin(rules, policy, task, deals, deal, choice, findings)
            if task.kind != MOONS:
                play_while(rules, policy, findings.state, findings.chance, counting)
            _note(rules, task, choice, deal, findings)


@kernel
def _begin(
    rules: PackedRules,
    policy: Policy,
    task: Task,
    deals: Deals,
    deal: int,
    choice: int,
    findings: Findings,
) -> None:
    """Set up a deal, and do what was chosen in it."""
    state, chance, passed = findings.state, findings.chance, findings.passed
    start, hands = task.start, deals.hands
    for word in range(SIZE):
        state[word] = start[word]
    for seat in range(rules.players):
        state[HANDS + seat] = hands[deal, seat]
    chance[0] = stir(deals.chance[0], deal)
    if task.kind == PLAYS:
        lay_down(state, deals.down[deal])
        play(rules, state, task.boards[choice])
        return
    if task.kind == MOONS:
        state[MOON_CHOICE] = task.boards[choice]
        return
    if task.kind == PASSES:
        for seat in range(rules.players):
            passed[seat] = choose_pass(rules, policy, state[HANDS + seat], task.steps, chance)
        passed[task.seat] = task.boards[choice]
        pass_cards(rules, state, task.steps, passed)
    begin(rules, state, task.captor)
    if rules.sale != NO_SALE:
        for seat in range(rules.players):
            cards, modes = choose_exposures(rules, policy, state[HANDS + seat], chance)
            if seat == task.seat and task.kind == EXPOSES:
                cards = task.boards[choice]
                modes = task.modes[choice]
            state[EXPOSED] |= cards
            state[MODES] |= modes


@kernel
def _note(rules: PackedRules, task: Task, choice: int, column: int, findings: Findings) -> None:
    """Note what the deal has come to."""
    state, scores, totals, counts = (
        findings.state,
        findings.scores,
        findings.totals,
        findings.counts,
    )
    if rules.moon == CHOICE and task.kind != MOONS:
        shooter = moon_shooter(rules, state)
        if shooter != NOBODY:
            state[MOON_CHOICE] = unanswered_moon(rules, task.aim.totals, side_of(rules, shooter))
    score(rules, state, scores)
    findings.values[choice, column] = worth(
        rules, task.aim, scores, instant_winner(rules, state), totals
    )
    own = 0
    for pile in range(rules.piles):
        if side_of(rules, pile) == task.aim.side:
            own += scores[pile]
    findings.points[choice, column] = own
    slam = whole_pile(rules, state, rules.points if rules.hearts_game else HEARTS_BOARD)
    for seat in range(rules.players):
        cards = state[PILES + seat]
        counts[choice, seat, PIGS] += count(cards & PIG_BOARD)
        counts[choice, seat, SHEEPS] += count(cards & SHEEP_BOARD)
        counts[choice, seat, DOUBLERS] += count(cards & DOUBLER_BOARD)
        pile = seat & 1 if rules.partners == POOLED else seat
        counts[choice, seat, SLAMS] += pile == slam
