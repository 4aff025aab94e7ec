"""The benchmark: fixed deals, a reference that scores 0, all that it takes to repeat a run."""

import hashlib
import sys
from pathlib import Path
from statistics import fmean, stdev

import msgspec
import pytest
from typer.testing import CliRunner, Result

from gongzhu.arena.benchmark import SEED, TRACKS, Benchmark, deals_hash
from gongzhu.arena.entrant import entrant, make_player
from gongzhu.arena.match import play_match
from gongzhu.arena.play_deal import Chair, play_deal, points_by_seat
from gongzhu.cli import benchmark as command
from gongzhu.cli.benchmark import Score
from gongzhu.cli.main import app
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.rules import PRESETS, rules_from_values, sides

LEADERBOARD = Path(__file__).parents[2] / "bench" / "leaderboard"


def run(*words: object, status: int = 0) -> Result:
    result = CliRunner(env={"GONGZHU_LANG": "en"}).invoke(app, [*map(str, words)])
    assert result.exit_code == status, result.output
    return result


def score(*words: object) -> Score:
    told = run("benchmark", *words, "--json").stdout
    assert told.count("\n") == 1
    return msgspec.json.decode(told, type=Score)


@pytest.mark.parametrize("name", [*TRACKS, "gongzhu-boulder", "gongzhu-pagat-5"])
def test_the_reference_scores_nothing(name: str) -> None:
    contest = Benchmark(entrant("steady"), PRESETS[name].rules)
    assert [result.advantage for result in play_match(contest, range(2))] == [0, 0]


@pytest.mark.parametrize("name", ["gongzhu-pagat", "gongzhu-pagat-partners"])
def test_the_score_is_what_the_agent_does_better_than_the_reference(name: str) -> None:
    rules = PRESETS[name].rules
    contest = Benchmark(entrant("novice"), rules)
    (result,) = play_match(contest, [3])
    novice, steady = (Chair(make_player(entrant(who)), 0.0, []) for who in ("novice", "steady"))
    usual = points_by_seat(play_deal(rules, SEED, 3, [steady] * 4))
    gains = []
    for at in sides(rules):
        chairs = [novice if seat in at else steady for seat in range(4)]
        points = points_by_seat(play_deal(rules, SEED, 3, chairs))
        gains.append(sum(points[seat] - usual[seat] for seat in at))
    assert result.advantage == fmean(gains)


@pytest.mark.rest
def test_one_object_with_all_that_it_takes_to_repeat_it() -> None:
    found = score("random", "--deals", 3, "--rules", "hearts-denexa")
    assert found == score("random", "--deals", 3, "--rules", "hearts-denexa", "--jobs", 2)
    assert (found.deals, found.seed, found.agent, found.reference) == (3, SEED, "random", "steady")
    assert rules_from_values(found.options) == PRESETS["hearts-denexa"].rules
    contest = Benchmark(entrant("random"), PRESETS["hearts-denexa"].rules)
    gains = [result.advantage for result in play_match(contest, range(3))]
    assert found.mean == pytest.approx(fmean(gains), abs=1e-4)
    assert found.sem == pytest.approx(stdev(gains) / 3**0.5, abs=1e-4)
    assert found.interval[0] < found.mean < found.interval[1]
    assert found.rollouts is None


def test_the_hash_is_that_of_the_hands() -> None:
    rules = PRESETS["gongzhu-pagat"].rules
    lines = []
    for number in range(3):
        hands = deal_hands(rules, child_seed(SEED, number))
        lines.append(" ".join("".join(card.value for card in hand) for hand in hands) + "\n")
    assert deals_hash(rules, 3) == hashlib.sha256("".join(lines).encode()).hexdigest()
    # Written down, so that nobody changes the deals of this version without being told.
    known = "494d46296289ee0d78d07bc42c24d9175320afb07bfd5aa8273e1ce647256397"
    assert deals_hash(rules, 2) == known


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    ledger = tmp_path / "run.jsonl"
    words = ("novice", "--ledger", ledger, "--deals")
    score(*words, 2)
    whole = score(*words, 4)
    assert whole == score("novice", "--deals", 4)
    assert len(ledger.read_text("utf-8").splitlines()) == 1 + 4
    result = run("benchmark", "random", *words[1:], 4, status=2)
    assert "holds another match" in result.stderr


def test_people_are_told_the_score_and_how_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "TOLD_AFTER", 0.0)
    result = run("benchmark", "random", "--deals", 4, "--name", "chance")
    assert result.stderr.startswith("3 deals to go, each played 5 times: about 0:00:0")
    first, second, third = result.stdout.splitlines()
    assert first == "chance in benchmark 1, gongzhu-pagat, 4 deals against steady"
    assert "points a deal, 95% between" in second
    assert f"seed {SEED}, SHA-256 " in third


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        ("best", "there is no such bot level"),
        ("strong@10ms", "write strong, without a time"),
        ("cmd:", "write the command"),
    ],
)
def test_bad_agents_are_refused_in_one_line(agent: str, told: str) -> None:
    result = run("benchmark", agent, status=2)
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.rest
def test_outside_bots_are_measured_too() -> None:
    program = Path(sys.executable).with_name("gongzhu")
    command_line = f"cmd:{program} bot novice --rules gongzhu-pagat"
    outside = score(command_line, "--deals", 2, "--name", "mine")
    assert (outside.name, outside.agent) == ("mine", command_line)
    assert outside.mean == score("novice", "--deals", 2).mean


FILES = sorted(LEADERBOARD.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_files_of_the_leaderboard_are_of_the_deals_that_they_say(path: Path) -> None:
    found = msgspec.json.decode(path.read_bytes(), type=Score)
    rules = rules_from_values(found.options)
    assert rules == PRESETS[found.rules].rules
    assert found.rules in TRACKS
    assert found.seed == SEED
    assert found.sha256 == deals_hash(rules, found.deals)
    assert path.stem == f"{found.rules}-{found.name}"
