"""Who sits where, who is host, and who may change it when."""

from collections.abc import Callable

import pytest

from gongzhu.cards import Seat
from gongzhu.rules import ChooseMoon
from gongzhu.table import (
    Clock,
    Command,
    Entry,
    Refused,
    Settings,
    decide,
    evolve,
    seat_of,
    thinkers,
)
from gongzhu.table.commands import (
    Act,
    Clear,
    Close,
    Commit,
    Configure,
    Connect,
    Disconnect,
    Leave,
    Open,
    Ready,
    Resume,
    Reveal,
    SeatBot,
    Sit,
    Start,
    Swap,
    Tick,
)
from gongzhu.table.facts import (
    BotSat,
    ChainBegan,
    Closed,
    Configured,
    DealAborted,
    DealCalled,
    GameBegan,
    HostChanged,
    Left,
    ReadySet,
    Sat,
    Swapped,
    WaitsUntil,
)
from gongzhu.table.state import SeatState
from table.following import check_log
from table.playing import PEOPLE, START, Live, settings_of, steady_choice

FOUR = PEOPLE[:4]


def fresh(preset: str = "gongzhu-denexa") -> Live:
    """A table that Ann has opened and nobody sits at."""
    return Live(settings_of(preset))


def refused(live: Live, command: Command) -> str:
    """The code with which a command is refused, and nothing happens."""
    before = live.table
    with pytest.raises(Refused) as caught:
        live.do(command)
    assert live.table is before
    return caught.value.code


def seat(live: Live, number: int) -> SeatState:
    return live.table.state.seats[number]


def names(live: Live) -> list[str]:
    return [sitting.name for sitting in live.table.state.seats]


def test_a_table_is_private_and_has_no_clock_unless_its_host_says_so() -> None:
    settings = Settings("", None, fresh().table.rules)
    assert (settings.access, settings.clock) == ("private", Clock(move=0, grace=60))


# --- opening and closing -------------------------------------------------------------------------


def test_a_table_is_opened_once_and_first_of_all() -> None:
    settings = settings_of("hearts-denexa")
    with pytest.raises(Refused, match="no such table"):
        decide(None, Tick(), START)
    opened = decide(None, Open("kite-7", settings, "ann"), START, command_id="o-1")
    assert opened is not None
    assert (opened.by, opened.id) == ("ann", "o-1")
    table = evolve(None, opened)
    assert (table.seq, table.host, table.players) == (1, "ann", (None,) * 4)
    assert table.seen("ann", "o-1") == 1
    assert table.state.seats == (SeatState(),) * 4
    assert table.state.host is None
    with pytest.raises(Refused, match="open already"):
        decide(table, Open("kite-7", settings, "ann"), START)


def test_a_closed_table_stays_closed() -> None:
    live = fresh()
    live.seat("ann")
    assert refused(live, Close("bo")) == "not_host"
    live.do(Close("ann"))
    assert live.log[-1].facts == (Closed("host"),)
    for command in (Sit("bo", "Bo"), Leave("ann"), Close(None), Ready("ann")):
        assert refused(live, command) == "table_closed"
    for nothing in (Tick(), Resume(), Connect("ann"), Disconnect("ann")):
        assert live.do(nothing) is None


def test_a_table_that_was_idle_too_long_is_closed_without_a_host() -> None:
    live = fresh()
    live.do(Close(None), "c-1")
    assert live.log[-1].facts == (Closed("idle"),)
    assert live.table.ids == {}, "ids are players'"


def until_committed(live: Live) -> None:
    live.commits("ann", "bo")


def until_locked(live: Live) -> None:
    live.commits("ann", "bo", "cleo")
    live.reveals("ann")


def until_played(live: Live) -> None:
    live.dealt()
    live.play(steady_choice, most=9)


@pytest.mark.parametrize("so_far", [until_committed, until_locked, until_played])
def test_a_deal_that_is_broken_off_shows_what_it_would_have_been(
    so_far: Callable[[Live], None],
) -> None:
    live = fresh()
    live.seat("ann", "bo", "cleo")
    live.ready("bo", "cleo")
    live.do(Start("ann", "steady"))
    so_far(live)
    live.do(Close("ann"))
    aborted, closed = live.log[-1].facts
    assert isinstance(aborted, DealAborted)
    assert aborted.evidence.ended == "aborted"
    assert aborted.evidence.deal == 1
    assert closed == Closed("host")
    fair = live.table.state.fair
    assert (fair.step, fair.heard, fair.previous) == ("idle", (), aborted.evidence.secret)
    assert fair.contributions == aborted.evidence.contributions
    assert (live.table.gathering, live.table.locked, live.table.evidence) == (None, None, None)
    check_log(live.log, live.table)


