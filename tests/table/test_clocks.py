"""How long the table waits, for whom, and who plays meanwhile."""

import pytest

from gongzhu.cards import Seat
from gongzhu.rules import Claim, Phase
from gongzhu.table import Refused, ask_of, decide, due, thinkers
from gongzhu.table.clocks import NEXT_DEAL, NEXT_DEAL_TIMED, NUMBERS
from gongzhu.table.commands import Act, BotAct, Connect, Leave, Ready, Resume, Sit, Tick
from gongzhu.table.facts import (
    BotStoodIn,
    Came,
    Chose,
    DealCalled,
    Fact,
    NumbersLocked,
    NumbersSettled,
    Resumed,
    TimedOut,
    WaitsUntil,
    Went,
)
from gongzhu.table.state import SeatState
from gongzhu.view import view_of
from table.playing import PEOPLE, Live, settings_of, steady_choice, timed

FOUR = PEOPLE[:4]


def people(move: int = 0, grace: int = 60) -> Live:
    """Four people, at the first card of their first deal."""
    live = Live(settings_of("gongzhu-denexa", clock=timed(move, grace)))
    live.begin(*FOUR)
    live.play_to_cards()
    return live


def passing(move: int) -> Live:
    """Four people who choose what to pass."""
    live = Live(settings_of("hearts-denexa", clock=timed(move)))
    live.begin(*FOUR)
    return live


def kinds(facts: tuple[Fact, ...]) -> list[type]:
    return [type(fact) for fact in facts]


def facts(live: Live) -> tuple[Fact, ...]:
    """Of the last entry."""
    return live.log[-1].facts


def until(live: Live) -> int | None:
    """How long the table waits from now, in milliseconds."""
    time = live.table.state.until
    return None if time is None else time - live.now


def seat(live: Live, number: int) -> SeatState:
    return live.table.state.seats[number]


# --- decisions -----------------------------------------------------------------------------------


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
    assert thinkers(live.table) == ()
    assert live.later(19_999) is None
    live.later(1)
    assert facts(live) == (TimedOut(turn), WaitsUntil(None))
    assert thinkers(live.table) == ((turn, None),)
    live.do(BotAct(live.choice(turn), live.table.seq))
    assert thinkers(live.table) == ()
    assert until(live) == 20_000
    assert not seat(live, turn).stand_in


def test_all_who_choose_at_once_are_late_at_once() -> None:
    live = passing(20)
    live.move(Seat(1))
    live.later(20_000)
    assert facts(live) == (*map(TimedOut, (Seat(0), Seat(2), Seat(3))), WaitsUntil(None))
    assert [thinking for thinking, _ in thinkers(live.table)] == [0, 2, 3]
    live.move(Seat(2))
    assert [thinking for thinking, _ in thinkers(live.table)] == [0, 3]


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
    live.do(Act(FOUR[turn], action))
    assert not live.table.late
    with pytest.raises(Refused, match="moved on"):
        live.do(BotAct(action, asked))


def late(live: Live, player: Seat, times: int) -> None:
    """Play on until a player was late so often; everybody else is quick."""
    while times:
        if player in live.waited():
            live.until_due()
            times -= 1
            if not live.bot_chooses(player):
                continue
        live.play(steady_choice, most=1)


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
    assert thinkers(live.table) == ((Seat(1), None),)
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
        if Claim(other) in view_of(live.table.deal, other).legal_actions():
            break
        live.play(steady_choice)
        live.ready(*FOUR)
        live.dealt()
    live.until_due()
    assert turn in live.table.late
    live.do(Act(FOUR[other], Claim(other)))
    assert not live.table.late
    assert live.table.slow[turn] == 1


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
    assert any(live.table.slow)
    live.ready(*FOUR)
    assert not any(live.table.slow)


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
        live.do(Leave("bo"))
        live.do(Sit("bo", "Bo"))
    late(live, Seat(1), 1)
    assert not seat(live, 1).stand_in


@pytest.mark.parametrize("leaves", [True, False])
def test_who_is_late_goes_and_comes_back_decides_itself(leaves: bool) -> None:
    live = people(move=20)
    (turn,) = live.waited()
    live.later(20_000)
    if leaves:
        live.do(Leave(FOUR[turn]))
        live.do(Sit(FOUR[turn], "Back"))
    else:
        live.gone(FOUR[turn])
        live.back(FOUR[turn])
    assert thinkers(live.table) == ()
    assert until(live) == 20_000


def test_who_leaves_is_not_back_first() -> None:
    live = people(move=20)
    late(live, Seat(1), 2)
    live.do(Leave("bo"))
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
        live.do(Act("bo", live.choice(Seat(1))))
    else:
        live.do(Connect("bo") if how == "connects" else Ready("bo"))
        assert until(live) == 20_000
        assert thinkers(live.table) == ()
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


# --- absence -------------------------------------------------------------------------------------


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
    assert thinkers(live.table) == ((Seat(2), None),)
    assert ask_of(live.table, Seat(2))
    live.back("cleo")
    assert facts(live) == (Came(Seat(2)),)
    assert thinkers(live.table) == ()
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
    assert thinkers(live.table)
    live.gone("ann")
    assert thinkers(live.table) == ()
    live.back("ann")
    assert thinkers(live.table)


def test_a_bot_of_the_house_thinks_at_its_own_level() -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.begin("ann", fill="random")
    assert thinkers(live.table) == tuple((Seat(number), "random") for number in (1, 2, 3))


