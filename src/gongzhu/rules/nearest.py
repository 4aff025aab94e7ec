"""Compares rule sets with the presets: which preset is equal or nearest, and what differs."""

from functools import lru_cache

from msgspec.structs import replace

from gongzhu.rules.option_table import all_option_values
from gongzhu.rules.options import RuleSet
from gongzhu.rules.presets import PRESETS


def canonical(rules: RuleSet) -> RuleSet:
    """The same rules in a canonical form, for comparison: the cards laid aside are sorted, and the
    passing cycle is cut to its shortest period.

    >>> rules = load_rules("hearts-denexa").rules
    >>> canonical(rules) == rules
    True
    """
    cycle = rules.pass_cycle
    shortest = next(
        length
        for length in range(1, len(cycle) + 1)
        if len(cycle) % length == 0 and cycle[:length] * (len(cycle) // length) == cycle
    )
    return replace(rules, removed=tuple(sorted(rules.removed)), pass_cycle=cycle[:shortest])


@lru_cache(maxsize=256)
def preset_of(rules: RuleSet) -> str | None:
    """The preset with the same rules, regardless of their name; None if there is none.

    >>> preset_of(PRESETS["gongzhu-hwa"].rules)
    'gongzhu-hwa'
    """
    same = canonical(rules)
    return next((name for name, known in PRESETS.items() if canonical(known.rules) == same), None)


@lru_cache(maxsize=256)
def nearest_preset(rules: RuleSet) -> str:
    """The preset of the same game that differs in the fewest options; of several, the first.

    >>> ours = parse_rules('preset = "gongzhu-pagat"\\nlower_limit = -500')
    >>> nearest_preset(ours.rules)
    'gongzhu-pagat'
    """
    same = [name for name, known in PRESETS.items() if known.rules.family == rules.family]
    return preset_of(rules) or min(same, key=lambda name: len(changes_from(name, rules)))


def changes_from(preset: str, rules: RuleSet) -> dict[str, object]:
    """The options that differ from those of a preset of the same game, with their values in these
    rules.

    >>> ours = parse_rules('preset = "gongzhu-pagat"\\nlower_limit = -500')
    >>> changes_from("gongzhu-pagat", ours.rules)
    {'lower_limit': -500}
    """
    old = all_option_values(canonical(PRESETS[preset].rules))
    new = all_option_values(canonical(rules))
    return {key: value for key, value in new.items() if old[key] != value}
