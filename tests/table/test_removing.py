"""Whoever the host removes: the game goes on, and the seat is not theirs again unless the host lets
them."""

import pytest

from gongzhu.cards import Seat
from gongzhu.dealing.checking import check_deals
from gongzhu.dealing.contributions import BotSeat
from gongzhu.table import bots_to_move, read_table, seat_of, see_fact, write_table
from gongzhu.table.commands import (
    Clear,
    Connect,
    Expel,
    Leave,
    Readmit,
    Ready,
    Sit,
    StandIn,
)
from gongzhu.table.facts import BotStoodIn, Came, HostChanged, Left, Readmitted, Removed, Sat
from gongzhu.table.state import MOST_REMOVED, SeatState
from tests.table.following import check_log
from tests.table.live import Live, any_choice, steady_choice
from tests.table.seated import FOUR, fresh, refused, seat


def playing(*people: str) -> Live:
    """A game whose first cards are played."""
    live = fresh()
    live.begin(*people)
    live.play_to_cards()
    return live


# --- removed -------------------------------------------------------------------------------------


def test_who_is_removed_between_games_does_not_sit_down_again_at_once() -> None:
    live = fresh()
    live.seat("ann", "bo")
    live.do("ann", Clear(Seat(1), "Bo"))
    assert live.log[-1].facts == (Removed("bo", "Bo"), Left(Seat(1), "removed"))
    assert (live.table.removed, live.table.state.removed) == (("bo",), ("Bo",))
    assert refused(live, "bo", Sit()) == "removed"
    assert refused(live, "bo", Sit(Seat(2))) == "removed"
    assert refused(live, "bo", Readmit(0)) == "not_host"
    live.do("ann", Readmit(0, "Bo"))
    entry = live.log[-1]
    assert entry.facts == (Readmitted(0),)
    assert (live.table.removed, live.table.state.removed) == ((), ())
    live.do("bo", Sit())
    assert seat_of(live.table, "bo") == 1


def test_the_game_goes_on_without_who_is_removed() -> None:
    live = playing(*FOUR)
    live.do("ann", Clear(Seat(1), "Bo"))
    assert live.log[-1].facts[:2] == (Removed("bo", "Bo"), Left(Seat(1), "removed"))
    assert seat(live, 1) == SeatState("player", "Bo", left=True)
    assert refused(live, "bo", Sit()) == "removed"
    assert refused(live, "bo", Ready()) == "not_seated"
    while live.waited() != (Seat(1),):
        live.play(steady_choice, most=1)
    assert bots_to_move(live.table) == ((Seat(1), None),)
    live.play_game(steady_choice)
    assert seat(live, 1) == SeatState()
    assert live.table.players == ("ann", None, "cleo", "dev")
    assert refused(live, "bo", Sit()) == "removed"
    assert live.table.finished[-1].record.players[1] == "Bo"
    check_log(live.log, live.table)


def test_who_is_let_in_during_the_game_comes_back_to_the_same_seat() -> None:
    live = playing(*FOUR)
    live.do("ann", Clear(Seat(1)))
    live.do("ann", Readmit(0))
    live.do("bo", Sit())
    assert live.log[-1].facts[0] == Sat(Seat(1), "bo", "Bo")


def test_who_has_left_can_be_kept_from_coming_back() -> None:
    live = playing(*FOUR)
    live.do("bo", Leave())
    live.do("ann", Clear(Seat(1)))
    assert live.log[-1].facts == (Removed("bo", "Bo"),)
    assert live.do("ann", Clear(Seat(1))) is None
    assert refused(live, "bo", Sit()) == "removed"


def test_a_host_that_removes_itself_only_leaves() -> None:
    live = playing(*FOUR)
    live.do("ann", Clear(Seat(0)))
    assert live.log[-1].facts[:2] == (Left(Seat(0), "removed"), HostChanged("bo", Seat(1)))
    assert live.table.removed == ()
    live.do("ann", Sit())
    assert seat_of(live.table, "ann") == 0


