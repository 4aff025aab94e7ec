"""Statistics: figures worked out by hand, and what must hold of any deals."""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gongzhu.cards import Card, Seat
from gongzhu.records import DealRecord, replay
from gongzhu.rules import PRESETS, Mode, piles, point_cards, rules_from_preset, score_table
from gongzhu.rules.facts import moon_cards
from gongzhu.stats import (
    Average,
    Companion,
    Figures,
    Placing,
    Spread,
    Statistics,
    companions_of,
    deal_statistics,
    placing_of,
    report,
    total,
)
from gongzhu.stats.spread import t95
from tests.support.recorded import recorded_deals, some_records
from tests.support.rulesets import every_kind
from tests.support.tables import cards


def deal(
    preset: str,
    *tricks: str,
    scores: tuple[int, ...] = (0, 0, 0, 0),
    exposures: dict[int, str] | None = None,
) -> DealRecord:
    """A deal of which only the named tricks matter, each led by seat 0."""
    shown = exposures or {}
    empty: dict[Card, Mode] = {}
    return replace(
        some_records(preset)[0],
        plays=tuple(
            (Seat(place), card) for trick in tricks for place, card in enumerate(cards(trick))
        ),
        exposures=tuple(
            dict.fromkeys(cards(shown[seat]), "open") if seat in shown else empty
            for seat in range(4)
        ),
        scores=scores,
        claimed=None,
        moon_choice=None,
        game_over=False,
    )


def mine(record: DealRecord, seat: int = 0) -> Figures:
    """The figures of a seat."""
    found = deal_statistics(record, Seat(seat), companions_of(record.players))
    (one,) = found.rule_sets.values()
    return one.figures


def test_the_interval_is_students() -> None:
    assert [round(t95(free), 2) for free in (1, 2, 10, 11, 30, 100)] == [
        12.71,
        4.3,
        2.23,
        2.2,
        2.04,
        1.98,
    ]
    three = Spread.of(-100) + Spread.of(0) + Spread.of(100)
    # The deviation is 100, the error of the mean 57.735, and 4.303 of these are 248.43.
    assert three.average == Average(3, 0.0, -248.43, 248.43)
    assert Spread.of(-40).average == Average(1, -40.0)
    assert Spread.of(-40, 5).average == Average(5, -40.0)
    assert Spread().average == Average(0, None)


def test_what_an_exposed_card_brought() -> None:
    """The exposer of the pig takes it, with K♥ doubled by another's A♥: −200 − 80."""
    record = deal(
        "gongzhu-denexa",
        "QS 2S 3S 4S",
        "AC KH 2C 3C",
        "2D 3D AH JD",
        scores=(-280, 0, 0, 0),
        exposures={0: "QS", 1: "AH"},
    )
    figures = mine(record)
    assert figures.exposed == {Card("QS"): Spread.of(-100)}
    assert (figures.pigs, figures.sheep, figures.doublers, figures.hearts) == (1, 0, 0, 1)
    assert figures.scores == {-280: 1}
    # A♥ and J♦ went to seat 3 (−100, +100): without the factor, seat 1 has the same nothing.
    assert mine(record, 1).exposed == {Card("AH"): Spread.of(0)}
    assert (mine(record, 3).sheep, mine(record, 3).hearts) == (1, 1)


def test_the_exposed_sheep_under_an_exposed_doubler() -> None:
    """J♦ ×2 under 10♣ ×4 is 800; without either factor it would be 400."""
    record = deal("gongzhu-denexa", "AD JD TC 2D", scores=(800, 0, 0, 0), exposures={0: "JD TC"})
    assert mine(record).exposed == {Card("JD"): Spread.of(400), Card("TC"): Spread.of(400)}


EIGHT = ("AH 2H 3H 4H", "KH 5H 6H 7H")


@pytest.mark.parametrize(
    ("preset", "tricks", "tried", "made"),
    [
        ("gongzhu-denexa", (*EIGHT, "8H QH 2C 3C"), 1, 0),
        ("gongzhu-denexa", ("AH 2H 3H 4H", "KH 5H 6H 2C", "8H QH 2C 3C", "JH 9H TH 7H"), 0, 0),
        ("gongzhu-denexa", (*EIGHT, "2S QS 3S 4S"), 1, 0),
        ("gongzhu-denexa", (*EIGHT, "QH JH TH 9H", "AC 8H 2C 3C"), 1, 1),
        ("hearts-denexa", (*EIGHT, "2S QS 3S 4S", "QH JH TH 9H", "AC 8H 2C 3C"), 1, 0),
        ("hearts-denexa", ("2S QS 3S 4S", *EIGHT, "QH JH TH 9H", "AC 8H 2C 3C"), 0, 0),
        ("hearts-denexa", ("AS QS 3S 4S", *EIGHT, "QH JH TH 9H", "AC 8H 2C 3C"), 1, 1),
        ("hearts-omnibus", ("AS QS 3S 4S", *EIGHT, "QH JH TH 9H", "AC 8H 2C 3C"), 1, 0),
    ],
)
def test_slams_and_moons_tried_and_made(
    preset: str, tricks: tuple[str, ...], tried: int, made: int
) -> None:
    record = deal(preset, *tricks, "2D JD 3D 4D")
    figures = mine(record)
    assert (figures.tried, figures.made) == (tried, made)


