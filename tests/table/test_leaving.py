"""Who leaves during a game, and who comes back."""

from gongzhu.cards import Seat
from gongzhu.table import Player, bots_to_move, seat_of
from gongzhu.table.commands import Leave, Sit
from gongzhu.table.facts import HostChanged, Left, Sat
from gongzhu.table.state import SeatState
from tests.table.following import check_log
from tests.table.live import steady_choice
from tests.table.seated import FOUR, fresh, names, refused, seat


def test_a_bot_plays_on_for_who_leaves_during_a_game() -> None:
    live = fresh()
    live.begin(*FOUR)
    live.play_to_cards()
    live.do("bo", Leave())
    assert live.log[-1].facts == (Left(Seat(1), "left"),)
    assert seat(live, 1) == SeatState("player", "Bo", left=True)
    assert seat_of(live.table, "bo") is None
    assert refused(live, "bo", Leave()) == "not_seated"
    while live.waited() != (Seat(1),):
        live.play(steady_choice, most=1)
    assert bots_to_move(live.table) == ((Seat(1), None),)
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
        live.do(player, Leave())
        assert seat(live, number) == SeatState("player", player.capitalize(), left=True)


def test_who_left_comes_back_to_the_same_seat_until_the_game_is_over() -> None:
    live = fresh()
    live.begin(*FOUR)
    live.do("bo", Leave())
    assert refused(live, "bo", Sit(Seat(2))) == "game_running"
    assert refused(live, "eli", Sit(Seat(1))) == "seat_taken"
    live.do("bo", Sit())
    assert live.log[-1].facts == (Sat(Seat(1), "bo", "Bo"),)
    assert seat(live, 1) == SeatState("player", "Bo", online=True)
    assert bots_to_move(live.table) == ()
    live.do("bo", Leave())
    live.do(Player("bo", "Bob"), Sit(Seat(1)))
    assert names(live)[1] == "Bob"


def test_when_the_last_player_leaves_the_table_stands_still_until_one_is_back() -> None:
    live = fresh()
    live.begin("ann")
    live.do("ann", Leave())
    assert live.log[-1].facts == (Left(Seat(0), "left"), HostChanged(None, None))
    assert bots_to_move(live.table) == ()
    live.do("ann", Sit())
    assert live.table.host == "ann"
    assert bots_to_move(live.table)
