"""The statistics of one player: figures for each set of rules."""

from collections.abc import Iterable
from hashlib import sha256

import msgspec
from msgspec import Struct

from gongzhu.rules import RuleSet, canonical, preset_of
from gongzhu.stats.companions import Versus, joined
from gongzhu.stats.figures import Figures


class RuleSetStatistics(Struct, frozen=True):
    """Deals and games under one rule set; a sum over several keeps the first rule set."""

    rules: RuleSet
    figures: Figures
    against: tuple[Versus, ...]

    def __add__(self, other: "RuleSetStatistics") -> "RuleSetStatistics":
        return RuleSetStatistics(
            self.rules,
            self.figures + other.figures,
            joined((*self.against, *other.against)),
        )


class Statistics(Struct, frozen=True):
    """All statistics of a player, by `rules_key`."""

    rule_sets: dict[str, RuleSetStatistics] = {}

    def __add__(self, other: "Statistics") -> "Statistics":
        found = dict(self.rule_sets)
        for key, more in other.rule_sets.items():
            found[key] = found[key] + more if key in found else more
        return Statistics({key: found[key] for key in sorted(found)})


def total(parts: Iterable[Statistics]) -> Statistics:
    """The sum of several statistics of the same player."""
    return sum(parts, Statistics())


def rules_key(rules: RuleSet) -> str:
    """The key under which a rule set is counted: the name of the preset with the same rules, or a
    name computed from the rules. The name used at the table does not matter."""
    preset = preset_of(rules)
    if preset is not None:
        return preset
    return f"own-{sha256(msgspec.json.encode(canonical(rules))).hexdigest()[:8]}"
