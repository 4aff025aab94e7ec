"""The stages of a deal by the GZH1 protocol, from its call to its end.

Idle -> Committing -> Revealing -> Settled -> Playing -> Ended -> Committing -> …

A deal that is broken off goes to `Ended` if its cards were dealt, and to `Idle` otherwise.
"""

from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.dealing import Chain, Commitments, Evidence, Locked, previous_secret
from gongzhu.rules import Deal


class Idle(Struct, frozen=True, gc=False, tag="idle"):
    """No deal has been called yet, or the last one was broken off before its cards were dealt."""


class Committing(Struct, frozen=True, gc=False, tag="committing"):
    """A deal has been called, and the players send commitments to random numbers."""

    commitments: Commitments
    expected: tuple[Seat, ...]
    """Seats whose commitment the table waits for: players connected at the call or since."""
    secret: str
    """The dealer's secret for the deal."""


class Revealing(Struct, frozen=True, gc=False, tag="revealing"):
    """The commitments are locked, and the players reveal their numbers."""

    locked: Locked
    expected: tuple[Seat, ...]
    """Seats whose number the table waits for: those that sent a commitment."""
    secret: str
    """The dealer's secret for the deal."""


class Settled(Struct, frozen=True, gc=False, tag="settled"):
    """All numbers are known, and the hands follow from them. Only lasts while one log entry is
    made."""

    evidence: Evidence


class Playing(Struct, frozen=True, gc=False, tag="playing"):
    """The cards have been dealt, and the deal is being played."""

    evidence: Evidence
    deal: Deal
    timings: tuple[int, ...] = ()
    """Milliseconds from the request for each card until it was played, in playing order."""
    taken_back: int = 0
    """Number of times that cards were taken back in this deal."""


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    """The deal was scored or broken off. Its cards are shown until the next deal is called."""

    deal: Deal
    """The deal at its end."""


Progress = Idle | Committing | Revealing | Settled | Playing | Ended


class DealerChain(Struct, frozen=True, gc=False):
    """A chain of secrets with its last secret, which only the dealer knows."""

    chain: Chain
    last: str
    """The last secret, from which all others of the chain are computed."""

    def secret(self, count: int) -> str | None:
        """The secret for deal number `count` (from 1 since the table was opened), or None if the
        chain has none for it."""
        place = self.chain.place(count)
        return None if place is None else previous_secret(self.last, self.chain.length - place)


def expect(progress: Progress, seat: Seat) -> Progress:
    """The progress of the deal after the player in a seat has connected: the table now also waits
    for their commitment, if commitments are being collected."""
    if not isinstance(progress, Committing) or seat in progress.expected:
        return progress
    expected = (*progress.expected, seat)
    return Committing(progress.commitments, expected, progress.secret)


def hand_over(progress: Progress, seat: Seat, *, bot: bool = False) -> Progress:
    """The progress of the deal after another player (or a bot, if `bot`) has taken a seat: the
    commitment of the previous player is dropped, if commitments are being collected."""
    if not isinstance(progress, Committing):
        return progress
    commitments = progress.commitments.hand_over(seat, bot=bot)
    return Committing(commitments, progress.expected, progress.secret)
