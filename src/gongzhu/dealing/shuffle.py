"""Shuffling from a seed that is given: the same seed deals the same cards, anywhere.

The seed is text. Its UTF-8 bytes key HMAC-SHA256, which is run over the bytes `GZH1 shuffle` and a
counter from 0 in four bytes, most significant first. The outputs, read as 16-bit numbers, most
significant byte first, drive a Fisher–Yates shuffle from the last place down; a number that would
favour some places is thrown away and the next one taken. The pack starts in the order in which
cards sort, and seat 0 is given the first cards of the result.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import count
from operator import attrgetter
from struct import Struct
from typing import TypeVar

from gongzhu.rules import RuleSet, pack_of
from gongzhu.rules.events import Hands

_PURPOSE = b"GZH1 shuffle"
_SIXTEEN = Struct(">16H").unpack
_place = attrgetter("index")

Item = TypeVar("Item")


def deal_hands(rules: RuleSet, dealer_seed: str) -> Hands:
    """The sorted hands, by seat, that this seed deals under these rules."""
    pack = shuffled(pack_of(rules), dealer_seed)
    size = len(pack) // rules.players
    return tuple(
        tuple(sorted(pack[seat * size : (seat + 1) * size], key=_place))
        for seat in range(rules.players)
    )


def shuffled(items: Sequence[Item], dealer_seed: str) -> tuple[Item, ...]:
    """The items in an order that depends on the seed; at most 65,536 items."""
    order = list(items)
    numbers = _numbers(dealer_seed.encode())
    for last in range(len(order) - 1, 0, -1):
        places = last + 1
        # Below a whole multiple of the places each of them is equally likely.
        fair = 65536 - 65536 % places
        number = next(numbers)
        while number >= fair:
            number = next(numbers)
        chosen = number % places
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def child_seed(seed: str, *path: int | str) -> str:
    """A seed of its own for a part of something seeded, such as deal 3 of game 1: 64 hex digits.

    A part's seed reveals nothing about the seed of the whole or of another part. Different paths
    give different seeds; a number in a path is equivalent to its digits.
    """
    steps = "/".join(f"{len(str(step))}:{step}" for step in path)
    return hmac.new(seed.encode(), b"GZH1 seed " + steps.encode(), hashlib.sha256).hexdigest()


def _numbers(key: bytes) -> Iterator[int]:
    for counter in count():
        block = hmac.digest(key, _PURPOSE + counter.to_bytes(4, "big"), "sha256")
        yield from _SIXTEEN(block)
