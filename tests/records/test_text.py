"""The form for people: what is written, and that all of it comes back."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.records import (
    DealRecord,
    read_jsonl,
    read_text,
    scan_text,
    write_jsonl,
    write_text,
)
from gongzhu.rules import PRESETS, RuleSet
from tests.records.texts import text_of
from tests.support.recorded import recorded_deals, records, some_records
from tests.support.rulesets import every_kind


def assert_both_forms_hold(found: list[DealRecord]) -> None:
    text = text_of(*found)
    back = list(read_text(text))
    assert back == found
    assert text_of(*back) == text
    lines = "".join(write_jsonl(back))
    assert text_of(*read_jsonl(lines)) == text
    assert "".join(write_jsonl(read_text(text))) == lines


@pytest.mark.parametrize("rules", every_kind(22, 40).values(), ids=every_kind(22, 40))
def test_every_kind_of_rules_comes_back(rules: RuleSet) -> None:
    rng = Random(6)
    assert_both_forms_hold(
        [*recorded_deals(rules, rng, 2), *recorded_deals(rules, rng, 2, strong=True)]
    )


@settings(max_examples=60)
@given(records())
def test_whatever_a_record_holds_comes_back(found: list[DealRecord]) -> None:
    assert_both_forms_hold(found)


def test_all_presets_in_one_file() -> None:
    assert_both_forms_hold([some_records(name, 2)[1] for name in PRESETS])


PAGAT = some_records("gongzhu-pagat")[0]
HEARTS = some_records("hearts-denexa")[0]


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(replace(PAGAT, preset=None), id="an exact preset that is not named"),
        pytest.param(replace(PAGAT, preset="hearts-denexa"), id="another preset named"),
        pytest.param(replace(PAGAT, preset="no such"), id="an unknown preset named"),
        pytest.param(replace(PAGAT, event='c:\\"x"\\'), id="backslashes and quotes"),
        pytest.param(replace(PAGAT, origin="game 0 deal 1 ply 20"), id="played on from another"),
        pytest.param(replace(PAGAT, plays=()), id="no plays"),
        pytest.param(replace(PAGAT, plays=PAGAT.plays[:7]), id="broken off"),
        pytest.param(replace(PAGAT, plays=PAGAT.plays[1:]), id="begun late"),
        pytest.param(replace(PAGAT, plays=PAGAT.plays[::-1]), id="backwards"),
        pytest.param(replace(PAGAT, plays=PAGAT.plays * 2), id="twice"),
        pytest.param(
            replace(PAGAT, plays=tuple((Seat(0), card) for _, card in PAGAT.plays)),
            id="all by one seat",
        ),
        pytest.param(replace(PAGAT, hands=PAGAT.hands[:1] * 4), id="cards held twice"),
        pytest.param(replace(PAGAT, hands=((),) * 4), id="nothing held"),
        pytest.param(replace(HEARTS, passes=None), id="nothing passed"),
        pytest.param(replace(HEARTS, passes=((),) * 4), id="none passed"),
        pytest.param(replace(HEARTS, passes=(PAGAT.hands[0][:1] * 3,) * 4), id="one passed thrice"),
        pytest.param(replace(PAGAT, game_over=True), id="over without winners"),
        pytest.param(replace(PAGAT, winners=(Seat(3), Seat(1))), id="winners before the end"),
        pytest.param(replace(PAGAT, claimed=Seat(2), moon_choice="self"), id="claim and moon"),
    ],
)
def test_records_that_are_not_true_come_back_as_well(record: DealRecord) -> None:
    assert_both_forms_hold([record])
    assert_both_forms_hold([PAGAT, record, HEARTS])


def test_the_canonical_form() -> None:
    first, second = some_records("gongzhu-pagat", 2)
    first = replace(
        first,
        event='The "big" one',
        comments={"0": "Before {it} began.\n[Game] of games", "1": "c:\\a", "4": "fourth"},
    )
    second = replace(second, event=first.event, game=0, deal=1, comments={}, timings=(1250,) * 52)
    assert list(read_text(text_of(first, second))) == [first, second]
    lines = text_of(first, second).split("\n")
    assert lines[:9] == [
        '[Format "1"]',
        '[Event "The \\"big\\" one"]',
        '[Rules "gongzhu-pagat"]',
        '[Seat0 "Ann"]',
        '[Seat1 "Bo"]',
        '[Seat2 "小王"]',
        '[Seat3 "Dee"]',
        "",
        '[Game "0"]',
    ]
    play = lines.index(f'[Play "{first.first_leader}"]')
    assert lines[play - 2 : play] == ["{Before \\{it\\} began.", "\\[Game] of games}"]
    shown = [str(card) for _, card in first.plays]
    assert lines[play + 1] == (
        f" 1. {first.first_leader}:  {shown[0]:3} {{c:\\\\a}}  {shown[1]:3}  {shown[2]:3}"
        f"  {shown[3]:3} {{fourth}}"
    )
    assert lines[play + 13].startswith("13. ")
    gap = lines.index("", play)
    assert lines[gap + 1 : gap + 3] == ['[Game "0"]', '[Deal "1"]']
    assert f"  {second.plays[1][1]!s:3} (1.250)  " in "\n".join(lines[gap:])
    assert lines[-1] == ""
    assert not any(line != line.rstrip() for line in lines)


def test_options_are_written_against_the_nearest_preset() -> None:
    rules = replace(
        PRESETS["gongzhu-boulder"].rules,
        lower_limit=-500,
        first_lead="seat-0",
        first_lead_card=None,
        first_trick_points=False,
        worth="games",
    )
    (record,) = recorded_deals(rules, Random(1), 1)
    assert record.preset is None
    text = text_of(record)
    assert text.split("\n")[1:6] == [
        '[Rules "gongzhu-boulder"]',
        "[Option \"first_lead = 'seat-0'\"]",
        '[Option "first_trick_points = false"]',
        '[Option "lower_limit = -500"]',
        "[Option \"worth = 'games'\"]",
    ]
    assert list(read_text(text)) == [record]


@pytest.mark.parametrize("preset", ["gongzhu-pagat", "gongzhu-wiki", "hearts-denexa"])
def test_one_option_is_written_against_its_own_preset(preset: str) -> None:
    key = "upper_limit" if preset.startswith("hearts") else "lower_limit"
    rules = replace(PRESETS[preset].rules, **{key: 777 if key == "upper_limit" else -777})
    (record,) = recorded_deals(rules, Random(1), 1)
    assert f'[Rules "{preset}"]\n[Option "{key} = ' in text_of(record)


def test_a_change_of_rules_or_players_is_written_whole() -> None:
    changed = replace(PAGAT, players=("Ann", "Bo", "Eve", "Dee"), date="2026-11-20")
    text = text_of(PAGAT, changed, changed, replace(PAGAT, preset=None))
    heads = [line for line in text.split("\n") if line[1:5] in ("Rule", "Pres", "Seat", "Date")]
    seats = ['[Seat0 "Ann"]', '[Seat1 "Bo"]', '[Seat2 "小王"]', '[Seat3 "Dee"]']
    assert heads == [
        '[Rules "gongzhu-pagat"]',
        *seats,
        '[Date "2026-11-20"]',
        *seats[:2],
        '[Seat2 "Eve"]',
        seats[3],
        '[Date ""]',
        '[Rules "gongzhu-pagat"]',
        '[Preset ""]',
        *seats,
    ]


def test_names_of_five_and_then_of_four() -> None:
    five = some_records("gongzhu-pagat-5")[0]
    assert_both_forms_hold([five, PAGAT, five])


def test_writing_and_reading_go_record_by_record() -> None:
    taken = 0

    def endless() -> Iterator[DealRecord]:
        nonlocal taken
        while True:
            taken += 1
            yield PAGAT

    lines = (line for chunk in write_text(endless()) for line in chunk.splitlines(keepends=True))
    assert next(read_text(lines)) == PAGAT
    assert taken == 2


def test_entries_name_the_line_where_a_deal_begins() -> None:
    text = text_of(PAGAT, PAGAT)
    first, second = scan_text(text.split("\n"))
    assert first.line == 1
    assert second.line == text.split("\n").index("", 10) + 2
