"""The statistics of one player: figures for each set of rules."""

from collections.abc import Iterable
from hashlib import sha256

import msgspec
from msgspec import Struct

from gongzhu.rules import RuleSet
from gongzhu.rules.options import Family
from gongzhu.stats.companions import Versus, joined
from gongzhu.stats.figures import Figures


class RuleSetStatistics(Struct, frozen=True):
    """Deals and games under one set of rules."""

    preset: str | None
    family: Family
    figures: Figures
    against: tuple[Versus, ...]

    def __add__(self, other: "RuleSetStatistics") -> "RuleSetStatistics":
        return RuleSetStatistics(
            self.preset,
            self.family,
            self.figures + other.figures,
            joined((*self.against, *other.against)),
        )


class Statistics(Struct, frozen=True):
    """All of a player, by `rules_key`."""

    rule_sets: dict[str, RuleSetStatistics] = {}

    def __add__(self, other: "Statistics") -> "Statistics":
        found = dict(self.rule_sets)
        for key, more in other.rule_sets.items():
            found[key] = found[key] + more if key in found else more
        return Statistics({key: found[key] for key in sorted(found)})


def total(parts: Iterable[Statistics]) -> Statistics:
    """Several statistics of one player as one."""
    return sum(parts, Statistics())


def rules_key(rules: RuleSet, preset: str | None) -> str:
    """The name under which a set of rules is counted: the preset's, or one made of the rules."""
    if preset is not None:
        return preset
    return f"own-{sha256(msgspec.json.encode(rules)).hexdigest()[:8]}"
