"""Everything that reads what others wrote, with examples of what it reads, and input gone wrong.

A decoder takes any bytes, and either reads them, or refuses them by an error that it is said to
raise. What it reads it also writes again, where there is a writer, and that must read as the same.
"""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import TypeVar

import msgspec
from msgspec import Struct

from gongzhu.arena.answering import answer_lines
from gongzhu.arena.request import request_of
from gongzhu.bots import make_bot
from gongzhu.bots.selfplay import SelfPlayConfig, play_game
from gongzhu.cards import CardTextError, parse_cards, show_cards
from gongzhu.dealing import EvidenceError, check_deals, read_evidence, write_evidence
from gongzhu.records import (
    DealRecord,
    RecordError,
    read_jsonl,
    read_text,
    scan_jsonl,
    scan_text,
    write_jsonl,
    write_text,
)
from gongzhu.rules import PRESETS, Action, NamedRules, RuleError, parse_rules, rule_file
from gongzhu.scorebook import ScoreError
from gongzhu.scorebook.reading import read_entry as read_score
from gongzhu.server.accounts.bodies import Introduce
from gongzhu.server.edge.problems import ApiError, json_of
from gongzhu.server.lobby.rules import RulesAsked
from gongzhu.server.tables.opening import OpenTable
from gongzhu.server.tables.socket import id_of, read_frame
from gongzhu.table import (
    NewerFormat,
    OlderTable,
    Table,
    read_entry,
    read_table,
    write_entry,
    write_table,
)
from gongzhu.view import view_of
from tests.support.playing import play_out, random_start
from tests.support.scripted_games import carry_out, fresh, script

SHOWN = ("gongzhu-pagat", "gongzhu-boulder", "hearts-choice")
"""The presets that examples are of."""

T = TypeVar("T")


class Decoder(Struct, frozen=True):
    """Something that reads bytes from outside."""

    name: str
    examples: Callable[[], tuple[bytes, ...]]
    read: Callable[[bytes], object]
    refuses: tuple[type[Exception], ...] = ()
    """What it raises for bytes that it cannot read; anything else is a fault."""


def fault_of(decoder: Decoder, data: bytes) -> str | None:
    """What is wrong with how these bytes are read; None where nothing is."""
    try:
        decoder.read(data)
    except decoder.refuses as error:
        return None if str(error) else f"{decoder.name}: refused without a word"
    except Exception as error:  # that is what is looked for
        return f"{decoder.name}: {type(error).__name__}: {error}"
    return None


def _same(first: T, second: T) -> None:
    assert first == second, "what was written reads otherwise"


# --- what is read ---------------------------------------------------------------------------------


def _cards(data: bytes) -> None:
    cards = parse_cards(data.decode("utf-8", errors="replace"))
    _same(sorted(parse_cards(show_cards(cards))), sorted(cards))


def _rules(data: bytes) -> None:
    named = parse_rules(data.decode("utf-8", errors="replace"))
    _same(parse_rules(rule_file(named)).rules, named.rules)


def _jsonl(data: bytes) -> None:
    records = list(read_jsonl(data.split(b"\n")))
    _same(list(read_jsonl(write_jsonl(records))), records)


def _text(data: bytes) -> None:
    records = list(read_text(data.split(b"\n")))
    _same(list(read_text("".join(write_text(records)))), records)


def _lines(data: bytes) -> None:
    """Reading on after a fault: every line is a record or a fault, and none is lost."""
    for scan in (scan_jsonl, scan_text):
        for entry in scan(data.split(b"\n")):
            assert isinstance(entry.found, DealRecord | RecordError)


def _frame(data: bytes) -> None:
    found = read_frame(data)
    if isinstance(found, str):
        id_of(data)
        return
    written = msgspec.json.encode(found)
    if len(written) < 4096:
        _same(read_frame(written), found)


def _body(kind: type[Struct]) -> Callable[[bytes], None]:
    def read(data: bytes) -> None:
        found = json_of(data, kind)
        _same(json_of(msgspec.json.encode(found), kind), found)

    return read


def _evidence(data: bytes) -> None:
    deals = read_evidence(data)
    check_deals(deals)
    _same(read_evidence(write_evidence(deals).encode()), deals)


def _score(data: bytes) -> None:
    name = "hearts-choice" if b"moon" in data else "gongzhu-pagat"
    read_score(PRESETS[name].rules, data.decode("utf-8", errors="replace"))


def _request(data: bytes) -> None:
    """A bot of ours answers each line, with an action or with an error."""
    for line in answer_lines([data.replace(b"\n", b" ")], make_bot("random")):
        answer = msgspec.json.decode(line)
        if list(answer) != ["error"]:
            msgspec.convert(answer, Action)


