"""The puzzles that are shipped: what they hold, and that their answers stand."""

from datetime import date

import msgspec
import pytest

from gongzhu.arena.request import BotRequest
from gongzhu.bots import make_bot
from gongzhu.bots.policy import policy_of
from gongzhu.bots.search.candidates import candidates_of
from gongzhu.bots.search.config import MASTER
from gongzhu.bots.search.search import best_actions
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.puzzles import THEMES, Puzzle
from gongzhu.puzzles.finding import limit_of, line_of
from gongzhu.puzzles.puzzle import FAMILIES, puzzle_of_the_day, read_puzzle, shipped, written
from gongzhu.rules import PRESETS

ALL = [puzzle for family in FAMILIES for puzzle in shipped(family)]
SAMPLE = ALL[:: max(1, len(ALL) // 12)]


def test_every_puzzle_is_whole() -> None:
    assert len({puzzle.id for puzzle in ALL}) == len(ALL)
    for puzzle in ALL:
        assert puzzle.theme in THEMES
        assert PRESETS[puzzle.rules].rules == puzzle.rule_set()
        assert puzzle.solved_by(puzzle.best)
        assert puzzle.lead.low >= limit_of(puzzle.rule_set())
        behind = [choice.behind for choice in puzzle.choices]
        assert behind[0] == 0
        assert behind == sorted(behind)
        # One of the levels that beginners measure themselves with misses it.
        assert max(puzzle.tries[level].missed for level in ("novice", "steady")) == 1
        hands = puzzle.line.hands
        assert set(hands[puzzle.request.seat]) == set(puzzle.request.hand)
        assert len(puzzle.line.plays) == sum(map(len, hands))
        for share in (puzzle.spread.best, puzzle.spread.second):
            assert 985 <= sum(share) <= 1015


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_the_answer_stands(puzzle: Puzzle) -> None:
    view = puzzle.view()
    assert view.must_act()
    for choice in puzzle.choices:
        assert all(view.why_illegal(action) is None for action in choice.actions)
    config = msgspec.structs.replace(
        MASTER, rollouts=6_000, rollouts_before_play=6_000, tempering=0.5
    )
    best = best_actions(view, seed=1, config=config)
    assert puzzle.solved_by(best[0])


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_written_and_read_again(puzzle: Puzzle) -> None:
    assert read_puzzle(written(puzzle)) == puzzle
    asked = msgspec.json.decode(msgspec.json.encode(puzzle.asked()), type=BotRequest)
    assert asked == puzzle.asked()


def test_the_line_is_that_of_the_position() -> None:
    puzzle = SAMPLE[0]
    view = puzzle.view()
    candidates = candidates_of(view, packed_rules(view.rules), policy_of(view.rules))
    (best,) = (n for n, actions in enumerate(candidates.actions) if puzzle.best in actions)
    assert line_of(view, candidates, best, puzzle.id) == puzzle.line


def test_every_day_has_its_puzzle() -> None:
    for family in FAMILIES:
        days = [puzzle_of_the_day(family, date(2027, 1, day)) for day in range(1, 31)]
        assert len({puzzle.id for puzzle in days}) == min(30, len(shipped(family)))
        assert puzzle_of_the_day(family, date(2027, 1, 1)) == days[0]


def test_the_day_is_counted_as_on_the_page() -> None:
    # web/src/puzzles/puzzles.test.ts has the same day.
    puzzles = shipped("hearts")
    assert date(2028, 1, 1).toordinal() == 740_347
    assert puzzle_of_the_day("hearts", date(2028, 1, 1)) is puzzles[740_347 % len(puzzles)]


def test_a_level_tries_as_it_is_told() -> None:
    from random import Random

    for puzzle in SAMPLE:
        for level in ("novice", "steady"):
            action = make_bot(level).choose(puzzle.view(), Random(0), 0.0)
            assert puzzle.solved_by(action) == (puzzle.tries[level].missed == 0)
