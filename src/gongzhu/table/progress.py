"""The states of a deal, from its call to its end, by the GZH1 protocol, and what only the table
knows of them.

Idle -> Committing -> Revealing -> Settled -> Playing -> Ended -> Committing -> …

A deal that is broken off goes to `Ended` if its cards were dealt, and to `Idle` otherwise.
"""

from collections.abc import Iterable

from msgspec import UNSET, Struct
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.dealing import Chain, Commitments, Evidence, Locked, call_deal, previous_secret, settle
from gongzhu.rules import Deal
from gongzhu.table.facts import (
    ChainBegan,
    Committed,
    DealAborted,
    DealCalled,
    Fact,
    NumberShown,
    NumbersLocked,
    NumbersSettled,
    OutOfOrder,
)
from gongzhu.table.table import Table


class Idle(Struct, frozen=True, gc=False, tag="idle"):
    """No deal was called yet, or the last one was broken off before its cards were dealt."""


class Committing(Struct, frozen=True, gc=False, tag="committing"):
    """A deal was called, and players are sending their commitments."""

    commitments: Commitments
    expected: tuple[Seat, ...]
    """The seats that the table waits for: players connected at the call, or since."""
    secret: str
    """The dealer's secret for the deal."""


class Revealing(Struct, frozen=True, gc=False, tag="revealing"):
    """The commitments are locked, and players are revealing their numbers."""

    locked: Locked
    expected: tuple[Seat, ...]
    """The seats that the table waits for: those that sent a commitment."""
    secret: str


class Settled(Struct, frozen=True, gc=False, tag="settled"):
    """All numbers are known, and the cards follow from them. A table is in this state only while
    one log entry is being made."""

    evidence: Evidence


class Playing(Struct, frozen=True, gc=False, tag="playing"):
    """The cards were dealt, and the deal is being played."""

    evidence: Evidence
    deal: Deal
    timings: tuple[int, ...] = ()
    """Milliseconds that each card took, in the order of play."""


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    """The deal was scored or broken off; its cards are shown until the next deal is called."""

    deal: Deal


Progress = Idle | Committing | Revealing | Settled | Playing | Ended


class DealerChain(Struct, frozen=True, gc=False):
    """A chain of secrets together with the last secret, which only the dealer knows."""

    chain: Chain
    last: str
    """The secret from which all others of the chain are computed."""

    def secret(self, count: int) -> str | None:
        """The secret for deal number `count`; None if the chain has none for it."""
        place = self.chain.place(count)
        return None if place is None else previous_secret(self.last, self.chain.length - place)


def expect(progress: Progress, seat: Seat) -> Progress:
    """The progress after the player of a seat arrives: during commitments, the table waits for them
    too."""
    if not isinstance(progress, Committing) or seat in progress.expected:
        return progress
    expected = (*progress.expected, seat)
    return Committing(progress.commitments, expected, progress.secret)


def hand_over(progress: Progress, seat: Seat, *, bot: bool = False) -> Progress:
    """The progress after another player, or a bot, takes a seat: during commitments, the seat's
    commitment is dropped."""
    if not isinstance(progress, Committing):
        return progress
    commitments = progress.commitments.hand_over(seat, bot=bot)
    return Committing(commitments, progress.expected, progress.secret)


def evolve_numbers(table: Table, fact: Fact) -> Table:
    """The table after a step of GZH1; other facts leave it unchanged. Raises OutOfOrder for a step
    that cannot follow."""
    match fact:
        case ChainBegan(chain, str(last)):
            return replace(table, secrets=DealerChain(chain, last))
        case DealCalled():
            return replace(table, progress=_called(table, fact))
        case Committed() | NumbersLocked() | NumberShown() | NumbersSettled():
            return replace(table, progress=_step(table, fact))
        case DealAborted():
            deal = table.deal
            return replace(table, progress=Idle() if deal is None else Ended(deal))
        case _:
            return table


def _called(table: Table, fact: DealCalled) -> Progress:
    secrets = table.secrets
    secret = None if secrets is None else secrets.secret(fact.count)
    if secrets is None or secret is None:
        raise OutOfOrder(fact)
    day = table.state.settings.day
    dealer = table.state.table if day is UNSET else day.dealer
    call = call_deal(dealer, secrets.chain, fact.count, table.rules)
    bots = _seats(seat.kind == "bot" or seat.left for seat in table.state.seats)
    there = _seats(seat.online for seat in table.state.seats)
    return Committing(Commitments.begin(call, table.rules.players, bots), there, secret)


def _step(table: Table, fact: Committed | NumbersLocked | NumberShown | NumbersSettled) -> Progress:
    match table.progress, fact:
        case Committing(commitments, expected, secret), Committed(seat, str(commitment)):
            return Committing(commitments.commit(seat, commitment), expected, secret)
        case Committing(commitments, _, secret), NumbersLocked():
            committed = _seats(not heard for heard in table.state.fair.heard)
            return Revealing(commitments.lock(), committed, secret)
        case Revealing(locked, expected, secret), NumberShown(seat, str(number)):
            return Revealing(locked.reveal(seat, number), expected, secret)
        case Revealing(locked, _, secret), NumbersSettled():
            return Settled(settle(locked, table.rules, secret))
        case _:
            raise OutOfOrder(fact)


def _seats(chosen: Iterable[bool]) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, is_chosen in enumerate(chosen) if is_chosen)
