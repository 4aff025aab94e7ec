"""The evidence of a deal: everything from which it was computed, published when the deal is
over."""

import hashlib
import json
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import msgspec

from gongzhu.dealing.contributions import Contribution, Locked, numbers_of
from gongzhu.dealing.fair import (
    PROTOCOL,
    Call,
    Chain,
    DealCount,
    Hex32,
    Protocol,
    TableName,
    dealer_seed,
    previous_secret,
    rules_hash,
)
from gongzhu.dealing.shuffle import deal_hands
from gongzhu.rules import RuleSet, RuleValue, option_values
from gongzhu.rules.events import Hands
from gongzhu.texts import Lang, say

DealEnding = Literal["played", "aborted"]


class Evidence(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The evidence of one deal under the protocol GZH1. The fields, in this order, are those of the
    JSON."""

    protocol: Protocol
    table: TableName
    chain: Chain
    deal: DealCount
    """Number of the deal since the table was opened, from 1."""
    ended: DealEnding
    """`played` for a deal that was played to its end, `aborted` for one that was broken off."""
    previous: Hex32
    """The hash of `secret`: the secret of the previous deal, or the anchor of the chain."""
    secret: Hex32
    contributions: tuple[Contribution, ...]
    """The contribution of each seat, by seat."""
    rules: dict[str, RuleValue]
    """Every option with its value at the time of the deal. The hash of the rules is computed from
    exactly these values."""
    dealer_seed: Hex32
    hands: Hands
    """The hands as dealt, before passing, by seat."""

    @property
    def call(self) -> Call:
        """The call of the deal, on which the commitments depend."""
        return Call(self.table, self.chain, self.deal, rules_hash(self.rules))

    @property
    def numbers(self) -> tuple[str | None, ...]:
        """The number that each seat revealed, or None, by seat."""
        return numbers_of(self.contributions)


class EvidenceError(ValueError):
    """Raised for a file that is not valid evidence. `problem` is the key of the message,
    `dealing.unreadable.PROBLEM`, and `field` the path of the wrong field, if any.

    `line` and `column` count from 1. `line` 0 means the whole file, `column` 0 the whole line.
    """

    def __init__(self, problem: str, line: int = 0, column: int = 0, field: str = "") -> None:
        self.problem = problem
        self.line = line
        self.column = column
        self.field = field
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One line: the position of the error, what is wrong, and what is expected."""
        name = re.split(r"\W", self.field)[0]
        wanted = say(f"dealing.field.{name}", lang) if self.problem in ("field", "missing") else ""
        told = say(f"dealing.unreadable.{self.problem}", lang, field=self.field, wanted=wanted)
        key = "column" if self.column else "line" if self.line else "file"
        return say(f"dealing.place.{key}", lang, line=self.line, column=self.column, told=told)


@lru_cache(256)
def _hash_of(rules: RuleSet) -> str:
    return rules_hash(option_values(rules))


def call_deal(table: str, chain: Chain, deal: int, rules: RuleSet) -> Call:
    """The call of deal number `deal` (from 1) of the table, from which players compute their
    commitments.

    Raises ValueError if the chain has no secret for that deal.
    """
    if chain.place(deal) is None:
        raise ValueError(f"the chain has no secret for deal {deal}")
    return Call(table, chain, deal, _hash_of(rules))


def settle(locked: Locked, rules: RuleSet, secret: str, ended: DealEnding = "played") -> Evidence:
    """The evidence of a deal, including its hands, computed from the secret and the numbers
    revealed so far.

    It may be called before the deal is played, to deal the hands from it. The result must then stay
    secret until the deal has ended. Raises ValueError if `rules` are not those of the call, or
    `secret` is not the chain's secret for this deal.
    """
    call = locked.call
    if _hash_of(rules) != call.rules_hash:
        raise ValueError("the deal was called with other rules")
    place = call.chain.place(call.deal)
    if place is None or previous_secret(secret, place) != call.chain.anchor:
        raise ValueError("this is not the chain's secret for this deal")
    seed = dealer_seed(secret, call, locked.numbers)
    return Evidence(
        protocol=PROTOCOL,
        table=call.table,
        chain=call.chain,
        deal=call.deal,
        ended=ended,
        previous=previous_secret(secret),
        secret=secret,
        contributions=locked.contributions,
        rules=msgspec.convert(option_values(rules), dict[str, RuleValue]),
        dealer_seed=seed,
        hands=deal_hands(rules, seed),
    )


_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def evidence_code(deal: Evidence) -> str:
    """A code that identifies the whole evidence: twelve letters and digits in groups of four.
    Players with different codes for a deal were shown different evidence."""
    content = msgspec.json.encode(deal, order="sorted")
    bits = int.from_bytes(hashlib.sha256(content).digest()[:8], "big") >> 4
    letters = [_LETTERS[bits >> 5 * place & 31] for place in reversed(range(12))]
    return "-".join("".join(letters[start : start + 4]) for start in (0, 4, 8))


def write_evidence(deals: Iterable[Evidence]) -> str:
    """The text of an evidence file: one line of JSON for each deal."""
    return "".join(msgspec.json.encode(deal).decode() + "\n" for deal in deals)


def read_evidence(data: bytes) -> tuple[Evidence, ...]:
    """The deals in an evidence file: either a single JSON object, possibly over several lines, or
    one object on each line.

    Raises EvidenceError for the first error found.
    """
    data = data.removeprefix(b"\xef\xbb\xbf")
    lines = [(n, line) for n, line in enumerate(data.split(b"\n"), start=1) if line.strip()]
    if not lines:
        raise EvidenceError("empty")
    first = lines[0][1].strip()
    if len(lines) == 1 or not first.endswith(b"}") or _is_json(data):
        return (_read(data, 0),)
    return tuple(_read(line, number) for number, line in lines)


def _is_json(data: bytes) -> bool:
    try:
        msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return False
    return True


def _read(data: bytes, line: int) -> Evidence:
    """Decodes one deal. `line` is its line in the file, or 0 if it is the only deal in the file."""
    try:
        return msgspec.json.decode(data, type=Evidence)
    except msgspec.ValidationError as error:
        raise _misfit(str(error), line) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _not_json(data, line) from error


def _misfit(told: str, line: int) -> EvidenceError:
    """The error for a missing, unknown or wrong field, from the message `told` of the decoder."""
    place = re.search(r"`\$\.?([^`]*)`$", told)
    path = place[1].partition("[...]")[0] if place else ""
    named = re.search(r"(missing required|unknown) field `([^`]*)`", told)
    if named:
        field = f"{path}.{named[2]}".removeprefix(".")
        return EvidenceError("missing" if named[1] != "unknown" else "unknown", line, 0, field)
    return EvidenceError("field" if path else "not_object", line, 0, path)


def _not_json(data: bytes, line: int) -> EvidenceError:
    """The error for text that is not JSON, with the position if the parser gives one."""
    try:
        json.loads(data.decode(), parse_int=str)
    except json.JSONDecodeError as error:
        return EvidenceError("not_json", line or error.lineno, error.colno)
    except UnicodeDecodeError:
        return EvidenceError("not_utf8", line)
    except RecursionError:
        pass
    return EvidenceError("characters", line)
