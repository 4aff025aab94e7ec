"""More than one match at a time, ladders, and pictures."""

import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from gongzhu.arena.duplicate import DealResult
from gongzhu.arena.entrant import entrant
from gongzhu.arena.ladder import Ladder, TableResult, rate
from gongzhu.arena.match import play_match
from gongzhu.arena.picture import Bar, as_svg, bars, course_and_spread, describe_bars
from gongzhu.arena.tally import MatchTally
from gongzhu.cli import matches
from gongzhu.cli.main import app
from gongzhu.rules import PRESETS
from tests.support.tables import preset

THREE = ("steady", "random", "novice")
QUICK = ("--deals", 3, "--seatings", 2)


def run(*words: object, status: int = 0) -> Result:
    result = CliRunner(env={"GONGZHU_LANG": "en"}).invoke(app, [*map(str, words)])
    assert result.exit_code == status, result.output
    return result


def ladder(name: str, bots: tuple[str, ...] = THREE) -> Ladder:
    return Ladder(tuple(entrant(bot) for bot in bots), PRESETS[name].rules, "test")


def test_every_pair_meets_under_every_rule_set_on_the_deals_of_two() -> None:
    rules = ("hearts-denexa", "gongzhu-pagat-partners")
    words = [word for name in rules for word in ("--rules", name)]
    told = msgspec.json.decode(run("arena", *THREE, *words, *QUICK, "--json").stdout)
    assert [(one["rules"], one["a"], one["b"]) for one in told["matches"]] == [
        (name, a, b) for name in rules for a, b in combinations(THREE, 2)
    ]
    alone = run("arena", "steady", "novice", "--rules", rules[1], *QUICK, "--json")
    assert msgspec.json.decode(alone.stdout)["mean"] == told["matches"][4]["mean"]


def test_a_table_has_a_line_for_every_match() -> None:
    lines = run("arena", *THREE, "--rules", "hearts-denexa", *QUICK).stdout.splitlines()
    assert len(lines) == 4
    assert lines[1].split()[:4] == ["hearts-denexa", "steady", "random", "3"]
    assert "±" in lines[1]


def test_several_matches_keep_their_deals_in_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    words = ["arena", *THREE, "--rules", "hearts-denexa", "--seatings", 2, "--ledger", folder]
    run(*words, "--deals", 2)
    before = {path: path.read_bytes() for path in folder.iterdir()}
    assert len(before) == 3
    run(*words, "--deals", 3)
    after = {path: path.read_bytes() for path in folder.iterdir()}
    assert all(after[path].startswith(old) for path, old in before.items())
    assert all(len(new.splitlines()) == 4 for new in after.values())


def test_one_bot_is_too_few() -> None:
    assert "two bots" in run("arena", "steady", "--rules", "hearts-denexa", status=2).stderr


