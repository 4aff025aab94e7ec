"""The options of both games. A variant is a value of `RuleSet`, which has a field for each option.

The fields below are the only list of options: rule files, records, `gongzhu rules`, the
explanations in both languages and the checks of input are all derived from it. The text catalogue
`rules.toml` and the rules page in docs/ explain what each value means.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.cards import Card

Family = Literal["gongzhu", "hearts"]
Direction = Literal["clockwise", "anticlockwise"]
Partners = Literal["none", "separate", "pooled"]
PassTo = Literal["left", "right", "across", "left-2", "right-2", "none"]
Sale = Literal["none", "open", "face-down-or-up"]
FaceDownFirstTrick = Literal["bound", "free"]
FirstLead = Literal["must-lead", "holder", "dealer", "after-dealer", "seat-0"]
LaterLead = Literal["pig-captor", "as-first", "winner", "loser"]
Aim = Literal["high", "low"]
CancelledDoubler = Literal["nothing", "bonus-if-exposed"]
AllHearts = Literal["nothing", "in-favour"]
PigWithAllHearts = Literal["nothing", "shooter", "sweep", "swap"]
AllPointCards = Literal["plain", "flat", "instant-win", "others", "self", "choice"]
SlamNeeds = Literal["all", "penalties"]
AtLowerLimit = Literal["loses", "plays-on", "turns-positive"]
AtUpperLimit = Literal["ends", "plays-on"]
PastLimit = Literal["wins", "loses"]
Losers = Literal["past-limit", "all-but-winners"]
Worth = Literal["games", "strips", "round-points"]

NONE: Literal["none"] = "none"
"""Value of an option that is switched off, such as a limit. In plain data it also replaces None as
the value of an option without a card."""

Group = Literal["seats", "passing", "exposing", "lead", "play", "scoring", "ending"]

MOST_PLAYERS = 8
POINTS = 1_000_000
"""Greatest absolute value of a limit in points: more than any game reaches, and it fits in 32
bits."""
CARD_POINTS = 10_000
"""Greatest absolute value of a card, a bonus or a slam in points."""
MOST_DEALS = 1000
"""Greatest number of deals in a game that the option `deals` may set."""
MOST_EXACT_TOTALS = 4

Limit = Annotated[int, Meta(ge=-POINTS, le=POINTS)] | Literal["none"]
Bonus = Annotated[int, Meta(ge=-CARD_POINTS, le=CARD_POINTS)] | Literal["none"]
Deals = Annotated[int, Meta(ge=1, le=MOST_DEALS)] | Literal["none"]
CardPoints = tuple[tuple[Card, Annotated[int, Meta(ge=-CARD_POINTS, le=CARD_POINTS)]], ...]
Total = Annotated[int, Meta(ge=-POINTS, le=POINTS)]


class RuleSet(Struct, frozen=True, kw_only=True):
    """The complete rules of a table: a value for every option. Instances from outside values are
    made by `gongzhu.rules.loading`, which refuses conflicting options. The constructor does not
    check."""

    family: Family
    """The game, which only decides the words in which the rules are explained."""

    players: Annotated[int, Meta(ge=3, le=MOST_PLAYERS), "seats"]
    removed: Annotated[tuple[Card, ...], "seats"]
    direction: Annotated[Direction, "seats"]
    partners: Annotated[Partners, "seats"]
    pass_cycle: Annotated[tuple[PassTo, ...], Meta(min_length=1, max_length=12), "passing"]
    pass_count: Annotated[int, Meta(ge=1, le=5), "passing"]
    sale: Annotated[Sale, "exposing"]
    exposable: Annotated[tuple[Card, ...] | Literal["all"], "exposing"]
    face_down_first_trick: Annotated[FaceDownFirstTrick, "exposing"]
    first_lead: Annotated[FirstLead, "lead"]
    first_lead_card: Annotated[Card | None, "lead"]
    later_lead: Annotated[LaterLead, "lead"]
    first_trick_points: Annotated[bool, "play"]
    hearts_must_be_broken: Annotated[bool, "play"]
    queen_breaks_hearts: Annotated[bool, "play"]
    aim: Annotated[Aim, "scoring"]
    points: Annotated[CardPoints, "scoring"]
    """The point cards, sorted by card, with their points (positive or negative). A card worth 0 is
    a point card too."""
    doubler: Annotated[Card | None, "scoring"]
    lone_doubler: Annotated[int, Meta(ge=-CARD_POINTS, le=CARD_POINTS), "scoring"]
    cancelled_doubler: Annotated[CancelledDoubler, "scoring"]
    all_hearts: Annotated[AllHearts, "scoring"]
    pig_with_all_hearts: Annotated[PigWithAllHearts, "scoring"]
    all_point_cards: Annotated[AllPointCards, "scoring"]
    slam_points: Annotated[Bonus, "scoring"]
    slam_needs: Annotated[SlamNeeds, "scoring"]
    all_tricks: Annotated[Bonus, "scoring"]
    queen_of_diamonds: Annotated[bool, "scoring"]
    lower_limit: Annotated[Limit, "ending"]
    at_lower_limit: Annotated[AtLowerLimit, "ending"]
    past_lower_limit: Annotated[PastLimit, "ending"]
    upper_limit: Annotated[Limit, "ending"]
    at_upper_limit: Annotated[AtUpperLimit, "ending"]
    past_upper_limit: Annotated[PastLimit, "ending"]
    losers: Annotated[Losers, "ending"]
    deals: Annotated[Deals, "ending"]
    exact_total: Annotated[
        tuple[tuple[Total, Total], ...], Meta(max_length=MOST_EXACT_TOTALS), "ending"
    ]
    worth: Annotated[Worth, "ending"]
