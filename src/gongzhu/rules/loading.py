"""Reads rule files and other outside values into rule sets. Invalid input is refused with a list of
all its faults."""

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from gongzhu.cards import Card
from gongzhu.rules.card_values import SHORTHANDS, expand_shorthands
from gongzhu.rules.facts import key_cards, values_of
from gongzhu.rules.faults import RuleError, RuleFault, UnreadableRules, faults_of, shown_value
from gongzhu.rules.following import following_values, preset_of
from gongzhu.rules.older_names import OLDER_KEYS, with_new_names
from gongzhu.rules.option_table import options_of, shorthand_options
from gongzhu.rules.options import NONE, RuleSet
from gongzhu.rules.presets import PRESETS, USUAL_RULES
from gongzhu.texts import SystemReason, typed

LARGEST_FILE = 64 * 1024
"""Greatest size of a rule file in bytes. A file with every option and its comments has about
8,000."""

_IN_WHEEL = Path(__file__).parent / "example_files"
EXAMPLES = _IN_WHEEL if _IN_WHEEL.is_dir() else Path(__file__).parents[3] / "examples"
"""The folder with the rule files that come with the program."""

LONGEST_NAME = 80
"""Greatest length of a rule set's name, in characters."""


_QUOTED = re.compile(
    r"""(?P<kept>"[^"\n]*"|'[^'\n]*'|\#[^\n]*)|[“”「＂](?P<quoted>[^“”「」＂"\n\\]*)[“”」＂]|."""
)
"""Matches one piece of a rule file: a comment or a string in ASCII quotes (`kept`), a string in
Chinese quotes (`quoted`), or any other single character."""


class NamedRules(msgspec.Struct, frozen=True):
    """A rule set with its name and origin, as loaded from a preset or a rule file."""

    name: str
    """The preset's name, or the name set in the rule file (by default the file's name without
    extension)."""
    base: str
    """The name of the preset itself, or of the preset on which the rule file is based."""
    preset: str | None
    """The name of the preset with exactly these rules, or None if there is none."""
    rules: RuleSet
    renamed: tuple[RuleFault, ...] = ()
    """A notice for each option that the file sets under an older name, with its present name."""


def load_rules(source: str) -> NamedRules:
    """The rules for the command-line option `--rules SOURCE`: the name of a preset, the name of a
    rule file that comes with the program, or the path of a rule file.

    Raises UnreadableRules if nothing has this name or the file cannot be read as text, and
    RuleError if the file has faults.

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
    """The rules in the text of a rule file. `source` is the file's name for error messages. `name`
    names the rules if the text does not. Without either, they have the preset's name.

    Raises RuleError with every fault found.

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
    changes, renamed = with_new_names(table)
    rules = _changed(base, changes, faults)
    if rules is None:
        raise RuleError(source, *faults)
    exact = preset_of(rules)
    shown = given or (name if _is_name(name) else preset)
    return NamedRules(shown, preset, exact, rules, renamed)


def rules_from_values(values: Mapping[str, object], source: str = "") -> RuleSet:
    """The rule set with these plain values by option key, and `family`, which is required. A
    missing option has its usual value for the family (`USUAL_RULES`). `points` must be complete.

    Raises RuleError for an unknown option, a value out of range, or a conflict between options.

    >>> rules = PRESETS["hearts-denexa"].rules
    >>> rules_from_values(option_values(rules)) == rules
    True
    """
    family = values.get("family")
    base = next((rules for known, rules in USUAL_RULES.items() if known == family), None)
    if base is None:
        allowed = ", ".join(shown_value(known) for known in USUAL_RULES)
        problem = "not_one_of" if "family" in values else "missing_one_of"
        shown = shown_value(family) if "family" in values else ""
        raise RuleError(source, RuleFault("family", shown, problem, allowed))
    faults: list[RuleFault] = []
    changes, _ = with_new_names({key: value for key, value in values.items() if key != "family"})
    if isinstance(changes.get("points"), dict) and not SHORTHANDS.keys() & changes.keys():
        # `points` is the complete table here: a card that it does not name does not count.
        changes["points"] = (
            dict.fromkeys((card.code for card in values_of(base)), NONE) | changes["points"]
        )
    rules = _changed(base, changes, faults)
    if rules is None:
        raise RuleError(source, *faults)
    return rules


