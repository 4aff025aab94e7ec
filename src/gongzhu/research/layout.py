"""The layout of an observation: bytes that are 0 or 1, [L], for one seat.

An observation contains exactly the information of the seat's view: `encode` makes it from the view,
`decode` restores the view. It has three parts, each of sections in this order:

* `OWN`, once: the hand and the other private knowledge of the seat, and facts of the whole deal;
* `SEAT`, a row for each seat in playing order, row 0 for the seat that observes;
* `TRICK`, a row for each trick, zero until it is led.

A set of cards is 52 bytes, by the index of the card (clubs, diamonds, hearts, spades, each from the
two up). Suits have the same order. Numbers are bits, the lowest first, in two's complement.

The rules are not part of an observation, since they are the same in all observations of an
environment: `gongzhu.research.rule_numbers` encodes them as numbers.
"""

from collections.abc import Mapping
from itertools import accumulate
from types import MappingProxyType
from typing import Final

from msgspec import Struct

VERSION = 2
"""Version of the layout and of the numbers of actions; it increases when a byte or number changes
its index or its meaning."""

CARDS = 52
"""Size of a section with one byte for each card."""
TOTAL_BITS = 35
"""Size of a section with a total: one byte for each binary digit."""

OWN: Final = MappingProxyType(
    {
        "hand": CARDS,
        "suits_led": 4,
        "passed": CARDS,
        "phase": 4,
        "received": CARDS,
        "hearts_broken": 1,
        "exposures_chosen": 1,
        "own_unused": 2,
        "number": 16,
    }
)
"""The sizes in bytes of the sections about the observing seat and the whole deal. `suits_led`:
suits led to finished tricks. `passed`: cards picked for passing so far, or passed. `phase`:
passing, exposing, playing, choosing for the moon. `exposures_chosen`: 1 if this seat has chosen.
`number`: number of the deal in its game, 0-based."""
SEAT: Final = MappingProxyType(
    {
        "played": CARDS,
        "shown_out": 4,
        "on_table": CARDS,
        "face_down": 4,
        "captured": CARDS,
        "leads": 1,
        "led_first": 1,
        "is_passed_to": 1,
        "is_seat": 1,
        "exposed": 12,
        "total": TOTAL_BITS,
        "claimed": 1,
    }
)
"""The sizes in bytes of the sections of each seat's row. `played`: cards played, including the one
on the table. `shown_out`: suits that were led when the seat played another. `face_down`: a one for
each card that the seat has face down. `captured`: captured point cards. `leads`: 1 if the seat
leads the trick on the table or the next one. `led_first`: 1 if it led, or will lead, the first
trick. `is_passed_to`: 1 if the observing seat passes cards to this one (to itself if nothing is
passed). `is_seat`: in row k, 1 if seat k observes. `exposed`: for the doubler, J♦, A♥ and Q♠, three
bytes that are 1 if the seat is known to have exposed it openly, face down, or face up. `total`:
points of the seat's side before the deal. `claimed`: 1 if the seat has claimed; only set while a
moon is being decided."""
TRICK: Final = MappingProxyType({"cards": CARDS, "suit": 4})
"""The sizes in bytes of the sections of each trick's row. `cards`: the cards played to it. `suit`:
the suit that was led."""

OWN_SIZE = sum(OWN.values())
"""Size in bytes of all sections of OWN."""
SEAT_SIZE = sum(SEAT.values())
"""Size in bytes of a seat's row."""
TRICK_SIZE = sum(TRICK.values())
"""Size in bytes of a trick's row."""


def _places(sections: Mapping[str, int]) -> dict[str, slice]:
    """The slices of sections that follow each other from index 0, given their sizes by name."""
    ends = list(accumulate(sections.values()))
    return {
        name: slice(end - size, end)
        for (name, size), end in zip(sections.items(), ends, strict=True)
    }


_OWN, _SEAT, _TRICK = _places(OWN), _places(SEAT), _places(TRICK)


def _moved(section: slice, by: int) -> slice:
    return slice(section.start + by, section.stop + by)


class Layout(Struct, frozen=True):
    """The slices of the sections of an observation, for a given number of players."""

    players: int
    """Number of players."""

    @property
    def size(self) -> int:
        """L, the number of bytes: 1776 for four players, 2248 for eight."""
        return self.tricks + self.most_tricks * TRICK_SIZE

    @property
    def most_tricks(self) -> int:
        """The number of trick rows: the number of tricks of a deal of the whole pack."""
        return CARDS // self.players

    @property
    def tricks(self) -> int:
        """The index at which the first trick's row begins."""
        return OWN_SIZE + self.players * SEAT_SIZE

    def own(self, section: str) -> slice:
        """The slice of an observation with this section of OWN."""
        return _OWN[section]

    def seat(self, section: str, row: int) -> slice:
        """The slice of an observation with this section of SEAT; row k is for the k-th seat after
        the observer, row 0 for the observer."""
        return _moved(_SEAT[section], OWN_SIZE + row * SEAT_SIZE)

    def trick(self, section: str, row: int) -> slice:
        """The slice of an observation with this section of TRICK; row 0 is for the first trick."""
        return _moved(_TRICK[section], self.tricks + row * TRICK_SIZE)
