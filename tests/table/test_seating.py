"""Who sits where, who is host, and who may change it when."""

import pytest

from gongzhu.cards import Seat
from gongzhu.rules import ChooseMoon
from gongzhu.table import CommandRefused, seat_of
from gongzhu.table.commands import (
    Act,
    Clear,
    Close,
    Commit,
    Configure,
    Connect,
    Disconnect,
    Leave,
    Ready,
    Reveal,
    SeatBot,
    Sit,
    Start,
    Swap,
)
from gongzhu.table.facts import BotSat, Configured, HostChanged, Left, Sat, Swapped
from gongzhu.table.state import SeatState
from tests.table.following import check_log
from tests.table.live import settings_of
from tests.table.seated import FOUR, fresh, names, refused, seat

# --- sitting down --------------------------------------------------------------------------------


def test_who_sits_down_takes_the_first_open_seat_or_the_one_that_is_named() -> None:
    live = fresh()
    live.do(Sit("bo", "Bo", Seat(2)))
    assert live.log[-1].facts == (Sat(Seat(2), "bo", "Bo"),)
    live.do(Sit("ann", "Ann"))
    live.do(Sit("cleo", "Cleo", program=True))
    live.do(Sit("dev", "Dev"))
    assert live.table.players == ("ann", "cleo", "bo", "dev")
    assert seat(live, 1) == SeatState("player", "Cleo", program=True, online=True)
    assert refused(live, Sit("eli", "Eli")) == "table_full"
    assert refused(live, Sit("eli", "Eli", Seat(2))) == "seat_taken"
    assert refused(live, Sit("eli", "Eli", Seat(4))) == "no_such_seat"
    assert refused(live, Sit("eli", "Eli", Seat(-1))) == "no_such_seat"
    with pytest.raises(CommandRefused, match="from 0 to 3"):
        live.do(Sit("eli", "Eli", Seat(4)))


def test_sitting_down_again_changes_nothing() -> None:
    live = fresh()
    live.seat("ann")
    assert live.do(Sit("ann", "Ann")) is None
    assert live.do(Sit("ann", "Another", Seat(0))) is None


def test_a_player_moves_to_an_open_seat() -> None:
    live = fresh()
    live.seat("ann", "bo")
    live.ready("ann")
    live.do(Sit("ann", "Ann", Seat(3)))
    assert live.log[-1].facts == (Swapped((Seat(0), Seat(3))),)
    assert live.table.players == (None, "bo", None, "ann")
    assert seat(live, 3).ready
    assert live.table.state.host == 3
    assert refused(live, Sit("ann", "Ann", Seat(1))) == "seat_taken"


def test_two_of_the_same_name_are_told_apart() -> None:
    live = fresh()
    live.do(Sit("a", "Kim"))
    live.do(Sit("b", "  kim "))
    live.do(Sit("c", "KIM"))
    assert names(live)[:3] == ["Kim", "kim 2", "KIM 3"]
    assert refused(live, Sit("d", " \t")) == "name_empty"
    live.do(Leave("b"))
    live.do(Sit("d", "Kim"))
    assert names(live)[1] == "Kim 2"


def test_who_is_not_seated_has_no_say() -> None:
    live = fresh()
    for command in (
        Leave("ann"),
        Ready("ann"),
        Connect("ann"),
        Disconnect("ann"),
        Commit("ann", 1, "00" * 32),
        Reveal("ann", 1, "00" * 32),
        Act("ann", ChooseMoon("self")),
    ):
        assert refused(live, command) == "not_seated"


# --- hosts ---------------------------------------------------------------------------------------


def test_who_opened_the_table_is_host_wherever_it_sits() -> None:
    live = fresh()
    live.seat("bo", "ann")
    assert live.log[-1].facts == (Sat(Seat(1), "ann", "Ann"), HostChanged("ann", Seat(1)))
    assert (live.table.host, live.table.state.host) == ("ann", 1)


def test_a_host_need_not_sit() -> None:
    live = fresh()
    live.seat("bo")
    live.do(SeatBot("ann", Seat(1), "steady"))
    live.ready("bo")
    live.do(Start("ann", "random"))
    assert live.stage() == "calling"
    assert live.table.state.host is None


def test_only_the_host_arranges_the_table() -> None:
    live = fresh()
    live.seat("ann", "bo")
    for command in (
        Configure("bo", settings_of("hearts-denexa")),
        SeatBot("bo", Seat(3), "steady"),
        Clear("bo", Seat(0)),
        Swap("bo", (Seat(0), Seat(1))),
        Start("bo", "steady"),
        Close("bo"),
    ):
        assert refused(live, command) == "not_host"


def test_the_next_player_becomes_host_and_rather_one_who_is_there() -> None:
    live = fresh()
    live.seat(*FOUR)
    live.gone("bo")
    live.do(Leave("ann"))
    assert live.log[-1].facts == (Left(Seat(0), "left"), HostChanged("cleo", Seat(2)))
    live.do(Clear("cleo", Seat(2)))
    assert live.log[-1].facts == (Left(Seat(2), "removed"), HostChanged("dev", Seat(3)))
    live.do(Leave("dev"))
    assert (live.table.host, live.table.state.host) == ("bo", 1)
    live.do(Leave("bo"))
    assert live.log[-1].facts == (Left(Seat(1), "left"), HostChanged(None, None))
    live.do(Sit("eli", "Eli"))
    assert (live.table.host, live.table.state.host) == ("eli", 0)


