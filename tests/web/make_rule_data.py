"""Writes what the web pages know of rules without a server, into web/src/scoring: the options and
their conditions in `rule-options.json`, the presets in `rule-data.json`, and the words of both in
`rule-words.LANG.json`; and into web/src/talk the keys of what may be said, `phrases.json`.

Run it as `python -m tests.web.make_rule_data`. Everything comes from the engine.
"""

import json
from pathlib import Path
from typing import Any, assert_never

from gongzhu.rules import PRESETS, option_values, options_of
from gongzhu.rules.conditions import CONFLICTS, MATTERS_WHERE, TRUE_WHERE, UNSAID, Conditions
from gongzhu.rules.explain import ORDER
from gongzhu.rules.option_table import FORMS, CardList, Choice, ChoiceList, Flag, Form, Whole
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
        "presets": {name: option_values(preset.rules) for name, preset in PRESETS.items()},
    }


def _options() -> Json:
    return {
        "options": {
            family: {
                key: {"group": option.group}
                | _form(option.form)
                | ({"default": option.default} if option.default else {})
                for key, option in options_of(family).items()
            }
            for family in FORMS
        },
        "matters_where": {key: _conditions(where) for key, where in MATTERS_WHERE.items()},
        "conflicts": [
            {"key": conflict.key, "where": _conditions(conflict.where)} for conflict in CONFLICTS
        ],
    }


def _conditions(conditions: Conditions) -> list[Json]:
    return [condition._asdict() for condition in conditions]


def _form(form: Form) -> Json:
    match form:
        case Choice(values):
            return {"kind": "choice", "values": values}
        case Flag():
            return {"kind": "flag"}
        case Whole(least, most):
            return {"kind": "whole", "least": least, "most": most}
        case CardList():
            return {"kind": "cards"}
        case ChoiceList(values, least, most):
            return {"kind": "choices", "values": values, "least": least, "most": most}
        case _:
            assert_never(form)


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
