"""The options of the two games: a variant is a value of these types, with a named, typed and
grouped field for each option.

The fields below are the only list of options there is. Rule files, records, `gongzhu rules`, the
explanations in both languages and the checks of bad values are all made from it. The meaning of
each value stands in the catalogue `rules.toml` and in the rules page of docs/.
"""

from sys import intern
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from gongzhu.cards import Card

Family = Literal["gongzhu", "hearts"]
Direction = Literal["clockwise", "anticlockwise"]
Partners = Literal["none", "separate", "pooled"]
FirstLead = Literal["must-lead-2S", "holder-of-2S", "must-lead-2C", "holder-of-2C", "seat-0"]
LaterLead = Literal["pig-captor", "as-first"]
PassTo = Literal["left", "right", "across", "none"]
Sale = Literal["none", "open", "face-down-or-up"]
FaceDownFirstTrick = Literal["bound", "free"]
HeartValues = Literal["classic", "face-value"]
PigWithAllHearts = Literal["shooter", "sweep", "swap"]
CancelledDoubler = Literal["nothing", "bonus-if-exposed"]
AllPointCards = Literal["plain", "flat", "instant-win"]
AtLowerLimit = Literal["loses", "plays-on", "turns-positive"]
PastUpperLimit = Literal["wins", "loses"]
Worth = Literal["games", "strips", "round-points"]
Moon = Literal["others", "self", "choice"]
AtLimit = Literal["ends", "plays-on"]

Group = Literal["seats", "passing", "exposing", "lead", "play", "scoring", "ending"]

POINTS = 1_000_000
"""Greatest absolute value of a limit in points: far more than any game reaches, and safe in 32
bits."""


class CommonOptions(Struct, frozen=True, kw_only=True, tag_field="family"):
    """The options that both games have."""

    family: ClassVar[Family]

    players: Annotated[Literal[4, 5], "seats"]
    removed: Annotated[tuple[Card, ...], "seats"]
    direction: Annotated[Direction, "seats"]
    partners: Annotated[Partners, "seats"]
    pass_cycle: Annotated[tuple[PassTo, ...], Meta(min_length=1, max_length=12), "passing"]
    sale: Annotated[Sale, "exposing"]
    first_lead: Annotated[FirstLead, "lead"]
    later_lead: Annotated[LaterLead, "lead"]
    first_trick_points: Annotated[bool, "play"]
    hearts_must_be_broken: Annotated[bool, "play"]
    queen_breaks_hearts: Annotated[bool, "play"]


class GongzhuRules(CommonOptions, frozen=True, kw_only=True, tag="gongzhu", omit_defaults=True):
    """The options of Gong Zhu, in which more points are better, and a side that falls to the lower
    limit, usually −1,000, loses.

    An option that was added after the first release has a default, by which all games were played
    before. If it has that value, it is left out of records, logs and evidence, so that older ones
    can still be read and the hash of older rules, on which players' commitments depend, stays the
    same.
    """

    family: ClassVar[Family] = "gongzhu"

    face_down_first_trick: Annotated[FaceDownFirstTrick, "exposing"] = "bound"
    heart_values: Annotated[HeartValues, "scoring"]
    pig_with_all_hearts: Annotated[PigWithAllHearts, "scoring"]
    lone_doubler: Annotated[Literal[50, 0], "scoring"]
    cancelled_doubler: Annotated[CancelledDoubler, "scoring"]
    all_point_cards: Annotated[AllPointCards, "scoring"]
    queen_of_diamonds: Annotated[bool, "scoring"]
    lower_limit: Annotated[int, Meta(ge=-POINTS, le=-1), "ending"]
    at_lower_limit: Annotated[AtLowerLimit, "ending"]
    upper_limit: Annotated[int, Meta(ge=0, le=POINTS), "ending"]
    past_upper_limit: Annotated[PastUpperLimit, "ending"]
    worth: Annotated[Worth, "ending"]

    def __post_init__(self) -> None:
        # Left out of records by identity: a default that came through a pickle is another string.
        value = intern(self.face_down_first_trick)
        force_setattr(self, "face_down_first_trick", value)


class HeartsRules(CommonOptions, frozen=True, kw_only=True, tag="hearts"):
    """The options of Hearts, in which fewer points are better."""

    family: ClassVar[Family] = "hearts"

    omnibus: Annotated[bool, "scoring"]
    moon: Annotated[Moon, "scoring"]
    limit: Annotated[int, Meta(ge=1, le=POINTS), "ending"]
    at_limit: Annotated[AtLimit, "ending"]


RuleSet = GongzhuRules | HeartsRules
