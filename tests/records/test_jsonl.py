"""The form for programs: what a line holds, what is read, and what is refused."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from gongzhu.cards import Card
from gongzhu.records import DealRecord, RecordError, read_jsonl, scan_jsonl, write_jsonl
from gongzhu.rules import RuleSet, option_values
from tests.support.recorded import recorded_deals, records, some_records
from tests.support.rulesets import every_kind

FIELDS = [
    "format",
    "preset",
    "rules",
    "players",
    "game",
    "deal",
    "dealer_seed",
    "first_leader",
    "hands",
    "passes",
    "exposures",
    "plays",
    "claimed",
    "moon_choice",
    "scores",
    "totals_before",
    "totals",
    "game_over",
    "winners",
    "losers",
]


def line_of(record: DealRecord) -> str:
    return "".join(write_jsonl([record]))


def fields_of(record: DealRecord) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(line_of(record))
    return fields


@pytest.mark.parametrize("rules", every_kind(21, 40).values(), ids=every_kind(21, 40))
def test_every_kind_of_rules_comes_back(rules: RuleSet) -> None:
    rng = Random(5)
    played = [*recorded_deals(rules, rng, 2), *recorded_deals(rules, rng, 2, strong=True)]
    text = "".join(write_jsonl(played))
    assert list(read_jsonl(text)) == played
    assert "".join(write_jsonl(read_jsonl(text))) == text


@settings(max_examples=60)
@given(records())
def test_whatever_a_record_holds_comes_back(found: list[DealRecord]) -> None:
    text = "".join(write_jsonl(found))
    assert list(read_jsonl(text)) == found
    assert "".join(write_jsonl(read_jsonl(text))) == text


def test_a_line_has_the_fields_in_their_order_and_nothing_that_is_empty() -> None:
    record = some_records("hearts-choice")[0]
    line = line_of(record)
    fields = json.loads(line)
    assert list(fields) == FIELDS
    assert line == json.dumps(fields, separators=(",", ":"), ensure_ascii=False) + "\n"
    assert fields["format"] == 1
    assert fields["rules"] == json.loads(json.dumps(option_values(record.rules)))
    assert fields["players"] == ["Ann", "Bo", "小王", "Dee"]
    assert [len(cards) for cards in fields["passes"]] == [3, 3, 3, 3]
    assert fields["plays"][0] == [record.first_leader, "2C"]
    assert fields["claimed"] is None
    assert fields["moon_choice"] is None


def test_a_line_of_gong_zhu() -> None:
    record = next(item for item in some_records("gongzhu-boulder") if any(item.exposures))
    fields = fields_of(record)
    assert fields["passes"] is None
    assert {mode for modes in fields["exposures"] for mode in modes.values()} <= {"up", "down"}
    assert len(fields["exposures"]) == 4


def test_what_is_remarked_stands_at_the_end() -> None:
    record = some_records("gongzhu-pagat")[0]
    remarked = msgspec.structs.replace(
        record, comments={"0": "哈"}, timings=(5,) * 52, event="E", date="2026-11-20"
    )
    remarked = msgspec.structs.replace(remarked, origin="game 0 deal 1")
    fields = fields_of(remarked)
    assert list(fields) == [*FIELDS, "comments", "timings", "event", "date", "origin"]
    assert list(read_jsonl(line_of(remarked))) == [remarked]


def test_reading_is_tolerant() -> None:
    record = msgspec.structs.replace(
        some_records("hearts-denexa")[0], comments={"2": "b", "10": "a"}
    )
    fields = fields_of(record)
    fields["hands"] = [hand[::-1] for hand in fields["hands"]]
    fields["passes"] = [cards[::-1] for cards in fields["passes"]]
    fields["comments"] = {"10": "a", "2": "b"}
    fields["of_another_program"] = {"x": [1, 2.5]}
    shuffled = dict(sorted(fields.items(), reverse=True))
    text = f"\ufeff\n  \r\n{json.dumps(shuffled, indent=None)}\r\n\n"
    (back,) = read_jsonl(text)
    assert back == record
    assert list(back.comments) == ["2", "10"]


def test_exposures_come_in_the_order_of_cards() -> None:
    (record,) = read_jsonl(changed(put("exposures.1", {"QS": "open", "AH": "open"})))
    assert list(record.exposures[1]) == [Card("AH"), Card("QS")]


def test_a_source_may_be_a_text_or_lines_of_text_or_bytes() -> None:
    deals = list(some_records("gongzhu-pagat", 2))
    text = "".join(write_jsonl(deals))
    assert list(read_jsonl(text)) == deals
    assert list(read_jsonl(text.splitlines(keepends=True))) == deals
    assert list(read_jsonl(text.encode().splitlines())) == deals


def test_lines_are_read_only_as_they_are_asked_for() -> None:
    record = some_records("gongzhu-pagat")[0]
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield line_of(record)

    reader = read_jsonl(endless())
    assert next(reader) == next(reader) == record
    assert taken == 2
    assert next(iter(write_jsonl(read_jsonl(endless())))) == line_of(record)


def test_records_share_their_rules() -> None:
    first, second = read_jsonl("".join(write_jsonl(some_records("gongzhu-pagat", 2))))
    assert first.rules is second.rules


def test_reading_goes_on_after_a_bad_line_or_stops_at_it() -> None:
    good = line_of(some_records("gongzhu-pagat")[0])
    lines = [good, "nonsense", "", good]
    assert [(entry.line, type(entry.found)) for entry in scan_jsonl(lines)] == [
        (1, DealRecord),
        (2, RecordError),
        (4, DealRecord),
    ]
    reader = read_jsonl(lines)
    next(reader)
    with pytest.raises(RecordError, match=r"^line 2, column 1: this is not JSON from here on$"):
        next(reader)


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    """A good line of Gong Zhu with something done to its fields."""
    fields = fields_of(some_records("gongzhu-pagat")[0])
    change(fields)
    return json.dumps(fields)


def put(path: str, value: object) -> Callable[[dict[str, Any]], object]:
    """Put a value at a path such as `hands.0.3`."""

    def change(fields: dict[str, Any]) -> None:
        place: Any = fields
        *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        for step in steps:
            place = place[step]
        place[last] = value

    return change


def without(key: str) -> Callable[[dict[str, Any]], object]:
    return lambda fields: fields.pop(key)


LONG = '"' + "x" * 59 + "…"
CARDS = 'a list of cards for each seat, such as "QS" and "TC"'
SEATS = "a list of seats, counted from 0"
TEXT = "text without control characters"
PILE = "a whole number of at most nine digits for each pile"
SIDE = "a whole number of at most nine digits for each side"
WHOLE = "a whole number from 0 to 999999999"

BAD_FIELDS = [
    ("format", 2, "format = 2", "1, the only format this program reads"),
    ("format", True, "format = true", "1, the only format this program reads"),
    ("preset", "", 'preset = ""', "the name of a preset, or null"),
    ("preset", "a\x1bb", 'preset = "a\\u001bb"', "the name of a preset, or null"),
    ("preset", 3, "preset = 3", "the name of a preset, or null"),
    ("rules", None, "rules = null", "an object with `family` and every option of its rules"),
    ("rules", [1], "rules = [1]", "an object with `family` and every option of its rules"),
    ("players", ["A"] * 3, 'players = ["A", "A", "A"]', "a name for each seat"),
    ("players.2", "a\nb", 'players[2] = "a\\nb"', "a name for each seat"),
    ("players.0", "x" * 99 + "\x00", f"players[0] = {LONG}", "a name for each seat"),
    ("game", -1, "game = -1", WHOLE),
    ("deal", 10**9, "deal = 1000000000", WHOLE),
    ("deal", 1.5, "deal = 1.5", WHOLE),
    ("dealer_seed", "\u2028", 'dealer_seed = "\\u2028"', f"{TEXT}, or null"),
    ("first_leader", 4, "first_leader = 4", "a seat number, counted from 0"),
    ("hands", [], "hands = []", CARDS),
    ("hands.1.3", "1X", 'hands[1][3] = "1X"', CARDS),
    ("hands.3", "QS", 'hands[3] = "QS"', CARDS),
    ("passes", [["QS"]] * 3, 'passes = [["QS"], ["QS"], ["QS"]]', f"{CARDS}, or null"),
    ("exposures", [{}] * 5, "exposures = [{}, {}, {}, {}, {}]", "an object for each seat, such as"),
    ("exposures.2", {"QS": "shut"}, 'exposures[2] = {"QS": "shut"}', '{"QS": "open"}; the modes'),
    ("exposures.2", {"XX": "open"}, 'exposures[2] = {"XX": "open"}', '{"QS": "open"}; the modes'),
    ("claimed", -1, "claimed = -1", "a seat number, counted from 0, or null"),
    ("moon_choice", "me", 'moon_choice = "me"', '"others", "self" or null'),
    ("scores", [1, 2, 3], "scores = [1, 2, 3]", PILE),
    ("plays", 5, "plays = 5", "a list of [seat, card]"),
    ("scores", ["1"] * 4, 'scores[0] = "1"', PILE),
    ("scores", [0, -(10**9), 0, 0], "scores = [0, -1000000000, 0, 0]", PILE),
    ("totals_before", [0] * 5, "totals_before = [0, 0, 0, 0, 0]", SIDE),
    ("totals", [10**9, 0, 0, 0], "totals = [1000000000, 0, 0, 0]", SIDE),
    ("game_over", 1, "game_over = 1", "true or false"),
    ("winners", [4], "winners = [4]", SEATS),
    ("winners", [0, 4], "winners = [0, 4]", SEATS),
    ("losers", [-1], "losers = [-1]", SEATS),
    ("comments", {"53": "late"}, 'comments = {"53": "late"}', "an object of texts"),
    ("comments", {"01": "odd"}, 'comments = {"01": "odd"}', "an object of texts"),
    ("comments", {"1": 5}, 'comments = {"1": 5}', "an object of texts"),
    ("comments", {"7": "\x07"}, 'comments.7 = "\\u0007"', "an object of texts"),
    ("timings", [1, 2], "timings = [1, 2]", "a whole number of milliseconds for each play"),
    ("timings", [0] * 51 + [-1], "timings[51] = -1", "a whole number of milliseconds"),
    ("timings", [0] * 51 + [10**9], "timings[51] = 1000000000", "a whole number of milliseconds"),
    ("event", "\t", 'event = "\\t"', TEXT),
    ("origin", "\n", 'origin = "\\n"', TEXT),
    ("date", "20.11.2026", 'date = "20.11.2026"', "a day written as 2026-11-20"),
    ("date", "2026-02-30", 'date = "2026-02-30"', "a day written as 2026-11-20"),
    ("date", "20261120", 'date = "20261120"', "a day written as 2026-11-20"),
]


@pytest.mark.parametrize(("path", "value", "shown", "allowed"), BAD_FIELDS)
def test_a_bad_field_is_named_with_what_is_allowed(
    path: str, value: object, shown: str, allowed: str
) -> None:
    (entry,) = scan_jsonl(["", changed(put(path, value))])
    assert isinstance(entry.found, RecordError)
    told = entry.found.text()
    where = "line 2: " if path in ("game", "deal") else "line 2: game 0 deal 0: "
    if path == "deal" and value != 1.5:
        where = f"line 2: game 0 deal {value}: "
    if path == "game":
        where = f"line 2: game {value} deal 0: "
    assert told.startswith(f"{where}{shown}: must be ")
    assert allowed in told
    assert told == str(entry.found)
    assert "\n" not in told
    assert entry.found.text("zh").startswith("第 2 行：")


@pytest.mark.parametrize(
    ("path", "value", "shown"),
    [
        ("plays.16.1", "0C", 'plays[16][1] = "0C"'),
        ("plays.16.0", 4, "plays[16][0] = 4"),
        ("plays.16", ["QS", 1], 'plays[16][0] = "QS"'),
    ],
)
def test_a_bad_play_is_named_with_its_number(path: str, value: object, shown: str) -> None:
    with pytest.raises(RecordError) as caught:
        next(read_jsonl(changed(put(path, value))))
    assert str(caught.value).startswith(f"line 1: game 0 deal 0 play 17: {shown}: must be ")
    assert caught.value.fault.position.play == 17


@pytest.mark.parametrize("key", [field for field in FIELDS if field not in ("format", "rules")])
def test_a_missing_field_is_named(key: str) -> None:
    with pytest.raises(RecordError) as caught:
        next(read_jsonl(changed(without(key))))
    where = "line 1: " if key in ("game", "deal") else "line 1: game 0 deal 0: "
    assert str(caught.value).startswith(f"{where}{key} is missing; it must be ")


def test_a_line_without_rules_or_format_is_refused() -> None:
    with pytest.raises(RecordError, match=r"game 0 deal 0: rules = null: must be an object"):
        next(read_jsonl(changed(without("rules"))))
    with pytest.raises(RecordError, match=r"game 0 deal 0: format = null: must be 1,"):
        next(read_jsonl(changed(without("format"))))


def test_another_format_is_refused_before_anything_else_is_looked_at() -> None:
    with pytest.raises(RecordError, match=r"^line 1: format = 2: must be 1,"):
        next(read_jsonl('{"format": 2, "rules": "r", "game": "g"}'))


def test_bad_rules_are_named_by_option() -> None:
    with pytest.raises(RecordError, match=r"^line 1: game 0 deal 0: rules: sale = \"Open\": "):
        next(read_jsonl(changed(put("rules.sale", "Open"))))
    with pytest.raises(RecordError, match=r"rules: players = 9: .*; roofs = 5: ") as caught:
        next(read_jsonl(changed(lambda f: f["rules"].update(players=9, roofs=5))))
    assert "\n" not in str(caught.value)


ONE = line_of(some_records("gongzhu-pagat")[0]).rstrip()
NESTED = "[" * 200_000 + "]" * 200_000
"""Deeper than any version of Python reads."""

BAD_LINES: list[tuple[str | bytes, str]] = [
    ("[]", "line 1: a record is one JSON object"),
    ("5", "line 1: a record is one JSON object"),
    ("{", "line 1, column 2: this is not JSON from here on"),
    (ONE[:40], "line 1, column 38: this is not JSON from here on"),
    (ONE + "}", f"line 1, column {len(ONE) + 1}: this is not JSON from here on"),
    ('{"event": "小王" 5}', "line 1, column 16: this is not JSON from here on"),
    ('{"event": "NaN\\" Infinity", "x": NaN}', "line 1, column 34: this is not JSON from here on"),
    ('{"deal": -Infinity}', "line 1, column 10: this is not JSON from here on"),
    (
        ONE.encode().replace(b'"Dee"', b'"\xff"'),
        f"line 1, column {ONE.index('Dee') + 1}: this is not UTF-8",
    ),
    (
        '{"format": 1, "rules": {"x": "\\ud800"}}',
        "line 1: a control character, or something that is not UTF-8",
    ),
    ('{"x": 1' + "0" * 5000 + ",5}", "line 1, column 5009: this is not JSON from here on"),
    (
        b'{"format": 2, "x": "\xff"}',
        "line 1: format = 2: must be 1, the only format this program reads",
    ),
    (f'{{"x": {NESTED}}}', "line 1: not a record: brackets are nested too deeply"),
    (
        '{"format": 1, "rules": 1' + "0" * 5000 + "}",
        f"line 1: rules = 1{'0' * 59}…: must be an object with `family` and every option of its "
        "rules",
    ),
    (
        '{"format": ' + "9" * 1_000_000 + "}",
        f"line 1: format = {'9' * 60}…: must be 1, the only format this program reads",
    ),
    ('{"format": 1e400}', "line 1: format = 1e400: must be 1, the only format this program reads"),
    ('{"a":' * 100_000, "line 1: not a record: brackets are nested too deeply"),
    (" " * 2**20 + ONE, "line 1: the line has more than 1048576 bytes"),
]


@pytest.mark.parametrize(("line", "told"), BAD_LINES, ids=range(len(BAD_LINES)))
def test_a_broken_line_is_refused_at_its_place(line: str | bytes, told: str) -> None:
    (entry,) = scan_jsonl([line])
    assert isinstance(entry.found, RecordError)
    assert entry.found.text() == told


def test_a_mark_of_byte_order_stands_nowhere_but_at_the_beginning() -> None:
    first, second = scan_jsonl(["\ufeff" + ONE, "\ufeff" + ONE])
    assert isinstance(first.found, DealRecord)
    assert isinstance(second.found, RecordError)


def test_a_deal_whose_game_is_no_number_is_told_by_its_line() -> None:
    with pytest.raises(RecordError, match=r'^line 1: game = "x": '):
        next(read_jsonl(changed(put("game", "x"))))


def test_half_a_character_in_a_text_is_refused() -> None:
    with pytest.raises(RecordError, match="not UTF-8"):
        next(read_jsonl(ONE.replace('"Ann"', '"\ud800"')))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("game", 999_999_999),
        ("deal", 999_999_999),
        ("first_leader", 0),
        ("first_leader", 3),
        ("claimed", 3),
        ("winners", [0, 3]),
        ("plays.7.0", 3),
        ("scores", [999_999_999, -999_999_999, 0, 1]),
        ("comments", {"0": "", "52": "a\tb\nc"}),
        ("timings", [999_999_999] * 52),
        ("players.1", ""),
        ("players.1", "👩‍🌾\u3000\u00a0"),
        ("preset", "anything"),
        ("date", "2028-02-29"),
    ],
)
def test_what_lies_just_within_bounds_is_read(path: str, value: object) -> None:
    line = changed(put(path, value))
    (record,) = read_jsonl(line)
    assert json.loads(line_of(record)) == json.loads(line)
