"""Every worked figure of the settled rules: the documents' own, and what follows from them."""

from typing import cast

import pytest

from gongzhu.cards import Card
from gongzhu.rules import Game, GameResult, Mode, MoonChoice, option_values, score_piles
from tests.rules.end_figures import END_FIGURES, EndFigure
from tests.rules.figures import DEAL_FIGURES, FIGURES, DealFigure
from tests.support.plain_presets import PLAIN_PRESETS
from tests.support.rulesets import PRESET_RULES
from tests.support.tables import cards, preset


@pytest.mark.parametrize("name", PLAIN_PRESETS)
def test_a_preset_has_the_values_of_the_settled_rules(name: str) -> None:
    plain = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in option_values(PRESET_RULES[name]).items()
    }
    assert plain == PLAIN_PRESETS[name]


def test_every_preset_is_among_them() -> None:
    assert PLAIN_PRESETS.keys() == PRESET_RULES.keys()


@pytest.mark.parametrize(("name", "pile", "exposed", "points"), FIGURES)
def test_a_pile(name: str, pile: str, exposed: str, points: int) -> None:
    modes: dict[Card, Mode] = dict.fromkeys(cards(exposed), "open")
    assert score_piles(PRESET_RULES[name], [cards(pile)], modes, [0]).points == (points,)


@pytest.mark.parametrize("exposed", ["", "QS", "AH QS JD TC"])
def test_all_sixteen_win_at_once_in_wiki(exposed: str) -> None:
    modes: dict[Card, Mode] = dict.fromkeys(cards(exposed), "open")
    captured = [(), cards("*H QS JD TC"), (), ()]
    assert score_piles(PRESET_RULES["gongzhu-wiki"], captured, modes, [0] * 4).instant_win == 1


@pytest.mark.parametrize("figure", DEAL_FIGURES)
def test_a_whole_deal(figure: DealFigure) -> None:
    score = score_piles(
        preset(figure.preset, **figure.changes),
        [cards(pile) for pile in figure.piles],
        {Card(code): cast(Mode, mode) for code, mode in figure.exposed.items()},
        figure.later_tricks or [0] * len(figure.piles),
        moon_choice=cast(MoonChoice | None, figure.choice),
        all_tricks=figure.every_trick,
    )
    assert score.points == figure.scores


@pytest.mark.parametrize("worth", ["games", "strips", "round-points"])
@pytest.mark.parametrize("figure", END_FIGURES)
def test_a_game_after_a_deal(figure: EndFigure, worth: str) -> None:
    rules = preset(figure.preset, **figure.changes | {"worth": worth})
    before = Game(rules, figure.before, figure.played - 1)
    game = before.after(figure.scores, None, figure.instant_win)
    assert game.totals == figure.totals
    if not figure.winners:
        assert game.result is None
    else:
        nothing = (0,) * len(figure.totals)
        points = figure.round_points if worth == "round-points" else nothing
        assert game.result == GameResult(figure.winners, figure.losers, points)