def test_bots_stay_as_they_are_during_a_game() -> None:
    live = playing("ann", "bo")
    assert refused(live, "ann", Clear(Seat(2))) == "game_running"
    assert refused(live, "bo", Clear(Seat(0))) == "not_host"
    assert refused(live, "ann", Clear(Seat(1), "Cleo")) == "stale"
    assert refused(live, "ann", Clear(Seat(4))) == "no_such_seat"


def test_nobody_is_removed_while_numbers_come_in() -> None:
    """Else a host and a dealer who are one could drop a number that they dislike."""
    live = fresh()
    live.seat(*FOUR)
    live.ready(*FOUR)
    for step in ("committing", "revealing"):
        assert live.table.state.fair.step == step
        assert refused(live, "ann", Clear(Seat(1))) == "dealing"
        assert refused(live, "ann", StandIn(Seat(1))) == "dealing"
        for player in FOUR:
            live.do(player, live.commitment_of(player))
    live.dealt()
    live.do("ann", Clear(Seat(1)))
    live.play(steady_choice)
    check_log(live.log, live.table)


def test_a_deal_called_after_somebody_was_removed_is_fair_without_that_player() -> None:
    live = playing(*FOUR)
    live.play(any_choice)
    assert live.stage() == "scored"
    live.do("ann", Clear(Seat(1)))
    live.ready("ann", "cleo", "dev")
    live.dealt()
    live.play(any_choice)
    evidence = [deal.evidence for deal in live.table.finished]
    assert isinstance(evidence[-1].contributions[1], BotSeat)
    assert check_deals(evidence) == ()


def test_the_others_need_not_wait_for_who_is_removed() -> None:
    live = playing(*FOUR)
    live.play(any_choice)
    live.ready("ann", "cleo", "dev")
    assert live.stage() == "scored"
    live.do("ann", Clear(Seat(1)))
    assert live.stage() == "calling"


def test_so_many_are_remembered_and_the_first_is_forgotten() -> None:
    live = fresh()
    live.seat("ann")
    for number in range(MOST_REMOVED + 1):
        live.do(f"p{number}", Sit())
        live.do("ann", Clear(Seat(1)))
    assert len(live.table.removed) == len(live.table.state.removed) == MOST_REMOVED
    live.do("p0", Sit())
    assert refused(live, "p1", Sit()) == "removed"
    assert refused(live, "ann", Readmit(MOST_REMOVED - 1, "P1")) == "stale"
    assert refused(live, "ann", Readmit(-1)) == "stale"
    assert read_table(write_table(live.table)) == live.table
    check_log(live.log, live.table)


def test_nobody_is_told_the_id_of_who_is_removed() -> None:
    for observer in (Seat(0), Seat(2), None):
        assert see_fact(Removed("bo", "Bo"), observer) == Removed(None, "Bo")


# --- a bot in place ------------------------------------------------------------------------------


def test_a_bot_plays_for_who_keeps_the_others_waiting_until_that_player_moves() -> None:
    live = playing(*FOUR)
    live.do("ann", StandIn(Seat(1), "Bo"))
    assert seat(live, 1).stand_in
    assert live.do("ann", StandIn(Seat(1))) is None
    live.server(Connect("bo"))
    told = [fact for entry in live.log[-2:] for fact in entry.facts]
    assert told.index(BotStoodIn(Seat(1))) < told.index(Came(Seat(1)))
    assert not seat(live, 1).stand_in


@pytest.mark.parametrize(
    ("who", "number", "code"),
    [("bo", 0, "not_host"), ("ann", 2, "no_player"), ("ann", 4, "no_such_seat")],
)
def test_a_bot_plays_for_players_only_and_as_the_host_wants(
    who: str, number: int, code: str
) -> None:
    live = playing("ann", "bo")
    assert refused(live, who, StandIn(Seat(number))) == code


def test_no_bot_stands_in_between_games() -> None:
    live = fresh()
    live.seat("ann", "bo")
    assert refused(live, "ann", StandIn(Seat(1))) == "no_game_running"


# --- by whoever runs the server ------------------------------------------------------------------


def test_a_player_without_a_place_on_the_server_loses_the_seat() -> None:
    live = playing(*FOUR)
    live.server(Expel("bo"))
    assert live.log[-1].facts[0] == Left(Seat(1), "removed")
    assert seat_of(live.table, "bo") is None
    check_log(live.log, live.table)
