"""The contributions of the seats to a deal: commitments come in, are locked, and are opened.

`Commitments` and `Locked` are the two states before a deal that players can check. Each message
gives the next state, or is refused and changes nothing; the caller decides when time is up.
"""

from collections.abc import Collection
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import Seat, seats
from gongzhu.dealing.fair import Call, Hex32, commitment, is_hex32
from gongzhu.texts import Lang, say


class _Kind(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    pass


class BotSeat(_Kind, frozen=True, tag="bot"):
    """A bot's seat: bots give nothing, for they run where the dealer runs."""


class Absent(_Kind, frozen=True, tag="absent"):
    """A player's seat, or an empty one, from which no commitment came in time."""


class Withheld(_Kind, frozen=True, tag="withheld"):
    """A commitment that was not opened: not yet, or not in time."""

    commitment: Hex32


class Revealed(_Kind, frozen=True, tag="revealed"):
    """A commitment, and the number that it was made for."""

    commitment: Hex32
    reveal: Hex32


Contribution = BotSeat | Absent | Withheld | Revealed
Given = TypeVar("Given", bound=Contribution)


class NumberRefused(ValueError):
    """Raised for a player's message that is not accepted; `problem` is
    `dealing.refused.PROBLEM`."""

    def __init__(self, problem: str) -> None:
        self.problem = problem
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """Why it is refused, and what is allowed."""
        return say(f"dealing.refused.{self.problem}", lang)


class Locked(Struct, frozen=True):
    """The state in which the commitments are fixed and public, and the numbers come in.

    `contributions`, by seat, can be used to settle the deal at any time.
    """

    call: Call
    contributions: tuple[Contribution, ...]

    @property
    def complete(self) -> bool:
        """True if every number has come in."""
        return not any(isinstance(given, Withheld) for given in self.contributions)

    @property
    def numbers(self) -> tuple[str | None, ...]:
        """The number that each seat has revealed, None where it has not; for `dealer_seed`."""
        return numbers_of(self.contributions)

    def reveal(self, seat: Seat, number: str) -> "Locked":
        """A player reveals its number; sending the same number again changes nothing.

        Raises NumberRefused for a seat without a commitment, and for a number that does not fit.
        """
        given = _at(self.contributions, seat)
        if not isinstance(given, Withheld | Revealed):
            raise NumberRefused("not_committed")
        if not is_hex32(number):
            raise NumberRefused("not_hex32")
        if commitment(self.call, seat, number) != given.commitment:
            raise NumberRefused("does_not_fit")
        shown = Revealed(given.commitment, number)
        return replace(self, contributions=_put(self.contributions, seat, shown))


class Commitments(Struct, frozen=True):
    """The state in which the deal has been called and the commitments come in."""

    call: Call
    contributions: tuple[BotSeat | Absent | Withheld, ...]
    """Contributions by seat. A seat with a commitment is Withheld, as it has not revealed its
    number yet."""

    @classmethod
    def begin(cls, call: Call, players: int, bots: Collection[Seat] = ()) -> "Commitments":
        """The state before any commitment; `bots` are the seats that will not make one."""
        return cls(call, tuple(BotSeat() if seat in bots else Absent() for seat in seats(players)))

    @property
    def complete(self) -> bool:
        """True if every player has committed."""
        return not any(isinstance(given, Absent) for given in self.contributions)

    def commit(self, seat: Seat, committed: str) -> "Commitments":
        """A player makes a commitment; sending the same one again changes nothing.

        Raises NumberRefused for a bot's seat, an invalid commitment, and a second, different
        commitment.
        """
        given = _at(self.contributions, seat)
        if isinstance(given, BotSeat):
            raise NumberRefused("bot")
        if not is_hex32(committed):
            raise NumberRefused("not_hex32")
        if isinstance(given, Withheld) and given.commitment != committed:
            raise NumberRefused("committed_already")
        return self._with(seat, Withheld(committed))

    def hand_over(self, seat: Seat, *, bot: bool = False) -> "Commitments":
        """Another player or a bot takes the seat; the commitment of the previous player is
        dropped."""
        _at(self.contributions, seat)
        return self._with(seat, BotSeat() if bot else Absent())

    def lock(self) -> Locked:
        """Stop waiting for commitments; those made are fixed from now on."""
        return Locked(self.call, self.contributions)

    def _with(self, seat: Seat, given: BotSeat | Absent | Withheld) -> "Commitments":
        return replace(self, contributions=_put(self.contributions, seat, given))


def numbers_of(contributions: tuple[Contribution, ...]) -> tuple[str | None, ...]:
    """The number that each seat has revealed, None where it has not."""
    return tuple(given.reveal if isinstance(given, Revealed) else None for given in contributions)


def _at(contributions: tuple[Given, ...], seat: Seat) -> Given:
    if not 0 <= seat < len(contributions):
        raise NumberRefused("no_such_seat")
    return contributions[seat]


def _put(contributions: tuple[Given, ...], seat: Seat, given: Given) -> tuple[Given, ...]:
    return (*contributions[:seat], given, *contributions[seat + 1 :])