def test_a_sweep_is_every_point_card() -> None:
    rest = (*EIGHT, "QH JH TH 9H", "AC 8H TC 3C", "AS QS 2S 3S")
    assert mine(deal("gongzhu-denexa", *rest, "AD JD 2D 3D")).sweeps == 1
    assert mine(deal("gongzhu-denexa", *rest, "2D JD AD 3D")).sweeps == 0


def ended(preset: str, totals: tuple[int, ...], winners: str, losers: str) -> DealRecord:
    """The last deal of a game with this result."""
    return replace(
        deal(preset),
        totals=totals,
        game_over=True,
        winners=tuple(Seat(int(seat)) for seat in winners),
        losers=tuple(Seat(int(seat)) for seat in losers),
    )


@pytest.mark.parametrize(
    ("record", "places", "last"),
    [
        (ended("gongzhu-denexa", (-1010, 50, -20, 100), "3", "0"), [4, 2, 3, 1], [0]),
        (ended("gongzhu-denexa", (-1010, -1200, -20, -20), "23", "01"), [3, 4, 1, 1], [1]),
        # Who goes past the ceiling loses, whatever the total.
        (ended("gongzhu-wiki-ceiling", (1010, 50, -20, 100), "3", "0"), [4, 2, 3, 1], [0]),
        # Everybody else loses to a sweep, and keeps the order of the totals.
        (ended("gongzhu-wiki", (10, 50, -20, 0), "3", "012"), [3, 2, 4, 1], [2]),
        (ended("hearts-denexa", (101, 20, 60, 60), "1", "023"), [4, 1, 2, 2], [0]),
        (ended("gongzhu-pagat-partners", (-1010, 30), "13", "02"), [2, 1, 2, 1], [0, 2]),
    ],
)
def test_the_places_of_a_game(record: DealRecord, places: list[int], last: list[int]) -> None:
    found = [placing_of(record, Seat(seat)) for seat in range(4)]
    assert [one.place for one in found] == places
    assert [seat for seat, one in enumerate(found) if one.last] == last
    assert found[0].total == record.totals[0]
    assert found[0].sides == len(record.totals)


def test_bots_of_one_level_are_met_once_a_deal() -> None:
    record = replace(
        ended("gongzhu-denexa", (100, 0, -1010, 0), "0", "2"), scores=(100, -40, 0, -60)
    )
    table = companions_of(record.players, (None, "steady", None, "steady"))
    (found,) = deal_statistics(record, Seat(0), table).rule_sets.values()
    steady, person = sorted(found.against, key=lambda one: one.companion.name)
    assert steady.companion == Companion("", "steady")
    assert person.companion == Companion(record.players[2])
    assert (steady.scores, steady.theirs) == (Spread.of(100), Spread.of(-40) + Spread.of(-60))
    assert (steady.games, steady.wins) == (person.games, person.wins) == (1, 1)


def test_partners_are_told_from_opponents() -> None:
    record = some_records("gongzhu-pagat-partners")[0]
    (found,) = deal_statistics(record, Seat(0), companions_of(record.players)).rule_sets.values()
    partners = {one.companion.name: one.companion.partner for one in found.against}
    assert partners == {record.players[seat]: seat == 2 for seat in (1, 2, 3)}


@pytest.mark.parametrize("rules", every_kind(3, 30).values(), ids=every_kind(3, 30))
def test_figures_are_those_of_the_deal_replayed(rules: object) -> None:
    for record in recorded_deals(rules, Random(5), 3, strong=True):  # type: ignore[arg-type]
        *_, (last, _) = replay(record)
        counting = point_cards(record.rules)
        for place, owners in enumerate(piles(record.rules)):
            held = {card for seat in owners for card in last.public.captured[seat]}
            for seat in owners:
                (one,) = deal_statistics(
                    record, seat, companions_of(record.players)
                ).rule_sets.values()
                figures = one.figures
                assert figures.scores == {record.scores[place]: 1}
                assert figures.pigs == (Card("QS") in held)
                assert figures.sheep == (Card("JD") in held)
                assert figures.doublers == (record.rules.doubler in held)
                assert figures.hearts == sum(card.value[1] == "H" for card in held)
                assert figures.sweeps == (
                    moon_cards(record.rules) != set(counting) and held.issuperset(counting)
                )
                assert figures.made <= figures.tried
                for card, brought in figures.exposed.items():
                    others = tuple(item for item in last.public.exposed if item.card != card)
                    without = score_table(record.rules, replace(last.public, exposed=others))
                    change = record.scores[place] - without.points[place]
                    assert brought == Spread.of(change)
                assert set(figures.exposed) == set(record.exposures[seat])


