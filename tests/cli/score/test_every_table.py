"""`gongzhu score` by rule files of every table: any number of piles, every option."""

import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from gongzhu.rules import NamedRules, RuleSet, example_rules, nearest_preset, rule_file
from gongzhu.scorebook import DealEntry, count_deals, score_entry, seats_of
from tests.cli.score.lines import answers
from tests.support.rulesets import every_kind
from tests.support.scorebooks import random_entry

EXAMPLES = {example.name: example.named.rules for example in example_rules()}
TABLES = {
    name: rules for name, rules in every_kind(seed=31, count=30).items() if "random" in name
} | EXAMPLES


def written(folder: Path, rules: RuleSet) -> str:
    """The path of a rule file with these rules."""
    path = folder / "ours.toml"
    path.write_text(rule_file(NamedRules("ours", nearest_preset(rules), None, rules)), "utf-8")
    return str(path)


def line(entry: DealEntry) -> str:
    return json.dumps(msgspec.to_builtins(entry))


@pytest.mark.parametrize("name", TABLES)
def test_lines_are_scored_by_any_rule_file(tmp_path: Path, name: str) -> None:
    rules, rng = TABLES[name], Random(name)
    file = written(tmp_path, rules)
    entries = [random_entry(rules, rng) for _ in range(12)]
    lines = [line(entry) for entry in entries]
    assert [answer["scores"] for answer in answers(file, *lines)] == [
        list(score_entry(rules, entry).points) for entry in entries
    ]
    counted = list(count_deals(rules, entries))
    for answer, deal in zip(answers(file, *lines, game=True), counted, strict=True):
        result = deal.result
        assert answer["scores"] == list(deal.score.points)
        assert answer["totals"] == list(deal.game.totals)
        assert answer["game_over"] == (result is not None)
        assert answer["losers"] == list(seats_of(rules, result.losers if result else ()))
        assert answer["strips"] == list(deal.match.strips)
        assert answer["round_points"] == list(deal.match.round_points)
