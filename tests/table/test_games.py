"""Whole games at a table, by all presets: they end, add up, and can be replayed and checked."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gongzhu.cards import Seat
from gongzhu.records import read_jsonl, replayed, write_jsonl
from gongzhu.rules import PRESETS, DealBegan, GameResult, Match, RuleSet, sides
from gongzhu.table import ending, seat_of
from gongzhu.table.commands import Leave, SeatBot, Sit, Swap
from gongzhu.table.facts import GameBegan, GameEnded, Happened
from tests.support.rulesets import any_rules, rule_sets
from tests.table.following import check_log
from tests.table.live import PEOPLE, Live, any_choice, settings_of, steady_choice


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_is_played_to_its_end(preset: str) -> None:
    live = Live(settings_of(preset), seed=len(preset))
    live.begin("ann", "bo")
    live.play_game()
    state = live.table.state
    assert state.stage == "finished"
    assert state.totals == state.deals[-1].totals
    assert [deal.evidence.deal for deal in live.table.finished] == [
        deal.count for deal in state.deals
    ]
    assert live.table.finished[-1].record.game_over
    assert live.table.finished[-1].record.preset == preset
    check_log(live.log, live.table, snapshot=len(live.log) // 2)


@pytest.mark.parametrize("preset", ["gongzhu-pagat", "gongzhu-summary", "hearts-denexa"])
def test_people_alone_play_several_games(preset: str) -> None:
    live = Live(settings_of(preset))
    live.begin(*PEOPLE[:4])
    expected = Match.new(live.table.rules)
    for number in range(3):
        live.play_game(any_choice)
        ended = live.log[-1].facts[-1]
        assert isinstance(ended, GameEnded)
        expected = expected.after(live_result(live))
        assert (ended.strips, ended.round_points, ended.lost) == (
            expected.strips,
            expected.round_points,
            expected.lost,
        )
        assert len(live.table.state.games) == number + 1
        live.ready(*PEOPLE[:4])
        live.dealt()
        assert live.table.state.totals == (0,) * 4
        assert live.table.state.strips == expected.strips
    assert live.table.match == expected
    games = [fact for entry in live.log for fact in entry.facts if isinstance(fact, GameBegan)]
    assert [game.number for game in games] == [0, 1, 2, 3]
    assert len({game.game for game in games}) == 4
    check_log(live.log, live.table, snapshot=len(live.log) - 20)


def live_result(live: Live) -> GameResult:
    """The result of the game that has just ended, from its last record."""
    _, after = replayed(live.table.finished[-1].record)
    assert after.result is not None
    return after.result


@pytest.mark.parametrize(("preset", "best"), [("gongzhu-pagat", max), ("hearts-denexa", min)])
def test_a_game_without_end_is_ended_by_the_table(
    preset: str, best: Callable[[Sequence[int]], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has lost it, and its records are those of a game that goes on."""
    monkeypatch.setattr(ending, "MOST_DEALS", 3)
    live = Live(settings_of(preset))
    live.begin("ann", "bo")
    live.play_game(most=3)
    state = live.table.state
    (game,) = state.games
    assert [state.totals[side] for side in game.winners] == [best(state.totals)] * len(game.winners)
    assert (game.losers, game.totals) == ((), state.totals)
    assert len(live.table.finished) == 3
    last = live.table.finished[-1].record
    assert (last.game_over, replayed(last)[0]) == (False, last)
    check_log(live.log, live.table)
    live.ready("ann", "bo")
    live.dealt()
    assert live.table.state.deals == ()


def test_records_of_a_game_can_be_written_and_read() -> None:
    live = Live(settings_of("hearts-choice"))
    live.begin("ann", "bo", "cleo")
    live.play_game(steady_choice)
    records = [deal.record for deal in live.table.finished]
    assert list(read_jsonl("".join(write_jsonl(records)))) == records
    assert records[0].players == ("Ann", "Bo", "Cleo", "Nana")
    assert records[0].date == "2027-01-15"


@pytest.mark.parametrize(("later", "day"), [(57_599_999, "2027-01-15"), (57_600_000, "2027-01-16")])
def test_a_record_bears_the_day_on_which_its_game_began(later: int, day: str) -> None:
    live = Live(settings_of("gongzhu-denexa"))
    live.now += later
    live.begin("ann")
    live.now += 10**9
    live.play(steady_choice)
    assert live.table.finished[0].record.date == day


