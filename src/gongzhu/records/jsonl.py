"""The JSONL format of records: each line is a JSON object for one deal."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import isfinite
from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from gongzhu.records.fault import (
    AsWritten,
    Detail,
    Message,
    RecordError,
    RecordFault,
    RecordPosition,
    RuleFaults,
    shown,
)
from gongzhu.records.model import FORMAT, LONGEST_LINE, DealRecord, FileEntry, records_of
from gongzhu.records.shape import misfit
from gongzhu.rules import RuleError, RuleSet, option_values, rules_from_values
from gongzhu.rules.events import Hands


class _LineHead(msgspec.Struct):
    """The fields of a line that must be read before the others can be decoded."""

    format: object = None
    rules: msgspec.Raw = msgspec.Raw(b"null")


_read_head = msgspec.json.Decoder(_LineHead).decode
_read_record = msgspec.json.Decoder(DealRecord).decode
_in_card_order = attrgetter("index")


def write_jsonl(records: Iterable[DealRecord]) -> Iterator[str]:
    """Yields the canonical line of each record, including the line break.

    >>> [record] = read_text(Path("examples/friday.gzn").read_text("utf-8"))
    >>> [line] = write_jsonl([record])
    >>> line[:12]
    '{"format":1,'
    """
    for record in records:
        packed, plain = _both_forms(record.rules)
        yield msgspec.json.encode(record).replace(packed, plain, 1).decode() + "\n"


def read_jsonl(source: str | Iterable[str | bytes]) -> Iterator[DealRecord]:
    """Yields the records in a text, or in lines as read from a file.

    Blank lines and unknown fields are ignored. Raises RecordError, with the line, for the first
    record that cannot be read.

    >>> [record] = read_text(Path("examples/friday.gzn").read_text("utf-8"))
    >>> list(read_jsonl("".join(write_jsonl([record])))) == [record]
    True
    """
    return records_of(scan_jsonl(source.split("\n") if isinstance(source, str) else source))


def scan_jsonl(lines: Iterable[str | bytes]) -> Iterator[FileEntry]:
    """Yields an entry for each line that is not blank: the record, or the error that says why it
    cannot be read.

    >>> [entry] = scan_jsonl(["no JSON"])
    >>> entry.found.fault.text("en")
    'line 1, column 1: this is not JSON from here on'
    """
    for number, text in enumerate(lines, start=1):
        line = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        line = line.rstrip()
        if not line:
            continue
        yield FileEntry(number, _found(line, number))


def _found(line: bytes, number: int) -> DealRecord | RecordError:
    try:
        return _record(line)
    except RecordError as error:
        return RecordError(error.fault.at(number, error.fault.position.column))
    except RecursionError:
        return RecordError(RecordFault("too_deep").at(number))


def _record(line: bytes) -> DealRecord:
    if len(line) > LONGEST_LINE:
        raise RecordError(RecordFault("too_long", details={"most": LONGEST_LINE}))
    try:
        head = _read_head(line)
        if head.format != FORMAT:
            raise _misfit(line, "format")
        written = bytes(head.rules)
        rules = _rules(written)
        # The line has plain option values, so that older rules can be read too. The decoder
        # expects the encoding of the struct.
        record = _read_record(line.replace(written, _both_forms(rules)[0], 1))
    except msgspec.ValidationError as error:
        raise _invalid(line, str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _not_json(line) from error
    except RuleError as error:
        fault = RecordFault("rules", _position(line), {"rules": RuleFaults(error.faults)})
        raise RecordError(fault) from error
    path = misfit(record)
    if path:
        raise _misfit(line, path)
    return replace(
        record,
        rules=rules,
        hands=_sorted(record.hands),
        passes=None if record.passes is None else _sorted(record.passes),
        exposures=tuple(dict(sorted(modes.items())) for modes in record.exposures),
        comments=dict(sorted(record.comments.items(), key=lambda item: int(item[0]))),
    )


def _sorted(hands: Hands) -> Hands:
    return tuple(tuple(sorted(hand, key=_in_card_order)) for hand in hands)


@lru_cache(maxsize=256)
def _rules(text: bytes) -> RuleSet:
    """The rules in a line, given their JSON text. Cached, because the same rules recur on line
    after line."""
    try:
        values = msgspec.json.decode(text, type=dict[str, object])
    except msgspec.ValidationError as error:
        raise msgspec.ValidationError("at `$.rules`") from error
    return rules_from_values(values)


@lru_cache(maxsize=256)
def _both_forms(rules: RuleSet) -> tuple[bytes, bytes]:
    """The rules as JSON in two encodings: as msgspec encodes the struct, and as plain option
    values. Neither can occur inside a string of a line, because quotes are escaped there."""
    return msgspec.json.encode(rules), msgspec.json.encode(option_values(rules))


_NO_NUMBER = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity)')
"""Matches a string (to skip it), or a number such as NaN that Python accepts although it is not
JSON."""


def _not_json(line: bytes) -> RecordError:
    """The error for a line that is not JSON, with the column if it can be found."""
    try:
        json.loads(line.decode(), parse_int=_number)
    except UnicodeDecodeError as error:
        before = line[: error.start].decode()
        return RecordError(RecordFault("not_utf8", RecordPosition(column=len(before) + 1)))
    except json.JSONDecodeError as error:
        return RecordError(RecordFault("not_json", RecordPosition(column=error.pos + 1)))
    for found in _NO_NUMBER.finditer(line.decode()):
        if found[1]:
            return RecordError(RecordFault("not_json", RecordPosition(column=found.start(1) + 1)))
    return RecordError(RecordFault("characters"))


def _invalid(line: bytes, error: str) -> RecordError:
    """The error for a line that is JSON with missing or wrong fields, from the message `error` of
    the decoder."""
    missing = re.search(r"missing required field `(\w+)`", error)
    if missing:
        allowed = Message(f"records.field.{missing[1]}")
        fault = RecordFault("missing", _position(line), {"field": missing[1], "allowed": allowed})
        return RecordError(fault)
    path = re.search(r"`\$\.([^`]*)`$", error)
    return _misfit(line, path[1]) if path else RecordError(RecordFault("not_object"))


def _misfit(line: bytes, path: str) -> RecordError:
    """The error for the field at `path`, which has a wrong value. `path` is a path in the JSON such
    as `plays[16][0]`."""
    known = path.partition("[...]")[0]
    first, *steps = re.findall(r"\w+", known)
    value: Any = _fields(line).get(first)
    for step in steps:
        value = value[int(step)] if isinstance(value, list) else value[step]
    play = int(steps[0]) + 1 if first == "plays" and steps else None
    details: dict[str, Detail] = {
        "field": known,
        "value": shown(value),
        "allowed": Message(f"records.field.{first}"),
    }
    return RecordError(RecordFault("field", _position(line, play), details))


def _position(line: bytes, play: int | None = None) -> RecordPosition:
    """The game and deal of a line, if it has them, with the given number of a play."""
    fields = _fields(line)
    game, deal = fields.get("game"), fields.get("deal")
    if type(game) is int and type(deal) is int:
        return RecordPosition(game=game, deal=deal, play=play)
    return RecordPosition()


def _fields(line: bytes) -> dict[str, Any]:
    """All fields of a line that is known to be a JSON object."""
    fields: dict[str, Any] = json.loads(
        line.decode("utf-8", "replace"), parse_int=_number, parse_float=_number
    )
    return fields


def _number(text: str) -> int | float | AsWritten:
    """The number written as `text`. One too long or too large for Python is kept as text."""
    if text.lstrip("-").isdecimal():
        return int(text) if len(text) < 100 else AsWritten(text)
    return value if isfinite(value := float(text)) else AsWritten(text)
