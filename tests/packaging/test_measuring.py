"""Measurements run after `make setup` alone, and what tests come to is noted nowhere."""

import json
import re
from pathlib import Path

import pytest

from tests.support.fresh_python import ROOT, run_code
from tests.support.ledger import UNNOTED, Ledger

WITHOUT = """
import importlib.metadata, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        found = {dist.lower() for dist in there.get(name.partition(".")[0], ())}
        if found & absent:
            raise ImportError(f"{name} is not there after make setup")

there, absent = importlib.metadata.packages_distributions(), set(%r)
sys.meta_path.insert(0, Missing())
import bench.server.load
print(sorted(absent)[:1])
"""


def pinned(file: str) -> set[str]:
    """The names of what a lock has."""
    text = (ROOT / "requirements" / file).read_text("utf-8")
    return set(re.findall(r"^([\w.-]+)==", text, re.MULTILINE))


def test_a_server_is_measured_with_what_it_runs_by_alone() -> None:
    absent = pinned("dev.txt") - pinned("run.txt") - pinned("setup.txt")
    assert "pytest" in absent
    run_code(WITHOUT % sorted(absent))


def test_runs_of_tests_are_noted_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept.jsonl"
    ledger = Ledger(str(kept), "make it")
    ledger.note(seeds=1)
    assert not kept.exists()
    for name in UNNOTED:
        monkeypatch.delenv(name, raising=False)
    ledger.note(seeds=2)
    assert json.loads(kept.read_text("utf-8"))["seeds"] == 2