def _log_entry(data: bytes) -> None:
    entry = read_entry(data)
    _same(read_entry(write_entry(entry)), entry)


def _table(data: bytes) -> None:
    table = read_table(data)
    _same(read_table(write_table(table)), table)


# --- examples of it -------------------------------------------------------------------------------


@cache
def _records() -> tuple[DealRecord, ...]:
    setups = (
        SelfPlayConfig(rules=PRESETS[name].rules, preset=name, levels=("random",), seed="fuzz")
        for name in SHOWN
    )
    return tuple(next(iter(play_game(setup, 0))) for setup in setups)


@cache
def _requests() -> tuple[bytes, ...]:
    found = []
    for name in SHOWN:
        rng = Random(name)
        for step_ in play_out(random_start(PRESETS[name].rules, rng)[0], rng):
            view = view_of(step_.before, step_.seat)
            found.append(msgspec.json.encode(request_of(view)))
    return tuple(found[::7])


@cache
def _log() -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    """The entries of a table, and the table as it stood now and then."""
    table: Table | None = None
    entries, tables = [], []
    for place, line in enumerate(script("hearts-choice", "fuzz", "fuzz")):
        table, entry = carry_out(table, line, fresh("fuzz", place))
        entries.append(write_entry(entry))
        if place % 40 == 0:
            tables.append(write_table(table))
    return tuple(entries[:200:3]), tuple(tables)


FRAMES = (
    b'{"type":"hello","version":2,"since":17,"lang":"zh","talk":true}',
    b'{"type":"ping","n":12345}',
    b'{"type":"request","id":"a-1","do":{"type":"sit","seat":2}}',
    b'{"type":"request","id":"a-2","do":{"type":"leave"}}',
    b'{"type":"request","id":"a-3","do":{"type":"seat_bot","seat":1,"level":"steady"}}',
    b'{"type":"request","id":"a-4","do":{"type":"clear","seat":1,"who":"Bo"}}',
    b'{"type":"request","id":"m","do":{"type":"stand_in","seat":1,"who":"Bo"}}',
    b'{"type":"request","id":"n","do":{"type":"readmit","place":0,"who":"Bo"}}',
    b'{"type":"request","id":"a-5","do":{"type":"swap","seats":[0,3],"who":["Ann","Bo"]}}',
    b'{"type":"request","id":"a-6","do":{"type":"ready","ready":true}}',
    b'{"type":"request","id":"a-7","do":{"type":"start","fill":"steady"}}',
    b'{"type":"request","id":"a-8","do":{"type":"configure","rules":{"lower_limit":-300},'
    b'"preset":"gongzhu-pagat"}}',
    b'{"type":"request","id":"b","do":{"type":"commit","count":1,"commitment":"'
    + b"0f" * 32
    + b'"}}',
    b'{"type":"request","id":"b","do":{"type":"reveal","count":1,"number":"%s"}}' % (b"0f" * 32),
    b'{"type":"request","id":"c","do":{"type":"play","card":"QS"}}',
    b'{"type":"request","id":"d","do":{"type":"pass","cards":["QS","AH","2C"]}}',
    b'{"type":"request","id":"e","do":{"type":"expose","modes":{"QS":"open"}}}',
    b'{"type":"request","id":"f","do":{"type":"moon","choice":"self"}}',
    b'{"type":"request","id":"g","do":{"type":"claim"}}',
    b'{"type":"request","id":"h","do":{"type":"hint","asked":{"type":"play","card":"QS"}}}',
    b'{"type":"request","id":"i","do":{"type":"close"}}',
    b'{"type":"request","id":"j","do":{"type":"set_talk","talk":{"phrases":true,"text":false}}}',
    b'{"type":"request","id":"k","do":{"type":"say","phrase":"nice"}}',
    b'{"type":"request","id":"l","do":{"type":"write","text":"Hello, Bo"}}',
)
"""One of every kind."""


def _frames() -> tuple[bytes, ...]:
    return FRAMES


def _rule_files() -> tuple[bytes, ...]:
    files = (rule_file(NamedRules(name, name, name, PRESETS[name].rules)) for name in SHOWN)
    short = 'preset = "gongzhu-pagat"\nname = "Short"\nlower_limit = -500\nsale = "none"\n'
    return (*(file.encode() for file in files), short.encode())


@cache
def _evidence_of_deals() -> tuple[bytes, ...]:
    """What players keep of a few deals."""
    table: Table | None = None
    for place, line in enumerate(script("hearts-choice", "fuzz", "fuzz")):
        table, _ = carry_out(table, line, fresh("fuzz", place))
        if len(table.finished) == 3:
            break
    assert table is not None
    found = [deal.evidence for deal in table.finished]
    return (write_evidence(found).encode(), write_evidence(found[:1]).encode())


