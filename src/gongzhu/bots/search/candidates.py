"""The candidates of a search, that is the choices of a seat that it compares, as actions and as
arrays for kernels, and the probabilities that the network gives them.

Rollouts assume that everybody, including the seat itself, plays on by the policy of the tables;
more rollouts do not remove the error of this assumption. The network makes other errors, since it
was trained on the results of whole deals. So the logarithm of its probability for a candidate is
added to the mean of the rollouts, with a weight found by matches. This is a search regularised by a
policy (J.-B. Grill et al., "Monte-Carlo tree search as regularized policy optimization", ICML
2020).
"""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import assert_never

import numpy as np
from msgspec import Struct

from gongzhu.bots.evaluation.choosing import choose_pass
from gongzhu.bots.evaluation.reading import read
from gongzhu.bots.network import PassProbabilities, covers, log_probabilities
from gongzhu.bots.policy import Policy, sample_pass
from gongzhu.bots.search.rollouts import EXPOSES, MOONS, PASSES, PLAYS, RolloutTask
from gongzhu.bots.search.utility import GAME, utility_of
from gongzhu.cards import ACE_OF_HEARTS, DOUBLER, PIG, QUEEN_OF_DIAMONDS, SHEEP, Card
from gongzhu.packed.boards import board_of, cards_of, code_of_card
from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import (
    MODE_BITS,
    NOBODY,
    PILES,
    Floats,
    Ints,
    RngState,
    State,
    new_rng,
    new_state,
)
from gongzhu.packed.packing import MODE_CODES, key_place, pack_position
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
    key_cards,
    side_of,
)
from gongzhu.rules.facts import values_of
from gongzhu.view import View

POLICY_SAMPLES = 400
"""Number of passes sampled from the policy."""
MAX_PASSES = 24
"""Greatest number of different passes that are candidates."""


def pass_candidates(packed: PackedRules, policy: Policy, hand: int, steps: int) -> list[int]:
    """The passes that the policy chooses most often from a hand (a bitboard) when cards are passed
    by `steps` seats: up to MAX_PASSES bitboards, the most frequent first."""
    passes = np.zeros(POLICY_SAMPLES, np.int64)
    _sample_passes(packed, policy, hand, steps, new_rng(hand), passes)
    different, often = np.unique(passes, return_counts=True)
    order = np.argsort(-often, kind="stable")[:MAX_PASSES]
    return [int(board) for board in different[order]]


@kernel
def _sample_passes(
    rules: PackedRules, policy: Policy, hand: int, steps: int, rng: RngState, passes: Ints
) -> None:
    """Fill `passes`, int64 [samples], with bitboards of passes sampled by `sample_pass`; `rng`,
    uint64 [1], advances."""
    for index in range(len(passes)):
        passes[index] = sample_pass(rules, policy, hand, steps, rng)


MOON_CODES: dict[MoonChoice, int] = {"others": OTHERS, "self": SELF}

UNIQUE = frozenset({ACE_OF_HEARTS, DOUBLER, PIG, QUEEN_OF_DIAMONDS, SHEEP})
"""Cards that are never equivalent to another card, since capturing them may have an effect of its
own. The same is true of any doubler."""


class Candidates(Struct, frozen=True):
    """The choices of a seat that a search compares, as actions and as the task of rollouts; made by
    `candidates_of`."""

    actions: tuple[tuple[Action, ...], ...]
    """For each candidate, its equivalent actions: neighbouring cards that score the same, so that
    the outcome does not depend on which of them is played."""
    task: RolloutTask
    """The same choices, as the task from which rollouts start."""
    complete: bool
    """True if all legal actions except claims are included."""


