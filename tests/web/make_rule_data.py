"""Writes what the web pages know of rules without a server, into web/src/scoring: the options and
their conditions in `rule-options.json`, the presets in `rule-data.json`, and the words of both in
`rule-words.LANG.json`; and into web/src/talk the keys of what may be said, `phrases.json`.

Run it as `python -m tests.web.make_rule_data`. Everything comes from the engine.
"""

import json
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from gongzhu.rules import PRESETS, Option, RuleSet, options_of
from gongzhu.rules.conditions import CONFLICTS, MATTERS_WHERE, TRUE_WHERE, UNSAID, Conditions
from gongzhu.rules.explain import ORDER
from gongzhu.rules.option_table import (
    CardList,
    Choice,
    ChoiceList,
    Flag,
    Form,
    OneCard,
    Pairs,
    PointTable,
    Whole,
)
from gongzhu.rules.presets import USUAL_RULES
from gongzhu.table.talk import PHRASES, REACTIONS
from gongzhu.texts import Lang
from gongzhu.texts.catalogue import LANGUAGES, keys

FOLDER = Path(__file__).parents[2] / "web" / "src" / "scoring"
TOPICS = ("group", "option", "basics", "preset", "family")
Json = dict[str, Any]


def contents() -> dict[str, str]:
    """Each file's name and what it holds."""
    words = {f"rule-words.{lang}.json": _words(lang) for lang in LANGUAGES}
    data = {"rule-options.json": _options(), "rule-data.json": _data(), **words}
    data["../talk/phrases.json"] = {"phrases": PHRASES, "reactions": list(REACTIONS)}
    return {name: _lines(content) for name, content in data.items()}


def _data() -> Json:
    return {
        "order": ORDER,
        "true_where": {key: _conditions(where) for key, where in TRUE_WHERE.items()},
        "unsaid": UNSAID,
        "presets": {name: _changes(preset.rules) for name, preset in PRESETS.items()},
    }


def _changes(rules: RuleSet) -> Json:
    """The fields that differ from the usual rules of the game."""
    usual, values = to_builtins(USUAL_RULES[rules.family]), to_builtins(rules)
    changes = {key: value for key, value in values.items() if value != usual[key]}
    return {"family": rules.family} | changes


def _options() -> Json:
    return {
        "options": {key: _option(option) for key, option in options_of().items()},
        "usual": to_builtins(USUAL_RULES),
        "older_points": {
            "heart_values": {"classic": {}, "face-value": _points("gongzhu-hwa")},
            "omnibus": {"false": {}, "true": _points("hearts-omnibus")},
        },
        "matters_where": {key: _conditions(where) for key, where in MATTERS_WHERE.items()},
        "conflicts": [
            {
                "key": conflict.key,
                "where": _conditions(conflict.where),
                "allowed": conflict.allowed,
                "others": conflict.others,
            }
            for conflict in CONFLICTS
        ],
    }


def _points(preset: str) -> Json:
    """What differs in the values of cards from the usual rules of the game, for the words of older
    records."""
    rules = PRESETS[preset].rules
    usual = dict(USUAL_RULES[rules.family].points)
    return {card.code: points for card, points in rules.points if usual.get(card) != points}


def _conditions(conditions: Conditions) -> list[list[object]]:
    """Each condition as [option, values, among], short since a first visit loads them."""
    return [list(condition) for condition in conditions]


KINDS: dict[type[Form], str] = {
    Choice: "choice",
    Flag: "flag",
    Whole: "whole",
    OneCard: "card",
    CardList: "cards",
    ChoiceList: "choices",
    PointTable: "points",
    Pairs: "pairs",
}


def _option(option: Option) -> Json:
    kind = KINDS[type(option.form)]
    form: Json = to_builtins(option.form)
    return {"group": option.group, "kind": kind, **form}


def _words(lang: Lang) -> Json:
    """The catalogue's own keys, without the topic `rules`."""
    told = {key.removeprefix("rules."): text for key, text in keys(lang).items()}
    return {key: text for key, text in told.items() if key.split(".")[0] in (*TOPICS, "joint")}


def _lines(data: Json) -> str:
    """JSON with a line for each thing, so that a change shows where it is."""
    parts = []
    for key, value in data.items():
        if isinstance(value, dict):
            rows = ",\n".join(f"    {_json(name)}: {_json(row)}" for name, row in value.items())
            parts.append(f"  {_json(key)}: {{\n{rows}\n  }}")
        elif isinstance(value, list):
            rows = ",\n".join(f"    {_json(row)}" for row in value)
            parts.append(f"  {_json(key)}: [\n{rows}\n  ]")
        else:
            parts.append(f"  {_json(key)}: {_json(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    for file, text in contents().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