def rules_from_preset(
    preset: str | None, changes: Mapping[str, object]
) -> tuple[str | None, RuleSet]:
    """The rules of a preset with some options changed. If `preset` is None, `changes` must be the
    values for `rules_from_values`.

    Returns the name of the preset with exactly the resulting rules (None if there is none), and the
    rules. Options that depend on the number of players are adjusted to it unless `changes` sets
    them. Raises RuleError.

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
        faults: list[RuleFault] = []
        given = {key: value for key, value in changes.items() if key != "family"}
        changed = _changed(base.rules, with_new_names(given)[0], faults)
        if changed is None:
            raise RuleError("", *faults)
        rules = changed
    return preset_of(rules), rules


def _changed(base: RuleSet, changes: Mapping[str, Any], faults: list[RuleFault]) -> RuleSet | None:
    """The rules `base` with these changes. Every fault is appended to `faults`. Returns None if the
    list is then not empty."""
    wrong = list(_single_faults(changes))
    faults += wrong
    # An option that is wrong by itself is not also reported for conflicts with others.
    unsound = {fault.key for fault in wrong}
    sound = {key: value for key, value in changes.items() if key not in unsound}
    named, twice = _named_points(base, sound)
    faults += twice
    if twice:
        unsound |= {"points", *(fault.key for fault in twice)}
    values = following_values(base, sound) | {
        key: value for key, value in sound.items() if key not in (*SHORTHANDS, "points")
    }
    gone = set(values["removed"]) - set(sound.get("removed", ()))
    points = dict(base.points) | named
    table = {
        card: worth for card, worth in points.items() if worth is not None and card.code not in gone
    }
    values["points"] = sorted(table.items())
    rules = _convert(values)
    together = faults_of(rules)
    faults += [fault for fault in together if unsound.isdisjoint((fault.key, *fault.others))]
    return None if faults else rules


def _named_points(
    base: RuleSet, changes: Mapping[str, Any]
) -> tuple[dict[Card, int | None], list[RuleFault]]:
    """Returns the values of the cards that `changes` sets, by `points` or shorthands, with None for
    a card that does not count, and a fault for each option that sets a card twice or sets a card
    laid aside. For `heart_values`, hearts laid aside are no fault: they just do not count."""
    given = {
        Card(code): None if worth == NONE else worth
        for code, worth in changes.get("points", {}).items()
    }
    short = {key: value for key, value in changes.items() if key in SHORTHANDS}
    values = expand_shorthands(short, changes.get("aim", base.aim)) | given
    laid = set(changes.get("removed", ()))
    faults = []
    owners: dict[Card, str] = {}
    for key, cards in (*((key, SHORTHANDS[key]) for key in short), ("points", tuple(given))):
        twice = [card for card in cards if card in owners]
        if twice:
            others = {owners[card]: None for card in twice}
            faults.append(_cards_fault(changes, key, "named_twice", twice, *others))
        owners |= dict.fromkeys(cards, key)
        aside = [card for card in cards if card.code in laid and values[card] is not None]
        if aside and key != "heart_values":
            faults.append(_cards_fault(changes, key, "points_removed", aside, "removed"))
    return {card: None if card.code in laid else worth for card, worth in values.items()}, faults


def _cards_fault(
    changes: Mapping[str, Any], key: str, problem: str, cards: Sequence[Card], *others: str
) -> RuleFault:
    details = {"cards": ", ".join(map(str, cards))}
    besides = ", ".join(
        other if other == "removed" else f"{other} = {shown_value(changes[other])}"
        for other in others
    )
    return RuleFault(key, shown_value(changes[key]), problem, "", details, others, besides)


def _read(source: str, path: Path) -> str:
    """The text of the rule file at `path`. `source` names it in errors. Raises UnreadableRules."""
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
    """True if something exists at the path. Raises OSError if this cannot be determined."""
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
        # Python refuses to convert a number of more than some thousands of digits.
        raise RuleError(source, RuleFault("", "", "number_too_long")) from error


def _in_ascii(piece: re.Match[str]) -> str:
    """The replacement for a match of _QUOTED: the syntax in ASCII, and quoted text unchanged."""
    if piece["kept"] is not None:
        return piece["kept"]
    if piece["quoted"] is not None:
        return f'"{piece["quoted"]}"'
    return typed(piece[0])


def _plain(value: Any) -> Any:
    """A value of a rule file with all strings in it normalised by `typed`."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return typed(value) if isinstance(value, str) else value


def _not_toml(told: str, text: str) -> RuleFault:
    """The fault for a text that is not TOML, with line, column and the parser's message. `told` is
    the text of TOMLDecodeError."""
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
    """The known name closest to `given`, as the message value `close`, or empty if none is
    close."""
    close = difflib.get_close_matches(given, known, n=1)
    return {"close": close[0]} if close else {}


def _convert(values: Mapping[str, Any]) -> RuleSet:
    """The rule set with these plain values (all must be valid), in canonical form so that equal
    rules compare equal: cards are sorted, and the passing cycle is cut to its shortest period."""
    options = options_of()
    rules = msgspec.convert(
        {
            key: options[key].from_plain(value) if key in options else value
            for key, value in values.items()
        },
        RuleSet,
    )
    exposable, cycle = rules.exposable, rules.pass_cycle
    if exposable != "all":
        exposable = tuple(sorted(set(exposable)))
        if set(exposable) == set(key_cards(replace(rules, exposable="all"))):
            exposable = "all"
    shortest = next(
        length
        for length in range(1, len(cycle) + 1)
        if len(cycle) % length == 0 and cycle[:length] * (len(cycle) // length) == cycle
    )
    return replace(
        rules,
        removed=tuple(sorted(rules.removed)),
        pass_cycle=cycle[:shortest],
        exposable=exposable,
    )


def _single_faults(values: Mapping[str, object]) -> Iterator[RuleFault]:
    """Yields a fault for every unknown option and every value that is not allowed by itself."""
    options = {**options_of(), **shorthand_options()}
    for key, value in values.items():
        option = options.get(key)
        fault = option.fault(value) if option else _unknown_key(key, value)
        if fault:
            yield fault


def _unknown_key(key: str, value: object) -> RuleFault:
    options = (*options_of(), *SHORTHANDS)
    allowed = ", ".join(options)
    if isinstance(value, dict):
        return RuleFault(key, shown_value(value), "table")
    if key in OLDER_KEYS:
        return RuleFault(key, shown_value(value), "written_twice", details={"now": OLDER_KEYS[key]})
    close = _closest(key, options)
    return RuleFault(
        key, shown_value(value), "misspelt" if close else "unknown_key", allowed, close
    )