def test_who_left_the_game_does_not_become_host() -> None:
    live = fresh()
    live.begin("ann", "bo")
    live.do(Leave("bo"))
    live.do(Leave("ann"))
    assert live.log[-1].facts == (Left(Seat(0), "left"), HostChanged(None, None))


# --- arranging -----------------------------------------------------------------------------------


def test_bots_of_the_house_have_names_and_levels() -> None:
    live = fresh()
    live.seat("ann")
    live.do(Sit("bo", "Nana"))
    live.do(SeatBot("ann", Seat(3), "steady"))
    live.do(SeatBot("ann", Seat(2), "random"))
    assert names(live) == ["Ann", "Nana", "Momo", "Nana 2"]
    assert seat(live, 2) == SeatState("bot", "Momo", level="random")
    assert live.do(SeatBot("ann", Seat(2), "random")) is None
    live.do(SeatBot("ann", Seat(2), "steady"))
    assert live.log[-1].facts == (BotSat(Seat(2), "steady", "Momo"),)
    assert refused(live, SeatBot("ann", Seat(1), "steady")) == "seat_taken"
    assert refused(live, SeatBot("ann", Seat(4), "steady")) == "no_such_seat"


def test_a_seat_is_cleared() -> None:
    live = fresh()
    live.seat("ann", "bo")
    live.do(SeatBot("ann", Seat(2), "steady"))
    for number in (1, 2):
        live.do(Clear("ann", Seat(number)))
        assert live.log[-1].facts == (Left(Seat(number), "removed"),)
        assert seat(live, number) == SeatState()
    assert live.do(Clear("ann", Seat(3))) is None
    assert seat_of(live.table, "bo") is None
    live.seat("bo")
    assert seat_of(live.table, "bo") == 1


def test_seats_are_exchanged() -> None:
    live = fresh()
    live.seat("ann", "bo")
    live.do(Swap("ann", (Seat(1), Seat(3))))
    assert live.table.players == ("ann", None, None, "bo")
    assert live.do(Swap("ann", (Seat(1), Seat(2)))) is None
    assert live.do(Swap("ann", (Seat(0), Seat(0)))) is None
    assert refused(live, Swap("ann", (Seat(0), Seat(4)))) == "no_such_seat"


def test_who_is_named_is_meant_and_nobody_that_sits_there_since() -> None:
    """As when a host's connection is lost, and what it asked for is sent again."""
    live = fresh()
    live.seat("ann", "bo", "cleo")
    live.do(Swap("ann", (Seat(1), Seat(2)), ("Bo", "Cleo")))
    assert list(live.table.players) == ["ann", "cleo", "bo", None]
    assert refused(live, Swap("ann", (Seat(1), Seat(2)), ("Bo", "Cleo"))) == "stale"
    assert refused(live, Swap("ann", (Seat(2), Seat(0)), ("Bo", "Cleo"))) == "stale"
    assert refused(live, Clear("ann", Seat(1), "Bo")) == "stale"
    assert list(live.table.players) == ["ann", "cleo", "bo", None]
    live.do(Clear("ann", Seat(1), "Cleo"))
    assert live.do(Clear("ann", Seat(1), "Cleo")) is None
    assert list(live.table.players) == ["ann", None, "bo", None]


def test_other_rules_before_the_first_game() -> None:
    live = fresh()
    live.seat(*FOUR)
    live.ready("bo")
    five = settings_of("gongzhu-pagat-5")
    live.do(Configure("ann", five))
    assert live.log[-1].facts == (Configured(five),)
    assert len(live.table.players) == 5
    assert not seat(live, 1).ready
    assert live.do(Configure("ann", five)) is None
    live.seat("eli")
    live.do(Configure("ann", settings_of("hearts-denexa")))
    assert list(live.table.players) == list(FOUR)
    assert seat_of(live.table, "eli") is None
    check_log(live.log, live.table)


def test_a_host_whose_seat_is_gone_is_still_host() -> None:
    live = fresh("gongzhu-pagat-5")
    live.do(Sit("ann", "Ann", Seat(4)))
    live.do(Configure("ann", settings_of("hearts-denexa")))
    assert (live.table.host, live.table.state.host) == ("ann", None)
    live.do(Configure("ann", settings_of("gongzhu-pagat")))
    assert live.table.state.host is None
    live.do(Sit("ann", "Ann", Seat(1)))
    assert live.table.state.host == 1


def test_rules_stand_from_the_first_game_on() -> None:
    live = fresh()
    live.begin(*FOUR)
    other = Configure("ann", settings_of("hearts-denexa"))
    assert refused(live, other) == "settings_fixed"
    live.play_game()
    assert refused(live, other) == "settings_fixed"