def test_a_server_that_comes_back_gives_everybody_the_full_time() -> None:
    live = people(move=20, grace=30)
    live.later(15_000)
    live.gone("dev")
    live.now += 100_000
    live.do(Resume())
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
    assert live.do(Resume()) is None


def test_a_second_connection_is_nothing_new() -> None:
    live = people()
    assert live.do(Connect("ann")) is None
    assert decide(live.table, Connect("ann"), live.now) is None
    live.gone("ann")
    assert live.do(Tick()) is None
    before = len(live.log)
    live.gone("ann")
    assert len(live.log) == before


# --- numbers -------------------------------------------------------------------------------------


def called() -> Live:
    """Four people, of whom nobody has committed itself yet."""
    live = Live(settings_of("gongzhu-denexa"))
    live.seat(*FOUR)
    live.ready(*FOUR)
    assert live.stage() == "calling"
    return live


def test_numbers_are_waited_for_five_seconds_each_time() -> None:
    live = called()
    assert until(live) == NUMBERS == 5_000
    live.commits("ann", "bo")
    live.later(4_999)
    assert live.step() == "committing"
    live.later(1)
    assert kinds(facts(live)) == [NumbersLocked, WaitsUntil]
    assert until(live) == 5_000
    live.reveals("ann")
    live.later(5_000)
    assert kinds(facts(live))[0] is NumbersSettled
    assert live.stage() == "playing"


def test_numbers_that_are_all_there_are_not_waited_for() -> None:
    live = called()
    live.commits(*FOUR)
    assert live.step() == "revealing"
    live.reveals(*FOUR)
    assert live.stage() == "playing"
    assert until(live) is None


def test_without_any_commitment_the_deal_is_dealt_at_once_when_time_is_up() -> None:
    live = called()
    live.later(5_000)
    assert kinds(facts(live))[:2] == [NumbersLocked, NumbersSettled]
    assert live.stage() == "playing"


def test_who_was_gone_when_the_deal_was_called_is_not_waited_for() -> None:
    live = Live(settings_of("gongzhu-denexa"))
    live.seat(*FOUR)
    live.gone("dev")
    live.ready("ann", "bo", "cleo")
    live.commits("ann", "bo", "cleo")
    assert live.step() == "revealing"


def test_who_comes_while_commitments_come_in_is_waited_for_too() -> None:
    live = Live(settings_of("gongzhu-denexa"))
    live.seat(*FOUR)
    live.gone("dev")
    live.ready("ann", "bo", "cleo")
    live.now += 4_000
    live.back("dev")
    live.commits("ann", "bo", "cleo")
    assert live.step() == "committing"
    assert until(live) == 1_000
    live.commits("dev")
    assert live.step() == "revealing"


def test_who_goes_while_numbers_come_in_is_waited_for() -> None:
    live = called()
    live.commits("ann", "bo", "cleo")
    live.gone("dev")
    assert live.step() == "committing"
    live.back("dev")
    live.commits("dev")
    live.gone(*FOUR)
    assert until(live) is None
    live.later(10**6)
    live.back("ann")
    assert until(live) == 5_000
    assert live.step() == "revealing"


# --- from deal to deal ---------------------------------------------------------------------------


@pytest.mark.parametrize(("move", "wait"), [(0, NEXT_DEAL), (20, NEXT_DEAL_TIMED)])
def test_the_next_deal_comes_by_itself_after_a_while(move: int, wait: int) -> None:
    live = people(move=move)
    live.play(steady_choice)
    assert live.stage() == "scored"
    assert until(live) == wait
    live.ready("ann", "bo")
    assert until(live) == wait
    live.later(wait)
    assert kinds(facts(live))[0] is DealCalled


def test_the_next_deal_comes_when_all_who_are_there_are_ready() -> None:
    live = people()
    live.play(steady_choice)
    live.ready("ann", "bo")
    live.gone("dev")
    live.ready("cleo")
    assert kinds(facts(live))[1] is DealCalled


@pytest.mark.parametrize("leaves", [True, False])
def test_the_next_deal_comes_when_the_last_one_that_was_not_ready_goes(leaves: bool) -> None:
    live = people()
    live.play(steady_choice)
    live.ready("ann", "bo", "cleo")
    if leaves:
        live.do(Leave("dev"))
    else:
        live.gone("dev")
    assert DealCalled in kinds(facts(live))


def test_the_next_deal_does_not_wait_for_who_is_played_for() -> None:
    live = people(move=20)
    late(live, Seat(1), 2)
    live.play(steady_choice)
    assert seat(live, 1).online
    live.ready("ann", "cleo", "dev")
    assert DealCalled in kinds(facts(live))


def test_with_nobody_there_no_deal_comes() -> None:
    live = people()
    live.play(steady_choice)
    live.gone(*FOUR)
    assert due(live.table) is None
    live.later(10**6)
    live.back("bo")
    assert until(live) is None
    live.back("ann")
    assert until(live) == NEXT_DEAL


def test_who_is_alone_reads_the_score_sheet_without_a_clock() -> None:
    live = people(move=20)
    live.gone("bo", "cleo", "dev")
    live.later(60_000)
    live.play(steady_choice)
    assert live.stage() == "scored"
    assert due(live.table) is None
    live.ready("ann")
    assert live.stage() == "calling"


def test_between_games_nobody_is_waited_for_by_the_clock() -> None:
    live = people(move=20)
    live.play_game()
    assert until(live) is None
    live.gone("ann")
    assert due(live.table) is None
    fresh = Live(settings_of("gongzhu-denexa", clock=timed()))
    fresh.do(Sit("ann", "Ann"))
    assert due(fresh.table) is None
