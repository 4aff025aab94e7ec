"""Shuffles from a given seed: the same seed gives the same deal everywhere.

The seed is text. Its UTF-8 bytes are the key of HMAC-SHA256, applied to the bytes `GZH1 shuffle`
and a counter from 0 (four bytes, big-endian). The outputs, read as big-endian 16-bit numbers, drive
a Fisher–Yates shuffle from the last index down. A number that would make some indices more likely
is discarded. The pack starts sorted, and seat 0 receives the first cards of the result.
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
    """The hands that this seed deals under these rules, by seat, each sorted."""
    pack = shuffled(pack_of(rules), dealer_seed)
    size = len(pack) // rules.players
    return tuple(
        tuple(sorted(pack[seat * size : (seat + 1) * size], key=_place))
        for seat in range(rules.players)
    )


def shuffled(items: Sequence[Item], dealer_seed: str) -> tuple[Item, ...]:
    """The items (at most 65,536) in an order determined by the seed."""
    order = list(items)
    numbers = _numbers(dealer_seed.encode())
    for last in range(len(order) - 1, 0, -1):
        places = last + 1
        # Below a multiple of `places`, the remainders are equally likely.
        fair = 65536 - 65536 % places
        number = next(numbers)
        while number >= fair:
            number = next(numbers)
        chosen = number % places
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def child_seed(seed: str, *path: int | str) -> str:
    """The seed (64 hexadecimal digits) for a part of something that has a seed, such as
    `child_seed(seed, 1, 3)` for deal 3 of game 1.

    The seed of a part reveals nothing about `seed` or the seeds of other parts. Different paths
    give different seeds. A number in a path is equivalent to its digits as text.
    """
    steps = "/".join(f"{len(str(step))}:{step}" for step in path)
    return hmac.new(seed.encode(), b"GZH1 seed " + steps.encode(), hashlib.sha256).hexdigest()


def _numbers(key: bytes) -> Iterator[int]:
    for counter in count():
        block = hmac.digest(key, _PURPOSE + counter.to_bytes(4, "big"), "sha256")
        yield from _SIXTEEN(block)
