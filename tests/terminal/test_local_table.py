"""The table without a screen: the same choices give the same match."""

from pathlib import Path
from random import Random

import pytest

from gongzhu.bots import make_bot
from gongzhu.cards import Card, Seat
from gongzhu.dealing import Revealed, check_deals, child_seed, commitment
from gongzhu.records import DealRecord, Verifier
from gongzhu.rules import (
    PRESETS,
    Action,
    CardsPassed,
    DealBegan,
    Phase,
    Play,
    load_rules,
)
from gongzhu.table import CommandRefused
from gongzhu.table.facts import DealScored
from gongzhu.terminal.local_table import YOU, LocalTable
from gongzhu.terminal.seated_table import MatchSetup
from gongzhu.view import View, evolve_view, open_view
from tests.support.tables import preset
from tests.terminal.seated_player import FirstBot, opening, play_on, setup_of

SHORT = preset("gongzhu-pagat", lower_limit=-1)


def finished(
    setup: MatchSetup, level: str = "random", deals: int = 3
) -> tuple[LocalTable, list[DealRecord]]:
    """A table after some deals, where a bot sits in the person's seat too, and their records."""
    table = LocalTable(setup, make_bot(level))
    records = []
    for deal in range(deals):
        if deal:
            table.next_deal()
        play_on(table, 60)
        records.append(table.records[-1])
    return table, records


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_played_and_its_records_are_sound(name: str) -> None:
    setup = setup_of(name)
    _, records = finished(setup, "steady")
    verifier = Verifier()
    assert [verifier.check(record) for record in records] == [[], [], []]
    assert records[0].deal == records[0].game == 0
    assert {record.preset for record in records} == {name}
    assert {record.players for record in records} == {setup.names}
    assert not any(record.timings or record.date for record in records)


def test_deals_follow_from_the_seed_by_commitments_that_can_be_checked() -> None:
    table, records = finished(setup_of("gongzhu-denexa", seed="moon"), deals=2)
    shown = [
        fact.evidence
        for entry in table.log
        for fact in entry.facts
        if isinstance(fact, DealScored) and fact.evidence is not None
    ]
    assert check_deals(shown) == ()
    assert [deal.dealer_seed for deal in shown] == [record.dealer_seed for record in records]
    assert [deal.contributions[YOU] for deal in shown] == [
        Revealed(commitment(deal.call, YOU, number), number)
        for deal in shown
        for number in [child_seed("moon", "number", deal.deal)]
    ]
    assert records[0].hands != records[1].hands


def test_the_same_seed_and_choices_give_the_same_play() -> None:
    (_, one), (_, same) = (finished(setup_of("hearts-denexa")) for _ in range(2))
    assert one == same
    _, other = finished(setup_of("hearts-denexa", seed="2"), deals=1)
    assert one[0].plays != other[0].plays


def test_nobody_sits_twice_at_a_table(tmp_path: Path) -> None:
    for name in ("Ann", "Bo", None):
        opened = opening(tmp_path, name=name)
        for rules in ("gongzhu-pagat-5", "hearts-denexa"):
            keeper = opened.begin(load_rules(rules), "steady", "en")
            names = keeper.table.setup.names
            assert names[0] == (name or "You")
            assert len(set(names)) == keeper.table.setup.rules.players


def test_a_bot_chooses_the_same_however_often_it_is_asked() -> None:
    table = LocalTable(setup_of("hearts-denexa"), make_bot("random"))
    table.act(YOU, table.bot_choice(YOU)())
    seat = table.waiting_for()
    assert seat is not None
    assert seat != YOU
    assert table.bot_choice(seat)() == table.bot_choice(seat)()


def test_bots_in_different_seats_do_not_choose_alike() -> None:
    numbers = set()

    class Watching(FirstBot):
        def choose(self, view: View, rng: Random, budget: float) -> Action:
            numbers.add(rng.random())
            return super().choose(view, rng, budget)

    table = LocalTable(setup_of("gongzhu-boulder"), Watching())
    play_on(table, 60)
    assert len(numbers) == 52 + 4


def test_the_log_is_enough_to_make_a_table_again() -> None:
    setup = setup_of(SHORT, games=2)
    table, _ = finished(setup, deals=1)
    if not table.match_over:
        table.next_deal()
        play_on(table, 23)
    again = LocalTable(setup, make_bot("random"), table.log)
    assert again.view == table.view
    assert again.seen == table.seen
    assert again.records == table.records
    assert again.match == table.match
    assert again.moment == table.moment
    assert again.waiting_for() == table.waiting_for()


def test_the_person_acts_first_when_all_choose_at_once() -> None:
    table = LocalTable(setup_of("gongzhu-boulder"), FirstBot())
    order = []
    while table.view.public.phase is Phase.EXPOSING:
        seat = table.waiting_for()
        assert seat is not None
        order.append(seat)
        table.act(seat, table.bot_choice(seat)())
    assert order == [0, 1, 2, 3]


def test_what_the_person_sees_hides_the_other_hands_and_passes() -> None:
    table = LocalTable(setup_of("hearts-denexa"), FirstBot())
    play_on(table, 4)
    began, passed = table.seen[0], table.seen[2]
    assert isinstance(began, DealBegan)
    assert isinstance(passed, CardsPassed)
    assert [hand is None for hand in began.hands] == [False, True, True, True]
    assert [cards is None for cards in passed.cards] == [False, True, True, False]
    view = open_view(table.setup.rules, began, YOU)
    for event in table.seen[1:]:
        view = evolve_view(view, event)
    assert table.view == view


def test_an_illegal_action_changes_nothing() -> None:
    table = LocalTable(setup_of("gongzhu-denexa"), FirstBot())
    before = table.view, table.moment
    with pytest.raises(CommandRefused):
        table.act(YOU, Play(Card("QS")))
    with pytest.raises(CommandRefused):
        table.act(Seat(1), Play(Card("QS")))
    assert (table.view, table.moment) == before


def test_there_is_no_next_deal_before_this_one_is_over() -> None:
    table = LocalTable(setup_of("gongzhu-denexa"), FirstBot())
    with pytest.raises(ValueError, match="no next deal"):
        table.next_deal()


def test_a_game_ends_and_the_match_goes_on_to_its_agreed_end() -> None:
    table = LocalTable(setup_of(SHORT, games=2), FirstBot())
    ended = []
    while not table.match_over:
        play_on(table, 60)
        ended.append(table.records[-1].game_over)
        games = table.game_number
        if table.stage == "finished" and not table.match_over:
            table.next_deal()
            assert table.game_number == games + 1
            assert table.state.totals == (0, 0, 0, 0)
            assert table.records == []
        elif table.stage == "scored":
            table.next_deal()
    assert table.match.played == sum(ended) == 2
    assert sum(table.match.strips) >= 1
    with pytest.raises(ValueError, match="no next deal"):
        table.next_deal()


def test_a_match_without_end_goes_on() -> None:
    table = LocalTable(setup_of(SHORT), FirstBot())
    for _ in range(4):
        play_on(table, 60)
        table.next_deal()
    assert table.stage == "playing"
