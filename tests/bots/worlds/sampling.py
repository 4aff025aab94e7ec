"""The probability of each deal, worked out from the tables that the sampler uses."""

from collections.abc import Iterator
from itertools import combinations

from gongzhu.bots.worlds import DealConstraints
from gongzhu.packed.boards import board_of, cards_of
from tests.bots.worlds.fitting import Fitting

Chances = dict[Fitting, float]


def chances_of(constraints: DealConstraints) -> Chances:
    """Every deal that may be drawn, and its chance."""
    found: Chances = {}
    before = 0.0
    for plan, upto in enumerate(constraints.cumulative):
        *hands, down = (int(board) for board in constraints.face_down_cases[plan])
        chance = (upto - before) / constraints.cumulative[-1]
        before = upto
        for dealt, of_these in _card_by_card(
            constraints, hands, int(constraints.start_columns[plan]), 0
        ):
            ends = list(_last(constraints, dealt))
            for end in ends:
                assert (end, down) not in found
                found[end, down] = chance * of_these / len(ends)
    return found


def _card_by_card(
    constraints: DealConstraints, hands: list[int], column: int, index: int
) -> Iterator[tuple[list[int], float]]:
    if index == len(constraints.cards):
        yield hands, 1.0
        return
    for seat in range(len(hands)):
        if constraints.holders[index] >> seat & 1:
            after = column - int(constraints.strides[seat])
            chance = (
                constraints.completions[index + 1, after] / constraints.completions[index, column]
            )
            if chance:
                given = [*hands]
                given[seat] |= int(constraints.cards[index])
                for dealt, rest in _card_by_card(constraints, given, after, index + 1):
                    yield dealt, chance * rest


def _last(constraints: DealConstraints, hands: list[int]) -> Iterator[tuple[int, ...]]:
    def fill(seat: int, left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if seat == len(hands):
            assert not left
            yield ()
            return
        room = int(constraints.hand_sizes[seat]) - hands[seat].bit_count()
        assert not room or constraints.last_holders >> seat & 1
        for given in combinations(left, room):
            rest = tuple(card for card in left if card not in given)
            for others in fill(seat + 1, rest):
                yield (hands[seat] | sum(given), *others)

    yield from fill(0, tuple(board_of([card]) for card in cards_of(constraints.last_cards)))
