"""The ledger of `make strength`: each match is written down with its moons and slams."""

import json
from pathlib import Path

import pytest

from bench.bots.strength_table import Match, note
from gongzhu.arena.duplicate import DealResult, Slams
from gongzhu.arena.tally import MatchTally
from tests.support.ledger import Ledger


def test_a_match_tells_its_slams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.support.ledger.ROOT", tmp_path)
    monkeypatch.setattr("tests.support.ledger.UNNOTED", ())
    tally = MatchTally()
    for number in range(2):
        tally.add(DealResult(number, 1.0, ((), ()), (), (Slams(4, 1, 2), Slams(4, 0, 1))))
    note(Ledger("kept.jsonl", "a command"), "a match", Match("a", "b", "hearts", 2), tally)
    told = json.loads((tmp_path / "kept.jsonl").read_text("utf-8"))["slams"]
    assert told["a"] == {"shot": 250, "threatened": 500, "stopped": 250}
    assert told["b"] == {"shot": 0, "threatened": 250, "stopped": 250}
