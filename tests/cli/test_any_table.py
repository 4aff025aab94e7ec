"""Every command that plays or measures, at tables of three to eight under odd house rules."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from gongzhu.arena import exploit
from gongzhu.bots.search import config
from gongzhu.bots.search.config import REVIEWS
from gongzhu.cli.main import app
from gongzhu.review import deal_review, figures

TABLES = {
    3: """
preset = "gongzhu-pagat"
players = 3
pass_cycle = ["left", "none", "right"]
pass_count = 5
sale = "face-down-or-up"
all_point_cards = "instant-win"
deals = 3
""",
    5: """
preset = "hearts-denexa"
players = 5
pass_cycle = ["left-2", "right-2", "none"]
first_lead = "after-dealer"
later_lead = "loser"
upper_limit = "none"
deals = 2
points = { JD = -10, AS = 7 }
""",
    6: """
preset = "gongzhu-boulder"
players = 6
partners = "pooled"
pass_cycle = ["across"]
pass_count = 5
exact_total = [[-1000, 0], [500, -500]]
""",
    7: """
preset = "hearts-denexa"
players = 7
removed = ["3C", "2D", "3D"]
aim = "high"
points = { QS = 50, JD = -20 }
heart_values = "spot"
lower_limit = -300
upper_limit = 300
""",
    8: """
preset = "hearts-choice"
players = 8
partners = "separate"
pass_count = 5
sale = "open"
doubler = "9S"
all_tricks = 24
upper_limit = 40
exact_total = [[40, 0]]
""",
}
"""Rule files by the number of players: everything passed, odd hands, counted deals, no limit."""


def run(*words: object) -> str:
    """What `gongzhu` says of these words; nothing may be wrong with them."""
    result = CliRunner(env={"GONGZHU_LANG": "en"}).invoke(app, list(map(str, words)))
    assert result.exit_code == 0, (words, result.output, result.exception)
    return result.stdout


def told(*words: object) -> Any:
    return msgspec.json.decode(run(*words, "--json"))


@pytest.fixture
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge by few rollouts and learn little."""
    hasty = replace(REVIEWS, rollouts=40, rollouts_before_play=40)
    monkeypatch.setattr(deal_review, "REVIEWS", hasty)
    monkeypatch.setattr(figures, "BATCH", 128)
    monkeypatch.setattr(figures, "MOST_BATCHES", figures.LEAST_BATCHES)
    quick = replace(config.EXPLOITER, rollouts=20, rollouts_before_play=20)
    monkeypatch.setattr(config, "EXPLOITER", quick)
    monkeypatch.setattr(exploit, "EPOCHS", 1)


@pytest.mark.usefixtures("_hasty")
@pytest.mark.parametrize("players", TABLES)
def test_every_command_plays_every_table(players: int, tmp_path: Path) -> None:
    rules = tmp_path / "ours.toml"
    rules.write_text(TABLES[players], "utf-8")
    ours = ("--rules", rules)
    assert f"Players: {players}." in run("rules", "show", rules)

    deals, text, again = (tmp_path / name for name in ("deals.jsonl", "deals.txt", "again.jsonl"))
    bots = ("--bots", "steady,random,novice")
    run("simulate", *ours, *bots, "--deals", 2, "--seed", 1, "--out", deals)
    assert "everything is correct. Deals: 2" in run("verify", deals)
    run("convert", deals, "--to", "text", "--out", text)
    run("convert", text, "--to", "jsonl", "--out", again)
    assert again.read_bytes() == deals.read_bytes()
    names = msgspec.json.decode(deals.read_bytes().splitlines()[0])["players"]
    assert len(names) == players
    for words in (("stats", deals), ("stats", text, "--player", names[-1]), ("hint", deals)):
        assert set(names) - {names[-1]} <= set(run(*words).replace(" (partner)", "").split())
    one, page = tmp_path / "one.jsonl", tmp_path / "review.html"
    one.write_bytes(deals.read_bytes().splitlines(keepends=True)[0])
    run("review", one, "--html", page)
    assert all(name in page.read_text("utf-8") for name in names)

    # Two bots that play alike are equal, whoever sits where.
    assert told("arena", "novice", "novice", *ours, "--deals", 1)["mean"] == pytest.approx(0)
    assert (
        told("arena", "novice", "random", *ours, "--deals", 1, "--seats", players - 1)["deals"] == 1
    )
    assert told("arena", "policy", "random", *ours, "--deals", 2, "--adjusted")["deals"] == 2
    (rated,) = told("ladder", "novice", "random", *ours, "--deals", 1)["ladders"]
    assert {one["tables"] for one in rated["ratings"]} == {1}
    assert told("benchmark", "steady", *ours, "--deals", 2)["mean"] == pytest.approx(0)
    assert told("exploit", "random", *ours, "--deals", 2, "--lessons", 10)["deals"] == 2

    made = tmp_path / "made"
    run("dataset", made, *ours, "--bots", "novice", "--deals", 2)
    assert "Deals: 2" in run("dataset", made, "--check")
