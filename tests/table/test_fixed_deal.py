"""Tables of a deal that was fixed beforehand: the same everywhere, and no secret is told."""

import pytest
from msgspec import json

from gongzhu.cards import Seat
from gongzhu.dealing import previous_secret
from gongzhu.records import Verifier
from gongzhu.rules import PassChosen, Phase
from gongzhu.table import due, see_fact, view_table
from gongzhu.table.commands import (
    Close,
    Configure,
    Expel,
    Expire,
    GiveDeal,
    Leave,
    PlayOut,
    Ready,
    Resign,
    Resume,
    SeatBot,
    Sit,
    StandIn,
    Swap,
    TakeBack,
)
from gongzhu.table.facts import BotStoodIn, Happened, PlayedOut
from gongzhu.table.moves import ask_of, bots_to_move
from tests.table.clocked import facts, kinds, seat, until
from tests.table.fixed import COUNT, SECRET, board_evidence, board_table, day_table
from tests.table.following import check_log
from tests.table.live import Live, steady_choice
from tests.table.seated import refused


def told(live: Live, seat: Seat | None) -> bytes:
    """All that a seat, or a spectator, is told, from the first entry to the last."""
    facts = [see_fact(fact, seat) for entry in live.log for fact in entry.facts]
    return json.encode([facts, view_table(live.table, seat)])


def test_the_cards_are_the_same_at_every_table() -> None:
    one, other = day_table(1), day_table(2, player="bo")
    assert one.table.state.table != other.table.state.table
    assert one.table.deal == other.table.deal
    assert day_table(1, preset="hearts-denexa").table.deal != one.table.deal
    tables = [board_table("ann", "bo", seed=1), board_table("cleo", seed=2), board_table(seed=3)]
    assert len({live.table.state.table for live in tables}) == 3
    assert len({str(live.table.deal) for live in tables}) == 1
    assert board_table(board=2).table.deal != tables[0].table.deal


@pytest.mark.parametrize("live", [day_table(), board_table("ann", "bo")])
def test_one_deal_is_the_whole_game_and_its_evidence_is_kept(live: Live) -> None:
    live.play(steady_choice)
    (deal,) = live.table.finished
    assert live.stage() == "finished"
    assert deal.evidence.table in ("daily-gongzhu", "friday")
    assert deal.evidence.deal in (COUNT, 1)
    assert refused(live, "ann", Ready()) == "fixed_deal"
    verifier = Verifier()
    assert list(verifier.check(deal.record)) == []
    check_log(live.log, live.table, snapshot=5)


def test_no_observer_is_told_the_secret_or_the_others_numbers() -> None:
    for live in (day_table(), board_table("ann", "bo")):
        seed = live.table.evidence.dealer_seed if live.table.evidence else ""
        live.play(steady_choice)
        for secret in (SECRET, previous_secret(SECRET), seed, "17" * 32):
            assert secret
            for observer in (None, *map(Seat, range(4))):
                assert secret.encode() not in told(live, observer)
    left = day_table()
    left.do("ann", Leave())
    assert left.stage() == "closed"
    assert SECRET.encode() not in told(left, Seat(0))


def test_nothing_can_be_done_there_but_to_play_or_to_leave() -> None:
    for live in (day_table(), board_table("ann")):
        for command in (StandIn(Seat(0)), Configure(), Ready(), SeatBot(Seat(1), "random")):
            assert refused(live, "ann", command) == "fixed_deal"
        for other in (TakeBack(), Resign(), Swap((Seat(0), Seat(1)))):
            assert refused(live, "ann", other) == "fixed_deal"
        assert refused(live, "bo", Sit()) == "not_seated"
        assert refused(live, "bo", Close()) == "not_seated"
        again = GiveDeal(board_evidence("gongzhu-pagat", 2), ())
        assert live.server(again) is None
    assert refused(day_table(), "ann", Sit()) == "fixed_deal"
    assert refused(board_table("ann"), "ann", Close()) == "fixed_deal"


def test_a_tournaments_table_of_bots_plays_to_its_end() -> None:
    live = board_table()
    assert not live.there()
    live.play(steady_choice)
    assert live.stage() == "finished"
    assert sorted(live.table.by_bot) == [0, 1, 2, 3]
    assert due(live.table) is None


def test_a_player_who_never_comes_has_a_bot_after_the_grace() -> None:
    live = board_table("ann", "bo", move=60)
    assert seat(live, 0).away_since == live.now
    live.back("bo")
    live.later(19_999)
    assert not seat(live, 0).stand_in
    live.later(1)
    assert seat(live, 0).stand_in
    assert not seat(live, 1).stand_in
    live.play(steady_choice)
    assert live.stage() == "finished"
    assert 0 in live.table.by_bot
    assert 1 not in live.table.by_bot


