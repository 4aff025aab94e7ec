"""The levels of November 2026, kept to measure later ones against, choose as they did then.

tests/golden/november_2026.txt is never made anew: a change of how the levels play leaves it alone.
"""

import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import msgspec
import pytest

from bench.bots.players import november_2026
from gongzhu.arena.request import request_of
from gongzhu.bots.levels import Bot
from gongzhu.dealing import child_seed
from tests.golden.level_choices import positions, words
from tests.support.rulesets import PRESET_RULES

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parents[1] / "golden" / "november_2026.txt"
MAKERS = {"strong": november_2026.strong, "master": november_2026.master}
EVERY_DAY = (("hearts-denexa", "strong"), ("gongzhu-pagat-partners", "strong"))


def stored(name: str, level: str) -> list[str]:
    """Lines of a preset's table, with the column of a level."""
    lines = [line for line in GOLDEN.read_text("utf-8").splitlines() if line.startswith(f"{name} ")]
    rows = [line.removeprefix(f"{name} ").split(": ", 1) for line in lines]
    return [f"{place}: {told.split(' | ')[level == 'master']}" for place, told in rows]


@pytest.mark.parametrize(
    ("name", "level"),
    [
        pytest.param(*case, marks=() if case in EVERY_DAY else pytest.mark.long)
        for case in ((name, level) for name in PRESET_RULES for level in MAKERS)
    ],
)
def test_they_choose_as_they_did(name: str, level: str) -> None:
    bot: Bot = MAKERS[level]()
    found = []
    for place, view in positions(name, PRESET_RULES[name]):
        chance = Random(child_seed(f"{name} {place}", level))
        found.append(f"{place} {view.seat}: {words(bot.choose(view, chance, 0))}")
    assert found == stored(name, level)


@pytest.mark.rest
@pytest.mark.parametrize("level", ["strong", pytest.param("master", marks=pytest.mark.long)])
def test_they_answer_as_outside_bots_soon_after_the_start(level: str) -> None:
    _, view = next(islice(positions("hearts-denexa", PRESET_RULES["hearts-denexa"]), 12, None))
    asked = msgspec.json.encode(request_of(view)) + b"\n"
    ran = subprocess.run(
        [sys.executable, "-m", f"bench.bots.players.{level}_2026_11"],
        input=asked,
        capture_output=True,
        cwd=ROOT,
        timeout=120,
        check=True,
    )
    chance = Random(child_seed("", "request", asked.decode().strip()))
    assert ran.stdout == msgspec.json.encode(MAKERS[level]().choose(view, chance, 0)) + b"\n"
