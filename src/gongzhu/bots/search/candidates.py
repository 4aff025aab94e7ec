"""What a seat may choose between, as actions and as numbers for kernels."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import assert_never

import numpy as np
from msgspec import Struct

from gongzhu.bots.evaluation.passing import choose_pass
from gongzhu.bots.evaluation.reading import read
from gongzhu.bots.policy import Policy
from gongzhu.bots.search.pass_candidates import likely_passes
from gongzhu.bots.search.rollouts import EXPOSES, MOONS, PASSES, PLAYS, Task
from gongzhu.bots.search.utility import aim_of
from gongzhu.cards import KEY_CARDS, QUEEN_OF_DIAMONDS, Card
from gongzhu.packed.boards import board_of, cards_of, code_of_card
from gongzhu.packed.layout import MODE_BITS, NOBODY, PILES, Numbers, State, new_state
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


APART = frozenset({*KEY_CARDS, QUEEN_OF_DIAMONDS})
"""Cards that are like no other."""


class Choices(Struct, frozen=True):
    """What a seat may choose between."""

    actions: tuple[tuple[Action, ...], ...]
    """For each choice the actions that come to the same: cards that are neighbours, and worth the
    same."""
    task: Task
    complete: bool
    """Whether there is nothing else that it may do, claims aside."""


def choices_of(view: View, packed: PackedRules, policy: Policy) -> Choices:
    """The choices of the view's seat, which must act."""
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
            boards = likely_passes(packed, policy, board_of(own.hand), steps)
            by_thumb = board_of(choose_pass(read(view)))
            boards += [] if by_thumb in boards else [by_thumb]
            actions = [(Pass(seat, cards_of(board)),) for board in boards]
        case Phase.EXPOSING:
            kind = EXPOSES
            ways = list(_exposures(view))
            actions = [(Expose(seat, way),) for way in ways]
            boards = [board_of(way) for way in ways]
            modes = [_modes_word(way) for way in ways]
        case Phase.PLAYING:
            kind = PLAYS
            shown = {exposure.card: exposure.mode for exposure in public.exposed}
            start = pack_position(packed, view.rules, public, [0] * public.players, shown)
            groups = _groups(packed, start, own.hand, view.playable())
            actions = [tuple(Play(seat, card) for card in cards) for cards in groups]
            boards = [code_of_card(cards[0]) for cards in groups]
        case Phase.MOON:
            kind = MOONS
            actions = [(ChooseMoon(seat, choice),) for choice in MOON_CODES]
            boards = list(MOON_CODES.values())
            start = pack_position(packed, view.rules, public, [0] * public.players, {})
        case Phase.ENDED:
            raise AssertionError("nobody must act in a deal that has ended")
        case _:
            assert_never(public.phase)
    task = Task(
        kind=kind,
        seat=seat,
        aim=aim_of(packed, side_of(view.rules, seat), public.totals, ended=kind == MOONS),
        start=start,
        steps=steps,
        captor=captor,
        boards=_array(boards),
        modes=_array(modes or [0] * len(boards)),
    )
    return Choices(tuple(actions), task, complete=kind != PASSES)


def _groups(
    packed: PackedRules, start: State, hand: Iterable[Card], playable: Iterable[Card]
) -> list[tuple[Card, ...]]:
    """The cards that may be played, those together that do the same: between them there is none in
    another hand or on the table."""
    captured = int(np.bitwise_or.reduce(start[PILES : PILES + packed.players]))
    others = packed.pack & ~captured & ~board_of(hand)
    groups: list[tuple[Card, ...]] = []
    for card in playable:
        last = groups[-1][-1] if groups else None
        alike = (
            last is not None
            and last.suit is card.suit
            and not {last, card} & APART
            and _worth(packed, last) == _worth(packed, card)
            and not others & (1 << code_of_card(card)) - (1 << code_of_card(last))
        )
        if alike:
            groups[-1] += (card,)
        else:
            groups.append((card,))
    return groups


def _worth(packed: PackedRules, card: Card) -> list[bool]:
    """What tells apart the hearts that are worth different points."""
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


def _array(numbers: list[int]) -> Numbers:
    return np.array(numbers, np.int64)