DECODERS = (
    Decoder(
        "cards",
        lambda: (
            "QS 10c ♥A".encode(),
            "黑桃Q 红心2-8 羊 变压器".encode(),
            b"hearts 2-A, pig, J of diamonds",
            "全红 猪 10♣".encode(),
        ),
        _cards,
        (CardTextError,),
    ),
    Decoder("rule files", _rule_files, _rules, (RuleError,)),
    Decoder(
        "records, JSONL",
        lambda: tuple("".join(write_jsonl([r])).encode() for r in _records()),
        _jsonl,
        (RecordError,),
    ),
    Decoder(
        "records, text",
        lambda: tuple("".join(write_text([r])).encode() for r in _records()),
        _text,
        (RecordError,),
    ),
    Decoder(
        "records, line by line",
        lambda: (
            "".join(write_text(_records())).encode(),
            "".join(write_jsonl(_records())).encode(),
        ),
        _lines,
    ),
    Decoder("frames", _frames, _frame),
    Decoder(
        "introductions",
        lambda: (b'{"name":"Ann"}', '{"name":"安"}'.encode()),
        _body(Introduce),
        (ApiError,),
    ),
    Decoder(
        "tables asked for",
        lambda: (
            b'{"preset":"gongzhu-pagat","name":"x","access":"public","bots":{"1":"steady"}}',
            b'{"preset":"hearts-denexa","rules":{"limit":50,"omnibus":true},"start":true}',
        ),
        _body(OpenTable),
        (ApiError,),
    ),
    Decoder(
        "rules asked for",
        lambda: (
            b'{"rules":{"lower_limit":-500},"preset":"gongzhu-hwa"}',
            b'{"preset":"gongzhu-hwa"}',
        ),
        _body(RulesAsked),
        (ApiError,),
    ),
    Decoder("evidence", _evidence_of_deals, _evidence, (EvidenceError,)),
    Decoder(
        "scores",
        lambda: (
            b'{"captures":[["QS","TC"],["JD"],["AH"],[]],"exposed":{"QS":"open"}}',
            b'{"captures":[["QS","AH"],["2H"],[],[]],"moon_choice":null}',
        ),
        _score,
        (ScoreError,),
    ),
    Decoder("requests to a bot", _requests, _request),
    Decoder("entries of a log", lambda: _log()[0], _log_entry, (msgspec.DecodeError, NewerFormat)),
    Decoder("snapshots", lambda: _log()[1], _table, (msgspec.DecodeError, NewerFormat, OlderTable)),
)

# --- input gone wrong -----------------------------------------------------------------------------

TOKENS = (
    b"null", b"true", b"-1", b"1e400", b"NaN", b"9" * 400, b"0.5", b"1e2", b"-0", b'""', b"{}",
    b"[]", b"[" * 1200, b'{"a":' * 600, b"\\ud800", b"\\u0000", b"\x00", b"\xff\xfe",
    b"\xef\xbb\xbf",
    "\u202e".encode(), "\u200d".encode(), "e\u0301".encode() * 9, "１０".encode(), "♠".encode(),
    b"<script>", b"%s%n", b"../../etc", b"'; --", b"\r\n", b"\n\n", b"\x1b[2J", b'"type":"request"',
)  # fmt: skip
"""What often breaks readers."""


def mangled(rng: Random, examples: tuple[bytes, ...]) -> bytes:
    """An example with a few things wrong with it."""
    data = bytearray(rng.choice(examples))
    for _ in range(1 + min(int(rng.expovariate(0.7)), 8)):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(9):
            case 0 if data:
                data[at % len(data)] ^= 1 << rng.randrange(8)
            case 1 if data:
                data[at % len(data)] = rng.randrange(256)
            case 2:
                del data[at : at + 1 + int(rng.expovariate(0.2))]
            case 3:
                data[at:at] = rng.choice(TOKENS)
            case 4:
                data[at:at] = data[at : at + rng.randrange(1, 40)]
            case 5:
                del data[at:]
            case 6:
                other = rng.choice(examples)
                start = rng.randrange(len(other) + 1)
                data[at : at + rng.randrange(40)] = other[start : start + rng.randrange(40)]
            case 7:
                _replace_value(rng, data)
            case _:
                data[at:at] = bytes([rng.randrange(256)]) * rng.randrange(1, 30)
    return bytes(data[:100_000])


def _replace_value(rng: Random, data: bytearray) -> None:
    """Put something else where a number, a text or a list stands."""
    stops = [place for place, byte in enumerate(data) if byte in b',:[]{}"= ']
    if len(stops) > 1:
        place = rng.randrange(len(stops) - 1)
        data[stops[place] + 1 : stops[place + 1]] = rng.choice(TOKENS)
