"""Files of evidence: read whole or refused, and nothing in them goes unchecked."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from gongzhu.dealing import (
    Chain,
    CheckStep,
    Evidence,
    EvidenceError,
    check_deal,
    check_deals,
    previous_secret,
    read_evidence,
    write_evidence,
)
from gongzhu.texts import LANGUAGES, keys, say
from tests.dealing.vectors.generate import DEALS, KITE, deal, drawn

FIRST, SECOND = DEALS["four players"], DEALS["a bot"]
EVERY_KIND = DEALS["five seats of every kind"]
Json = dict[str, Any]


def as_json(evidence: Evidence) -> Json:
    found: Json = json.loads(msgspec.json.encode(evidence))
    return found


def refusal(data: bytes | str | Json) -> EvidenceError:
    """Why a file is refused, said in one line in both languages."""
    if isinstance(data, dict):
        data = json.dumps(data)
    with pytest.raises(EvidenceError) as caught:
        read_evidence(data if isinstance(data, bytes) else data.encode())
    told = {lang: caught.value.text(lang) for lang in LANGUAGES}
    assert str(caught.value) == told["en"] != told["zh"]
    assert all(len(text.splitlines()) == 1 for text in told.values())
    return caught.value


def test_one_line_for_each_deal() -> None:
    text = write_evidence([FIRST, SECOND])
    assert text.count("\n") == 2
    assert read_evidence(text.encode()) == (FIRST, SECOND)
    assert list(json.loads(text.splitlines()[0])) == list(Evidence.__struct_fields__)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(as_json(FIRST)),
        json.dumps(as_json(FIRST), indent=2),
        json.dumps(as_json(FIRST), indent=2).replace("\n", "\r\n"),
        "\ufeff\n\n" + json.dumps(as_json(FIRST), indent=4) + "\n\n",
        json.dumps(as_json(FIRST), separators=(",\n", ":\n")),
        # Lines that look like whole objects, and are parts of one.
        json.dumps(as_json(FIRST)).replace('"chain": ', '"chain":\n').replace("}, ", "}\n, "),
        json.dumps(dict(reversed(as_json(FIRST).items()))),
        json.dumps({"chain": as_json(FIRST)["chain"]} | as_json(FIRST)).replace("}, ", "}\n, ", 1),
    ],
)
def test_one_object_however_it_is_laid_out(text: str) -> None:
    assert read_evidence(text.encode()) == (FIRST,)


def test_blank_lines_and_other_line_ends_do_not_matter() -> None:
    one, two = write_evidence([FIRST, SECOND]).splitlines()
    text = f"\ufeff\r\n  \r\n{one}\r\n\r\n  {two}  \r\n"
    assert read_evidence(text.encode()) == (FIRST, SECOND)


@pytest.mark.parametrize("text", ["", "\n", " \r\n\t\n", "\ufeff"])
def test_an_empty_file(text: str) -> None:
    error = refusal(text)
    assert (error.problem, error.line, error.column, error.field) == ("empty", 0, 0, "")


def test_where_a_file_stops_being_json() -> None:
    one = json.dumps(as_json(FIRST))
    place = one.index(": ") + 1
    error = refusal(f"{one}\n\n{one[:place]}!{one[place:]}\n")
    assert (error.problem, error.line, error.column) == ("not_json", 3, place + 1)
    assert error.text() == f"line 3, column {place + 1}: this is not JSON from here on"
    spread = json.dumps(as_json(FIRST), indent=1).splitlines()
    spread[4] = spread[4].replace(":", "=")
    error = refusal("\n".join(spread))
    assert (error.problem, error.line) == ("not_json", 5)
    assert refusal("\n".join(spread[:20])).problem == "not_json"
    assert refusal(one[:-1]).problem == "not_json"
    assert refusal(f"{one} {one}").problem == "not_json"


def test_other_files() -> None:
    one = write_evidence([FIRST])
    assert refusal("rules = 3").problem == "not_json"
    assert refusal(b"\x89PNG\r\n\x1a\n").problem == "not_utf8"
    assert refusal(one.encode("utf-16")).problem == "not_utf8"
    bad = refusal(b'{"table": "\xff"}')
    assert (bad.problem, bad.line) == ("not_utf8", 0)
    assert bad.text() == "this is not UTF-8"
    bad = refusal(one.encode() + one.encode()[:-2] + b'\xff"}\n')
    assert (bad.problem, bad.line) == ("not_utf8", 2)
    assert bad.text() == "line 2: this is not UTF-8"
    assert refusal(f"[{one}]").problem == "not_object"
    assert refusal("3").problem == "not_object"
    assert refusal("{}\n{}").problem == "missing"
    assert refusal(f'{{"table": "{chr(92)}ud800"}}').problem == "characters"
    assert refusal('{"table": NaN}').problem == "characters"
    deep = "[" * 100_000 + "]" * 100_000
    assert refusal(deep).problem == "not_object"
    assert refusal('{"table":' + deep + "}\n{}").problem == "field"
    assert refusal('{"deep":' + deep + "}\n{}").problem == "unknown"
    assert refusal('{"table": NaN, "deep":' + deep + "}").problem == "characters"
    assert refusal('{"table": NaN, "deal":' + "9" * 5_000 + "}").problem == "characters"


@pytest.mark.parametrize("field", Evidence.__struct_fields__)
def test_a_field_is_missing(field: str) -> None:
    item = as_json(FIRST)
    del item[field]
    error = refusal(item)
    assert (error.problem, error.field) == ("missing", field)
    assert error.text() == f"{field} is missing; it must be {say(f'dealing.field.{field}', 'en')}"


BAD = [
    ("protocol", "GZH2"),
    ("table", ""),
    ("table", "a" * 65),
    ("table", "kite 7"),
    ("table", "kite-7\n"),
    ("table", "风筝"),
    ("table", 7),
    ("chain", None),
    ("chain.anchor", "00"),
    ("chain.length", 0),
    ("chain.length", 101),
    ("chain.length", 2.5),
    ("chain.first_deal", 0),
    ("deal", 0),
    ("deal", 2**32),
    ("deal", "1"),
    ("ended", "lost"),
    ("previous", None),
    ("secret", "AB" * 32),
    ("secret", "ab" * 32 + "\n"),
    ("contributions", {}),
    ("contributions[1]", None),
    ("contributions[1].kind", "ghost"),
    ("contributions[1].kind", None),
    ("contributions[1].reveal", "xy" * 32),
    ("contributions[1].commitment", "ab" * 31),
    ("rules", []),
    ("rules", {"players": None}),
    ("rules", {"players": 4.0}),
    ("rules", {"removed": [2]}),
    ("dealer_seed", "short"),
    ("hands", "all"),
    ("hands[0]", 13),
    ("hands[2][5]", "1C"),
    ("hands[2][5]", "Q♠"),
]


@pytest.mark.parametrize(("path", "value"), BAD)
def test_a_field_holds_something_else(path: str, value: object) -> None:
    item: Any = as_json(FIRST)
    *way, last = path.replace("]", "").replace("[", ".").split(".")
    inner = item
    for step in way:
        inner = inner[int(step)] if step.isdigit() else inner[step]
    inner[int(last) if last.isdigit() else last] = value
    error = refusal(item)
    assert error.problem == "field"
    assert path.startswith(error.field)
    assert error.line == 0
    wanted = say(f"dealing.field.{re.split('[.[]', error.field)[0]}", "en")
    assert error.text() == f"{error.field} must be {wanted}"
    # The second of two lines is at fault here.
    error = refusal(write_evidence([SECOND]) + json.dumps(item))
    assert (error.problem, error.line) == ("field", 2)


def test_a_field_within_a_field_is_missing() -> None:
    item = as_json(FIRST)
    del item["contributions"][2]["reveal"]
    error = refusal(item)
    assert (error.problem, error.field) == ("missing", "contributions[2].reveal")
    item = as_json(FIRST)
    del item["chain"]["length"]
    assert refusal(item).field == "chain.length"
    item = as_json(FIRST)
    del item["contributions"][2]["kind"]
    assert refusal(item).field == "contributions[2].kind"


@pytest.mark.parametrize("path", ["", "chain", "contributions[0]", "contributions[1]"])
def test_evidence_holds_nothing_that_is_not_checked(path: str) -> None:
    item = as_json(EVERY_KIND)
    inner = item
    if path:
        first, _, place = path.rstrip("]").partition("[")
        inner = item[first][int(place)] if place else item[first]
    inner["note"] = "all is well"
    error = refusal(item)
    assert (error.problem, error.field) == ("unknown", f"{path}.note".lstrip("."))
    inner[".note"] = inner.pop("note")
    assert refusal(item).field == f"{path}..note".removeprefix(".")
    # A bot has no number that could pass for one.
    item = as_json(EVERY_KIND)
    item["contributions"][0]["reveal"] = drawn("bot")
    assert refusal(item).field == "contributions[0].reveal"


def test_every_field_has_its_words() -> None:
    told = {key.rpartition(".")[2] for key in keys("en") if key.startswith("dealing.field.")}
    assert told == set(Evidence.__struct_fields__)
    steps = {key.rpartition(".")[2] for key in keys("en") if key.startswith("dealing.step.")}
    assert steps == set(get_args(CheckStep))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every number and text in a JSON value, and where it stands."""
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    for step, inner in steps:
        if isinstance(inner, dict | list):
            yield from leaves(inner, (*path, step))
        else:
            yield (*path, step), inner