def test_whoever_stands_in_is_as_strong_as_the_tournaments_bots() -> None:
    live = board_table("ann")
    live.server(PlayOut())
    assert {level for _, level in bots_to_move(live.table)} == {"steady", "master"}


def test_a_table_knows_whether_any_player_has_chosen() -> None:
    for people, by_nobody in ((("ann",), False), ((), True)):
        live = board_table(*people)
        assert live.table.by_nobody
        live.play(steady_choice)
        assert live.table.by_nobody == by_nobody


def test_the_clock_runs_though_nobody_is_there() -> None:
    live = board_table("ann", "bo", "cleo", "dev")
    for _ in range(10):
        if all(state.stand_in for state in live.table.state.seats):
            break
        live.until_due()
    assert live.bot_chooses(live.waited()[0])
    live.play(steady_choice)
    assert live.stage() == "finished"
    assert sorted(live.table.by_bot) == [0, 1, 2, 3]


def test_a_choice_made_for_want_of_time_is_known_at_the_end() -> None:
    live = board_table("ann", "bo")
    live.back("ann", "bo")
    live.play_to(Phase.PLAYING, steady_choice)
    while 0 not in live.waited():
        live.play(steady_choice, most=1)
    live.later(20_000)
    assert live.bot_chooses(Seat(0))
    live.play(steady_choice)
    assert 0 in live.table.by_bot
    assert 1 not in live.table.by_bot


def test_a_player_who_leaves_has_a_bot_and_may_come_back() -> None:
    live = board_table("ann", "bo")
    live.back("ann", "bo")
    live.do("ann", Leave())
    live.do("bo", Leave())
    assert live.stage() == "playing"
    live.play(steady_choice, most=12)
    live.do("ann", Sit())
    assert not live.table.state.practice
    assert ask_of(live.table, Seat(0)) is not None or 0 not in live.waited()
    live.play(steady_choice)
    assert {0, 1} <= set(live.table.by_bot)
    check_log(live.log, live.table)


def test_when_the_time_for_the_round_is_up_bots_finish_for_all() -> None:
    live = board_table("ann", "bo")
    live.back("ann", "bo")
    live.play(steady_choice, most=9)
    live.server(PlayOut())
    assert kinds(facts(live))[0] is PlayedOut
    assert until(live) is None
    assert live.server(PlayOut()) is None
    waited = live.waited()[0]
    if waited < 2:
        action = live.choice(waited)
        assert refused(live, ("ann", "bo")[waited], action) == "round_over"
    live.gone("ann")
    live.back("ann")
    assert ask_of(live.table, Seat(0)) is None
    live.play(steady_choice)
    assert live.stage() == "finished"
    assert {0, 1} <= set(live.table.by_bot)
    assert live.server(PlayOut()) is None
    assert day_table().server(PlayOut()) is None
    check_log(live.log, live.table, snapshot=20)


def test_a_tournaments_table_is_closed_after_its_deal_only() -> None:
    live = board_table("ann")
    live.server(Expire("admin"))
    assert live.table.state.played_out
    assert live.server(Expire("admin")) is None
    live.play(steady_choice)
    live.server(Expire("admin"))
    assert live.stage() == "closed"
    banned = board_table("ann")
    banned.server(Expel("ann"))
    banned.play(steady_choice)
    assert banned.stage() == "finished"


def test_everybody_has_their_time_again_after_a_restart() -> None:
    live = board_table("ann", "bo", "cleo", "dev")
    live.back("ann", "bo", "cleo", "dev")
    live.later(5_000)
    live.now += 600_000
    live.server(Resume())
    assert until(live) == 20_000
    live.later(19_000)
    assert not any(isinstance(fact, BotStoodIn) for entry in live.log for fact in entry.facts)
    live.later(1_000)
    assert all(state.stand_in for state in live.table.state.seats)


@pytest.mark.parametrize(("board", "steps"), [(1, 1), (2, -1), (3, 2), (4, 0), (5, 1)])
def test_cards_are_passed_by_the_number_of_the_round(board: int, steps: int) -> None:
    live = board_table(preset="hearts-denexa", board=board)
    deal = live.table.deal
    assert deal is not None
    assert deal.public.passing == steps
    live.play(steady_choice)
    chosen = [
        fact
        for entry in live.log
        for fact in entry.facts
        if isinstance(fact, Happened) and isinstance(fact.event, PassChosen)
    ]
    assert len(chosen) == (4 if steps else 0)
    assert list(Verifier().check(live.table.finished[0].record)) == []
    check_log(live.log, live.table)
