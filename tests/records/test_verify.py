"""Records that are true have no faults; of the others every fault is told at its place."""

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from gongzhu.cards import Card, Seat
from gongzhu.records import (
    DealRecord,
    Verifier,
    read_text,
    scan_jsonl,
    verify,
    write_jsonl,
    write_text,
)
from gongzhu.rules import PRESETS, RuleSet
from tests.support.recorded import recorded_deals, some_records
from tests.support.rulesets import every_kind


def faults_of(*records: DealRecord) -> list[str]:
    """The faults of a file with these records, in words."""
    lines = "".join(write_jsonl(records)).split("\n")
    return [fault.text() for fault in Verifier().verify(scan_jsonl(lines))]


@pytest.mark.parametrize("rules", every_kind(24, 40).values(), ids=every_kind(24, 40))
def test_games_that_were_played_have_no_faults(rules: RuleSet) -> None:
    rng = Random(7)
    claims = getattr(rules, "queen_of_diamonds", False) is False
    deals = [
        *recorded_deals(rules, rng, 4),
        *recorded_deals(rules, rng, 4, strong=True, claims=claims),
    ]
    assert faults_of(*deals) == []
    for record in deals:
        assert faults_of(record) == [], "each by itself too"
    assert faults_of(*deals[1:4]) == [], "from the middle of a game"


def test_deals_and_games_are_counted() -> None:
    deals = some_records("gongzhu-pagat")
    verifier = Verifier()
    assert [fault for record in deals for fault in verifier.check(record)] == []
    assert verifier.deals == 12
    assert verifier.games == deals[-1].game + 1
    assert verifier.missing == 0


def test_a_preset_that_has_changed_since_is_no_fault() -> None:
    older = replace(PRESETS["gongzhu-wiki"].rules, lone_doubler=0)
    deals = [replace(deal, preset="gongzhu-wiki") for deal in recorded_deals(older, Random(3), 4)]
    verifier = Verifier()
    assert [fault for record in deals for fault in verifier.check(record)] == []
    assert verifier.changed == {"gongzhu-wiki": 4}
    assert list(read_text("".join(write_text(deals)))) == deals, "the text carries them as well"


LONG = some_records("hearts-denexa")
"""Deals of one game to begin with, so that there are some that follow others."""
assert [record.game for record in LONG[:5]] == [0] * 5


def swapped(items: tuple[Any, ...], first: int, second: int) -> tuple[Any, ...]:
    found = list(items)
    found[first], found[second] = found[second], found[first]
    return tuple(found)


def one_more(numbers: tuple[int, ...], place: int = 0, by: int = 1) -> tuple[int, ...]:
    return tuple(number + by * (at == place) for at, number in enumerate(numbers))


def exchanged(record: DealRecord) -> tuple[tuple[Card, ...], ...]:
    """The hands with one card of two seats exchanged that neither passed."""
    hands = [list(hand) for hand in record.hands]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    return tuple(tuple(sorted(hand)) for hand in hands)


Change = Callable[[DealRecord], DealRecord]

TAMPERED: list[tuple[str, Change, list[str]]] = [
    (
        "another seed",
        lambda item: replace(item, dealer_seed="x"),
        [": the dealer's seed does not deal these hands"],
    ),
    (
        "a preset of the other game",
        lambda item: replace(item, preset="gongzhu-pagat"),
        [" is of another game than these rules"],
    ),
    (
        "no such preset",
        lambda item: replace(item, preset="x\u202ey"),
        [': there is no preset "x\\u202ey"'],
    ),
    (
        "a score",
        lambda item: replace(item, scores=one_more(item.scores, 2)),
        [": the scores are "],
    ),
    (
        "scores exchanged",
        lambda item: replace(item, scores=item.scores[::-1]),
        [": the scores are "],
    ),
    (
        "a total",
        lambda item: replace(item, totals=one_more(item.totals, 3, -10)),
        [": the totals are "],
    ),
    (
        "a total before",
        lambda item: replace(item, totals_before=one_more(item.totals_before, 1)),
        [": the totals are ", ": the totals before this deal are "],
    ),
    (
        "an end too early",
        lambda item: replace(item, game_over=True, winners=(Seat(0),), losers=(Seat(3), Seat(1))),
        [
            ": the game goes on after this deal, but the record says that it is over",
            ": the winners are [], not [0]",
            ": the losers are [], not [3, 1]",
        ],
    ),
    (
        "a winner",
        lambda item: replace(item, winners=(Seat(2),)),
        [": the winners are [], not [2]"],
    ),
    (
        "a leader",
        lambda item: replace(item, first_leader=Seat((item.first_leader + 1) % 4)),
        [" leads first, not seat "],
    ),
    (
        "two cards of two hands",
        lambda item: replace(item, hands=exchanged(item)),
        [": the dealer's seed does not deal these hands", "seat "],
    ),
    (
        "two plays",
        lambda item: replace(item, plays=swapped(item.plays, 5, 6)),
        [" play 6: seat "],
    ),
    (
        "who played",
        lambda item: replace(
            item, plays=(*item.plays[:30], (Seat(9 % 4), item.plays[34][1]), *item.plays[31:])
        ),
        [" play 31: seat 1 may not play "],
    ),
    (
        "a play missing",
        lambda item: replace(item, plays=item.plays[:51]),
        [" play 51: the deal breaks off here: 1 cards are left, and nobody ended the deal"],
    ),
    (
        "a claim",
        lambda item: replace(item, claimed=Seat(3)),
        [" play 52: seat 3 may not end the deal. This deal is over."],
    ),
    (
        "a moon",
        lambda item: replace(item, moon_choice="others"),
        [": the record says whom the moon counts for, but nobody shot the moon"],
    ),
    (
        "an exposure",
        lambda item: replace(item, exposures=({}, {}, {Card("QS"): "open"}, {})),
        [": seat 2 may not expose Q♠. These rules have no exposing."],
    ),
    (
        "a pass",
        lambda item: replace(item, passes=swapped(item.passes or (), 0, 2)),
        [": seat 0 may not pass "],
    ),
    (
        "the number",
        lambda item: replace(item, deal=5),
        [": this is deal 1 of its game: it begins with the totals after deal 0"],
    ),
]


