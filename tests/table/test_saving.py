"""Entries and snapshots as they are written down."""

from collections.abc import Callable
from functools import reduce

import msgspec
import pytest
from msgspec import json
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.rules import DealBegan
from gongzhu.table import (
    FORMAT,
    Ask,
    Clock,
    Fact,
    LogEntry,
    NewerFormat,
    OlderTable,
    OutOfOrder,
    evolve,
    evolve_table_view,
    read_entry,
    read_table,
    see_fact,
    view_table,
    write_entry,
    write_table,
)
from gongzhu.table.commands import Ready, Start
from gongzhu.table.facts import (
    Came,
    ChainBegan,
    DealCalled,
    Happened,
    NumbersLocked,
    NumbersSettled,
    Opened,
)
from tests.table.live import Live, settings_of


def test_an_entry_is_a_short_line() -> None:
    entry = LogEntry(1_800_000_000_000, (Came(Seat(1)),), "bo", "c-7")
    line = b'{"at":1800000000000,"facts":[{"type":"came","seat":1}],"by":"bo","id":"c-7"}'
    assert write_entry(entry) == line
    assert read_entry(line) == entry
    assert read_entry(line).v == 1


def test_a_table_begins_with_its_opening() -> None:
    line = write_entry(Live(settings_of("gongzhu-pagat")).log[0])
    assert [fact["type"] for fact in json.decode(line)["facts"]] == ["opened"]


def test_a_clock_has_no_other_fields() -> None:
    assert json.decode(b'{"move":20}', type=Clock) == Clock(20, 60)
    with pytest.raises(msgspec.ValidationError, match="unknown field `second`"):
        json.decode(b'{"move":20,"second":5}', type=Clock)


def test_what_is_asked_is_told_without_what_is_not() -> None:
    assert json.encode(Ask("play", ("C2", "C5"))) == b'{"kind":"play","cards":["C2","C5"]}'
    assert json.encode(Ask("moon")) == b'{"kind":"moon"}'


def test_what_a_later_version_wrote_is_refused_by_its_number() -> None:
    with pytest.raises(NewerFormat, match="format 2; this version reads formats up to 1"):
        read_entry(b'{"v":2,"at":1,"facts":[{"type":"teleported"}]}')
    with pytest.raises(NewerFormat):
        read_entry(b'{"v":2,"at":1,"facts":[]}')  # what it means may be another thing now
    live = Live(settings_of("gongzhu-pagat"))
    with pytest.raises(NewerFormat, match="format 2; this version reads formats up to 1"):
        read_table(write_table(replace(live.table, format=2)))
    with pytest.raises(NewerFormat):
        evolve(live.table, LogEntry(1, (), v=2))
    newer = json.encode({"format": 9, "something": "else"})
    with pytest.raises(NewerFormat) as refused:
        read_table(newer)
    assert refused.value.found == 9
    assert refused.value.text("zh") != refused.value.text("en")


def test_a_table_of_an_older_format_is_not_taken_for_one_of_ours() -> None:
    live = Live(settings_of("gongzhu-pagat"))
    for older in (write_table(replace(live.table, format=0)), b'{"format":0,"gathering":null}'):
        with pytest.raises(OlderTable):
            read_table(older)


@pytest.mark.parametrize(
    "lost", [Opened, ChainBegan, DealCalled, NumbersLocked, NumbersSettled, DealBegan]
)
def test_a_log_that_lacks_a_fact_is_refused(lost: type) -> None:
    live = Live(settings_of("hearts-denexa"))
    live.begin("ann", "bo")
    live.play()
    log = [
        replace(entry, facts=tuple(fact for fact in entry.facts if not is_of(lost, fact)))
        for entry in live.log
    ]
    with pytest.raises(OutOfOrder):
        reduce(evolve, log, None)


def is_of(kind: type, fact: Fact) -> bool:
    return isinstance(fact.event if isinstance(fact, Happened) else fact, kind)


@pytest.mark.parametrize("seat", [Seat(0), Seat(3)])
def test_who_did_not_see_the_hands_cannot_follow_the_deal(seat: Seat) -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.seat("ann", "bo")
    view = view_table(live.table, seat)
    live.ready("bo")
    live.do("ann", Start("steady"))
    live.dealt()
    live.play(most=3)
    facts = [see_fact(fact, seat) for entry in live.log[-3:] for fact in entry.facts]
    with pytest.raises(OutOfOrder):
        reduce(evolve_table_view, [fact for fact in facts if fact is not None], view)


@pytest.mark.parametrize("data", [b"", b"[]", b'{"at":1}', b'{"at":1,"facts":[{"type":"x"}]}'])
def test_what_is_no_entry_is_no_entry(data: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_entry(data)


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"format":1}'])
def test_what_is_no_table_is_no_table(data: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_table(data)


@pytest.mark.parametrize("data", [b'{"by":"\xff"}', b'{"x":' + b"[" * 100_000])
@pytest.mark.parametrize("read", [read_entry, read_table])
def test_what_is_no_text_or_has_no_end_is_read_as_neither(
    read: Callable[[bytes], object], data: bytes
) -> None:
    with pytest.raises(msgspec.DecodeError):
        read(data)


def test_a_checkpoint_is_small_and_holds_everything() -> None:
    live = Live(settings_of("hearts-denexa"))
    live.begin("ann", "bo")
    for _ in range(20):
        live.play(most=25)
        live.do("ann", Ready(), f"c-{len(live.log)}")
        live.ready("bo")
        live.dealt()
        written = write_table(live.table)
        assert len(written) < 100_000
        assert read_table(written) == live.table


def test_a_table_says_its_format() -> None:
    live = Live(settings_of("hearts-denexa"))
    assert json.decode(write_table(live.table))["format"] == FORMAT
    assert replace(live.table, format=FORMAT) == live.table


def test_who_follows_from_the_very_beginning_sees_the_table_opened() -> None:
    live = Live(settings_of("hearts-denexa"))
    live.seat("ann")
    seen = Opened("kite-2", live.table.state.settings, None)
    assert see_fact(live.log[0].facts[0], None) == seen, "nobody learns the host's id"
    opened = view_table(evolve(None, live.log[0]), None)
    assert evolve_table_view(view_table(live.table, None), seen) == opened
