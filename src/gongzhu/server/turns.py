"""A queue in which addresses take turns, whatever each of them has waiting."""

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class RoundRobin(Generic[T]):
    """A queue in which blocks of addresses take turns, within a block its members, addresses or
    accounts, and of each member whatever came first is next."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        """By block and member, those whose turn is next first; none is empty."""

    def __len__(self) -> int:
        """The number of all that waits."""
        return sum(map(self._count, self._waiting))

    def put(self, block: str, member: str, one: T) -> None:
        """One comes in."""
        members = self._waiting.setdefault(block, OrderedDict())
        members.setdefault(member, deque()).append(one)

    def take(self, may: Callable[[T], bool] = lambda _: True) -> T | None:
        """The one whose turn it is, of those that may go; None where none does."""
        for block, members in self._waiting.items():
            for member, ones in members.items():
                if may(ones[0]):
                    self._waiting.move_to_end(block)
                    members.move_to_end(member)
                    return self._out(block, member, ones[0])
        return None

    def remove(self, block: str, member: str, one: T) -> bool:
        """Take one out; False if it is out already."""
        members = self._waiting.get(block)
        if members is None or one not in members.get(member, ()):
            return False
        self._out(block, member, one)
        return True

    def displace(self, block: str) -> T | None:
        """Take one out to make room for a block: what came last of the member that has most, in the
        block that has most. None where that has no more than the block would have then."""
        fullest = max(self._waiting, key=self._count, default=block)
        if self._count(fullest) < self._count(block) + 2:
            return None
        members = self._waiting[fullest]
        member = max(members, key=lambda name: len(members[name]))
        return self._out(fullest, member, members[member][-1])

    def _count(self, block: str) -> int:
        members = self._waiting.get(block)
        return 0 if members is None else sum(map(len, members.values()))

    def _out(self, block: str, member: str, one: T) -> T:
        members = self._waiting[block]
        members[member].remove(one)
        if not members[member]:
            del members[member]
        if not members:
            del self._waiting[block]
        return one