def test_between_deals_there_is_nothing_to_break_off() -> None:
    live = fresh()
    live.begin(*FOUR)
    live.play(steady_choice)
    live.do(Close("ann"))
    assert live.log[-1].facts == (Closed("host"),)


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
    with pytest.raises(Refused, match="from 0 to 3"):
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
        Act("ann", ChooseMoon(Seat(0), "self")),
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


# --- readiness -----------------------------------------------------------------------------------


def test_a_game_begins_when_no_seat_is_open_and_everybody_is_ready() -> None:
    live = fresh()
    live.seat("ann", "bo", "cleo")
    live.ready("ann", "bo", "cleo")
    live.seat("dev")
    assert live.stage() == "gathering"
    live.do(Ready("dev", False))
    live.do(Ready("cleo", False))
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
    live.do(Ready("cleo", False))
    live.ready("cleo")
    assert live.stage() == "calling"


def test_who_is_not_ready_does_not_start_the_game_by_leaving() -> None:
    live = fresh()
    live.seat(*FOUR)
    live.ready("ann", "bo", "cleo")
    live.do(Leave("dev"))
    assert live.stage() == "gathering"


def test_the_host_starts_with_bots_in_the_open_seats() -> None:
    live = fresh()
    live.seat("ann")
    assert refused(live, Start("ann")) == "not_enough_players"
    live.do(Start("ann", "steady"))
    assert live.stage() == "calling"
    assert [sitting.level for sitting in live.table.state.seats] == [None, *["steady"] * 3]


def test_a_host_that_starts_waits_for_the_others() -> None:
    live = fresh()
    live.seat(*FOUR)
    live.do(Start("ann"))
    assert live.log[-1].facts == (ReadySet(Seat(0), True),)
    assert live.do(Start("ann")) is None
    live.ready("bo", "cleo", "dev")
    assert live.stage() == "calling"


def test_being_ready_while_a_deal_runs_says_nothing() -> None:
    live = fresh()
    live.seat(*FOUR)
    live.ready(*FOUR)
    assert live.stage() == "calling"
    assert live.do(Ready("ann")) is None
    live.dealt()
    assert live.do(Ready("ann")) is None
    live.play(steady_choice)
    live.ready("ann")
    assert live.do(Ready("ann")) is None


def test_seats_stay_as_they_are_during_a_game() -> None:
    live = fresh()
    live.begin("ann", "bo")
    for command in (
        SeatBot("ann", Seat(3), "random"),
        Clear("ann", Seat(1)),
        Swap("ann", (Seat(0), Seat(1))),
        Start("ann", "steady"),
        Sit("eli", "Eli"),
        Sit("eli", "Eli", Seat(3)),
        Sit("ann", "Ann", Seat(3)),
    ):
        assert refused(live, command) == "game_running"
    assert refused(live, Sit("eli", "Eli", Seat(4))) == "no_such_seat"


def test_seats_stay_as_they_are_between_two_deals_of_a_game() -> None:
    live = fresh()
    live.begin("ann", "bo")
    live.dealt()
    live.play(steady_choice)
    assert live.stage() == "scored"
    assert refused(live, Swap("ann", (Seat(0), Seat(1)))) == "game_running"


def test_fresh_randomness_is_wanted_where_a_game_begins() -> None:
    live = fresh()
    live.seat("ann")
    with pytest.raises(ValueError, match="64 digits"):
        decide(live.table, Start("ann", "steady"), live.now)
    with pytest.raises(ValueError, match="64 digits"):
        decide(live.table, Start("ann", "steady"), live.now, "chance")


# --- leaving during a game -----------------------------------------------------------------------