@pytest.mark.parametrize(
    ("change", "told"), [case[1:] for case in TAMPERED], ids=[case[0] for case in TAMPERED]
)
def test_whatever_is_changed_is_told_and_nothing_else(change: Change, told: list[str]) -> None:
    before, record, after, *_ = LONG
    tampered = change(record)
    found = faults_of(before, tampered, after)
    assert len(found) == len(told)
    for line, part in zip(found, told, strict=True):
        assert line.startswith(f"line 2: game 0 deal {tampered.deal}")
        assert part in line


def test_numbers_are_told_as_they_are_and_as_they_should_be() -> None:
    record = LONG[0]
    right = list(record.scores)
    wrong = one_more(record.scores)
    assert faults_of(replace(record, scores=wrong)) == [
        f"line 1: game 0 deal 0: the scores are {right}, not {list(wrong)}"
    ]
    wrong = one_more(record.totals)
    assert faults_of(replace(record, totals=wrong)) == [
        f"line 1: game 0 deal 0: the totals are {list(record.totals)}, not {list(wrong)}"
    ]
    before = one_more(LONG[0].totals)
    assert faults_of(LONG[0], replace(LONG[1], totals_before=before))[-1] == (
        f"line 2: game 0 deal 1: the totals before this deal are {list(LONG[0].totals)}, "
        f"as they were after the deal before, not {list(before)}"
    )


def ended(preset: str) -> DealRecord:
    return next(record for record in some_records(preset, 30) if record.game_over)


@pytest.mark.parametrize("preset", PRESETS)
def test_an_end_that_is_not_told_or_told_wrongly(preset: str) -> None:
    record = ended(preset)
    going_on = replace(record, game_over=False, winners=(), losers=())
    told = faults_of(going_on)
    assert "the game ends with this deal, but the record says that it goes on" in told[0]
    assert len(told) == 1 + bool(record.winners) + bool(record.losers)
    for key in ("winners", "losers"):
        seats = getattr(record, key)
        others = tuple(seat for seat in range(record.rules.players) if seat not in seats)
        (told_line,) = faults_of(replace(record, **{key: others}))
        assert f": the {key} are {list(seats)}, not {list(others)}" in told_line
        assert faults_of(replace(record, **{key: seats[::-1]})) == []
        if seats:
            assert len(faults_of(replace(record, **{key: seats * 2}))) == 1


def test_the_first_deal_starts_from_nothing() -> None:
    record = LONG[0]
    told = faults_of(replace(record, totals_before=(0, 5, 0, 0)))
    assert told[0].endswith("all totals before the first deal of a game are 0, not [0, 5, 0, 0]")
    assert ": the totals are " in told[1]


def test_a_deal_after_the_end_is_told() -> None:
    record = ended("gongzhu-pagat")
    more = replace(record, deal=record.deal + 1, totals_before=record.totals)
    told = faults_of(record, more)
    assert [line for line in told if f"the game was already over after deal {record.deal}" in line]
    assert not any("this is deal" in line for line in faults_of(record, replace(more, deal=99)))
    alone = replace(LONG[1], totals_before=(101, 0, 0, 0), totals=one_more(LONG[1].scores, 0, 101))
    assert faults_of(alone)[0] == (
        "line 1: game 0 deal 1: with these totals, [101, 0, 0, 0], the game was already over "
        "before this deal"
    )
    at_limit = replace(LONG[1], totals_before=(100, 0, 0, 0))
    assert not any("over before this deal" in line for line in faults_of(at_limit))


