"""Who is gone, who plays meanwhile, and what stands still."""

from gongzhu.cards import Seat
from gongzhu.table import ask_of, bots_to_move, due, step_server
from gongzhu.table.commands import Connect, Resume, Tick
from gongzhu.table.facts import BotStoodIn, Came, Resumed, TimedOut, WaitsUntil, Went
from gongzhu.table.state import SeatState
from tests.table.clocked import FOUR, facts, people, seat, until
from tests.table.live import Live, settings_of, steady_choice


def test_a_bot_plays_for_who_is_gone_too_long_and_goes_when_it_comes() -> None:
    live = people(grace=30)
    live.gone("cleo")
    assert facts(live) == (Went(Seat(2), live.now),)
    assert due(live.table) == live.now + 30_000
    assert live.later(29_999) is None
    live.later(1)
    assert facts(live) == (BotStoodIn(Seat(2)),)
    assert seat(live, 2).away_since == live.now - 30_000
    while Seat(2) not in live.waited():
        live.play(steady_choice, most=1)
    assert bots_to_move(live.table) == ((Seat(2), None),)
    assert ask_of(live.table, Seat(2))
    live.back("cleo")
    assert facts(live) == (Came(Seat(2)),)
    assert bots_to_move(live.table) == ()
    assert seat(live, 2) == SeatState("player", "Cleo", online=True)


def test_who_comes_back_in_time_was_never_played_for() -> None:
    live = people(grace=30)
    live.gone("cleo")
    live.later(20_000)
    live.back("cleo")
    assert live.later(60_000) is None


def test_a_player_that_is_gone_runs_out_of_time_as_others_do() -> None:
    live = people(move=20, grace=60)
    (turn,) = live.waited()
    live.gone(FOUR[turn])
    live.later(20_000)
    assert facts(live) == (TimedOut(turn), WaitsUntil(None))


def test_with_nobody_there_the_table_waits_and_clocks_stand() -> None:
    live = people(move=20, grace=30)
    (turn,) = live.waited()
    live.later(10_000)
    live.gone(*FOUR)
    assert facts(live) == (Went(Seat(3), live.now), WaitsUntil(None))
    assert due(live.table) is None
    assert live.later(10**8) is None
    live.back(FOUR[turn])
    assert facts(live) == (Came(turn), WaitsUntil(live.now + 20_000))
    live.now += 1
    live.back(*FOUR[:2])
    assert until(live) == 19_999


def test_patience_goes_on_between_deals() -> None:
    live = people(grace=30)
    live.play(steady_choice)
    live.gone("cleo")
    live.later(30_000)
    assert facts(live) == (BotStoodIn(Seat(2)),)


def test_patience_with_the_others_begins_when_the_first_one_is_back() -> None:
    live = people(grace=30)
    live.gone(*FOUR)
    live.later(100_000)
    live.back("ann")
    assert due(live.table) == live.now + 30_000
    live.until_due()
    assert facts(live) == tuple(map(BotStoodIn, (Seat(1), Seat(2), Seat(3))))


def test_patience_with_one_is_not_renewed_when_another_comes() -> None:
    live = people(grace=30)
    live.gone("bo", "cleo")
    live.later(20_000)
    live.back("bo")
    live.later(10_000)
    assert facts(live) == (BotStoodIn(Seat(2)),)


def test_bots_do_not_play_on_with_nobody_there() -> None:
    live = Live(settings_of("gongzhu-denexa"))
    live.begin("ann")
    while live.waited() == (Seat(0),):
        live.play(steady_choice, most=1)
    assert bots_to_move(live.table)
    live.gone("ann")
    assert bots_to_move(live.table) == ()
    live.back("ann")
    assert bots_to_move(live.table)


def test_a_bot_of_the_house_thinks_at_its_own_level() -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.begin("ann", fill="random")
    assert bots_to_move(live.table) == tuple((Seat(number), "random") for number in (1, 2, 3))


def test_a_server_that_comes_back_gives_everybody_the_full_time() -> None:
    live = people(move=20, grace=30)
    live.later(15_000)
    live.gone("dev")
    live.now += 100_000
    live.server(Resume())
    assert facts(live) == (Resumed(live.now), WaitsUntil(None))
    assert live.there() == []
    assert seat(live, 0).away_since == live.now
    assert seat(live, 3).away_since == live.now - 100_000
    live.now += 5_000
    live.back("ann")
    assert until(live) == 20_000
    live.back("bo", "cleo")
    assert due(live.table) == live.now + 20_000
    live.later(20_000)
    assert due(live.table) == live.now + 10_000


def test_a_server_that_comes_back_to_an_empty_table_says_nothing() -> None:
    live = people()
    live.gone(*FOUR)
    assert live.server(Resume()) is None


def test_a_second_connection_is_nothing_new() -> None:
    live = people()
    assert live.server(Connect("ann")) is None
    assert step_server(live.table, Connect("ann"), live.now) is None
    live.gone("ann")
    assert live.server(Tick()) is None
    before = len(live.log)
    live.gone("ann")
    assert len(live.log) == before
