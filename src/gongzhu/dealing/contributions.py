"""The contributions of the players to a fair deal: each commits to a random number, and reveals it
once all commitments are locked.

`Commitments` is the state in which commitments are collected, `Locked` the state in which numbers
are revealed. Each message from a player gives the next state, or raises NumberRefused and changes
nothing. There are no clocks here: the caller decides when to stop waiting.
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
    """The contribution of a bot's seat: none, because bots run on the dealer's machine."""


class Absent(_Kind, frozen=True, tag="absent"):
    """The contribution of a player's or an empty seat that has sent no commitment."""


class Withheld(_Kind, frozen=True, tag="withheld"):
    """A commitment whose number has not been revealed (yet)."""

    commitment: Hex32


class Revealed(_Kind, frozen=True, tag="revealed"):
    """A commitment, and the number for which it was made."""

    commitment: Hex32
    reveal: Hex32


Contribution = BotSeat | Absent | Withheld | Revealed
Given = TypeVar("Given", bound=Contribution)


class NumberRefused(ValueError):
    """Raised for a player's message that is not accepted. `problem` is the key of the message,
    `dealing.refused.PROBLEM`."""

    def __init__(self, problem: str) -> None:
        self.problem = problem
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """The reason for the refusal, and what would be accepted."""
        return say(f"dealing.refused.{self.problem}", lang)


class Locked(Struct, frozen=True):
    """The state in which the commitments are fixed and public, and the numbers are revealed.

    `contributions` are by seat. The deal can be settled (`settle`) at any time, without the missing
    numbers.
    """

    call: Call
    contributions: tuple[Contribution, ...]

    @property
    def complete(self) -> bool:
        """True if every seat that made a commitment has revealed its number."""
        return not any(isinstance(given, Withheld) for given in self.contributions)

    @property
    def numbers(self) -> tuple[str | None, ...]:
        """The number that each seat has revealed, or None, by seat. This is an argument of
        `dealer_seed`."""
        return numbers_of(self.contributions)

    def reveal(self, seat: Seat, number: str) -> "Locked":
        """The state after a seat reveals its number (64 hexadecimal digits). Revealing it again
        changes nothing.

        Raises NumberRefused for an unknown seat, a seat without a commitment, and a number that is
        malformed or does not match the commitment.
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
    """The state in which the deal has been called and commitments are collected."""

    call: Call
    contributions: tuple[BotSeat | Absent | Withheld, ...]
    """The contributions by seat. A seat that has committed is Withheld, since its number is still
    unknown."""

    @classmethod
    def begin(cls, call: Call, players: int, bots: Collection[Seat] = ()) -> "Commitments":
        """The state before any commitment. `bots` are the seats that will not make one."""
        return cls(call, tuple(BotSeat() if seat in bots else Absent() for seat in seats(players)))

    @property
    def complete(self) -> bool:
        """True if every seat other than a bot's has committed."""
        return not any(isinstance(given, Absent) for given in self.contributions)

    def commit(self, seat: Seat, committed: str) -> "Commitments":
        """The state after a seat makes a commitment (64 hexadecimal digits). Sending the same one
        again changes nothing.

        Raises NumberRefused for an unknown or a bot's seat, a malformed commitment, and a second,
        different one.
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
        """The state after another player (or a bot, if `bot`) has taken the seat. The previous
        player's commitment is dropped. Raises NumberRefused for an unknown seat."""
        _at(self.contributions, seat)
        return self._with(seat, BotSeat() if bot else Absent())

    def lock(self) -> Locked:
        """Stop collecting commitments. Those made can no longer change."""
        return Locked(self.call, self.contributions)

    def _with(self, seat: Seat, given: BotSeat | Absent | Withheld) -> "Commitments":
        return replace(self, contributions=_put(self.contributions, seat, given))


def numbers_of(contributions: tuple[Contribution, ...]) -> tuple[str | None, ...]:
    """The number that each seat has revealed, or None, by seat."""
    return tuple(given.reveal if isinstance(given, Revealed) else None for given in contributions)


def _at(contributions: tuple[Given, ...], seat: Seat) -> Given:
    if not 0 <= seat < len(contributions):
        raise NumberRefused("no_such_seat")
    return contributions[seat]


def _put(contributions: tuple[Given, ...], seat: Seat, given: Given) -> tuple[Given, ...]:
    return (*contributions[:seat], given, *contributions[seat + 1 :])
