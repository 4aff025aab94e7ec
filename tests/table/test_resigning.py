"""A player among bots gives up and has lost; people end a game together."""

from gongzhu.table import Table
from gongzhu.table.commands import Leave, Resign, Start
from gongzhu.table.facts import DealAborted, GameEnded, Resigned
from tests.table.following import check_log
from tests.table.live import Live, settings_of
from tests.table.seated import refused, seat


def begun(preset: str, *people: str) -> Live:
    live = Live(settings_of(preset))
    live.begin(*people)
    live.play()
    live.ready(*people)
    live.dealt()
    live.play_to_cards()
    live.play(most=6)
    return live


def last(table: Table) -> tuple[tuple[int, ...], tuple[int, ...]]:
    played = table.state.games[-1]
    return played.winners, played.losers


def test_a_player_among_bots_has_lost_and_may_play_again() -> None:
    live = begun("gongzhu-pagat", "ann")
    totals = live.table.state.totals
    live.do("ann", Resign())
    assert [type(fact) for fact in live.log[-1].facts][:3] == [Resigned, DealAborted, GameEnded]
    winners, losers = last(live.table)
    assert losers == (0,)
    assert winners == tuple(at for at in (1, 2, 3) if totals[at] == max(totals[1:]))
    assert live.table.state.strips == (1, 0, 0, 0)
    assert live.table.state.totals == totals
    assert refused(live, "ann", Resign()) == "no_game"
    live.do("ann", Start())
    live.dealt()
    assert not seat(live, 0).resigned
    live.play_game()
    check_log(live.log, live.table)


def test_even_before_the_first_deal_is_over() -> None:
    live = Live(settings_of("hearts-denexa"))
    live.begin("ann")
    live.do("ann", Resign())
    assert last(live.table) == ((1, 2, 3), (0,))
    assert live.table.finished == ()
    check_log(live.log, live.table)


def test_partners_lose_together() -> None:
    live = begun("gongzhu-pagat-partners", "ann")
    live.do("ann", Resign())
    assert last(live.table) == ((1,), (0,))


def test_people_end_a_game_together_and_it_counts_as_it_stands() -> None:
    live = begun("gongzhu-pagat", "ann", "bo")
    totals = live.table.state.totals
    live.do("ann", Resign())
    assert live.stage() == "playing"
    assert seat(live, 0).resigned
    live.do("ann", Resign(False))
    live.do("bo", Resign())
    live.do("ann", Resign())
    assert live.stage() == "finished"
    winners, losers = last(live.table)
    assert {totals[side] for side in winners} == {max(totals)}
    assert {totals[side] for side in losers} == {min(totals)}
    check_log(live.log, live.table)


def test_who_leaves_does_not_keep_the_others_at_a_game_that_they_gave_up() -> None:
    live = begun("gongzhu-pagat", "ann", "bo")
    live.do("ann", Resign())
    live.do("bo", Leave())
    assert live.stage() == "finished"
    assert last(live.table)[1] == (0,)
