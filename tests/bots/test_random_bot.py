"""The random bot: every choice is as likely as every other."""

from collections import Counter
from random import Random

from gongzhu.bots import make_bot
from gongzhu.rules import PRESETS, ChooseMoon, Expose, Pass, Phase, Play
from gongzhu.view import View, view_of
from tests.support.playing import greedy_action, play_out, random_start
from tests.support.positions import position

TRIES = 3000


def counted(view: View) -> Counter[object]:
    """How often each choice is made."""
    rng, bot = Random(5), make_bot("random")
    counts: Counter[object] = Counter()
    for _ in range(TRIES):
        action = bot.choose(view, rng, 0.0)
        assert view.why_illegal(action) is None
        match action:
            case Play():
                counts[action.card.code] += 1
            case Pass():
                counts.update(card.code for card in action.cards)
            case Expose():
                counts[tuple(sorted((c.code, m) for c, m in action.modes.items()))] += 1
            case ChooseMoon():
                counts[action.choice] += 1
            case _:
                raise AssertionError(action)
    return counts


def even(counts: Counter[object], choices: int, each: float) -> bool:
    """Whether there are so many choices, and all come up about as often as they should."""
    return len(counts) == choices and all(
        abs(count / TRIES - each) < 0.05 for count in counts.values()
    )


HAND = "QS 9S JD 4D TC 8C 3C AH KH 6H 5H 2H 7D"


def test_plays() -> None:
    view = position(PRESETS["gongzhu-pagat"].rules, HAND, leader=3, trick="8H")
    assert even(counted(view), 5, 1 / 5)


def test_passes() -> None:
    view = position(PRESETS["hearts-denexa"].rules, HAND, phase=Phase.PASSING, number=0)
    assert even(counted(view), 13, 3 / 13)


def test_exposures() -> None:
    rules = PRESETS["gongzhu-pagat"].rules
    assert even(counted(position(rules, HAND, phase=Phase.EXPOSING)), 2**4, 1 / 2**4)


def test_exposures_on_sale() -> None:
    rules = PRESETS["gongzhu-boulder"].rules
    assert even(counted(position(rules, HAND, phase=Phase.EXPOSING)), 3**4, 1 / 3**4)


def test_moon_choices() -> None:
    rules = PRESETS["hearts-choice"].rules
    for seed in range(100):
        rng = Random(seed)
        deal, _ = random_start(rules, rng, strong=True)
        for step in play_out(deal, rng, greedy_action):
            if step.after.public.phase is Phase.MOON:
                turn = step.after.public.turn
                assert even(counted(view_of(step.after, turn)), 2, 1 / 2)
                return
    raise AssertionError("nobody shot the moon")
