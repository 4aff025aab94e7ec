"""How long the table waits for a decision, and what it does then."""

import pytest

from gongzhu.cards import Seat
from gongzhu.rules import Claim, Phase
from gongzhu.table import CommandRefused, Player, ask_of, bots_to_move, due
from gongzhu.table.commands import BotAct, Connect, Leave, Ready, Sit
from gongzhu.table.facts import BotStoodIn, Came, Chose, TimedOut, WaitsUntil
from gongzhu.table.state import SeatState
from gongzhu.view import view_of
from tests.table.clocked import FOUR, facts, kinds, late, passing, people, seat, until
from tests.table.live import Live, settings_of, steady_choice, timed


def test_without_a_clock_the_table_waits_for_ever() -> None:
    live = people()
    assert until(live) is None
    assert due(live.table) is None
    live.play(most=20)
    assert not any(isinstance(fact, WaitsUntil) for fact in facts(live))
    assert live.later(10**9) is None


def test_each_card_has_its_own_time() -> None:
    live = people(move=20)
    for _ in range(10):
        assert until(live) == 20_000
        live.now += 7_000
        live.play(most=1)
    assert due(live.table) == live.now + 20_000


def test_who_chooses_at_once_has_one_deadline_together() -> None:
    live = passing(30)
    live.now += 10_000
    live.move(Seat(2))
    assert kinds(facts(live))[-1] is Chose
    assert until(live) == 20_000
    live.play_to(Phase.PLAYING)
    assert until(live) == 30_000


def test_who_does_not_decide_in_time_has_it_decided_by_a_bot() -> None:
    live = people(move=20)
    (turn,) = live.waited()
    assert bots_to_move(live.table) == ()
    assert live.later(19_999) is None
    live.later(1)
    assert facts(live) == (TimedOut(turn), WaitsUntil(None))
    assert bots_to_move(live.table) == ((turn, None),)
    live.server(BotAct(turn, live.choice(turn), live.table.seq))
    assert bots_to_move(live.table) == ()
    assert until(live) == 20_000
    assert not seat(live, turn).stand_in


def test_all_who_choose_at_once_are_late_at_once() -> None:
    live = passing(20)
    live.move(Seat(1))
    live.later(20_000)
    assert facts(live) == (*map(TimedOut, (Seat(0), Seat(2), Seat(3))), WaitsUntil(None))
    assert [thinking for thinking, _ in bots_to_move(live.table)] == [0, 2, 3]
    live.move(Seat(2))
    assert [thinking for thinking, _ in bots_to_move(live.table)] == [0, 3]


def test_bots_of_the_house_are_never_late() -> None:
    live = Live(settings_of("hearts-denexa", clock=timed(20)))
    live.begin("ann", "bo")
    assert live.waited() == (0, 1, 2, 3)
    live.later(20_000)
    assert facts(live) == (TimedOut(Seat(0)), TimedOut(Seat(1)), WaitsUntil(None))


def test_a_late_player_may_still_be_quicker_than_the_bot() -> None:
    live = people(move=20)
    (turn,) = live.waited()
    action, asked = live.choice(turn), live.table.seq
    live.later(20_000)
    assert ask_of(live.table, turn)
    live.do(FOUR[turn], action)
    assert not live.table.timed_out
    with pytest.raises(CommandRefused, match="moved on"):
        live.server(BotAct(turn, action, asked))


def test_a_bot_stands_in_for_who_is_late_twice_in_a_row() -> None:
    live = people(move=20)
    late(live, Seat(1), 1)
    assert not seat(live, 1).stand_in
    while Seat(1) not in live.waited():
        live.play(steady_choice, most=1)
    live.until_due()
    assert facts(live) == (TimedOut(Seat(1)), BotStoodIn(Seat(1)), WaitsUntil(None))
    assert seat(live, 1).online
    live.play(steady_choice, most=1)
    while Seat(1) not in live.waited():
        live.play(steady_choice, most=1)
    assert bots_to_move(live.table) == ((Seat(1), None),)
    assert until(live) is None