def all_of(records: list[tuple[DealRecord, int]]) -> Statistics:
    """The statistics of deals, each for one seat."""
    return total(
        deal_statistics(record, Seat(seat), companions_of(record.players, (None, "steady")))
        for record, seat in records
    )


MANY = [record for name in list(PRESETS)[::3] for record in some_records(name, 4)]


@given(
    st.lists(st.tuples(st.sampled_from(MANY), st.integers(0, 3)), max_size=12),
    st.integers(0, 12),
)
def test_the_statistics_of_a_concatenation_are_the_sum(
    records: list[tuple[DealRecord, int]], cut: int
) -> None:
    one, other = all_of(records[:cut]), all_of(records[cut:])
    assert one + other == all_of(records) == other + one
    written = msgspec.json.encode(all_of(records))
    assert msgspec.json.decode(written, type=Statistics) == all_of(records)


def test_a_report_keeps_the_two_games_apart() -> None:
    records = [*some_records("gongzhu-pagat"), *some_records("gongzhu-hwa", 4)]
    records += some_records("hearts-denexa", 3)
    gongzhu, hearts = report(all_of([(record, 1) for record in records]))
    assert (gongzhu.family, hearts.family) == ("gongzhu", "hearts")
    assert [one.key for one in gongzhu.rule_sets] == ["gongzhu-pagat", "gongzhu-hwa"]
    assert gongzhu.whole.deals == 16
    assert sum(count.deals for count in gongzhu.whole.scores) == 16
    scores = [record.scores[1] for record in records[:16]]
    assert gongzhu.whole.average.mean == round(sum(scores) / 16, 2)
    assert hearts.whole.games == sum(record.game_over for record in records[16:])


def test_own_rules_are_counted_apart() -> None:
    record = some_records("gongzhu-pagat")[0]
    own = replace(record, preset=None, rules=replace(record.rules, lower_limit=-500))
    found = all_of([(record, 0), (own, 0)])
    keys = sorted(found.rule_sets)
    assert keys[0] == "gongzhu-pagat"
    assert keys[1].startswith("own-")
    _, told = report(found)[0].rule_sets
    assert (told.key, told.preset, told.base) == (keys[1], None, "gongzhu-pagat")
    assert told.changes == {"lower_limit": -500}


def test_the_same_rules_are_one_group_whatever_they_were_called() -> None:
    record = some_records("gongzhu-pagat")[0]
    renamed = replace(record, preset=None)
    wrongly = replace(record, preset="gongzhu-denexa")
    (one,) = report(all_of([(record, 0), (renamed, 0), (wrongly, 0)]))[0].rule_sets
    assert (one.key, one.preset, one.base, one.deals) == ("gongzhu-pagat", "gongzhu-pagat", None, 3)
    assert one.changes == {}
    halved = replace(record.rules, lower_limit=-500)
    ours, theirs = (replace(record, preset=name, rules=halved) for name in (None, "gongzhu-pagat"))
    (own,) = report(all_of([(ours, 0), (theirs, 0)]))[0].rule_sets
    assert (own.preset, own.deals) == (None, 2)


def test_a_preset_whose_rules_have_changed_since_is_another_group() -> None:
    record = some_records("gongzhu-wiki")[0]
    older = replace(record, rules=replace(record.rules, lone_doubler=0))
    now, then = report(all_of([(record, 0), (older, 0)]))[0].rule_sets
    assert now.preset == "gongzhu-wiki"
    assert (then.preset, then.changes) == (None, {"lone_doubler": 0})


def test_the_same_rules_written_in_two_ways_are_one_group() -> None:
    record = next(one for one in some_records("hearts-denexa"))
    cycle = list(record.rules.pass_cycle)
    twice = rules_from_preset("hearts-denexa", {"pass_cycle": cycle * 2})[1]
    (one,) = report(all_of([(record, 0), (replace(record, rules=twice), 0)]))[0].rule_sets
    assert (one.preset, one.deals) == ("hearts-denexa", 2)
    laid_aside = [
        replace(record, rules=rules_from_preset("hearts-denexa", {"removed": order.split()})[1])
        for order in ("2C 3C 2D 3D", "3D 2D 3C 2C")
    ]
    (one,) = report(all_of([(each, 0) for each in laid_aside]))[0].rule_sets
    assert (one.preset, one.base, list(one.changes)) == (None, "hearts-denexa", ["removed"])


def test_an_ended_game_has_a_placing_of_its_side() -> None:
    record = ended("gongzhu-pagat-partners", (-1010, 30), "13", "02")
    assert placing_of(record, Seat(2)) == Placing(2, 2, True, -1010)
