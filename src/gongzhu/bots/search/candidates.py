"""The candidates of a seat, as actions and as arrays for kernels."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import assert_never

import numpy as np
from msgspec import Struct

from gongzhu.bots.evaluation.passing import choose_pass
from gongzhu.bots.evaluation.reading import read
from gongzhu.bots.policy import Policy
from gongzhu.bots.search.pass_candidates import pass_candidates
from gongzhu.bots.search.rollouts import EXPOSES, MOONS, PASSES, PLAYS, RolloutTask
from gongzhu.bots.search.utility import utility_of
from gongzhu.cards import KEY_CARDS, QUEEN_OF_DIAMONDS, Card
from gongzhu.packed.boards import board_of, cards_of, code_of_card
from gongzhu.packed.layout import MODE_BITS, NOBODY, PILES, Ints, State, new_state
from gongzhu.packed.packing import MODE_CODES, pack_position
from gongzhu.packed.rules import OTHERS, SELF, PackedRules
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Expose,
    Mode,
    MoonChoice,
    Pass,
    Phase,
    Play,
    exposure_modes,
    side_of,
)
from gongzhu.view import View

MOON_CODES: dict[MoonChoice, int] = {"others": OTHERS, "self": SELF}

UNIQUE = frozenset({*KEY_CARDS, QUEEN_OF_DIAMONDS})
"""Cards that are not equivalent to any other card."""


class Candidates(Struct, frozen=True):
    """The candidates of a seat."""

    actions: tuple[tuple[Action, ...], ...]
    """For each candidate, its equivalent actions: neighbouring cards that score the same."""
    task: RolloutTask
    complete: bool
    """True if all legal actions except claims are included."""


def candidates_of(view: View, packed: PackedRules, policy: Policy, *also: Action) -> Candidates:
    """The candidates of the view's seat, which must act.

    They are all legal actions; of passes only those that the policy chooses most often, the one
    that `steady` would choose, and those in `also`.
    """
    public, own, seat = view.public, view.own, view.seat
    assert own is not None
    assert seat is not None
    start = new_state()
    steps = public.passing % public.players
    captor = NOBODY if public.leader is None else public.leader
    modes: list[int] = []
    actions: Sequence[tuple[Action, ...]]
    match public.phase:
        case Phase.PASSING:
            kind = PASSES
            boards = pass_candidates(packed, policy, board_of(own.hand), steps)
            boards.append(board_of(choose_pass(read(view))))
            boards += [board_of(action.cards) for action in also if isinstance(action, Pass)]
            boards = list(dict.fromkeys(boards))
            actions = [(Pass(cards_of(board)),) for board in boards]
        case Phase.EXPOSING:
            kind = EXPOSES
            ways = list(_exposures(view))
            actions = [(Expose(way),) for way in ways]
            boards = [board_of(way) for way in ways]
            modes = [_modes_word(way) for way in ways]
        case Phase.PLAYING:
            kind = PLAYS
            shown = {exposure.card: exposure.mode for exposure in public.exposed}
            start = pack_position(packed, view.rules, public, [0] * public.players, shown)
            groups = _groups(packed, start, own.hand, view.playable())
            actions = [tuple(Play(card) for card in cards) for cards in groups]
            boards = [code_of_card(cards[0]) for cards in groups]
        case Phase.MOON:
            kind = MOONS
            actions = [(ChooseMoon(choice),) for choice in MOON_CODES]
            boards = list(MOON_CODES.values())
            start = pack_position(packed, view.rules, public, [0] * public.players, {})
        case Phase.ENDED:
            raise AssertionError("nobody must act in a deal that has ended")
        case _:
            assert_never(public.phase)
    task = RolloutTask(
        kind=kind,
        seat=seat,
        utility=utility_of(packed, side_of(view.rules, seat), public.totals, ended=kind == MOONS),
        start=start,
        steps=steps,
        captor=captor,
        boards=_array(boards),
        modes=_array(modes or [0] * len(boards)),
    )
    return Candidates(tuple(actions), task, complete=kind != PASSES)


def _groups(
    packed: PackedRules, start: State, hand: Iterable[Card], playable: Iterable[Card]
) -> list[tuple[Card, ...]]:
    """The playable cards in groups of equivalent ones: no card between those of a group is in
    another hand or on the table."""
    captured = int(np.bitwise_or.reduce(start[PILES : PILES + packed.players]))
    others = packed.pack & ~captured & ~board_of(hand)
    groups: list[tuple[Card, ...]] = []
    for card in playable:
        last = groups[-1][-1] if groups else None
        equivalent = (
            last is not None
            and last.suit is card.suit
            and not {last, card} & UNIQUE
            and _planes(packed, last) == _planes(packed, card)
            and not others & (1 << code_of_card(card)) - (1 << code_of_card(last))
        )
        if equivalent:
            groups[-1] += (card,)
        else:
            groups.append((card,))
    return groups


def _planes(packed: PackedRules, card: Card) -> list[bool]:
    """The bits of a heart's points, which distinguish hearts with different points."""
    bit = 1 << code_of_card(card)
    return [bool(plane & bit) for plane in packed.heart_planes]


def _exposures(view: View) -> list[dict[Card, Mode]]:
    """Every way to expose key cards of the hand."""
    assert view.own is not None
    held = [card for card in KEY_CARDS if card in view.own.hand]
    ways: tuple[Mode | None, ...] = (None, *exposure_modes(view.rules))
    return [
        {card: mode for card, mode in zip(held, chosen, strict=True) if mode}
        for chosen in product(ways, repeat=len(held))
    ]


def _modes_word(way: dict[Card, Mode]) -> int:
    return sum(MODE_CODES[mode] << MODE_BITS * card.suit.order for card, mode in way.items())


def _array(numbers: list[int]) -> Ints:
    return np.array(numbers, np.int64)
