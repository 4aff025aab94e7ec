"""Bots evaluate to the same bit, whichever Python adds their fractions up."""

import builtins
import math
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from gongzhu.bots import make_bot
from gongzhu.bots.evaluation import add_up
from gongzhu.bots.evaluation.choosing import Passing, evaluate_cards, promises
from gongzhu.bots.evaluation.reading import read
from gongzhu.rules import Action, Phase, RuleSet, apply
from gongzhu.view import View, view_of
from tests.support.playing import random_start, waiting
from tests.support.rulesets import every_kind, tries

RULES = every_kind(seed=12, count=tries(3))
TENTHS = [0.1] * 10

plain_sum = builtins.sum


def exact_sum(numbers: Iterable[float], start: float = 0) -> float:
    """As the built-in `sum` since Python 3.12, or better: no rounding error adds up."""
    added = [start, *numbers]
    return math.fsum(added) if any(isinstance(one, float) for one in added) else plain_sum(added)


def test_fractions_are_added_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    total = 0.0
    for tenth in TENTHS:
        total += tenth
    assert total != 1.0
    monkeypatch.setattr(builtins, "sum", exact_sum)
    assert sum(TENTHS) == 1.0
    assert add_up(TENTHS) == total
    assert add_up(iter([])) == 0.0


@pytest.mark.parametrize("name", RULES)
def test_no_bot_goes_by_the_built_in_sum(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    views = list(seen(RULES[name], Random(name)))
    before = [found(view) for view in views]
    monkeypatch.setattr(builtins, "sum", exact_sum)
    assert [found(view) for view in views] == before


def seen(rules: RuleSet, rng: Random) -> Iterator[View]:
    """The views of those who act in a deal of `steady`."""
    bot = make_bot("steady")
    deal, _ = random_start(rules, rng)
    while deal.public.phase is not Phase.ENDED:
        seat = waiting(deal)[0]
        view = view_of(deal, seat)
        yield view
        deal, _ = apply(deal, seat, bot.choose(view, Random(0), 0.0))


def found(view: View) -> tuple[list[float], Action]:
    """The figures by which `steady` acts, and what `novice` does."""
    figures: list[float] = []
    match view.public.phase:
        case Phase.PLAYING:
            figures = list(evaluate_cards(read(view), view.playable()).values())
        case Phase.PASSING:
            passing = Passing(read(view))
            figures = [passing.promise, passing.chance, passing.value(passing.safe)]
        case Phase.EXPOSING:
            figures = list(promises(read(view)).values())
        case _:
            pass
    return figures, make_bot("novice").choose(view, Random(0), 0.0)