def test_rules_that_change_within_a_game_are_told() -> None:
    first, second = LONG[:2]
    other = replace(second, rules=replace(second.rules, upper_limit=50), preset=None)
    told = faults_of(first, other)
    assert "line 2: game 0 deal 1: the rules differ from those of the deal before" in told


def later_pair(preset: str) -> tuple[DealRecord, DealRecord]:
    """Two deals of one game, after the first of which somebody has captured the pig."""
    deals = some_records(preset, 30)
    return next((one, two) for one, two in pairwise(deals) if two.deal == one.deal + 1)


def test_the_captor_of_the_pig_leads_the_next_deal() -> None:
    first, second = later_pair("gongzhu-pagat")
    assert faults_of(first, second) == []
    turned = replace(
        second,
        hands=(*second.hands[-1:], *second.hands[:-1]),
        dealer_seed=None,
        exposures=(*second.exposures[-1:], *second.exposures[:-1]),
        plays=tuple((Seat((seat + 1) % 4), card) for seat, card in second.plays),
        first_leader=Seat((second.first_leader + 1) % 4),
    )
    captor = second.first_leader
    told = faults_of(first, turned)
    assert (
        f"line 2: game {second.game} deal {second.deal}: seat {captor} captured the pig in the "
        f"deal before and leads first, not seat {turned.first_leader}"
    ) in told
    assert not any("captured the pig" in line for line in faults_of(turned))


def test_only_a_deal_that_goes_on_alike_is_told_to_have_a_wrong_number() -> None:
    first, second = LONG[:2]
    sixth = replace(second, deal=5)
    others = replace(sixth, players=("A", "B", "C", "D"))
    changed = replace(sixth, rules=replace(sixth.rules, upper_limit=777), preset=None)
    told = [
        any("this is deal 1 of its game" in line for line in faults_of(first, record))
        for record in (sixth, others, changed)
    ]
    assert told == [True, False, False]


def test_one_fault_is_not_told_again_of_the_deals_that_follow() -> None:
    record = LONG[1]
    for tampered in (
        replace(record, totals=one_more(record.totals)),
        replace(record, totals_before=one_more(record.totals_before)),
        replace(record, totals_before=one_more(record.totals_before, by=101)),
        replace(record, plays=record.plays[:50]),
        replace(record, deal=7),
        replace(record, game_over=True),
    ):
        told = faults_of(LONG[0], tampered, *LONG[2:5])
        assert told
        assert all(line.startswith("line 2: ") for line in told)


def test_deal_0_begins_a_game_even_where_the_one_before_came_to_nothing() -> None:
    nothing = replace(LONG[0], plays=LONG[0].plays[:50], scores=(0,) * 4, totals=(0,) * 4)
    assert all(line.startswith("line 1: ") for line in faults_of(nothing, LONG[0]))


def test_a_file_may_hold_any_deals_in_any_order() -> None:
    pagat, hearts = some_records("gongzhu-pagat"), some_records("hearts-denexa")
    pagat = tuple(replace(record, event="pagat") for record in pagat)
    mixed = [record for pair in zip(pagat, hearts, strict=True) for record in pair]
    assert faults_of(*mixed) == []
    assert faults_of(*mixed[::-1]) == []
    assert faults_of(*mixed[::3]) == []
    assert faults_of(*hearts, *hearts, *pagat, *hearts[3:]) == []
    verifier = Verifier()
    for record in (LONG[0], LONG[2], LONG[4], LONG[1], LONG[2]):
        assert verifier.check(record) == []
    assert (verifier.deals, verifier.games, verifier.missing) == (5, 2, 2)
    assert verifier.check(LONG[2]) == []
    assert (verifier.deals, verifier.games, verifier.missing) == (6, 3, 2), "the same deal again"


def test_only_so_many_games_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = LONG[:2]
    wrong = replace(second, totals_before=(1, 2, 3, 4))
    others = [replace(first, game=number) for number in range(1, 4)]
    monkeypatch.setattr(verify, "GAMES_AT_ONCE", 4)
    assert len(faults_of(first, *others, wrong)) == 2
    monkeypatch.setattr(verify, "GAMES_AT_ONCE", 3)
    assert len(faults_of(first, *others, wrong)) == 1


def test_lines_that_cannot_be_read_are_faults_and_the_work_goes_on() -> None:
    lines = "".join(write_jsonl(LONG[:4])).split("\n")
    lines[1] = lines[1][:100]
    lines[2] = lines[2].replace('"scores":[', '"scores":[7')
    first, second = [fault.text() for fault in Verifier().verify(scan_jsonl(lines))]
    assert first == "line 2, column 101: this is not JSON from here on"
    assert second.startswith("line 3: game 0 deal 2: the scores are ")
