"""Every preset in its plain form, as the settled rules state it; no word of it is the engine's."""

from typing import Any

RANKS = "23456789TJQKA"
PictureValues = tuple[int, int, int, int]


def hearts(low: str, pictures: PictureValues) -> dict[str, int]:
    """Values of the hearts: of 2 to 10 as numbers apart by spaces, of J Q K A."""
    values = [*map(int, low.split()), *pictures]
    return {f"{rank}H": value for rank, value in zip(RANKS, values, strict=True)}


CLASSIC = hearts("0 0 0 -10 -10 -10 -10 -10 -10", (-20, -30, -40, -50))
FACE_VALUE = hearts("-2 -3 -10 -5 -6 -7 -8 -9 -10", (-20, -30, -40, -50))
ONE = hearts("1 1 1 1 1 1 1 1 1", (1, 1, 1, 1))
SPOT = hearts("2 3 4 5 6 7 8 9 10", (11, 12, 13, 14))

PAGAT: dict[str, Any] = {
    "family": "gongzhu",
    "players": 4,
    "removed": [],
    "direction": "anticlockwise",
    "partners": "none",
    "pass_cycle": ["none"],
    "pass_count": 3,
    "sale": "open",
    "exposable": "all",
    "face_down_first_trick": "bound",
    "first_lead": "holder",
    "first_lead_card": "2S",
    "later_lead": "pig-captor",
    "first_trick_points": True,
    "hearts_must_be_broken": False,
    "queen_breaks_hearts": False,
    "aim": "high",
    "points": CLASSIC | {"QS": -100, "JD": 100},
    "doubler": "TC",
    "lone_doubler": 50,
    "cancelled_doubler": "nothing",
    "all_hearts": "in-favour",
    "pig_with_all_hearts": "shooter",
    "all_point_cards": "plain",
    "slam_points": "none",
    "slam_needs": "all",
    "all_tricks": "none",
    "queen_of_diamonds": False,
    "lower_limit": -1000,
    "at_lower_limit": "loses",
    "past_lower_limit": "loses",
    "upper_limit": "none",
    "at_upper_limit": "plays-on",
    "past_upper_limit": "wins",
    "losers": "past-limit",
    "deals": "none",
    "exact_total": [],
    "worth": "strips",
}
WIKI = PAGAT | {"all_point_cards": "instant-win", "worth": "games"}
DENEXA_HEARTS = PAGAT | {
    "family": "hearts",
    "direction": "clockwise",
    "pass_cycle": ["left", "right", "across", "none"],
    "sale": "none",
    "first_lead": "must-lead",
    "first_lead_card": "2C",
    "later_lead": "as-first",
    "first_trick_points": False,
    "hearts_must_be_broken": True,
    "aim": "low",
    "points": ONE | {"QS": 13},
    "doubler": "none",
    "lone_doubler": 0,
    "all_hearts": "nothing",
    "pig_with_all_hearts": "nothing",
    "all_point_cards": "others",
    "lower_limit": "none",
    "upper_limit": 100,
    "past_upper_limit": "loses",
    "losers": "all-but-winners",
    "worth": "games",
}
PLAIN_PRESETS: dict[str, dict[str, Any]] = {
    "gongzhu-denexa": PAGAT
    | {"direction": "clockwise", "first_lead": "must-lead", "worth": "games"},
    "gongzhu-summary": PAGAT
    | {
        "direction": "clockwise",
        "first_lead": "must-lead",
        "first_lead_card": "2C",
        "cancelled_doubler": "bonus-if-exposed",
        "pig_with_all_hearts": "sweep",
        "at_lower_limit": "plays-on",
        "upper_limit": 1000,
        "worth": "round-points",
    },
    "gongzhu-pagat": PAGAT,
    "gongzhu-pagat-5": PAGAT | {"players": 5, "removed": ["2C", "2D"]},
    "gongzhu-pagat-partners": PAGAT | {"partners": "separate"},
    "gongzhu-wiki": WIKI,
    "gongzhu-wiki-diamonds": WIKI | {"queen_of_diamonds": True},
    "gongzhu-wiki-swap": WIKI | {"pig_with_all_hearts": "swap"},
    "gongzhu-wiki-ceiling": WIKI | {"upper_limit": 1000, "past_upper_limit": "loses"},
    "gongzhu-hwa": PAGAT
    | {
        "sale": "none",
        "points": FACE_VALUE | {"QS": -100, "JD": 100},
        "pig_with_all_hearts": "swap",
        "all_point_cards": "flat",
        "at_lower_limit": "turns-positive",
    },
    "gongzhu-boulder": PAGAT | {"sale": "face-down-or-up"},
    "hearts-denexa": DENEXA_HEARTS,
    "hearts-omnibus": DENEXA_HEARTS | {"points": ONE | {"QS": 13, "JD": -10}},
    "hearts-gilfoy": DENEXA_HEARTS | {"all_point_cards": "choice", "at_upper_limit": "ends"},
    "hearts-choice": DENEXA_HEARTS | {"all_point_cards": "choice"},
}
