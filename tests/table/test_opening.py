"""How a table is opened, and how it is closed."""

from collections.abc import Callable

import pytest

from gongzhu.table import Clock, Settings, evolve, open_table
from gongzhu.table.commands import (
    Close,
    Connect,
    Disconnect,
    Expire,
    Leave,
    Open,
    Ready,
    Resume,
    Sit,
    Start,
    Tick,
)
from gongzhu.table.facts import Closed, DealAborted, GameEnded
from gongzhu.table.progress import Ended, Idle
from gongzhu.table.state import SeatState
from tests.table.following import check_log
from tests.table.live import START, Asked, Live, settings_of, steady_choice
from tests.table.seated import FOUR, fresh, refused


def test_a_table_is_private_and_has_no_clock_unless_its_host_says_so() -> None:
    settings = Settings("", None, fresh().table.rules)
    assert (settings.access, settings.clock) == ("private", Clock(move=0, grace=60))


def test_a_table_is_opened_once_and_first_of_all() -> None:
    settings = settings_of("hearts-denexa")
    table, opened = open_table(Open("kite-7", settings, "ann"), START)
    assert (opened.by, opened.id) == ("ann", None)
    assert evolve(None, opened) == table
    assert (table.seq, table.host, table.players) == (1, "ann", (None,) * 4)
    assert table.state.seats == (SeatState(),) * 4
    assert table.state.host is None


def test_a_closed_table_stays_closed() -> None:
    live = fresh()
    live.seat("ann")
    assert refused(live, "bo", Close()) == "not_host"
    live.do("ann", Close())
    assert live.log[-1].facts == (Closed("host"),)
    for asked in (("bo", Sit()), ("ann", Leave()), (Expire(),), ("ann", Ready())):
        assert refused(live, *asked) == "table_closed"
    for nothing in (Tick(), Resume(), Connect("ann"), Disconnect("ann")):
        assert live.server(nothing) is None


def test_a_table_that_was_idle_too_long_is_closed_without_a_host() -> None:
    live = fresh()
    live.server(Expire())
    assert live.log[-1].facts == (Closed("idle"),)
    assert live.table.command_ids == {}, "ids are players'"


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
    live.do("ann", Start("steady"))
    so_far(live)
    live.do("ann", Close())
    aborted, closed = live.log[-1].facts
    assert isinstance(aborted, DealAborted)
    assert aborted.evidence is not None
    assert aborted.evidence.ended == "aborted"
    assert aborted.evidence.deal == 1
    assert closed == Closed("host")
    fair = live.table.state.fair
    assert (fair.step, fair.heard, fair.previous) == ("idle", (), aborted.evidence.secret)
    assert fair.contributions == aborted.evidence.contributions
    assert isinstance(live.table.progress, Idle | Ended)
    check_log(live.log, live.table)


@pytest.mark.parametrize("asked", [("ann", Close()), (Expire("admin"),)])
def test_deals_that_count_are_kept_when_a_table_closes(asked: Asked) -> None:
    live = fresh()
    live.begin(*FOUR)
    live.play(steady_choice)
    live.carry_out(asked)
    ended, closed = live.log[-1].facts
    assert isinstance(ended, GameEnded)
    assert (ended.winners, ended.losers, ended.round_points) == ((), (), (0, 0, 0, 0))
    assert isinstance(closed, Closed)
    assert len(live.table.finished) == 1
    check_log(live.log, live.table)


def test_a_deal_that_is_broken_off_takes_none_of_those_before_it_along() -> None:
    live = fresh()
    live.begin(*FOUR)
    live.play(steady_choice)
    live.ready(*FOUR)
    live.dealt()
    live.play(steady_choice, most=9)
    live.do("ann", Close())
    assert [type(fact) for fact in live.log[-1].facts] == [DealAborted, GameEnded, Closed]
    assert live.table.state.games[-1].totals == live.table.state.deals[-1].totals
    check_log(live.log, live.table)


def test_a_game_that_everybody_has_left_is_kept_for_everybody() -> None:
    live = fresh()
    live.begin(*FOUR)
    live.play(steady_choice)
    for who in FOUR:
        live.do(who, Leave())
    live.server(Expire())
    assert [type(fact) for fact in live.log[-1].facts] == [GameEnded, Closed]
    assert live.table.players == FOUR
    check_log(live.log, live.table)


def test_who_left_others_has_their_game_no_more() -> None:
    live = fresh()
    live.begin("ann", "bo")
    live.play(steady_choice)
    live.do("ann", Leave())
    live.do("bo", Close())
    assert live.table.players == (None, "bo", None, None)