def candidates_of(view: View, packed: PackedRules, policy: Policy, *also: Action) -> Candidates:
    """The candidates of the view's seat, which must act.

    They are all legal actions except claims; of the passes only those that the policy chooses most
    often, the one that `steady` would choose, and those in `also`.
    """
    public, own, seat = view.public, view.own, view.seat
    assert own is not None
    assert seat is not None
    start = new_state()
    steps = public.passing % public.players
    first_leader = NOBODY if public.leader is None else public.leader
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
        utility=utility_of(
            packed,
            side_of(view.rules, seat),
            public.totals,
            public.number,
            ended=kind == MOONS,
        ),
        start=start,
        steps=steps,
        first_leader=first_leader,
        boards=_array(boards),
        modes=_array(modes or [0] * len(boards)),
    )
    return Candidates(tuple(actions), task, complete=kind != PASSES)


def _groups(
    packed: PackedRules, start: State, hand: Iterable[Card], playable: Iterable[Card]
) -> list[tuple[Card, ...]]:
    """The playable cards, grouped so that the cards of a group are equivalent: they score the same,
    and no card between them is in another hand or on the table."""
    captured = int(np.bitwise_or.reduce(start[PILES : PILES + packed.players]))
    others = packed.pack & ~captured & ~board_of(hand)
    groups: list[tuple[Card, ...]] = []
    for card in playable:
        last = groups[-1][-1] if groups else None
        equivalent = (
            last is not None
            and last.suit is card.suit
            and not {last, card} & UNIQUE
            and _worth(packed, last) == _worth(packed, card)
            and not others & (1 << code_of_card(card)) - (1 << code_of_card(last))
        )
        if equivalent:
            groups[-1] += (card,)
        else:
            groups.append((card,))
    return groups


def _worth(packed: PackedRules, card: Card) -> list[bool]:
    """A key that is equal for two cards of a suit, none of them in UNIQUE, exactly if they score
    the same under the packed rules."""
    bit = 1 << code_of_card(card)
    return [bool(board & bit) for board in (packed.points, packed.doubler, *packed.planes)]


def _exposures(view: View) -> list[dict[Card, Mode]]:
    """All combinations in which key cards of the seat's hand may be exposed, each as the modes of
    the exposed cards; exposing none is one of them."""
    assert view.own is not None
    held = [card for card in key_cards(view.rules) if card in view.own.hand]
    ways: tuple[Mode | None, ...] = (None, *exposure_modes(view.rules))
    return [
        {card: mode for card, mode in zip(held, chosen, strict=True) if mode}
        for chosen in product(ways, repeat=len(held))
    ]


def _modes_word(way: dict[Card, Mode]) -> int:
    return sum(MODE_CODES[mode] << MODE_BITS * key_place(card) for card, mode in way.items())


def _array(numbers: list[int]) -> Ints:
    return np.array(numbers, np.int64)


LOWEST = -8.0
"""The least log probability (in nats) that a prior uses: less probable candidates are treated as if
they had this one, so that none is ruled out."""


def prior_of(view: View, candidates: Candidates, weight: float) -> Floats | None:
    """The prior of each candidate, added to the mean of its rollouts: `weight` times the natural
    logarithm of the network's probability for it, in points; float64 [candidates]. `weight` is in
    pigs (the points that Q♠ costs) per nat.

    None if the network does not apply: under rules that it has not learned, for the choice after a
    moon, and if the utility is the value of the game; also if `weight` is 0.
    """
    task = candidates.task
    if not weight or task.kind == MOONS or task.utility.unit == GAME or not covers(view.rules):
        return None
    nats = np.maximum(log_probabilities(view, candidates.actions), LOWEST)
    prior: Floats = weight * abs(values_of(view.rules)[PIG]) * nats
    return prior


def network_pass(view: View) -> tuple[Pass, ...]:
    """The pass that the network would choose, alone in a tuple; empty unless the view's seat has to
    pass and the network covers the rules. It may be missing from the passes that the policy
    proposes."""
    if view.public.phase is Phase.PASSING and covers(view.rules):
        return (Pass(PassProbabilities(view).likeliest()),)
    return ()
