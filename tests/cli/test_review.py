"""`gongzhu review`: records with a fault among them, in words and as JSON."""

import json
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from gongzhu.bots.search.config import REVIEWS
from gongzhu.bots.selfplay import SelfPlayConfig, play_deals
from gongzhu.cli.main import app
from gongzhu.records import write_jsonl
from gongzhu.review import deal_review
from gongzhu.texts import width_of
from tests.support.rulesets import SHORT


@pytest.fixture(scope="module")
def deals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three deals, of which the second says another score than it comes to."""
    setup = SelfPlayConfig(rules=SHORT, preset=None, levels=("steady",), seed="review command")
    lines = "".join(write_jsonl(islice(play_deals(setup), 3))).splitlines()
    faulty = json.loads(lines[1])
    faulty["scores"][0] += 10
    lines[1] = json.dumps(faulty)
    path = tmp_path_factory.mktemp("review") / "deals.jsonl"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.fixture
def few_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge hastily."""
    hasty = replace(REVIEWS, rollouts=150, rollouts_before_play=150)
    monkeypatch.setattr(deal_review, "REVIEWS", hasty)


@pytest.mark.rest
def test_a_faulty_record_is_told_and_the_others_are_reviewed(deals: Path) -> None:
    told = CliRunner().invoke(app, ["verify", str(deals), "--lang", "en"])
    arguments = ["review", str(deals), "--json", "--seed", "7", "--lang", "en"]
    alone = CliRunner().invoke(app, arguments)
    assert alone.exit_code == 1
    assert alone.stderr == told.stdout
    found = [json.loads(line) for line in alone.stdout.splitlines()]
    assert [(one["game"], one["deal"]) for one in found] == [(0, 0), (0, 2)]
    for one in found:
        for row in one["ledger"]:
            parts = (row[key] for key in ("dealt", "luck", "given", "own"))
            assert sum(parts) == pytest.approx(row["result"], abs=1e-6)
        for each in one["decisions"]:
            assert {"ply", "seat", "kind", "action", "best", "aim", "loss"} < each.keys()
            assert {"class", "matter", "sentence"} < each.keys()
            assert set(each["loss"]) == {"mean", "low", "high"}
    beside = CliRunner().invoke(app, [*arguments, "--jobs", "2"])
    assert beside.stdout == alone.stdout


@pytest.mark.usefixtures("few_rollouts")
@pytest.mark.parametrize(("lang", "words"), [("en", "Luck and skill"), ("zh", "运气与技术")])
def test_in_words(deals: Path, tmp_path: Path, lang: str, words: str) -> None:
    first = tmp_path / "first.jsonl"
    first.write_text(deals.read_text("utf-8").splitlines()[0] + "\n", "utf-8")
    shown = CliRunner().invoke(app, ["review", str(first), "--lang", lang])
    assert shown.exit_code == 0
    assert shown.stdout.count(words) == 1
    assert max(map(width_of, shown.stdout.splitlines())) <= 88
    assert "master" in shown.stdout.split(words)[1]


@pytest.mark.usefixtures("few_rollouts")
def test_what_the_players_of_several_files_lost(deals: Path, tmp_path: Path) -> None:
    lines = deals.read_text("utf-8").splitlines()
    files = []
    for place in (0, 2):
        files.append(tmp_path / f"{place}.jsonl")
        files[-1].write_text(lines[place] + "\n", "utf-8")
    arguments = ["review", *map(str, files), "--lang", "en"]
    shown = CliRunner().invoke(app, [*arguments, "--summary"])
    assert shown.exit_code == 0
    rows = shown.stdout.splitlines()
    assert [row.split()[0] for row in rows[3:11]] == [
        *(f"steady-{seat}" for seat in range(4)),
        *("(novice)", "(steady)", "(strong)", "(master)"),
    ]
    assert "In brackets: four bots of one level under gongzhu-pagat" in rows[12]
    told = CliRunner().invoke(app, [*arguments, "--json"])
    reviews = [json.loads(line) for line in told.stdout.splitlines()]
    own = [each for one in reviews for each in one["decisions"]]
    own = [each for each in own if (each["seat"], each["aim"]) == (0, "points")]
    mean = sum(each["loss"]["mean"] for each in own) / len(own)
    assert rows[3].split()[1] == str(len(own))
    assert float(rows[3].split()[3]) == pytest.approx(mean, rel=0.05)
    again = CliRunner().invoke(app, [*arguments, str(files[0]), "--json"])
    assert again.stdout == told.stdout
    assert again.stderr == "Deals that are in the files more than once: 1; each counts once.\n"
    both = CliRunner().invoke(app, [*arguments, "--summary", "--json"])
    assert both.exit_code == 2
    assert "one of them" in both.stderr


@pytest.mark.usefixtures("few_rollouts")
def test_names_are_shown_without_what_cannot_be_seen(deals: Path, tmp_path: Path) -> None:
    first = json.loads(deals.read_text("utf-8").splitlines()[0])
    first["players"] = ["A\u202enn", "B\u200bo", "\u3164", "Dee"]
    odd = tmp_path / "odd\u202e.jsonl"
    odd.write_text(json.dumps(first) + "\nno record\n", "utf-8")
    shown = CliRunner().invoke(app, ["review", str(odd), "--lang", "en"])
    assert not set(shown.output) & {"\u202e", "\u200b", "\u3164"}
    assert "odd\\u202e.jsonl: line 2" in shown.stderr
    starts = [line.split()[0] for line in shown.stdout.splitlines() if line.strip()]
    for name, times in (("Ann", 2), ("Bo", 2), ("3", 1), ("–", 1), ("Dee", 2)):
        assert starts.count(name) >= times


def test_a_file_without_records(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text("", "utf-8")
    shown = CliRunner().invoke(app, ["review", str(empty), "--lang", "en"])
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert "no records" in shown.stderr


def test_a_page_that_cannot_be_written_is_told_before_the_review(
    deals: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deal_review, "review_deal", None)
    out = tmp_path / "nowhere" / "page.html"
    ended = CliRunner().invoke(app, ["review", str(deals), "--html", str(out)])
    assert ended.exit_code == 2
    assert ended.stderr == f"gongzhu: {out}: No such file or directory\n"