@pytest.mark.parametrize("bots", [("steady", "random"), THREE])
def test_the_picture_is_svg(bots: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "match.svg"
    run("arena", *bots, "--rules", "hearts-denexa", *QUICK, "--plot", path)
    assert ET.parse(path).getroot().tag.endswith("svg")
    assert "steady" in path.read_text("utf-8")


def test_a_picture_that_cannot_be_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    words = ["arena", "steady", "random", "--rules", "hearts-denexa", "--deals", 100_000]
    taken = tmp_path / "taken.svg"
    taken.write_text("a drawing", "utf-8")
    assert "already exists" in run(*words, "--plot", taken, status=2).stderr
    assert ".svg" in run(*words, "--plot", tmp_path / "match.png", status=2).stderr
    assert "folder" in run(*words, "--plot", tmp_path / "no" / "match.svg", status=2).stderr


def test_a_missing_matplotlib_is_told_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["arena", "steady", "random", "--rules", "hearts-denexa", "--deals", 100_000]
    monkeypatch.setattr(matches, "find_spec", lambda name: None)
    missing = run(*words, "--plot", tmp_path / "match.svg", status=2).stderr
    assert "-m pip install matplotlib" in missing


def test_pictures_take_flat_values_and_any_name() -> None:
    flat = as_svg(course_and_spread("deals", "points", [0.0, 0.0]), "a <b> & c $x$", "<d>")
    root = ET.fromstring(flat)
    assert root.tag.endswith("svg")
    assert root.get("role") == "img"
    assert [part.text for part in root if part.tag.endswith(("title", "desc"))] == [
        "a <b> & c $x$",
        "<d>",
    ]
    panels = {"x": [Bar("<" * 200, 0, 0, 0)], "y": [Bar("拱猪 $1 $2", 3e4, 1e-3, 9e4)]}
    names = as_svg(bars("", panels), "", describe_bars("", panels))
    assert "拱猪 $1 $2" in {part.text for part in ET.fromstring(names).iter()}


def test_the_same_figures_give_the_same_picture() -> None:
    one, other = (as_svg(course_and_spread("a", "b", [1.0, 2.0, 9.0]), "c", "d") for _ in range(2))
    assert one == other


def test_the_distribution_of_deals_is_as_high_as_they_are_many() -> None:
    values = [-40.0, 0.0, 0.0, 0.0, 10.0, 0.4]
    _, spread = course_and_spread("", "", values).axes
    bins = [part for part in spread.patches if part.get_height()]
    assert [part.get_height() for part in bins] == [1, 4, 1]
    middles = [part.get_x() + part.get_width() / 2 for part in bins]
    assert middles == pytest.approx([-40, 0, 10])


def test_the_course_of_a_match_ends_at_its_mean_between_its_bounds() -> None:
    values = [1.0, 5.0] * 20
    course, _ = course_and_spread("", "", values).axes
    tally = MatchTally()
    for number, value in enumerate(values):
        tally.add(DealResult(number, value, ((), ())))
    _, line, *_ = course.lines
    assert line.get_xdata()[-1] == 40
    assert line.get_ydata()[-1] == pytest.approx(tally.mean)
    ((_, low), (_, high)) = course.containers[0].lines[2][0].get_segments()[0]
    assert (low, high) == pytest.approx(tally.interval)


@pytest.mark.parametrize("name", ["hearts-denexa", "gongzhu-pagat-5", "gongzhu-pagat-partners"])
@pytest.mark.parametrize("count", [2, 3, 6])
def test_every_bot_has_its_turn_at_the_tables(name: str, count: int) -> None:
    one = ladder(name, ("random",) * count)
    tables = [one.table(number) for number in range(60)]
    seated = [sum(table.count(bot) for table in tables) for bot in range(count)]
    assert sum(seated) == 60 * one.rules.players
    assert max(seated) < 1.5 * min(seated)
    for table in tables:
        often = [table.count(bot) for bot in range(count)]
        assert max(often) - min(often) <= 1


@pytest.mark.parametrize("name", ["hearts-denexa", "gongzhu-pagat", "gongzhu-pagat-partners"])
def test_bots_that_play_alike_score_alike_at_a_table(name: str) -> None:
    for result in play_match(ladder(name, ("steady", "steady")), range(2)):
        assert len(set(result.points)) == 1


def test_ratings_tell_the_better_from_the_weaker() -> None:
    results = list(play_match(ladder("hearts-denexa"), range(12)))
    standings = rate(THREE, results, PRESETS["hearts-denexa"].rules)
    assert [one.bot for one in standings] == ["steady", "novice", "random"]
    assert standings[0].rating > 25 > standings[-1].rating
    assert all(one.deviation < 25 / 3 for one in standings)


def test_partners_are_rated_together() -> None:
    results = [TableResult(number, (0, 1, 2, 3), (8, 3, 8, 3)) for number in range(5)]
    rules = PRESETS["gongzhu-pagat-partners"].rules
    standings = {one.bot: one for one in rate("abcd", results, rules)}
    assert standings["a"].rating == standings["c"].rating > 25 > standings["b"].rating


def test_three_pairs_are_rated_as_those_who_sit_opposite() -> None:
    results = [TableResult(number, tuple(range(6)), (8, 5, 2) * 2) for number in range(5)]
    rules = preset("gongzhu-pagat-partners", players=6)
    rated = {one.bot: one.rating for one in rate("abcdef", results, rules)}
    assert rated["a"] == rated["d"] > rated["b"] == rated["e"] > rated["c"] == rated["f"]


@pytest.mark.parametrize("players", [4, 6, 8])
def test_each_side_of_a_table_plays_the_hands_of_every_side(players: int) -> None:
    rules = preset("gongzhu-pagat-partners", players=players)
    one = Ladder((entrant("novice"), entrant("novice")), rules, "test")
    (result,) = play_match(one, range(1))
    assert len(set(result.points)) == 1


def test_the_ladder_prints_ratings_for_each_rule_set(tmp_path: Path) -> None:
    words = ["ladder", "steady", "random", "--rules", "hearts-denexa", "--deals", 3]
    told = msgspec.json.decode(run(*words, "--json").stdout)["ladders"]
    assert [one["rules"] for one in told] == ["hearts-denexa"]
    assert {one["bot"] for one in told[0]["ratings"]} == {"steady", "random"}
    kept = [*words, "--ledger", tmp_path / "ladder.jsonl"]
    first = run(*kept).stdout
    assert run(*kept).stdout == first
    assert first.splitlines()[0] == "hearts-denexa, 3 deals"
    assert "once" in run(*words, "steady", status=2).stderr


def test_the_ladder_draws_its_ratings(tmp_path: Path) -> None:
    words = ["ladder", "steady", "novice", "random", "--deals", 8, "--json"]
    words += ["--rules", "hearts-denexa", "--rules", "gongzhu-pagat"]
    picture = tmp_path / "ladder.svg"
    told = msgspec.json.decode(run(*words, "--plot", picture).stdout)["ladders"]
    drawn = ET.parse(picture)
    (described,) = [part.text or "" for part in drawn.getroot() if part.tag.endswith("desc")]
    for ladder in told:
        ratings = [one["rating"] for one in ladder["ratings"]]
        assert sorted(ratings, reverse=True) == ratings
        assert all(f"{one['bot']}: {one['rating']:.2f} (" in described for one in ladder["ratings"])
    assert "svg" in run(*words, "--plot", tmp_path / "ladder.png", status=2).stderr
