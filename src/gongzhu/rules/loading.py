"""Rule files and rule sets from outside: read whole, or refused with all their faults."""

import difflib
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from gongzhu.rules.checks import RuleError, RuleFault, faults_of, toml_value
from gongzhu.rules.option_table import FORMS, option_values, options_of
from gongzhu.rules.options import Family, RuleSet
from gongzhu.rules.presets import PRESETS, REMOVED_WITH_FIVE

LARGEST_FILE = 64 * 1024
"""Bytes: a rule file with every option and a comment on each has about 4,000."""


class NamedRules(msgspec.Struct, frozen=True):
    """A rule set, and where it comes from."""

    name: str
    """The preset's name, or the one that the rule file gives itself (else the file's stem)."""
    preset: str | None
    """The preset's name where the rules are exactly a preset, else None."""
    rules: RuleSet


def load_rules(source: str) -> NamedRules:
    """The rules that `--rules SOURCE` means: a preset's name, or the path of a rule file.

    Raises RuleError when it is neither, or the file is refused.
    """
    if source in PRESETS:
        return NamedRules(source, source, PRESETS[source].rules)
    path = Path(source)
    if not path.is_file():
        raise RuleError(
            "", RuleFault("rules", toml_value(source), "unknown_source", _preset_names())
        )
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise RuleError(source, RuleFault("", "", "file_too_large"))
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise RuleError(source, RuleFault("", "", "unreadable", str(error.strerror))) from error
    except UnicodeDecodeError as error:
        raise RuleError(source, RuleFault("", "", "unreadable", "UTF-8")) from error
    return parse_rules(text, source, Path(source).stem)


def parse_rules(text: str, source: str = "", name: str = "") -> NamedRules:
    """The rules of a rule file's text; `source` names the file in what is refused.

    Raises RuleError with every fault that was found.
    """
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        fault = RuleFault("", "", "not_toml", details={"error": str(error)})
        raise RuleError(source, fault) from error
    preset = table.pop("preset", None)
    if preset is None:
        raise RuleError(source, RuleFault("preset", "", "missing", _preset_names()))
    if not isinstance(preset, str) or preset not in PRESETS:
        fault = RuleFault("preset", toml_value(preset), "not_one_of", _preset_names())
        raise RuleError(source, fault)
    given = table.pop("name", name)
    if not isinstance(given, str) or not given.isprintable() or not 0 < len(given) <= 80:
        raise RuleError(source, RuleFault("name", toml_value(given), "not_name"))
    base = PRESETS[preset].rules
    if table.get("family", base.family) != base.family:
        fault = RuleFault("family", toml_value(table["family"]), "fixed_family", base.family)
        raise RuleError(source, fault)
    if table.get("players", base.players) != base.players:
        removed = REMOVED_WITH_FIVE if table["players"] == 5 else ()
        table.setdefault("removed", [card.code for card in removed])
    rules = rules_from_values({**option_values(base), **table}, source)
    exact = next((known for known, other in PRESETS.items() if other.rules == rules), None)
    return NamedRules(given or exact or preset, exact, rules)


def rules_from_values(values: Mapping[str, object], source: str = "") -> RuleSet:
    """The rule set with these values, every option of its family and `family` among them.

    Raises RuleError for an unknown or missing option, a value out of range, and a combination
    without meaning.
    """
    family = values.get("family")
    known = next((known for known in FORMS if known == family), None)
    if known is None:
        allowed = ", ".join(toml_value(known) for known in FORMS)
        raise RuleError(source, RuleFault("family", toml_value(family), "not_one_of", allowed))
    faults = _value_faults(values, known)
    if faults:
        raise RuleError(source, *faults)
    rules = msgspec.convert(values, FORMS[known])
    combined = faults_of(rules)
    if combined:
        raise RuleError(source, *combined)
    return rules


def _value_faults(values: Mapping[str, object], family: Family) -> list[RuleFault]:
    options = options_of(family)
    faults = []
    for key, value in values.items():
        if key == "family":
            continue
        option = options.get(key)
        fault = option.fault(value) if option else _unknown_key(key, value, family)
        if fault:
            faults.append(fault)
    faults += [RuleFault(key, "", "missing", "") for key in options if key not in values]
    return faults


def _unknown_key(key: str, value: object, family: Family) -> RuleFault:
    options = options_of(family)
    elsewhere = next((other for other in FORMS if key in options_of(other)), None)
    allowed = ", ".join(options)
    if elsewhere:
        details = {"family": say_family(elsewhere)}
        return RuleFault(key, toml_value(value), "other_family", allowed, details)
    close = difflib.get_close_matches(key, options, n=1)
    if close:
        return RuleFault(key, toml_value(value), "misspelt_key", allowed, {"close": close[0]})
    return RuleFault(key, toml_value(value), "unknown_key", allowed)


def say_family(family: Family) -> str:
    """The game's name as both languages know it."""
    return {"gongzhu": "Gong Zhu (拱猪)", "hearts": "Hearts (红心)"}[family]


def _preset_names() -> str:
    return ", ".join(PRESETS)
