"""A player's half of GZH1: draws its numbers, remembers all it was shown, and notes breaches."""

from random import Random
from typing import TypeVar

from gongzhu.cards import Card, Seat
from gongzhu.dealing import (
    Chain,
    Contribution,
    Evidence,
    Revealed,
    Withheld,
    call_deal,
    check_deal,
    commitment,
)
from gongzhu.rules import RuleSet

Kept = TypeVar("Kept")


class FairPlayer:
    """Knows nothing but what it drew and what it was sent."""

    def __init__(self, table: str, rng: Random) -> None:
        self.breaches: list[str] = []
        self._table = table
        self._rng = rng
        self._numbers: dict[int, str] = {}
        self._chains: dict[int, Chain] = {}
        self._commitments: dict[int, str] = {}
        self._locks: dict[int, tuple[Contribution, ...]] = {}
        self._settled: dict[int, tuple[Contribution, ...]] = {}
        self._hands: dict[int, tuple[Card, ...]] = {}

    def commit(self, chain: Chain, count: int, rules: RuleSet, seat: Seat) -> str:
        """Its commitment for a deal: always the same one for the same deal."""
        self._same(self._chains, count, chain, "another chain")
        number = self._numbers.setdefault(count, self._rng.randbytes(32).hex())
        made = commitment(call_deal(self._table, chain, count, rules), seat, number)
        self._same(self._commitments, count, made, "other rules, or another seat")
        return made

    def reveal(self, count: int, locked: tuple[Contribution, ...], seat: Seat) -> str | None:
        """Its number, once the lock has its commitment; None where it has not committed, or where
        the lock has not what it committed to."""
        mine = self._commitments.get(count)
        given = locked[seat]
        if mine is None:
            return None
        if not isinstance(given, Withheld | Revealed) or given.commitment != mine:
            # A commitment that came too late was not locked; nothing is revealed then.
            return None
        commitments = tuple(
            Withheld(given.commitment) if isinstance(given, Revealed) else given for given in locked
        )
        self._same(self._locks, count, commitments, "another lock")
        return self._numbers[count]

    def settled(self, count: int, contributions: tuple[Contribution, ...], seat: Seat) -> None:
        """What the deal was settled with."""
        self._same(self._settled, count, contributions, "settled again")
        given = contributions[seat]
        if isinstance(given, Revealed) and given.reveal != self._numbers.get(count):
            self._breach(count, "a number that it never showed")

    def dealt(self, count: int, hand: tuple[Card, ...]) -> None:
        """Its hand."""
        self._same(self._hands, count, hand, "another hand")

    def shown(self, evidence: Evidence, seat: Seat) -> None:
        """The evidence of a deal, held against its own memory."""
        count = evidence.deal
        self.breaches += [fault.text() for fault in check_deal(evidence)]
        for kept, found, what in (
            (self._chains.get(count), evidence.chain, "chain"),
            (self._settled.get(count), evidence.contributions, "numbers"),
            (self._hands.get(count), evidence.hands[seat], "hand"),
        ):
            if kept is not None and kept != found:
                self._breach(count, f"{what} not as it was told")

    def _same(self, kept: dict[int, Kept], count: int, value: Kept, what: str) -> None:
        if kept.setdefault(count, value) != value:
            self._breach(count, what)

    def _breach(self, count: int, what: str) -> None:
        self.breaches.append(f"{self._table} deal {count}: {what}")
