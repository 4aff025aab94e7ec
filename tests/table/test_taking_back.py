"""Among bots a player may take cards back; the log keeps them, and the game is practice."""

import pytest

from gongzhu.cards import Seat
from gongzhu.rules import PRESETS, Phase
from gongzhu.rules.game import earlier_deal
from gongzhu.table.commands import BotAct, Ready, TakeBack
from gongzhu.table.facts import TookBack
from gongzhu.table.moves import MOST_TAKEN_BACK
from gongzhu.table.refusals import CommandRefused
from tests.table.following import check_log
from tests.table.live import Live, settings_of
from tests.table.seated import refused


def alone(preset: str = "gongzhu-boulder") -> Live:
    """A table of Ann and bots, before the first card."""
    live = Live(settings_of(preset))
    live.begin("ann")
    live.play_to_cards()
    return live


def until_ann_has_played(live: Live, cards: int) -> None:
    while sum(seat == 0 for seat, _ in plays(live)) < cards:
        live.play(most=1)


def plays(live: Live) -> list[tuple[Seat, object]]:
    assert live.table.deal is not None
    return list(live.table.deal.public.plays)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_stands_again_as_it_stood_after_any_card(preset: str) -> None:
    live = Live(settings_of(preset))
    live.begin("ann")
    stood = {}
    game = live.table.game
    while live.stage() == "playing":
        deal = live.table.deal
        assert deal is not None
        if deal.public.phase is Phase.PLAYING:
            stood[len(deal.public.plays)] = deal
        live.play(most=1)
    deal = live.table.deal
    assert deal is not None
    for count, then in stood.items():
        assert earlier_deal(game, deal, count) == then


def test_the_last_own_card_and_all_after_it_are_taken_back() -> None:
    live = alone()
    until_ann_has_played(live, 3)
    live.play(most=2)
    before = plays(live)
    own = max(at for at, (seat, _) in enumerate(before) if seat == 0)
    live.do("ann", TakeBack())
    assert live.log[-1].facts == (TookBack(Seat(0), own),)
    assert plays(live) == before[:own]
    assert live.waited() == (0,)
    assert live.table.state.practice
    live.do("ann", TakeBack())
    assert sum(seat == 0 for seat, _ in plays(live)) == 1
    live.play_game()
    assert live.table.state.games[0].practice
    check_log(live.log, live.table, snapshot=40)


def test_a_bot_that_was_thinking_is_too_late() -> None:
    live = alone()
    until_ann_has_played(live, 1)
    while not live.bot_chooses(live.waited()[0]):
        live.play(most=1)
    (seat,), seq = live.waited(), live.table.seq
    choice = live.choice(seat)
    live.do("ann", TakeBack())
    with pytest.raises(CommandRefused, match="moved on"):
        live.server(BotAct(seat, choice, seq))


def test_nothing_is_taken_back_among_people_or_before_a_card() -> None:
    live = alone()
    assert refused(live, "ann", TakeBack()) == "nothing_to_take_back"
    live.play()
    assert refused(live, "ann", TakeBack()) == "no_deal"
    two = Live(settings_of("gongzhu-denexa"))
    two.begin("ann", "bo")
    until_ann_has_played(two, 2)
    assert refused(two, "ann", TakeBack()) == "not_alone"


def test_the_next_game_counts_again() -> None:
    live = alone()
    until_ann_has_played(live, 1)
    live.do("ann", TakeBack())
    live.play_game()
    live.do("ann", Ready())
    assert not live.table.state.practice


def test_a_log_does_not_grow_without_end() -> None:
    live = alone()
    for _ in range(MOST_TAKEN_BACK):
        until_ann_has_played(live, 1)
        live.do("ann", TakeBack())
    until_ann_has_played(live, 1)
    assert refused(live, "ann", TakeBack()) == "too_often_back"
