"""The table without a screen: the same choices give the same match."""

from pathlib import Path
from random import Random

import pytest

from gongzhu.bots import make_bot
from gongzhu.cards import Card
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.records import Verifier
from gongzhu.rules import (
    PRESETS,
    Action,
    CardsPassed,
    DealBegan,
    IllegalAction,
    Phase,
    Play,
    load_rules,
)
from gongzhu.terminal.session import YOU, Session, Setup, Stage
from gongzhu.view import View, view_of
from tests.support.tables import preset
from tests.terminal.seated_player import FirstBot, opening, play_on, setup_of

SHORT = preset("gongzhu-pagat", lower_limit=-1)


def finished(setup: Setup, level: str = "random", deals: int = 3) -> Session:
    """A table after some deals, where a bot sits in the person's seat too."""
    session = Session(setup, make_bot(level))
    for deal in range(deals):
        if deal:
            session.next_deal()
        play_on(session, 60)
    return session


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_played_and_its_records_are_sound(name: str) -> None:
    session = finished(setup_of(name), "steady")
    verifier = Verifier()
    assert [verifier.check(record) for record in session.records] == [[], [], []]
    assert session.records[0].deal == session.records[0].game == 0
    assert {record.preset for record in session.records} == {name}


def test_deals_follow_from_the_seed() -> None:
    session = finished(setup_of("gongzhu-denexa", seed="moon"), deals=2)
    rules = session.setup.rules
    for record in session.records:
        assert record.dealer_seed == child_seed("moon", record.game, record.deal)
        assert record.hands == deal_hands(rules, record.dealer_seed)


def test_the_same_seed_and_choices_give_the_same_play() -> None:
    one, same = (finished(setup_of("hearts-denexa")) for _ in range(2))
    assert one.records == same.records
    other = finished(setup_of("hearts-denexa", seed="2"))
    assert one.records[0].plays != other.records[0].plays


def test_nobody_sits_twice_at_a_table(tmp_path: Path) -> None:
    for name in ("Ann", "Bo", None):
        opened = opening(tmp_path, name=name)
        for rules in ("gongzhu-pagat-5", "hearts-denexa"):
            keeper = opened.begin(load_rules(rules), "steady", "en")
            names = keeper.session.setup.names
            assert names[0] == (name or "You")
            assert len(set(names)) == keeper.session.setup.rules.players


def test_a_bot_chooses_the_same_however_often_it_is_asked() -> None:
    session = Session(setup_of("hearts-denexa"), make_bot("random"))
    session.act(YOU, session.thinking(YOU)())
    seat = session.waiting_for()
    assert seat is not None
    assert seat != YOU
    assert session.thinking(seat)() == session.thinking(seat)()


def test_bots_in_different_seats_do_not_choose_alike() -> None:
    numbers = set()

    class Watching(FirstBot):
        def choose(self, view: View, rng: Random, budget: float) -> Action:
            numbers.add(rng.random())
            return super().choose(view, rng, budget)

    session = Session(setup_of("gongzhu-boulder"), Watching())
    play_on(session, 60)
    assert len(numbers) == len(session.actions[0])


def test_actions_are_enough_to_make_a_table_again() -> None:
    setup = setup_of(SHORT, games=2)
    session = finished(setup, deals=1)
    if session.stage is not Stage.MATCH_OVER:
        session.next_deal()
        play_on(session, 23)
    again = Session.replay(setup, make_bot("random"), session.actions)
    assert again.view == session.view
    assert again.seen == session.seen
    assert again.records == session.records
    assert again.match == session.match
    assert again.moment == session.moment


def test_the_person_acts_first_when_all_choose_at_once() -> None:
    session = Session(setup_of("gongzhu-boulder"), FirstBot())
    order = []
    while session.view.public.phase is Phase.EXPOSING:
        seat = session.waiting_for()
        assert seat is not None
        order.append(seat)
        session.act(seat, session.thinking(seat)())
    assert order == [0, 1, 2, 3]


def test_what_the_person_sees_hides_the_other_hands_and_passes() -> None:
    session = Session(setup_of("hearts-denexa"), FirstBot())
    play_on(session, 4)
    began, passed = session.seen[0], session.seen[2]
    assert isinstance(began, DealBegan)
    assert isinstance(passed, CardsPassed)
    assert [hand is None for hand in began.hands] == [False, True, True, True]
    assert [cards is None for cards in passed.cards] == [False, True, True, False]
    assert session.view == view_of(session._deal, YOU)


def test_an_illegal_action_changes_nothing() -> None:
    session = Session(setup_of("gongzhu-denexa"), FirstBot())
    before = session.view, session.moment
    with pytest.raises(IllegalAction):
        session.act(YOU, Play(Card("QS")))
    assert (session.view, session.moment) == before


def test_there_is_no_next_deal_before_this_one_is_over() -> None:
    session = Session(setup_of("gongzhu-denexa"), FirstBot())
    with pytest.raises(ValueError, match="no next deal"):
        session.next_deal()


def test_a_game_ends_and_the_match_goes_on_to_its_agreed_end() -> None:
    session = Session(setup_of(SHORT, games=2), FirstBot())
    stages = []
    while session.stage is not Stage.MATCH_OVER:
        play_on(session, 60)
        stages.append(session.stage)
        games = session.game_number
        if session.stage is Stage.GAME_OVER:
            assert [record.game_over for record in session.game_records][-1]
            session.next_deal()
            assert session.game_number == games + 1
            assert session.game.totals == (0, 0, 0, 0)
            assert session.game_records == []
        elif session.stage is Stage.DEAL_OVER:
            session.next_deal()
    assert stages.count(Stage.GAME_OVER) == 1
    assert session.match.played == 2
    assert sum(record.game_over for record in session.records) == 2
    assert sum(session.match.strips) >= 1
    with pytest.raises(ValueError, match="no next deal"):
        session.next_deal()


def test_a_match_without_end_goes_on() -> None:
    session = Session(setup_of(SHORT), FirstBot())
    for _ in range(4):
        play_on(session, 60)
        session.next_deal()
    assert session.stage is Stage.DEAL