def test_a_play_takes_as_long_as_it_takes() -> None:
    live = Live(settings_of("gongzhu-denexa"))
    live.begin("ann", "bo", "cleo", "dev")
    live.play_to_cards()
    times: list[int] = []
    while live.waited():
        live.now += 100 * len(times)
        times.append(100 * len(times))
        live.play(any_choice, most=1)
    assert live.table.finished[0].record.timings == tuple(times)


def test_five_players_sit_in_five_seats() -> None:
    live = Live(settings_of("gongzhu-pagat-5"))
    live.begin(*PEOPLE)
    live.play_game()
    assert len(live.table.state.totals) == 5
    assert [seat_of(live.table, player) for player in PEOPLE] == [0, 1, 2, 3, 4]
    check_log(live.log, live.table)


def test_partners_hold_totals_and_strips_together() -> None:
    live = Live(settings_of("gongzhu-pagat-partners"))
    live.begin(*PEOPLE[:4])
    live.play_game()
    state = live.table.state
    assert len(sides(live.table.rules)) == len(state.totals) == len(state.strips) == 2
    before = (state.totals, state.strips, state.games)
    live.do("ann", Swap((Seat(0), Seat(1))))
    after = live.table.state
    assert (after.totals, after.strips, after.games) == before
    check_log(live.log, live.table)


@pytest.mark.parametrize(
    ("preset", "other"),
    [("gongzhu-pagat", 3), ("gongzhu-summary", 1), ("gongzhu-summary", 3), ("hearts-omnibus", 3)],
)
def test_points_and_strips_go_with_who_changes_seats(preset: str, other: int) -> None:
    live = Live(settings_of(preset))
    live.begin("ann", "bo")
    live.play_game()
    before = live.table.state
    live.do("ann", Swap((Seat(0), Seat(other))))
    after = live.table.state
    order = [0, 1, 2, 3]
    order[0], order[other] = other, 0

    def moved(points: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(points[seat] for seat in order)

    assert after.totals == moved(before.totals)
    assert after.strips == moved(before.strips)
    assert after.round_points == moved(before.round_points)
    assert after.lost == moved(before.lost)
    for deal, same in zip(before.deals, after.deals, strict=True):
        assert (same.scores, same.totals) == (moved(deal.scores), moved(deal.totals))
    game, same_game = before.games[0], after.games[0]
    assert same_game.totals == moved(game.totals)
    assert same_game.winners == tuple(sorted(order[winner] for winner in game.winners))
    assert same_game.losers == tuple(sorted(order[loser] for loser in game.losers))
    assert after.host == other
    live.do("ann", Swap((Seat(other), Seat(0))))
    assert live.table.state == before


def test_a_newcomer_may_sit_down_for_the_rematch() -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.begin("ann", "bo", "cleo", "dev")
    live.play_game()
    live.do("dev", Leave())
    live.ready("ann", "bo", "cleo")
    assert live.stage() == "finished"
    live.do("eli", Sit())
    live.ready("eli")
    assert live.stage() == "calling"
    live.dealt()
    live.play()
    assert live.table.finished[0].record.players == ("Ann", "Bo", "Cleo", "Eli")
    assert live.table.finished[0].record.game == 1


def test_a_bot_that_takes_the_last_seat_starts_the_game() -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.seat("ann", "bo", "cleo")
    live.ready("ann", "bo", "cleo")
    assert live.stage() == "gathering"
    live.do("ann", SeatBot(Seat(3), "steady"))
    assert live.stage() == "calling"


def test_a_table_outlives_its_first_chain() -> None:
    live = Live(settings_of("gongzhu-boulder"))
    live.begin("ann", "bo")
    while live.table.state.fair.count < 103:
        live.play()
        live.ready("ann", "bo")
        live.dealt()
    chain = live.table.state.fair.chain
    assert chain is not None
    assert chain.first_deal == 101
    check_log(live.log, live.table)


def test_the_last_captor_of_the_pig_leads_the_next_deal() -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.begin("ann", "bo", "cleo", "dev")
    live.play()
    captor = live.table.leader
    assert captor is not None
    live.ready(*PEOPLE[:4])
    live.dealt()
    events = [fact.event for fact in live.log[-1].facts if isinstance(fact, Happened)]
    assert [event.leader for event in events if isinstance(event, DealBegan)] == [captor]


@any_rules(25)
@given(rule_sets(), st.integers(0, 2**32))
def test_any_rules_can_be_played_at_a_table(rules: RuleSet, seed: int) -> None:
    live = Live(settings_of(rules), seed=seed)
    live.begin("ann", "bo")
    for _ in range(2):
        live.play()
        live.ready("ann", "bo")
        live.dealt()
    check_log(live.log, live.table, snapshot=len(live.log) // 2)
