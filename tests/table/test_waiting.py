"""How long the table waits for numbers, and for the next deal."""

import pytest

from gongzhu.cards import Seat
from gongzhu.table import due
from gongzhu.table.clocks import NEXT_DEAL_MS, NEXT_DEAL_TIMED_MS, NUMBERS_MS
from gongzhu.table.commands import Leave, Sit
from gongzhu.table.facts import DealCalled, NumbersLocked, NumbersSettled, WaitsUntil
from tests.table.clocked import FOUR, facts, kinds, late, people, seat, until
from tests.table.live import Live, settings_of, steady_choice, timed

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
    assert until(live) == NUMBERS_MS == 5_000
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


@pytest.mark.parametrize(("move", "wait"), [(0, NEXT_DEAL_MS), (20, NEXT_DEAL_TIMED_MS)])
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
        live.do("dev", Leave())
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
    assert until(live) == NEXT_DEAL_MS


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
    fresh.do("ann", Sit())
    assert due(fresh.table) is None
