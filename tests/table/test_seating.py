"""Who sits where, who is host, and who may change it when."""

import pytest

from gongzhu.cards import Seat
from gongzhu.rules import ChooseMoon
from gongzhu.table import CommandRefused, Player, seat_of
from gongzhu.table.commands import (
    Clear,
    Close,
    Commit,
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
from tests.table.live import configure, settings_of
from tests.table.seated import FOUR, fresh, names, refused, seat

# --- sitting down --------------------------------------------------------------------------------


def test_who_sits_down_takes_the_first_open_seat_or_the_one_that_is_named() -> None:
    live = fresh()
    live.do("bo", Sit(Seat(2)))
    assert live.log[-1].facts == (Sat(Seat(2), "bo", "Bo"),)
    live.do("ann", Sit())
    live.do(Player("cleo", "Cleo", True), Sit())
    live.do("dev", Sit())
    assert live.table.players == ("ann", "cleo", "bo", "dev")
    assert seat(live, 1) == SeatState("player", "Cleo", program=True, online=True)
    assert refused(live, "eli", Sit()) == "table_full"
    assert refused(live, "eli", Sit(Seat(2))) == "seat_taken"
    assert refused(live, "eli", Sit(Seat(4))) == "no_such_seat"
    assert refused(live, "eli", Sit(Seat(-1))) == "no_such_seat"
    with pytest.raises(CommandRefused, match="from 0 to 3"):
        live.do("eli", Sit(Seat(4)))


def test_sitting_down_again_changes_nothing() -> None:
    live = fresh()
    live.seat("ann")
    assert live.do("ann", Sit()) is None
    assert live.do(Player("ann", "Another"), Sit(Seat(0))) is None


def test_a_player_moves_to_an_open_seat() -> None:
    live = fresh()
    live.seat("ann", "bo")
    live.ready("ann")
    live.do("ann", Sit(Seat(3)))
    assert live.log[-1].facts == (Swapped((Seat(0), Seat(3))),)
    assert live.table.players == (None, "bo", None, "ann")
    assert seat(live, 3).ready
    assert live.table.state.host == 3
    assert refused(live, "ann", Sit(Seat(1))) == "seat_taken"


def test_two_of_the_same_name_are_told_apart() -> None:
    live = fresh()
    live.do(Player("a", "Kim"), Sit())
    live.do(Player("b", "  kim "), Sit())
    live.do(Player("c", "KIM"), Sit())
    assert names(live)[:3] == ["Kim", "kim 2", "KIM 3"]
    assert refused(live, Player("d", " \t"), Sit()) == "name_empty"
    live.do("b", Leave())
    live.do(Player("d", "Kim"), Sit())
    assert names(live)[1] == "Kim 2"


def test_who_is_not_seated_has_no_say() -> None:
    live = fresh()
    for command in (
        ("ann", Leave()),
        ("ann", Ready()),
        (Connect("ann"),),
        (Disconnect("ann"),),
        ("ann", Commit(1, "00" * 32)),
        ("ann", Reveal(1, "00" * 32)),
        ("ann", ChooseMoon("self")),
    ):
        assert refused(live, *command) == "not_seated"


# --- hosts ---------------------------------------------------------------------------------------


def test_who_opened_the_table_is_host_wherever_it_sits() -> None:
    live = fresh()
    live.seat("bo", "ann")
    assert live.log[-1].facts == (Sat(Seat(1), "ann", "Ann"), HostChanged("ann", Seat(1)))
    assert (live.table.host, live.table.state.host) == ("ann", 1)


def test_a_host_need_not_sit() -> None:
    live = fresh()
    live.seat("bo")
    live.do("ann", SeatBot(Seat(1), "steady"))
    live.ready("bo")
    live.do("ann", Start("random"))
    assert live.stage() == "calling"
    assert live.table.state.host is None


def test_only_the_host_arranges_the_table() -> None:
    live = fresh()
    live.seat("ann", "bo")
    for command in (
        ("bo", configure(settings_of("hearts-denexa"))),
        ("bo", SeatBot(Seat(3), "steady")),
        ("bo", Clear(Seat(0))),
        ("bo", Swap((Seat(0), Seat(1)))),
        ("bo", Start("steady")),
        ("bo", Close()),
    ):
        assert refused(live, *command) == "not_host"


def test_the_next_player_becomes_host_and_rather_one_who_is_there() -> None:
    live = fresh()
    live.seat(*FOUR)
    live.gone("bo")
    live.do("ann", Leave())
    assert live.log[-1].facts == (Left(Seat(0), "left"), HostChanged("cleo", Seat(2)))
    live.do("cleo", Clear(Seat(2)))
    assert live.log[-1].facts == (Left(Seat(2), "removed"), HostChanged("dev", Seat(3)))
    live.do("dev", Leave())
    assert (live.table.host, live.table.state.host) == ("bo", 1)
    live.do("bo", Leave())
    assert live.log[-1].facts == (Left(Seat(1), "left"), HostChanged(None, None))
    live.do("eli", Sit())
    assert (live.table.host, live.table.state.host) == ("eli", 0)


def test_who_left_the_game_does_not_become_host() -> None:
    live = fresh()
    live.begin("ann", "bo")
    live.do("bo", Leave())
    live.do("ann", Leave())
    assert live.log[-1].facts == (Left(Seat(0), "left"), HostChanged(None, None))


# --- arranging -----------------------------------------------------------------------------------


def test_bots_of_the_house_have_names_and_levels() -> None:
    live = fresh()
    live.seat("ann")
    live.do(Player("bo", "Nana"), Sit())
    live.do("ann", SeatBot(Seat(3), "steady"))
    live.do("ann", SeatBot(Seat(2), "random"))
    assert names(live) == ["Ann", "Nana", "Momo", "Nana 2"]
    assert seat(live, 2) == SeatState("bot", "Momo", level="random")
    assert live.do("ann", SeatBot(Seat(2), "random")) is None
    live.do("ann", SeatBot(Seat(2), "steady"))
    assert live.log[-1].facts == (BotSat(Seat(2), "steady", "Momo"),)
    assert refused(live, "ann", SeatBot(Seat(1), "steady")) == "seat_taken"
    assert refused(live, "ann", SeatBot(Seat(4), "steady")) == "no_such_seat"


def test_a_seat_is_cleared() -> None:
    live = fresh()
    live.seat("ann", "bo")
    live.do("ann", SeatBot(Seat(2), "steady"))
    live.do("ann", Clear(Seat(2)))
    assert live.log[-1].facts == (Left(Seat(2), "removed"),)
    assert seat(live, 2) == SeatState()
    assert live.do("ann", Clear(Seat(3))) is None


def test_seats_are_exchanged() -> None:
    live = fresh()
    live.seat("ann", "bo")
    live.do("ann", Swap((Seat(1), Seat(3))))
    assert live.table.players == ("ann", None, None, "bo")
    assert live.do("ann", Swap((Seat(1), Seat(2)))) is None
    assert live.do("ann", Swap((Seat(0), Seat(0)))) is None
    assert refused(live, "ann", Swap((Seat(0), Seat(4)))) == "no_such_seat"


def test_who_is_named_is_meant_and_nobody_that_sits_there_since() -> None:
    """As when a host's connection is lost, and what it asked for is sent again."""
    live = fresh()
    live.seat("ann", "bo", "cleo")
    live.do("ann", Swap((Seat(1), Seat(2)), ("Bo", "Cleo")))
    assert list(live.table.players) == ["ann", "cleo", "bo", None]
    assert refused(live, "ann", Swap((Seat(1), Seat(2)), ("Bo", "Cleo"))) == "stale"
    assert refused(live, "ann", Swap((Seat(2), Seat(0)), ("Bo", "Cleo"))) == "stale"
    assert refused(live, "ann", Clear(Seat(1), "Bo")) == "stale"
    assert list(live.table.players) == ["ann", "cleo", "bo", None]
    live.do("ann", Clear(Seat(1), "Cleo"))
    assert live.do("ann", Clear(Seat(1), "Cleo")) is None
    assert list(live.table.players) == ["ann", None, "bo", None]


def test_other_rules_before_the_first_game() -> None:
    live = fresh()
    live.seat(*FOUR)
    live.ready("bo")
    five = settings_of("gongzhu-pagat-5")
    live.do("ann", configure(five))
    assert live.log[-1].facts == (Configured(five),)
    assert len(live.table.players) == 5
    assert not seat(live, 1).ready
    assert live.do("ann", configure(five)) is None
    live.seat("eli")
    live.do("ann", configure(settings_of("hearts-denexa")))
    assert list(live.table.players) == list(FOUR)
    assert seat_of(live.table, "eli") is None
    check_log(live.log, live.table)


def test_a_host_whose_seat_is_gone_is_still_host() -> None:
    live = fresh("gongzhu-pagat-5")
    live.do("ann", Sit(Seat(4)))
    live.do("ann", configure(settings_of("hearts-denexa")))
    assert (live.table.host, live.table.state.host) == ("ann", None)
    live.do("ann", configure(settings_of("gongzhu-pagat")))
    assert live.table.state.host is None
    live.do("ann", Sit(Seat(1)))
    assert live.table.state.host == 1


def test_rules_stand_from_the_first_game_on() -> None:
    live = fresh()
    live.begin(*FOUR)
    other = ("ann", configure(settings_of("hearts-denexa")))
    assert refused(live, *other) == "settings_fixed"
    live.play_game()
    assert refused(live, *other) == "settings_fixed"
