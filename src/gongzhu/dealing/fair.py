"""The calculations of GZH1, the protocol of deals that players can check (docs/fair-deals.md).

Numbers of 32 bytes are strings of 64 lower-case hexadecimal digits throughout. The caller passes in
all random numbers.
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
"""Greatest number of secrets in a chain: enough for an evening's deals, and few enough that the
anchor can be computed from every secret of thousands of chains."""

LAST_DEAL = 2**32 - 1
"""Greatest number of a deal, the last that fits into four bytes."""

# In Python, `$` alone would also match before a final line break.
Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
TableName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)")]
DealCount = Annotated[int, Meta(ge=1, le=LAST_DEAL)]

_HEX32 = re.compile("[0-9a-f]{64}")
_TABLE_NAME = re.compile("[A-Za-z0-9_-]{1,64}")


class Chain(Struct, frozen=True, forbid_unknown_fields=True):
    """A chain of secrets, as published before its first secret is used. The dealer keeps the
    secrets. Each is the hash of the next one, and they are revealed one deal at a time."""

    anchor: Hex32
    """The hash of the chain's first secret."""
    length: Annotated[int, Meta(ge=1, le=LONGEST_CHAIN)]
    """Number of secrets in the chain."""
    first_deal: DealCount
    """Number of the deal that uses the first secret, from 1 since the table was opened."""

    def place(self, deal: int) -> int | None:
        """The position in the chain (1 for the first secret) of the secret for deal number `deal`,
        or None if the chain has none for it."""
        place = deal - self.first_deal + 1
        return place if 1 <= place <= self.length else None


class Call(Struct, frozen=True):
    """The announcement of a deal: everything on which the players' commitments depend."""

    table: TableName
    chain: Chain
    deal: DealCount
    """Number of the deal since the table was opened, from 1."""
    rules_hash: Hex32


def secrets_of(last: str, length: int) -> tuple[str, ...]:
    """The anchor of a chain followed by its `length` secrets, in the order in which they are
    revealed.

    `last` is the last secret, drawn at random by the caller. Raises ValueError if `length` is not 1
    to LONGEST_CHAIN.
    """
    if not 1 <= length <= LONGEST_CHAIN:
        raise ValueError(f"a chain has 1 to {LONGEST_CHAIN} secrets, not {length}")
    secrets = [last]
    for _ in range(length):
        secrets.append(previous_secret(secrets[-1]))
    return tuple(reversed(secrets))


def previous_secret(secret: str, steps: int = 1) -> str:
    """The result of hashing a secret `steps` times: an earlier secret of its chain, or the anchor.
    With 0 steps, the secret itself."""
    tag = _text("GZH1 chain")
    number = _bytes(secret)
    for _ in range(steps):
        number = hashlib.sha256(tag + number).digest()
    return number.hex()


def rules_hash(values: Mapping[str, object]) -> str:
    """The hash of a rule set, given its option values as plain data (`option_values`)."""
    canonical = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return _sha256("GZH1 rules", canonical.encode())


def commitment(call: Call, seat: Seat, number: str) -> str:
    """The commitment that the player in `seat` must send for its random `number`. Raises ValueError
    if a number is not 64 hexadecimal digits."""
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
    """The seed for `deal_hands`, from the dealer's secret and the number of each seat (None if the
    seat revealed none)."""
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
    """True if a text is exactly 64 lower-case hexadecimal digits."""
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
