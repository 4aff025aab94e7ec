"""A player who is there and does nothing, at a table without a clock."""

from gongzhu.cards import Seat
from gongzhu.table import bots_to_move, due
from gongzhu.table.commands import Leave
from gongzhu.table.facts import BotStoodIn, Came, WaitsUntil, Went
from gongzhu.table.settings import Clock
from tests.table.clocked import FOUR, facts, kinds, seat, until
from tests.table.live import Live, settings_of, steady_choice


def people(*there: str, idle: int = 120) -> Live:
    """People at the first card of their first deal."""
    live = Live(settings_of("gongzhu-denexa", clock=Clock(grace=60, idle=idle)))
    live.begin(*(there or FOUR))
    live.play_to_cards()
    return live


def test_a_bot_plays_for_who_keeps_others_waiting_until_he_does_something() -> None:
    live = people()
    (turn,) = live.waited()
    assert until(live) == 120_000
    assert live.later(119_999) is None
    live.later(1)
    assert facts(live) == (BotStoodIn(turn), WaitsUntil(None))
    assert seat(live, turn).online
    assert bots_to_move(live.table) == ((turn, None),)
    live.play(steady_choice, most=1)
    # It goes on for him, and the others have their time.
    assert until(live) == 120_000
    while turn not in live.waited():
        live.play(steady_choice, most=1)
    assert bots_to_move(live.table) == ((turn, None),)
    live.do(FOUR[turn], live.choice(turn))
    assert facts(live)[0] == Came(turn)
    assert not seat(live, turn).stand_in


def test_each_card_has_the_whole_time() -> None:
    live = people()
    for _ in range(8):
        live.now += 100_000
        live.play(steady_choice, most=1)
        assert until(live) == 120_000


def test_who_is_alone_among_bots_may_think_for_ever() -> None:
    live = people("ann")
    while Seat(0) not in live.waited():
        live.play(steady_choice, most=1)
    assert due(live.table) is None


def test_the_last_one_who_is_awake_keeps_nobody_waiting() -> None:
    live = people("ann", "bo")
    while live.waited()[0] > 1:
        live.play(steady_choice, most=1)
    (turn,) = live.waited()
    live.later(120_000)
    assert facts(live)[0] == BotStoodIn(turn)
    other = Seat(1 - turn)
    while other not in live.waited():
        live.play(steady_choice, most=1)
    assert due(live.table) is None


def test_who_is_away_has_his_grace_and_no_more() -> None:
    live = people()
    (turn,) = live.waited()
    live.now += 100_000
    live.gone(FOUR[turn])
    assert facts(live) == (Went(turn, live.now), WaitsUntil(None))
    assert due(live.table) == live.now + 60_000
    live.back(FOUR[turn])
    assert facts(live) == (Came(turn), WaitsUntil(live.now + 120_000))


def test_a_table_may_wait_for_ever() -> None:
    live = people(idle=0)
    assert due(live.table) is None
    assert WaitsUntil not in kinds(facts(live))


def test_the_time_ends_with_the_company() -> None:
    live = people("ann", "bo")
    while live.waited()[0] > 1:
        live.play(steady_choice, most=1)
    (turn,) = live.waited()
    live.do(FOUR[1 - turn], Leave())
    assert until(live) is None
