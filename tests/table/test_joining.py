"""Who comes during a game takes a bot's seat, as the host has set; who finds none watches."""

import pytest

from gongzhu.cards import Seat
from gongzhu.table import view_table
from gongzhu.table.commands import Admit, Disconnect, Leave, Readmit, Resume, Sit, TurnAway
from gongzhu.table.facts import DealScored, Knocked, Removed, Sat, StoppedWaiting
from gongzhu.table.state import Waiting
from tests.table.following import check_log
from tests.table.live import Asked, Live, settings_of
from tests.table.seated import names, refused, seat


def begun(late: str = "after_deal", *people: str) -> Live:
    """A table of these people, Ann alone if none are named, and bots, in the middle of a deal."""
    live = Live(settings_of("gongzhu-denexa", late=late))
    live.begin(*(people or ("ann",)))
    live.play_to_cards()
    live.play(most=6)
    return live


def test_a_late_friend_knocks_and_has_a_bots_seat_after_the_deal() -> None:
    live = begun()
    live.do("bo", Sit())
    (knocked,) = live.log[-1].facts
    assert knocked == Knocked("bo", "Bo")
    assert live.table.state.waiting == (Waiting("Bo"),)
    assert live.do("bo", Sit()) is None
    assert seat(live, 1).kind == "bot"
    live.play()
    facts = live.log[-1].facts
    scored = next(at for at, fact in enumerate(facts) if isinstance(fact, DealScored))
    assert facts[scored + 1 : scored + 3] == (StoppedWaiting(0, "seated"), Sat(Seat(1), "bo", "Bo"))
    assert not live.table.state.practice
    live.ready("ann", "bo")
    live.dealt()
    contributions = live.table.state.fair.contributions
    assert contributions is not None
    assert [type(given).__name__ for given in contributions].count("Revealed") == 2
    live.play()
    check_log(live.log, live.table, snapshot=30)


def test_between_deals_a_bots_seat_is_free_at_once() -> None:
    live = begun()
    live.play()
    live.do("bo", Sit(Seat(3)))
    assert live.log[-1].facts[0] == Sat(Seat(3), "bo", "Bo")
    assert not live.table.state.practice


def test_at_once_means_in_the_middle_of_a_deal_and_the_game_is_practice() -> None:
    live = begun("at_once")
    live.do("bo", Sit(Seat(2)))
    assert seat(live, 2).name == "Bo"
    assert live.table.state.practice
    live.play_game()
    live.ready("ann", "bo")
    assert (live.table.state.games[0].practice, live.table.state.practice) == (True, False)
    check_log(live.log, live.table)


def test_never_means_that_who_comes_watches() -> None:
    live = begun("never")
    assert refused(live, "bo", Sit()) == "game_running"
    live.play()
    assert refused(live, "bo", Sit(Seat(1))) == "game_running"


def test_a_bots_seat_is_free_before_the_game_too_after_the_open_ones() -> None:
    live = Live(settings_of("gongzhu-denexa"))
    live.begin("ann")
    live.play_game()
    live.do("ann", Leave())
    live.do("bo", Sit())
    live.do("cleo", Sit())
    assert names(live) == ["Bo", "Cleo", "Momo", "Nana"]


@pytest.mark.parametrize("late", ["after_deal", "at_once"])
def test_who_holds_a_hand_takes_no_other_seat_in_the_deal(late: str) -> None:
    live = begun(late, "ann", "bo")
    assert refused(live, "bo", Sit(Seat(3))) == "game_running"
    live.do("bo", Leave())
    assert refused(live, "bo", Sit(Seat(3))) == "game_running"
    live.do("cleo", Sit())
    assert seat(live, 1).left
    live.do("bo", Sit())
    assert live.log[-1].facts[0] == Sat(Seat(1), "bo", "Bo")


def test_no_more_wait_than_there_are_bots() -> None:
    live = begun("after_deal", "ann", "bo")
    live.do("cleo", Sit())
    live.do("dev", Sit())
    assert refused(live, "eli", Sit()) == "table_full"


def test_the_host_lets_somebody_in_at_once_or_turns_them_away() -> None:
    live = begun()
    live.do("bo", Sit())
    live.do("cleo", Sit())
    assert refused(live, "bo", Admit(Seat(0))) == "not_host"
    assert refused(live, "ann", Admit(Seat(0), "Cleo")) == "stale"
    assert refused(live, "ann", TurnAway(Seat(2))) == "stale"
    live.do("ann", TurnAway(Seat(0), "Bo"))
    assert live.log[-1].facts == (StoppedWaiting(0, "turned_away"), Removed("bo", "Bo"))
    assert refused(live, "bo", Sit()) == "removed"
    live.do("ann", Admit(Seat(0), "Cleo"))
    assert seat(live, 1).name == "Cleo"
    assert live.table.state.practice
    live.do("ann", Readmit(0))
    live.do("bo", Sit())
    assert live.table.waiting == ("bo",)
    live.play()
    check_log(live.log, live.table)


def test_who_goes_away_waits_no_longer() -> None:
    live = begun()
    gone: tuple[Asked, ...] = (("bo", Leave()), (Disconnect("bo"),))
    for go in gone:
        live.do("bo", Sit())
        live.carry_out(go)
        assert live.log[-1].facts == (StoppedWaiting(0, "left"),)
    live.do("bo", Sit())
    live.server(Resume())
    assert live.table.waiting == ()
    check_log(live.log, live.table)


def test_a_spectator_sees_what_every_seat_sees() -> None:
    live = begun()
    seen = view_table(live.table, None).deal
    assert seen is not None
    assert seen.own is None
    for at in range(4):
        own = view_table(live.table, Seat(at)).deal
        assert own is not None
        assert own.public == seen.public