def test_a_bot_plays_on_for_who_leaves_during_a_game() -> None:
    live = fresh()
    live.begin(*FOUR)
    live.play_to_cards()
    live.do(Leave("bo"))
    assert live.log[-1].facts == (Left(Seat(1), "left"),)
    assert seat(live, 1) == SeatState("player", "Bo", left=True)
    assert seat_of(live.table, "bo") is None
    assert refused(live, Leave("bo")) == "not_seated"
    while live.waited() != (Seat(1),):
        live.play(steady_choice, most=1)
    assert thinkers(live.table) == ((Seat(1), None),)
    live.play_game(steady_choice)
    assert seat(live, 1) == SeatState()
    assert live.table.players == ("ann", None, "cleo", "dev")
    assert live.table.finished[-1].record.players[1] == "Bo"
    check_log(live.log, live.table)


def test_who_left_is_neither_ready_nor_missed() -> None:
    live = fresh()
    live.begin(*FOUR)
    live.play(steady_choice)
    live.ready("ann")
    live.gone("bo")
    for number, player in enumerate(("ann", "bo")):
        live.do(Leave(player))
        assert seat(live, number) == SeatState("player", player.capitalize(), left=True)


def test_who_left_comes_back_to_the_same_seat_until_the_game_is_over() -> None:
    live = fresh()
    live.begin(*FOUR)
    live.do(Leave("bo"))
    assert refused(live, Sit("bo", "Bo", Seat(2))) == "game_running"
    assert refused(live, Sit("eli", "Eli", Seat(1))) == "game_running"
    live.do(Sit("bo", "Bo"))
    assert live.log[-1].facts == (Sat(Seat(1), "bo", "Bo"),)
    assert seat(live, 1) == SeatState("player", "Bo", online=True)
    assert thinkers(live.table) == ()
    live.do(Leave("bo"))
    live.do(Sit("bo", "Bob", Seat(1)))
    assert names(live)[1] == "Bob"


def test_when_the_last_player_leaves_the_table_stands_still_until_one_is_back() -> None:
    live = fresh()
    live.begin("ann")
    live.do(Leave("ann"))
    assert live.log[-1].facts == (Left(Seat(0), "left"), HostChanged(None, None))
    assert thinkers(live.table) == ()
    live.do(Sit("ann", "Ann"))
    assert live.table.host == "ann"
    assert thinkers(live.table)


# --- commands sent twice -------------------------------------------------------------------------


def test_the_ids_of_the_last_commands_are_kept() -> None:
    live = fresh()
    live.do(Sit("ann", "Ann"), "c-0")
    live.do(Sit("bo", "Bo"), "c-0")
    for number in range(1, 70):
        live.do(Ready("ann", number % 2 == 1), f"c-{number}")
    assert live.table.seen("ann", "c-69") == live.table.seq
    assert live.table.seen("ann", "c-6") == 9
    assert live.table.seen("ann", "c-5") is None
    assert live.table.seen("bo", "c-0") == 3
    assert live.table.seen("eli", "c-0") is None


def test_ids_are_kept_for_those_who_sent_something_last() -> None:
    live = fresh()
    live.do(Sit("ann", "Ann"), "c-0")
    for number in range(16):
        live.do(Sit(f"p{number}", "Guest"), "s")
        live.do(Leave(f"p{number}"), "l")
    assert live.table.seen("ann", "c-0") is None
    assert live.table.seen("p0", "l") is not None
    assert len(live.table.ids) == 16


def test_ids_of_who_sends_something_again_are_kept_longer() -> None:
    live = fresh()
    live.do(Sit("ann", "Ann"), "c-0")
    live.do(Sit("bo", "Bo"), "c-0")
    for number in range(14):
        live.do(Sit(f"p{number}", "Guest"), "s")
        live.do(Leave(f"p{number}"))
    live.do(Ready("ann"), "c-1")
    live.do(Sit("eli", "Eli"), "s")
    assert live.table.seen("ann", "c-0") == 2
    assert live.table.seen("bo", "c-0") is None


def entries_by(live: Live, player: str) -> list[Entry]:
    return [entry for entry in live.log if entry.by == player]


def test_an_entry_says_whose_command_it_was() -> None:
    live = fresh()
    live.do(Sit("bo", "Bo"), "c-1")
    (entry,) = entries_by(live, "bo")
    assert (entry.at, entry.id) == (START, "c-1")
    live.seat("ann")
    live.do(Start("ann", "steady"))
    live.ready("bo")
    live.later(5_000)
    assert live.log[-1].by is None
