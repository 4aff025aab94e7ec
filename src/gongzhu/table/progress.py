"""A deal's way from its call to its end, by GZH1: one state after the other.

    Idle -> Committing -> Revealing -> Settled -> Playing -> Ended -> Committing -> …

A deal that is broken off goes to `Ended` if its cards were dealt, and to `Idle` otherwise.
"""

from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.dealing import Chain, Commitments, Evidence, Locked, previous_secret
from gongzhu.rules import Deal


class Idle(Struct, frozen=True, gc=False, tag="idle"):
    """No cards were dealt yet, or none of the deal that was called last."""


class Committing(Struct, frozen=True, gc=False, tag="committing"):
    """The deal is called, and commitments come in."""

    commitments: Commitments
    expected: tuple[Seat, ...]
    """The seats that are waited for: of those who were there at the call, or came since."""
    secret: str
    """The dealer's secret for the deal."""


class Revealing(Struct, frozen=True, gc=False, tag="revealing"):
    """The commitments are locked, and numbers come in."""

    locked: Locked
    expected: tuple[Seat, ...]
    """The seats that are waited for: those that have committed themselves."""
    secret: str


class Settled(Struct, frozen=True, gc=False, tag="settled"):
    """The numbers are settled, and the cards follow from them; within an entry only."""

    evidence: Evidence


class Playing(Struct, frozen=True, gc=False, tag="playing"):
    """The deal is played."""

    evidence: Evidence
    deal: Deal
    timings: tuple[int, ...] = ()
    """Milliseconds that each card took, in the order of play."""


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    """The deal was counted, or broken off; it is shown until the next one is called."""

    deal: Deal


Progress = Idle | Committing | Revealing | Settled | Playing | Ended


class DealerChain(Struct, frozen=True, gc=False):
    """A chain of secrets as its dealer has it."""

    chain: Chain
    last: str
    """The secret that all others follow from."""

    def secret(self, count: int) -> str | None:
        """The secret for deal number `count`; None where the chain has none for it."""
        place = self.chain.place(count)
        return None if place is None else previous_secret(self.last, self.chain.length - place)


def expect(progress: Progress, seat: Seat) -> Progress:
    """The progress when the player of a seat comes: it is waited for while commitments come in."""
    if not isinstance(progress, Committing) or seat in progress.expected:
        return progress
    expected = (*progress.expected, seat)
    return Committing(progress.commitments, expected, progress.secret)


def hand_over(progress: Progress, seat: Seat, *, bot: bool = False) -> Progress:
    """The progress when another player, or a bot, takes a seat: its commitment is dropped while
    they are not locked."""
    if not isinstance(progress, Committing):
        return progress
    commitments = progress.commitments.hand_over(seat, bot=bot)
    return Committing(commitments, progress.expected, progress.secret)
