"""Reads rule files and rule sets from outside; a bad one is refused with a list of all its
faults."""

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from gongzhu.rules.faults import RuleError, RuleFault, UnreadableRules, faults_of, shown_value
from gongzhu.rules.option_table import FORMS, option_values, options_of
from gongzhu.rules.options import Family, RuleSet
from gongzhu.rules.presets import PRESETS, REMOVED_WITH_FIVE
from gongzhu.texts import SystemReason, typed

LARGEST_FILE = 64 * 1024
"""Greatest size of a rule file in bytes; one with every option and a comment on each has about
8,000."""

_IN_WHEEL = Path(__file__).parent / "example_files"
EXAMPLES = _IN_WHEEL if _IN_WHEEL.is_dir() else Path(__file__).parents[3] / "examples"
"""The folder with the rule files that come with the program."""

LONGEST_NAME = 80
"""Greatest length of a rule set's name, in characters."""


_QUOTED = re.compile(
    r"""(?P<kept>"[^"\n]*"|'[^'\n]*'|\#[^\n]*)|[“”「＂](?P<quoted>[^“”「」＂"\n\\]*)[“”」＂]|."""
)
"""Matches a comment or a text in ASCII quotes, a text in Chinese quotes, or any other single
character."""


class NamedRules(msgspec.Struct, frozen=True):
    """A rule set with its name and origin."""

    name: str
    """The preset's name, or the name given in the rule file (by default the file's stem)."""
    base: str
    """The preset that this is, or on which the rule file is based."""
    preset: str | None
    """The name of the preset with exactly these rules; None if there is none."""
    rules: RuleSet


def load_rules(source: str) -> NamedRules:
    """The rules that `--rules SOURCE` means: a preset's name, the path of a rule file, or the name
    of one that comes with the program.

    Raises UnreadableRules if it is neither or the file is not text, and RuleError if the file has
    faults.

    >>> load_rules("hearts-denexa").rules.players
    4
    """
    name = typed(source).strip()
    if name in PRESETS:
        return NamedRules(name, name, name, PRESETS[name].rules)
    path = Path(source)
    if name in (known.stem for known in EXAMPLES.glob("*.toml")):
        path = EXAMPLES / f"{name}.toml"
    return parse_rules(_read(source, path), source, path.stem)


def parse_rules(text: str, source: str = "", name: str = "") -> NamedRules:
    """The rules of a rule file's text. `source` is the file's name in error messages; `name` is
    used if the text does not name the rules.

    Raises RuleError with every fault that was found.

    >>> ours = parse_rules('preset = "gongzhu-pagat"\\nlower_limit = -500')
    >>> ours.rules.lower_limit
    -500
    """
    table = {
        key: value if key == "name" else _plain(value)
        for key, value in _table(text, source).items()
    }
    faults = []
    given = table.pop("name", None)
    if given is not None and not _is_name(given):
        faults.append(
            RuleFault("name", shown_value(given), "not_name", details={"most": str(LONGEST_NAME)})
        )
    preset = table.pop("preset", None)
    if not isinstance(preset, str) or preset not in PRESETS:
        raise RuleError(source, *faults, _no_preset(preset))
    base = PRESETS[preset].rules
    family = table.pop("family", base.family)
    if family != base.family:
        allowed = shown_value(base.family)
        faults.append(RuleFault("family", shown_value(family), "other_family", allowed))
    if table.get("players", base.players) != base.players:
        removed = REMOVED_WITH_FIVE if table["players"] == 5 else ()
        table.setdefault("removed", [card.code for card in removed])
    values = {**option_values(base), **table}
    faults += _faults(values, base.family)
    if faults:
        raise RuleError(source, *faults)
    rules = _convert(values, base.family)
    exact = next((known for known, other in PRESETS.items() if other.rules == rules), None)
    return NamedRules(given or (name if _is_name(name) else preset), preset, exact, rules)


def rules_from_values(values: Mapping[str, object], source: str = "") -> RuleSet:
    """The rule set with these values: `family`, and every option of that family that has no
    default.

    Raises RuleError for an unknown or missing option, a value out of range, and a meaningless
    combination.

    >>> rules = PRESETS["hearts-denexa"].rules
    >>> rules_from_values(option_values(rules)) == rules
    True
    """
    family = values.get("family")
    known = next((known for known in FORMS if known == family), None)
    if known is None:
        allowed = ", ".join(shown_value(known) for known in FORMS)
        if "family" not in values:
            raise RuleError(source, RuleFault("family", "", "missing_one_of", allowed))
        raise RuleError(source, RuleFault("family", shown_value(family), "not_one_of", allowed))
    faults = _faults(values, known)
    if faults:
        raise RuleError(source, *faults)
    return _convert(values, known)


def rules_from_preset(
    preset: str | None, changes: Mapping[str, object]
) -> tuple[str | None, RuleSet]:
    """A preset with changes, or, where `preset` is None, the complete values of a rule set.

    Returns the name of the preset with exactly these rules (or None), and the rules. With five
    players the usual cards are laid aside unless `changes` says otherwise. Raises RuleError.

    >>> preset, rules = rules_from_preset("gongzhu-pagat", {"players": 5})
    >>> preset, rules.removed
    ('gongzhu-pagat-5', (<Card.TWO_OF_CLUBS: '2C'>, <Card.TWO_OF_DIAMONDS: '2D'>))
    """
    if preset is None:
        rules = rules_from_values(changes)
    else:
        base = PRESETS.get(preset)
        if base is None:
            fault = RuleFault("preset", repr(preset), "not_one_of", ", ".join(PRESETS))
            raise RuleError("", fault)
        values = {**option_values(base.rules), **changes}
        if values["players"] != base.rules.players and "removed" not in changes:
            removed = REMOVED_WITH_FIVE if values["players"] == 5 else ()
            values["removed"] = [card.code for card in removed]
        rules = rules_from_values(values)
    return next((name for name, known in PRESETS.items() if known.rules == rules), None), rules


