"""The named rule sets (presets) that the documents describe, and how a rule set differs from them.

No code depends on a preset's name.
"""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import Card
from gongzhu.rules.option_table import all_option_values
from gongzhu.rules.options import GongzhuRules, HeartsRules, RuleSet


class Preset(Struct, frozen=True):
    """A named rule set; its title and story are `rules.preset.NAME` in the catalogues."""

    name: str
    rules: RuleSet


REMOVED_WITH_FIVE = (Card.TWO_OF_CLUBS, Card.TWO_OF_DIAMONDS)
"""The cards that five players lay aside, so that everyone holds ten (pagat)."""

_DENEXA = GongzhuRules(
    players=4,
    removed=(),
    direction="clockwise",
    partners="none",
    pass_cycle=("none",),
    sale="open",
    first_lead="must-lead-2S",
    later_lead="pig-captor",
    first_trick_points=True,
    hearts_must_be_broken=False,
    queen_breaks_hearts=False,
    heart_values="classic",
    pig_with_all_hearts="shooter",
    lone_doubler=50,
    cancelled_doubler="nothing",
    all_point_cards="plain",
    queen_of_diamonds=False,
    lower_limit=-1000,
    at_lower_limit="loses",
    upper_limit=0,
    past_upper_limit="wins",
    worth="games",
)
_SUMMARY = replace(
    _DENEXA,
    first_lead="must-lead-2C",
    pig_with_all_hearts="sweep",
    cancelled_doubler="bonus-if-exposed",
    at_lower_limit="plays-on",
    upper_limit=1000,
    worth="round-points",
)
_PAGAT = replace(_DENEXA, direction="anticlockwise", first_lead="holder-of-2S", worth="strips")
_WIKI = replace(_PAGAT, all_point_cards="instant-win", worth="games")
_HWA = replace(
    _PAGAT,
    sale="none",
    heart_values="face-value",
    pig_with_all_hearts="swap",
    all_point_cards="flat",
    at_lower_limit="turns-positive",
)
_HEARTS = HeartsRules(
    players=4,
    removed=(),
    direction="clockwise",
    partners="none",
    pass_cycle=("left", "right", "across", "none"),
    sale="none",
    first_lead="must-lead-2C",
    later_lead="as-first",
    first_trick_points=False,
    hearts_must_be_broken=True,
    queen_breaks_hearts=False,
    omnibus=False,
    moon="others",
    limit=100,
    at_limit="plays-on",
)

_RULES: dict[str, RuleSet] = {
    "gongzhu-denexa": _DENEXA,
    "gongzhu-summary": _SUMMARY,
    "gongzhu-pagat": _PAGAT,
    "gongzhu-pagat-5": replace(_PAGAT, players=5, removed=REMOVED_WITH_FIVE),
    "gongzhu-pagat-partners": replace(_PAGAT, partners="separate"),
    "gongzhu-wiki": _WIKI,
    "gongzhu-wiki-diamonds": replace(_WIKI, queen_of_diamonds=True),
    "gongzhu-wiki-swap": replace(_WIKI, pig_with_all_hearts="swap"),
    "gongzhu-wiki-ceiling": replace(_WIKI, upper_limit=1000, past_upper_limit="loses"),
    "gongzhu-hwa": _HWA,
    "gongzhu-boulder": replace(_PAGAT, sale="face-down-or-up"),
    "hearts-denexa": _HEARTS,
    "hearts-omnibus": replace(_HEARTS, omnibus=True),
    "hearts-gilfoy": replace(_HEARTS, moon="choice", at_limit="ends"),
    "hearts-choice": replace(_HEARTS, moon="choice"),
}

DEFAULT_PRESET = "gongzhu-pagat"
"""The preset used when none is named, in the browser and in the terminal."""

PRESETS: dict[str, Preset] = {name: Preset(name, rules) for name, rules in _RULES.items()}


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
