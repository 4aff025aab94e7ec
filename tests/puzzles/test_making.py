"""Making puzzles: the same again from the same seed, and every promise kept on the way."""

from itertools import islice

import pytest

from gongzhu.bots.selfplay import SelfPlayConfig, play_deals
from gongzhu.bots.worlds import sample_worlds
from gongzhu.puzzles.finding import puzzles_in
from gongzhu.puzzles.judging import deal_in
from gongzhu.records import transitions
from gongzhu.rules import PRESETS
from gongzhu.view import view_of

PRESET = "gongzhu-pagat"


def test_a_deal_gives_the_same_puzzles_again() -> None:
    # A deal of which most decisions are quickly screened.
    setup = SelfPlayConfig(
        rules=PRESETS[PRESET].rules, preset=PRESET, levels=("novice", "steady"), seed="deal 9"
    )
    record = next(play_deals(setup))
    (puzzle,) = puzzles_in(record, "same")
    assert puzzle.lead.low >= 25
    assert puzzle.sentence["en"] != puzzle.sentence["zh"]
    assert puzzle.asked().history
    assert puzzles_in(record, "same") == (puzzle,)


@pytest.mark.parametrize("preset", ["gongzhu-boulder", "hearts-denexa", "gongzhu-pagat-5"])
def test_a_deal_that_fits_looks_the_same_to_its_seat(preset: str) -> None:
    setup = SelfPlayConfig(
        rules=PRESETS[preset].rules, preset=preset, levels=("novice", "steady"), seed="fits"
    )
    for record in islice(play_deals(setup), 2):
        for number, step in enumerate(transitions(record)):
            view = view_of(step.before, step.seat)
            if number % 9 or not view.must_act():
                continue
            worlds = sample_worlds(view, 3, number)
            for hands, down in zip(worlds.hands.tolist(), worlds.down.tolist(), strict=True):
                deal = deal_in(view, hands, down)
                assert view_of(deal, step.seat) == view
                sizes = [len(own.hand) for own in deal.own]
                assert sizes == [len(own.hand) for own in step.before.own]
                everything = {card for own in deal.own for card in own.hand}
                assert everything == {card for own in step.before.own for card in own.hand}


def test_a_deal_has_one_puzzle_of_each_theme_at_most() -> None:
    setup = SelfPlayConfig(
        rules=PRESETS[PRESET].rules, preset=PRESET, levels=("novice",), seed="themes"
    )
    found = puzzles_in(next(play_deals(setup)), "themes")
    themes = [puzzle.theme for puzzle in found]
    assert len(themes) == len(set(themes))
