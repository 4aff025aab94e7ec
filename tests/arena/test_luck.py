"""Luck is taken out of results without moving their mean."""

from itertools import islice
from pathlib import Path
from random import Random
from statistics import fmean, stdev, variance

import msgspec
import pytest
from typer.testing import CliRunner, Result

from gongzhu.arena.adjusting import LuckWeights, without_luck
from gongzhu.arena.duplicate import DealResult, Pairing
from gongzhu.arena.entrant import entrant
from gongzhu.arena.ladder import Ladder, TableResult
from gongzhu.arena.match import play_match
from gongzhu.arena.tally import MatchTally
from gongzhu.bots.search.bots import PolicyBot
from gongzhu.cli.main import app
from gongzhu.rules import PRESETS, Phase, Play
from tests.golden.level_choices import positions


def run(*words: object) -> Result:
    result = CliRunner(env={"GONGZHU_LANG": "en"}).invoke(app, [*map(str, words)])
    assert result.exit_code == 0, result.output
    return result


def once(a: str, b: str, rules: str, *, adjusted: bool) -> Pairing:
    chosen = PRESETS[rules].rules
    return Pairing(entrant(a), entrant(b), chosen, "luck", 1, adjusted=adjusted)


def told(match: Pairing, deals: int) -> list[DealResult]:
    return list(play_match(match, range(deals)))


@pytest.mark.parametrize("rules", ["hearts-denexa", "gongzhu-pagat-partners"])
def test_the_deal_is_played_as_without_it_and_its_luck_told_beside(rules: str) -> None:
    with_it = told(once("policy", "random", rules, adjusted=True), 2)
    plain = told(once("policy", "random", rules, adjusted=False), 2)
    assert [one.advantage for one in with_it] == [one.advantage for one in plain]
    assert all(len(one.luck) == 2 and all(one.luck) for one in with_it)
    assert not any(one.luck for one in plain)


def test_only_players_who_draw_lots_have_luck_with_them() -> None:
    (found,) = told(once("steady", "novice", "hearts-denexa", adjusted=True), 1)
    dealing, lots = found.luck
    assert dealing
    assert not lots


@pytest.mark.long
@pytest.mark.parametrize("rules", ["hearts-denexa", "gongzhu-pagat"])
def test_luck_is_nothing_on_average_and_explains_much(rules: str) -> None:
    results = told(once("policy", "random", rules, adjusted=True), 400)
    for kind in zip(*(one.luck for one in results), strict=True):
        assert abs(fmean(kind)) < 4 * stdev(kind) / len(results) ** 0.5
    tally = MatchTally()
    for one in results:
        tally.add(one)
    assert tally.worth > 1.3


def test_the_chances_of_the_policy_are_those_by_which_it_plays() -> None:
    rules = PRESETS["hearts-denexa"].rules
    playing = (
        view for _, view in positions("hearts-denexa", rules) if view.public.phase is Phase.PLAYING
    )
    for view in islice(playing, 3):
        chances = PolicyBot().chances(view)
        assert sum(chances.values()) == pytest.approx(1)
        drawn = [PolicyBot().choose(view, Random(seed), 0) for seed in range(400)]
        for card, chance in chances.items():
            often = sum(action == Play(card) for action in drawn) / len(drawn)
            assert often == pytest.approx(chance, abs=0.12)


def made_up(deals: int, luck_shows: float) -> list[DealResult]:
    rng = Random(5)
    found = []
    for number in range(deals):
        dealing, lots = rng.gauss(0, 10), rng.gauss(0, 3)
        advantage = 2 + luck_shows * dealing + lots + rng.gauss(0, 2)
        found.append(DealResult(number, advantage, ((), ()), (dealing, lots)))
    return found


@pytest.mark.parametrize("luck_shows", [0.0, 0.5, 1.0])
def test_as_much_is_taken_out_as_shows(luck_shows: float) -> None:
    tally = MatchTally()
    results = made_up(400, luck_shows)
    for result in results:
        tally.add(result)
    assert tally.adjusted
    assert list(tally.raw) == [result.advantage for result in results]
    assert abs(tally.mean - 2) < 4 * tally.sem
    assert variance(tally.advantages[100:]) == pytest.approx(4, rel=0.3)
    assert tally.worth > (1.5 if luck_shows == 0 else 4)


def test_a_deal_has_no_part_in_how_its_own_luck_is_taken_out() -> None:
    results = made_up(40, 1)
    changed = [*results[:-1], msgspec.structs.replace(results[-1], advantage=1000.0)]
    last = []
    for each in (results, changed):
        tally = MatchTally()
        for result in each:
            tally.add(result)
        last.append(each[-1].advantage - tally.advantages[-1])
    assert last[0] == pytest.approx(last[1])


def test_places_of_a_table_lose_their_luck() -> None:
    rng = Random(7)
    results = []
    for number in range(100):
        lucks = [rng.gauss(0, 10) for _ in range(4)]
        points = tuple(place + luck for place, luck in enumerate(lucks))
        results.append(TableResult(number, (0, 1, 2, 3), points, tuple((x, 0.0) for x in lucks)))
    adjusted = list(without_luck(results))
    third = [result.points[3] for result in adjusted[50:]]
    assert stdev(third) < 1
    assert LuckWeights(1).remove_luck(1.0, [0.0]) == 1.0


def test_an_adjusted_table_plays_a_deal_once() -> None:
    bots = tuple(entrant(name) for name in ("policy", "random", "novice"))
    ladder = Ladder(bots, PRESETS["hearts-denexa"].rules, "luck", adjusted=True)
    (found,) = play_match(ladder, range(1))
    assert sum(found.points) in (-26, -78)
    assert len(found.luck) == 4


def test_both_commands_adjust(tmp_path: Path) -> None:
    words = ("policy", "random", "--rules", "hearts-denexa", "--deals", 4, "--adjusted")
    book = tmp_path / "match"
    said = run("arena", *words, "--ledger", book).stdout
    assert "With luck it is" in said
    again = msgspec.json.decode(run("arena", *words, "--ledger", book, "--json").stdout)
    assert f"{again['unadjusted']['mean']:+.2f}" in said
    assert "policy" in run("ladder", *words).stdout
