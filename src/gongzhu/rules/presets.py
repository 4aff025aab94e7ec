"""The presets: named rule sets, most of them from published descriptions. No code may depend on a
preset's name."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import DOUBLER, PIG, SHEEP, Card
from gongzhu.rules.card_values import OMNIBUS_POINTS, HeartValues, heart_points
from gongzhu.rules.facts import usually_removed
from gongzhu.rules.options import Family, RuleSet


class Preset(Struct, frozen=True):
    """A named rule set. The text catalogues have its title and description under
    `rules.preset.NAME`."""

    name: str
    rules: RuleSet


_BASE = RuleSet(
    family="gongzhu",
    players=4,
    removed=(),
    direction="clockwise",
    partners="none",
    pass_cycle=("none",),
    pass_count=3,
    sale="open",
    exposable="all",
    face_down_first_trick="bound",
    first_lead="must-lead",
    first_lead_card=Card.TWO_OF_SPADES,
    later_lead="pig-captor",
    first_trick_points=True,
    hearts_must_be_broken=False,
    queen_breaks_hearts=False,
    aim="high",
    points=(),
    doubler=DOUBLER,
    lone_doubler=50,
    cancelled_doubler="nothing",
    all_hearts="in-favour",
    pig_with_all_hearts="shooter",
    all_point_cards="plain",
    slam_points="none",
    slam_needs="all",
    all_tricks="none",
    queen_of_diamonds=False,
    lower_limit=-1000,
    at_lower_limit="loses",
    past_lower_limit="loses",
    upper_limit="none",
    at_upper_limit="plays-on",
    past_upper_limit="wins",
    losers="past-limit",
    deals="none",
    exact_total=(),
    worth="games",
)


def _with_points(
    rules: RuleSet, hearts: HeartValues, others: dict[Card, int], **changes: Any
) -> RuleSet:
    """The rules with the named table of heart values, with `others` as the values of all other
    cards, and with `changes` to other options."""
    values = heart_points(hearts, changes.get("aim", rules.aim)) | others
    return replace(rules, points=tuple(sorted(values.items())), **changes)


_DENEXA = _with_points(_BASE, "classic", {PIG: -100, SHEEP: 100})
_SUMMARY = replace(
    _DENEXA,
    first_lead_card=Card.TWO_OF_CLUBS,
    pig_with_all_hearts="sweep",
    cancelled_doubler="bonus-if-exposed",
    at_lower_limit="plays-on",
    upper_limit=1000,
    worth="round-points",
)
_PAGAT = replace(_DENEXA, direction="anticlockwise", first_lead="holder", worth="strips")
_WIKI = replace(_PAGAT, all_point_cards="instant-win", worth="games")
_HWA = _with_points(
    _PAGAT,
    "face-value",
    {PIG: -100, SHEEP: 100},
    sale="none",
    pig_with_all_hearts="swap",
    all_point_cards="flat",
    at_lower_limit="turns-positive",
)
_HEARTS = _with_points(
    _DENEXA,
    "one",
    {PIG: 13},
    family="hearts",
    pass_cycle=("left", "right", "across", "none"),
    sale="none",
    first_lead_card=Card.TWO_OF_CLUBS,
    later_lead="as-first",
    first_trick_points=False,
    hearts_must_be_broken=True,
    aim="low",
    doubler=None,
    lone_doubler=0,
    all_hearts="nothing",
    pig_with_all_hearts="nothing",
    all_point_cards="others",
    lower_limit="none",
    upper_limit=100,
    past_upper_limit="loses",
    losers="all-but-winners",
)

_RULES: dict[str, RuleSet] = {
    "gongzhu-denexa": _DENEXA,
    "gongzhu-summary": _SUMMARY,
    "gongzhu-pagat": _PAGAT,
    "gongzhu-pagat-5": replace(_PAGAT, players=5, removed=usually_removed(5)),
    "gongzhu-pagat-partners": replace(_PAGAT, partners="separate"),
    "gongzhu-wiki": _WIKI,
    "gongzhu-wiki-diamonds": replace(_WIKI, queen_of_diamonds=True),
    "gongzhu-wiki-swap": replace(_WIKI, pig_with_all_hearts="swap"),
    "gongzhu-wiki-ceiling": replace(_WIKI, upper_limit=1000, past_upper_limit="loses"),
    "gongzhu-hwa": _HWA,
    "gongzhu-boulder": replace(_PAGAT, sale="face-down-or-up"),
    "hearts-denexa": _HEARTS,
    "hearts-omnibus": _with_points(_HEARTS, "one", {PIG: 13, SHEEP: -OMNIBUS_POINTS}),
    "hearts-gilfoy": replace(_HEARTS, all_point_cards="choice", at_upper_limit="ends"),
    "hearts-choice": replace(_HEARTS, all_point_cards="choice"),
}

DEFAULT_PRESET = "gongzhu-pagat"
"""The preset used if the player names none, in the browser and in the terminal."""

PRESETS: dict[str, Preset] = {name: Preset(name, rules) for name, rules in _RULES.items()}

USUAL_RULES: dict[Family, RuleSet] = {"gongzhu": _DENEXA, "hearts": _HEARTS}
"""The rules of each family that give an option its value if nothing else does."""