def _read(source: str, path: Path) -> str:
    """The text of a rule file. Raises UnreadableRules."""
    try:
        if not source or not _exists(path):
            raise UnreadableRules("", _no_source(source))
        if not path.is_file():
            raise UnreadableRules(source, RuleFault("", "", "not_a_file"))
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            most = {"most": str(LARGEST_FILE)}
            raise UnreadableRules(source, RuleFault("", "", "file_too_large", details=most))
        return data.decode("utf-8-sig")
    except OSError as error:
        details = {"error": SystemReason(error)}
        raise UnreadableRules(source, RuleFault("", "", "unreadable", details=details)) from error
    except UnicodeDecodeError as error:
        raise UnreadableRules(source, RuleFault("", "", "not_text")) from error


def _exists(path: Path) -> bool:
    """True if something exists at the path; raises OSError if that cannot be found out."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    return True


def _table(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        with suppress(ValueError, RecursionError):
            return tomllib.loads(_QUOTED.sub(_in_ascii, text))
        raise RuleError(source, _not_toml(str(error), text)) from error
    except RecursionError as error:
        raise RuleError(source, RuleFault("", "", "nested_too_deep")) from error
    except ValueError as error:
        # Python reads no number of more than some thousands of digits.
        raise RuleError(source, RuleFault("", "", "number_too_long")) from error


def _in_ascii(piece: re.Match[str]) -> str:
    """A piece of a rule file with its syntax converted to ASCII; text in quotes is left as it
    is."""
    if piece["kept"] is not None:
        return piece["kept"]
    if piece["quoted"] is not None:
        return f'"{piece["quoted"]}"'
    return typed(piece[0])


def _plain(value: Any) -> Any:
    """A value of a rule file with the text in it normalised by `typed`."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return typed(value) if isinstance(value, str) else value


def _not_toml(told: str, text: str) -> RuleFault:
    """The fault of a text that is not TOML, with the place and the parser's message."""
    place = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", told)
    if place:
        error, line, column = place.groups()
    else:
        error, line = told.removesuffix(" (at end of document)"), str(text.count("\n") + 1)
        column = str(len(text) - text.rfind("\n"))
    details = {"line": line, "column": column, "error": error}
    return RuleFault("", "", "not_toml", details=details)


def _is_name(given: object) -> bool:
    return isinstance(given, str) and given.isprintable() and 0 < len(given) <= LONGEST_NAME


def _no_preset(given: object) -> RuleFault:
    allowed = ", ".join(PRESETS)
    if given is None:
        return RuleFault("preset", "", "missing_one_of", allowed)
    close = _closest(given, PRESETS) if isinstance(given, str) else {}
    problem = "misspelt" if close else "not_one_of"
    return RuleFault("preset", shown_value(given), problem, allowed, close)


def _no_source(source: str) -> RuleFault:
    close = _closest(source, PRESETS)
    problem = "misspelt_source" if close else "unknown_source"
    return RuleFault("rules", shown_value(source), problem, ", ".join(PRESETS), close)


def _closest(given: str, known: Iterable[str]) -> dict[str, str]:
    """The part of a message that suggests a known name close to the given one; empty if none is
    close."""
    close = difflib.get_close_matches(given, known, n=1)
    return {"close": close[0]} if close else {}


def _convert(values: Mapping[str, object], family: Family) -> RuleSet:
    rules = msgspec.convert(values, FORMS[family])
    # Cards laid aside have no order: the same cards are the same rules.
    return replace(rules, removed=tuple(sorted(rules.removed)))


def _faults(values: Mapping[str, object], family: Family) -> list[RuleFault]:
    """Everything that is wrong with these values, one by one and in combination."""
    options = options_of(family)
    faults = []
    for key, value in values.items():
        if key == "family":
            continue
        option = options.get(key)
        fault = option.fault(value) if option else _unknown_key(key, value, family)
        if fault:
            faults.append(fault)
    faults += [
        RuleFault(key, "", "missing")
        for key, option in options.items()
        if key not in values and option.default is None
    ]
    # What is wrong in itself is not blamed a second time for what it does to the others.
    unsound = {fault.key for fault in faults}
    sound = {key: value for key, value in values.items() if key in options and key not in unsound}
    stand_in = next(preset.rules for preset in PRESETS.values() if preset.rules.family == family)
    together = faults_of(msgspec.convert({**option_values(stand_in), **sound}, FORMS[family]))
    return faults + [fault for fault in together if unsound.isdisjoint((fault.key, *fault.others))]


def _unknown_key(key: str, value: object, family: Family) -> RuleFault:
    options = options_of(family)
    allowed = ", ".join(options)
    elsewhere = next((other for other in FORMS if key in options_of(other)), None)
    if elsewhere:
        return RuleFault(key, shown_value(value), f"only_in_{elsewhere}", allowed)
    if isinstance(value, dict):
        return RuleFault(key, shown_value(value), "table")
    close = _closest(key, options)
    return RuleFault(
        key, shown_value(value), "misspelt" if close else "unknown_key", allowed, close
    )
