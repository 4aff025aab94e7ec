"""When a game begins, and what stands from then on."""

import pytest

from gongzhu.cards import Seat
from gongzhu.table import Player, step
from gongzhu.table.commands import Clear, Leave, Ready, SeatBot, Sit, Start, Swap
from gongzhu.table.facts import ChainBegan, DealCalled, GameBegan, ReadySet, WaitsUntil
from tests.table.live import steady_choice
from tests.table.seated import FOUR, fresh, refused


def test_a_game_begins_when_no_seat_is_open_and_everybody_is_ready() -> None:
    live = fresh()
    live.seat("ann", "bo", "cleo")
    live.ready("ann", "bo", "cleo")
    live.seat("dev")
    assert live.stage() == "gathering"
    live.do("dev", Ready(False))
    live.do("cleo", Ready(False))
    assert live.log[-1].facts == (ReadySet(Seat(2), False),)
    live.ready("dev")
    assert live.stage() == "gathering"
    live.ready("cleo")
    kinds = [type(fact) for fact in live.log[-1].facts]
    assert kinds == [ReadySet, GameBegan, ChainBegan, DealCalled, WaitsUntil]
    assert not any(sitting.ready for sitting in live.table.state.seats)


def test_who_is_not_there_need_not_be_ready_but_does_not_start_the_game_by_going() -> None:
    live = fresh()
    live.seat(*FOUR)
    live.ready("ann", "bo", "cleo")
    live.gone("dev")
    assert live.stage() == "gathering"
    live.do("cleo", Ready(False))
    live.ready("cleo")
    assert live.stage() == "calling"


def test_who_is_not_ready_does_not_start_the_game_by_leaving() -> None:
    live = fresh()
    live.seat(*FOUR)
    live.ready("ann", "bo", "cleo")
    live.do("dev", Leave())
    assert live.stage() == "gathering"


def test_the_host_starts_with_bots_in_the_open_seats() -> None:
    live = fresh()
    live.seat("ann")
    assert refused(live, "ann", Start()) == "not_enough_players"
    live.do("ann", Start("steady"))
    assert live.stage() == "calling"
    assert [sitting.level for sitting in live.table.state.seats] == [None, *["steady"] * 3]


def test_a_host_that_starts_waits_for_the_others() -> None:
    live = fresh()
    live.seat(*FOUR)
    live.do("ann", Start())
    assert live.log[-1].facts == (ReadySet(Seat(0), True),)
    assert live.do("ann", Start()) is None
    live.ready("bo", "cleo", "dev")
    assert live.stage() == "calling"


def test_being_ready_while_a_deal_runs_says_nothing() -> None:
    live = fresh()
    live.seat(*FOUR)
    live.ready(*FOUR)
    assert live.stage() == "calling"
    assert live.do("ann", Ready()) is None
    live.dealt()
    assert live.do("ann", Ready()) is None
    live.play(steady_choice)
    live.ready("ann")
    assert live.do("ann", Ready()) is None


def test_seats_stay_as_they_are_during_a_game() -> None:
    live = fresh()
    live.begin("ann", "bo")
    for command in (
        ("ann", SeatBot(Seat(3), "random")),
        ("ann", Clear(Seat(2))),
        ("ann", Swap((Seat(0), Seat(1)))),
        ("ann", Start("steady")),
        ("ann", Sit(Seat(3))),
    ):
        assert refused(live, *command) == "game_running"
    assert refused(live, "eli", Sit(Seat(4))) == "no_such_seat"


def test_seats_stay_as_they_are_between_two_deals_of_a_game() -> None:
    live = fresh()
    live.begin("ann", "bo")
    live.dealt()
    live.play(steady_choice)
    assert live.stage() == "scored"
    assert refused(live, "ann", Swap((Seat(0), Seat(1)))) == "game_running"


def test_fresh_randomness_is_wanted_where_a_game_begins() -> None:
    live = fresh()
    live.seat("ann")
    with pytest.raises(ValueError, match="64 digits"):
        step(live.table, Player("ann"), Start("steady"), live.now)
    with pytest.raises(ValueError, match="64 digits"):
        step(live.table, Player("ann"), Start("steady"), live.now, "chance")