def test_who_comes_back_to_a_choice_of_all_has_the_full_time_for_it() -> None:
    live = Live(settings_of("hearts-denexa", clock=timed(100, 30)))
    live.begin(*FOUR)
    live.gone("bo")
    live.later(30_000)
    live.now += 30_000
    live.back("cleo", "bo")
    assert facts(live) == (Came(Seat(1)), WaitsUntil(live.now + 100_000))


def test_being_late_is_forgotten_when_the_deal_or_the_game_is_over() -> None:
    live = Live(settings_of("gongzhu-denexa", clock=timed(20)), seed=4)
    live.begin(*FOUR)
    while True:
        live.play_to_cards()
        live.play(steady_choice, most=44)
        (turn,) = live.waited()
        other = Seat((turn + 1) % 4)
        assert live.table.deal is not None
        if Claim() in view_of(live.table.deal, other).legal_actions():
            break
        live.play(steady_choice)
        live.ready(*FOUR)
        live.dealt()
    live.until_due()
    assert turn in live.table.timed_out
    live.do(FOUR[other], Claim())
    assert not live.table.timed_out
    assert live.table.timeouts[turn] == 1


def test_nobody_is_slow_when_a_game_begins() -> None:
    live = people(move=20)
    while live.stage() != "finished":
        (turn,) = live.waited()
        assert live.table.deal is not None
        if len(live.table.deal.own[turn].hand) == 1:
            live.until_due()
        live.play(steady_choice, most=1)
        if live.stage() == "scored":
            live.ready(*live.there())
            live.dealt()
            live.play_to_cards()
    assert any(live.table.timeouts)
    live.ready(*FOUR)
    assert not any(live.table.timeouts)


def test_one_decision_in_time_makes_up_for_being_late() -> None:
    live = people(move=20)
    late(live, Seat(1), 1)
    while Seat(1) not in live.waited():
        live.play(steady_choice, most=1)
    live.play(steady_choice, most=1)
    late(live, Seat(1), 1)
    assert not seat(live, 1).stand_in


@pytest.mark.parametrize("how", ["is gone in between", "leaves in between"])
def test_who_comes_back_begins_afresh(how: str) -> None:
    live = people(move=20)
    late(live, Seat(1), 1)
    if how == "is gone in between":
        live.gone("bo")
        live.back("bo")
    else:
        live.do("bo", Leave())
        live.do("bo", Sit())
    late(live, Seat(1), 1)
    assert not seat(live, 1).stand_in


@pytest.mark.parametrize("leaves", [True, False])
def test_who_is_late_goes_and_comes_back_decides_itself(leaves: bool) -> None:
    live = people(move=20)
    (turn,) = live.waited()
    live.later(20_000)
    if leaves:
        live.do(FOUR[turn], Leave())
        live.do(Player(FOUR[turn], "Back"), Sit())
    else:
        live.gone(FOUR[turn])
        live.back(FOUR[turn])
    assert bots_to_move(live.table) == ()
    assert until(live) == 20_000


def test_who_leaves_is_not_back_first() -> None:
    live = people(move=20)
    late(live, Seat(1), 2)
    live.do("bo", Leave())
    assert Came(Seat(1)) not in facts(live)
    assert seat(live, 1) == SeatState("player", "Bo", left=True)


@pytest.mark.parametrize("how", ["connects", "acts", "something else"])
def test_who_does_anything_plays_itself_again(how: str) -> None:
    live = people(move=20)
    late(live, Seat(1), 2)
    assert seat(live, 1).stand_in
    while Seat(1) not in live.waited():
        live.play(steady_choice, most=1)
    if how == "acts":
        live.do("bo", live.choice(Seat(1)))
    else:
        live.carry_out((Connect("bo"),) if how == "connects" else ("bo", Ready()))
        assert until(live) == 20_000
        assert bots_to_move(live.table) == ()
    assert facts(live)[0] == Came(Seat(1))
    assert not seat(live, 1).stand_in


def test_numbers_that_a_program_sends_by_itself_bring_nobody_back() -> None:
    live = people(move=20)
    late(live, Seat(1), 2)
    live.play(steady_choice)
    live.ready("ann", "cleo", "dev")
    live.commits(*FOUR)
    live.reveals(*FOUR)
    assert live.stage() == "playing"
    assert seat(live, 1).stand_in
