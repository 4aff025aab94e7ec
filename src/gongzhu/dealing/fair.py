"""Deals that players can check: the calculations of the protocol GZH1, described in docs/fair-
deals.md.

Numbers of 32 bytes are text throughout: 64 lower-case hexadecimal digits, as in messages and
evidence. All randomness is passed in by the caller; nothing here draws any.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.cards import Seat

Protocol = Literal["GZH1"]
PROTOCOL: Protocol = "GZH1"

LONGEST_CHAIN = 100
"""Greatest number of secrets in a chain: enough for an evening's deals, and few enough to compute
the anchor from each secret of thousands of chains."""

LAST_DEAL = 2**32 - 1
"""The highest number of a deal that fits into four bytes."""

# In Python `$` alone would let a line end pass.
Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
TableName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)")]
DealCount = Annotated[int, Meta(ge=1, le=LAST_DEAL)]

_HEX32 = re.compile("[0-9a-f]{64}")
_TABLE_NAME = re.compile("[A-Za-z0-9_-]{1,64}")


class Chain(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a chain of secrets that a dealer publishes before the first of them is used."""

    anchor: Hex32
    """The number to which hashing any secret of the chain repeatedly leads."""
    length: Annotated[int, Meta(ge=1, le=LONGEST_CHAIN)]
    """Number of secrets in the chain."""
    first_deal: DealCount
    """Number of the deal that uses the first secret."""

    def place(self, deal: int) -> int | None:
        """The position in the chain, from 1, of the secret for deal number `deal`; None if the
        chain has no secret for it."""
        place = deal - self.first_deal + 1
        return place if 1 <= place <= self.length else None


class Call(Struct, frozen=True):
    """The header of a called deal: everything that the players' commitments depend on."""

    table: TableName
    chain: Chain
    deal: DealCount
    """Number of the deal in the whole life of the table, counted from 1."""
    rules_hash: Hex32


def secrets_of(last: str, length: int) -> tuple[str, ...]:
    """The anchor of a chain followed by its secrets, in the order in which they will be revealed.

    `last` is the secret drawn at random; the anchor is the first item, `last` the last one.
    Raises ValueError for a length that is not 1 to LONGEST_CHAIN.
    """
    if not 1 <= length <= LONGEST_CHAIN:
        raise ValueError(f"a chain has 1 to {LONGEST_CHAIN} secrets, not {length}")
    secrets = [last]
    for _ in range(length):
        secrets.append(previous_secret(secrets[-1]))
    return tuple(reversed(secrets))


def previous_secret(secret: str, steps: int = 1) -> str:
    """The value reached by hashing a secret `steps` times, which is an earlier secret or the
    anchor."""
    tag = _text("GZH1 chain")
    number = _bytes(secret)
    for _ in range(steps):
        number = hashlib.sha256(tag + number).digest()
    return number.hex()


def rules_hash(values: Mapping[str, object]) -> str:
    """The hash of a rule set, given the values of its options."""
    canonical = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return _sha256("GZH1 rules", canonical.encode())


def commitment(call: Call, seat: Seat, number: str) -> str:
    """The commitment of the player in a seat to its random number."""
    return _sha256(
        "GZH1 commit",
        _table(call),
        _bytes(call.chain.anchor),
        call.deal.to_bytes(4, "big"),
        seat.to_bytes(1, "big"),
        _bytes(call.rules_hash),
        _bytes(number),
    )


def dealer_seed(secret: str, call: Call, numbers: Sequence[str | None]) -> str:
    """The seed for `deal_hands`, from the dealer's secret and each seat's number.

    A seat that revealed no number has None, for any reason.
    """
    message = [
        _text("GZH1 deal"),
        _table(call),
        call.deal.to_bytes(4, "big"),
        _bytes(call.rules_hash),
        len(numbers).to_bytes(1, "big"),
        *(b"\0" if number is None else b"\1" + _bytes(number) for number in numbers),
    ]
    return hmac.digest(_bytes(secret), b"".join(message), "sha256").hex()


def is_hex32(text: str) -> bool:
    """True if a text is 32 bytes, written as the protocol writes them."""
    return _HEX32.fullmatch(text) is not None


def _sha256(tag: str, *parts: bytes) -> str:
    return hashlib.sha256(_text(tag) + b"".join(parts)).hexdigest()


def _text(text: str) -> bytes:
    return len(text).to_bytes(1, "big") + text.encode("ascii")


def _table(call: Call) -> bytes:
    if not _TABLE_NAME.fullmatch(call.table):
        raise ValueError(f"a table's name has 1 to 64 of A-Z a-z 0-9 - _, not {call.table!r}")
    return _text(call.table)


def _bytes(number: str) -> bytes:
    if not is_hex32(number):
        raise ValueError(f"32 bytes are written as 64 digits of 0-9 a-f, not {number!r}")
    return bytes.fromhex(number)
