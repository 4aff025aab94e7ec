"""Deals that are met again: what makes two records tell of the same deal."""

from msgspec.structs import replace

from gongzhu.records import Once
from tests.support.recorded import some_records

FIRST, SECOND = some_records("gongzhu-pagat", 2)


def test_a_deal_is_new_once() -> None:
    once = Once()
    assert [once.new(record) for record in (FIRST, SECOND, FIRST)] == [True, True, False]
    assert once.again == 1


def test_what_is_told_about_a_deal_makes_no_other_one() -> None:
    once = Once()
    assert once.new(FIRST)
    assert not once.new(replace(FIRST, preset=None, dealer_seed=None))
    assert not once.new(replace(FIRST, comments={"0": "well"}, timings=(5,) * len(FIRST.plays)))


def test_other_people_another_day_and_another_place_in_a_game_do() -> None:
    once = Once()
    others = (
        replace(FIRST, players=FIRST.players[::-1]),
        replace(FIRST, date="2026-11-24"),
        replace(FIRST, game=FIRST.game + 1),
        replace(FIRST, plays=FIRST.plays[:-1]),
    )
    assert all(once.new(record) for record in (FIRST, *others))