def other_value(value: object) -> object:
    """Something else of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str() if len(value) == 64 and value != "T" * 64:
            return value[:40] + ("1" if value[40] == "0" else "0") + value[41:]
        case "played":
            return "aborted"
        case "2C":
            return "3C"
        case str() if len(value) == 2:
            return "2C"
        case _:
            return f"{value}-x"


UNCHECKED = {
    ("ended",),
    ("chain", "length"),
    # What was withheld cannot be checked: nobody knows the number.
    ("contributions", 2, "commitment"),
}


def test_whatever_is_changed_shows() -> None:
    item = as_json(EVERY_KIND)
    unchecked = set()
    for path, value in leaves(item):
        changed = json.loads(json.dumps(item))
        inner = changed
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = other_value(value)
        try:
            (evidence,) = read_evidence(json.dumps(changed).encode())
        except EvidenceError:
            continue
        if check_deal(evidence) == ():
            unchecked.add(path)
    assert unchecked == UNCHECKED


def test_the_length_of_a_chain_shows_between_deals() -> None:
    longer = replace(SECOND, chain=replace(SECOND.chain, length=4))
    assert check_deal(longer) == ()
    (fault,) = check_deals([FIRST, longer])
    assert fault.step == "chain"
    last = KITE.first_deal + KITE.length - 1
    assert f"deal 1, which lasts until deal {last};" in fault.text()


def test_faults_say_what_was_expected() -> None:
    (fault,) = check_deal(replace(FIRST, previous=drawn("other")))
    assert fault.text(full=True) == (
        f"table kite-7, deal 1: link: hashing the secret gives {KITE.anchor}, "
        f"but the evidence says that the previous secret is {drawn('other')}"
    )
    none, *hands = FIRST.hands
    (fault,) = check_deal(replace(FIRST, hands=((), *hands)))
    cards = " ".join(map(str, none))
    assert fault.text() == (
        f"table kite-7, deal 1, seat 0: hands: the seed deals {cards}, but the evidence says –"
    )
    (fault,) = check_deal(replace(FIRST, rules=FIRST.rules | {"players": 6}))
    assert fault.text("en").startswith(
        "table kite-7, deal 1: rules: these rules cannot be played: removed = []: "
    )
    (fault, *_) = check_deal(replace(FIRST, deal=100))
    last = KITE.first_deal + KITE.length - 1
    assert fault.text() == (
        "table kite-7, deal 100: place: "
        f"the chain has secrets for deals 1 to {last}, but not for this one"
    )
    (fault,) = check_deal(replace(FIRST, rules=FIRST.rules | {"players": 6}))
    assert "removed = []：" in fault.text("zh") or "removed = []: " in fault.text("zh")


def test_all_faults_of_the_rules_are_told() -> None:
    rules = FIRST.rules | {"players": 6, "sale": "dear"}
    faults = check_deal(replace(FIRST, rules=rules))
    assert [fault.step for fault in faults] == ["rules", "rules"]


def test_no_evidence_at_all_has_no_faults() -> None:
    assert check_deals([]) == ()


def test_a_table_may_begin_anywhere_and_others_may_come_between() -> None:
    kite = [item for item in DEALS.values() if item.table == "kite-7"]
    wren = [item for item in DEALS.values() if item.table == "wren"]
    mixed = [kite[2], wren[0], kite[3], kite[4], wren[1], wren[2], kite[5]]
    assert check_deals(mixed) == ()


def test_a_gap_across_two_chains_is_only_a_gap() -> None:
    first, fifth = FIRST, DEALS["aborted while numbers came in"]
    (fault,) = check_deals([first, fifth])
    assert fault.text() == (
        f"table kite-7, deal {fifth.deal}: count: this deal comes after deal 1 of its "
        "table, where deal 2 should be"
    )


def test_a_new_chain_must_not_be_made_of_known_secrets() -> None:
    """One whose secrets follow from those of a chain that was shown."""
    below = previous_secret(KITE.anchor)
    second = deal("kite-7", KITE, 3, "gongzhu-pagat", "RRRR")
    call = replace(second, table="heron", chain=Chain(below, 3, 1), deal=2)
    call = replace(call, secret=second.previous, previous=previous_secret(second.previous))
    steps = {fault.step for fault in check_deals([second, call])}
    assert "public" in steps
    assert "public" not in {fault.step for fault in check_deals([call, second])}


def test_a_known_secret_is_told_with_the_deal_that_gave_it_away() -> None:
    third = DEALS["a player without a commitment"]
    heron = deal("heron", KITE, 2, "gongzhu-pagat", "RRBR")
    (fault,) = check_deals([third, heron])
    assert fault.text() == (
        "table heron, deal 2: public: the secret was no longer secret: "
        "it follows from that of deal 3, table kite-7"
    )
    # Of several deals that give it away the first is told.
    (fault,) = check_deals([DEALS["a bot"], third, heron])
    assert fault.text().endswith("it follows from that of deal 2, table kite-7")


def test_a_deal_without_a_place_in_its_chain_gives_nothing_else_away() -> None:
    before = replace(SECOND, table="heron", secret=FIRST.previous)
    assert "public" in {fault.step for fault in check_deals([FIRST, before])}
    lost = replace(FIRST, deal=100)
    assert "public" not in {fault.step for fault in check_deals([lost, before])}


def test_the_kite_table_hangs_together() -> None:
    kite = [item for item in DEALS.values() if item.table == "kite-7"]
    assert [item.deal for item in kite] == [1, 2, 3, 4, 5, 6, 7]
    for before, after in pairwise(kite):
        if before.chain == after.chain:
            assert after.previous == before.secret
        else:
            assert after.previous == after.chain.anchor
