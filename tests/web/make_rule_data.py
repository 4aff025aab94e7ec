"""Writes what the web pages know of presets and options without a server: `rule-data.json`, and
its words in `rule-words.LANG.json`, in web/src/scoring.

Run it as `PYTHONPATH=tests python tests/web/make_rule_data.py`. Everything comes from the engine.
"""

import json
from pathlib import Path
from typing import Any, assert_never

from gongzhu.rules import PRESETS, option_values, options_of
from gongzhu.rules.explain import _ORDER
from gongzhu.rules.option_table import FORMS, CardList, Choice, ChoiceList, Flag, Form, Whole
from gongzhu.texts import Lang
from gongzhu.texts.catalogue import LANGUAGES, keys

FOLDER = Path(__file__).parents[2] / "web" / "src" / "scoring"
TOPICS = ("group", "option", "basics", "preset", "family")
Json = dict[str, Any]


def contents() -> dict[str, str]:
    """Each file's name and what it holds."""
    words = {f"rule-words.{lang}.json": _words(lang) for lang in LANGUAGES}
    return {name: _lines(data) for name, data in {"rule-data.json": _data(), **words}.items()}


def _data() -> Json:
    return {
        "order": _ORDER,
        "options": {
            family: {
                key: {"group": option.group} | _form(option.form)
                for key, option in options_of(family).items()
            }
            for family in FORMS
        },
        "presets": {name: option_values(preset.rules) for name, preset in PRESETS.items()},
    }


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
        else:
            parts.append(f"  {_json(key)}: {_json(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    for file, text in contents().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
