"""Hints in many positions: order, verdict and sentence follow one figure, how far each choice is
behind the best one, and where the game is as good as decided points decide."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from gongzhu.bots.reasons import Hint, analyse_for_hint, hint_of
from gongzhu.bots.search.bots import SearchBot
from gongzhu.bots.search.config import STRONG
from gongzhu.bots.steady import SteadyBot
from gongzhu.rules import PRESETS, Phase, RuleSet, apply
from gongzhu.texts import LANGUAGES
from gongzhu.view import View, view_of
from tests.support.playing import random_start, waiting

pytestmark = pytest.mark.rest

POSITIONS = 250
"""Positions of each game."""
DECIDED = 100
"""Positions of each game that are looked at once it is lost whatever is chosen."""
GAMES = ("gongzhu-pagat", "hearts-denexa")
TOTALS = {
    # In the open, near a limit, with several past it, and lost or won whatever happens.
    "gongzhu-pagat": ((0, 0, 0, 0), (-900, -850, 0, -50), (-1500, 0, -20, -100)),
    "hearts-denexa": ((0, 0, 0, 0), (90, 20, 80, 85), (200, 20, 80, 30)),
}
RANKS = ("best", "equal", "open", "worse")


def positions(name: str, count: int) -> Iterator[View]:
    """Positions with a choice, of deals that `steady` plays, with one of the totals in turn."""
    rules, number = PRESETS[name].rules, 0
    while count:
        number += 1
        view = somewhere(rules, Random(number))
        if view is not None:
            totals = TOTALS[name][count % 3]
            yield replace(view, public=replace(view.public, totals=totals))
            count -= 1


def somewhere(rules: RuleSet, rng: Random) -> View | None:
    """The view of a seat that has a choice after some plays; None if the deal ended before."""
    deal, _ = random_start(rules, rng, number=rng.randrange(4))
    bot, plays = SteadyBot(), rng.randrange(50)
    while deal.public.phase is not Phase.ENDED:
        view = view_of(deal, waiting(deal)[0])
        if plays <= 0 and len(view.playable()) != 1 and deal.public.phase is not Phase.MOON:
            return view
        assert view.seat is not None
        deal, _ = apply(deal, view.seat, bot.choose(view, rng, 0))
        plays -= 1
    return None


@pytest.mark.parametrize("name", GAMES)
def test_order_verdicts_and_sentence_never_contradict_each_other(name: str) -> None:
    kinds = set()
    for number, view in enumerate(positions(name, POSITIONS)):
        analysis = analyse_for_hint(view, str(number), rollouts=1500)
        for hint in (hint_of(view, analysis, lang) for lang in LANGUAGES):
            _agree(hint)
            kinds |= {(hint.aim, standing) for standing in hint.standing}
    assert len(kinds) == 8


def _agree(hint: Hint) -> None:
    behind = [choice.behind for choice in hint.choices]
    assert [each.mean for each in behind] == sorted(each.mean for each in behind)
    assert behind[0].mean == 0
    assert all(each.low <= each.mean <= each.high for each in behind)
    indices = [RANKS.index(standing) for standing in hint.standing]
    assert indices == sorted(indices)
    assert indices.count(0) == 1
    assert hint.good == len([index for index in indices if index < 3])
    for each, index in zip(behind, indices, strict=True):
        # What the deals cannot tell from the best is not called worse.
        assert index < 3 or each.low > 0
    if hint.aim == "game":
        assert not re.search("points|分[。：]", hint.sentence)
    assert len({choice.samples for choice in hint.choices}) == 1


@pytest.mark.parametrize(("name", "lost", "slack"), [(GAMES[0], -2000, 6.0), (GAMES[1], 250, 0.6)])
def test_once_the_game_is_decided_points_decide(name: str, lost: int, slack: float) -> None:
    """In lost games, nothing beats what is advised in points, and a bot that searches loses few."""
    sign = -1 if name == "hearts-denexa" else 1
    checked, short = 0, 0.0
    for number, open_view in enumerate(positions(name, DECIDED)):
        totals = tuple(lost if seat == open_view.seat else 0 for seat in range(4))
        view = replace(open_view, public=replace(open_view.public, totals=totals))
        analysis = analyse_for_hint(view, str(number), rollouts=3000)
        if analysis.aim == "game":
            continue
        checked += 1
        assert all(sign * choice.points_behind.mean >= 0 for choice in analysis.choices)
        chosen = SearchBot(STRONG).choose(view, Random(number), 0)
        short += sum(choice.behind.mean for choice in analysis.choices if choice.action == chosen)
    assert checked > 0.9 * DECIDED
    assert short / checked < slack
