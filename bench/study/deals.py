"""Deals that the policy plays against itself, in kernels, and what is kept of each."""

from typing import NamedTuple

import numpy as np

from bench.packed.random_playouts import deal_randomly, new_deck
from gongzhu.bots.policy import Policy, policy_of, sample_card, sample_exposures, sample_pass
from gongzhu.cards import Card
from gongzhu.packed.beginning import begin, pass_cards
from gongzhu.packed.boards import board_of, code_of_card
from gongzhu.packed.jit import advance, bounded, kernel, splitmix64
from gongzhu.packed.layout import (
    EXPOSED,
    HANDS,
    LEADER,
    MODE_BITS,
    MODES,
    NOBODY,
    PLAYED,
    SIZE,
    TRICKS,
    Ints,
    RngState,
    State,
    new_rng,
)
from gongzhu.packed.rules import NO_SALE, PIG_CAPTOR, PackedRules, pack_rules
from gongzhu.packed.scoring import pile_cards, score
from gongzhu.packed.tricks import play_card
from gongzhu.rules import RuleSet
from gongzhu.rules.facts import moon_cards
from gongzhu.rules.options import MOST_PLAYERS

AS_IT_LIKES = -1
"""In place of a mode of exposing: the policy chooses."""


class StudyDeals(NamedTuple):
    """The record of deals, a row for each."""

    points: Ints
    """int64 [deals, piles], points."""
    hands: Ints
    """int64 [deals, players], boards: the hands after passing."""
    leader: Ints
    """int64 [deals]: the seat that leads first."""
    modes: Ints
    """int64 [deals]: MODES words."""
    maker: Ints
    """int64 [deals]: the pile that captured the first card of a slam."""
    run: Ints
    """int64 [deals], cards: those that it captured before another pile captured one."""


def slam_cards(rules: RuleSet) -> tuple[Card, ...]:
    """The cards of a slam or a moon."""
    return tuple(sorted(moon_cards(rules)))


def play_deals(
    rules: RuleSet,
    deals: int,
    seed: int,
    card: Card | None = None,
    mode: int = AS_IT_LIKES,
) -> StudyDeals:
    """So many deals under these rules, from a seed; the key card exposed that way, whoever has
    it, everything else as the policy likes. The same seed deals the same hands."""
    packed = pack_rules(rules)
    kept = StudyDeals(
        np.zeros((deals, packed.piles), np.int64),
        np.zeros((deals, packed.players), np.int64),
        *(np.zeros(deals, np.int64) for _ in range(4)),
    )
    code = code_of_card(card) if card else 0
    deck, chance = new_deck(packed), new_rng(seed)
    wanted = board_of(slam_cards(rules))
    _play_deals(packed, policy_of(rules), code, mode, wanted, deck, chance, deals, *kept)
    return kept


@kernel
def _play_deals(
    rules: PackedRules,
    policy: Policy,
    code: int,
    mode: int,
    wanted: int,
    deck: Ints,
    chance: RngState,
    deals: int,
    points: Ints,
    hands: Ints,
    leader: Ints,
    modes: Ints,
    maker: Ints,
    run: Ints,
) -> None:
    state = np.zeros(SIZE, np.int64)
    passed = np.zeros(MOST_PLAYERS, np.int64)
    own = np.zeros(1, np.uint64)
    for deal in range(deals):
        deal_randomly(rules, state, deck, chance)
        chance[0] = advance(chance[0])
        drawn, rest = bounded(splitmix64(chance[0]), rules.players)
        own[0] = rest  # play has chance of its own, so that it leaves the next deal alone
        steps = rules.pass_cycle >> 4 * (deal % rules.pass_cycle_length) & 15
        if steps:
            for seat in range(rules.players):
                passed[seat] = sample_pass(rules, policy, state[HANDS + seat], steps, own)
            pass_cards(rules, state, steps, passed)
        begin(rules, state, drawn if rules.later_lead == PIG_CAPTOR else NOBODY)
        if rules.sale != NO_SALE:
            _expose(rules, policy, state, code, mode, own)
        leader[deal] = state[LEADER]
        modes[deal] = state[MODES]
        for seat in range(rules.players):
            hands[deal, seat] = state[HANDS + seat]
        maker[deal] = NOBODY
        _play_out(rules, policy, state, wanted, own, deal, maker, run)
        score(rules, state, points[deal])


@kernel
def _expose(
    rules: PackedRules, policy: Policy, state: State, code: int, mode: int, chance: RngState
) -> None:
    for seat in range(rules.players):
        board, modes = sample_exposures(rules, policy, state[HANDS + seat], chance)
        if mode >= 0 and state[HANDS + seat] >> code & 1:
            place = MODE_BITS * (code >> 4)
            board = (board & ~(1 << code)) | ((mode != 0) << code)
            modes = (modes & ~(3 << place)) | (mode << place)
        state[EXPOSED] |= board
        state[MODES] |= modes


@kernel
def _play_out(
    rules: PackedRules,
    policy: Policy,
    state: State,
    wanted: int,
    chance: RngState,
    deal: int,
    maker: Ints,
    run: Ints,
) -> None:
    """To the end; follows how far the first captor of a card of the slam comes alone."""
    alone = True
    while state[TRICKS] < rules.hand_size:
        play_card(rules, state, sample_card(rules, policy, state, chance))
        if alone and not state[PLAYED]:
            for pile in range(rules.piles):
                cards = pile_cards(rules, state, pile) & wanted
                if cards and maker[deal] == NOBODY:
                    maker[deal] = pile
                elif cards and maker[deal] != pile:
                    alone = False
            if alone and maker[deal] != NOBODY:
                run[deal] = 0
                cards = pile_cards(rules, state, maker[deal]) & wanted
                while cards:
                    run[deal] += 1
                    cards &= cards - 1
