"""Rule sets by chance, in plain form, out of the whole space: near a preset or wild.

What has no meaning together is put right as the settled rules say it, and an option that says
nothing there takes its neutral value.
"""

from collections.abc import Callable, Sequence
from typing import Any

from gongzhu.cards import PACK
from tests.support.plain_presets import CLASSIC, FACE_VALUE, ONE, PLAIN_PRESETS, SPOT

Choose = Callable[[Sequence[Any]], Any]
Plain = dict[str, Any]

CODES = [card.code for card in PACK]
COUNTING = {*CLASSIC, "QS", "JD", "TC", "QD"}
LEADING = [f"{rank}{suit}" for suit in "SCD" for rank in "23456789T" if rank + suit != "TC"]
DOUBLERS = [code for code in CODES if code[1] != "H" and code not in ("QS", "JD")]
LAID_ASIDE = {
    3: ["2D"],
    4: [],
    5: ["2C", "2D"],
    6: ["2C", "2D", "3C", "3D"],
    7: ["2C", "2D", "3C"],
    8: ["2C", "2D", "3C", "3D"],
}
FLAGS = (False, True)
VALUES: dict[str, Sequence[Any]] = {
    "family": ("gongzhu", "hearts"),
    "players": (4, 3, 5, 6, 7, 8),
    "direction": ("clockwise", "anticlockwise"),
    "partners": ("none", "separate", "pooled"),
    "pass_count": (3, 1, 2, 4, 5),
    "sale": ("none", "open", "face-down-or-up"),
    "face_down_first_trick": ("bound", "free"),
    "first_lead": ("must-lead", "holder", "dealer", "after-dealer", "seat-0"),
    "first_lead_card": ("2C", "2S", "7S", "AS", "2D", "2H", "AH", "QS", "TC", "3C", *CODES),
    "later_lead": ("pig-captor", "as-first", "winner", "loser"),
    "first_trick_points": FLAGS,
    "hearts_must_be_broken": FLAGS,
    "queen_breaks_hearts": FLAGS,
    "aim": ("high", "low"),
    "doubler": ("none", "TC", "TC", "QD", *DOUBLERS),
    "lone_doubler": (50, 0, -50, 13),
    "cancelled_doubler": ("nothing", "bonus-if-exposed"),
    "all_hearts": ("nothing", "in-favour"),
    "pig_with_all_hearts": ("nothing", "shooter", "sweep", "swap"),
    "all_point_cards": ("plain", "flat", "instant-win", "others", "self", "choice"),
    "slam_points": ("none", "none", 1, 26, 130, 2000),
    "slam_needs": ("all", "penalties"),
    "all_tricks": ("none", "none", 24, 200),
    "queen_of_diamonds": FLAGS,
    "lower_limit": ("none", -1, -26, -100, -500, -1000, -1_000_000),
    "at_lower_limit": ("loses", "plays-on", "turns-positive"),
    "past_lower_limit": ("loses", "wins"),
    "upper_limit": ("none", 1, 26, 100, 500, 1000, 1_000_000),
    "at_upper_limit": ("plays-on", "ends"),
    "past_upper_limit": ("wins", "loses"),
    "losers": ("past-limit", "all-but-winners"),
    "deals": ("none", "none", 1, 2, 4, 1000),
    "exact_total": (
        [],
        [[100, 50]],
        [[-1000, 0], [1000, 0]],
        [[100, 0], [0, 100], [-100, 20], [26, -26]],
    ),
    "worth": ("games", "strips", "round-points"),
}
"""What an option is drawn from; the others are drawn by a function of their own."""


def draw_options(choose: Choose) -> Plain:
    """A rule set that has meaning, each value picked by `choose` from those that it is shown."""
    options: Plain = {**PLAIN_PRESETS[choose(sorted(PLAIN_PRESETS))]}
    drawn = {key: lambda key=key: choose(VALUES[key]) for key in VALUES} | {
        "removed": lambda: _draw_removed(options["players"], choose),
        "points": lambda: _draw_points(options, choose),
        "pass_cycle": lambda: _draw_cycle(choose),
        "exposable": lambda: choose(("all", "some")),
    }
    changes = choose((1, 2, 4, None))
    keys = list(options) if changes is None else [choose(list(options)) for _ in range(changes)]
    for key in keys:
        options[key] = drawn[key]()
    for settle in (_settle_pack, _settle_beginning, _settle_cards, _settle_pay, _settle_end):
        settle(options, choose)
    return options


def _draw_removed(players: int, choose: Choose) -> list[str]:
    """Cards laid aside so that hands are even: seldom such as count."""
    counts = [n for n in range(52) if (52 - n) % players == 0 and 52 - n >= 6 * players]
    count = choose(counts[:4])
    if choose(FLAGS) and count == len(LAID_ASIDE[players]):
        return list(LAID_ASIDE[players])
    pool = CODES if choose((False, False, True)) else [c for c in CODES if c not in COUNTING]
    removed = LEADING[: choose(range(min(count, 8) + 1))]
    while len(removed) < count:
        left = [code for code in pool if code not in removed]
        suits = [code[1] for code in CODES if code not in removed]
        removed.append(choose([code for code in left if suits.count(code[1]) > 1]))
    return removed


def _draw_points(options: Plain, choose: Choose) -> dict[str, int]:
    """A table of point cards: known hearts or none, pig and sheep, and others by chance."""
    sign = 1 if options["aim"] == "low" else -1
    hearts: dict[str, int] = choose((CLASSIC, FACE_VALUE, ONE, SPOT, {}))
    points = {code: sign * abs(value) for code, value in hearts.items()}
    amounts = (-10_000, -200, -100, -13, -1, 0, 1, 7, 13, 100, 200, 10_000)
    if choose(FLAGS):
        points["QS"] = sign * choose((13, 25, 100, 200))
    if choose(FLAGS):
        points["JD"] = -sign * choose((10, 100, 200))
    for _ in range(choose((0, 0, 1, 2, 12))):
        points[choose(CODES)] = choose(amounts)
    return points


def _draw_cycle(choose: Choose) -> list[str]:
    ways = ("left", "right", "across", "left-2", "right-2", "none")
    return [choose(ways) for _ in range(choose((1, 1, 2, 4, 12)))]


def _settle_pack(options: Plain, choose: Choose) -> None:
    players, left = options["players"], 52 - len(options["removed"])
    if players % 2 or players < 4:
        options["partners"] = "none"
    if left % players or left < 6 * players:
        options["removed"] = _draw_removed(players, choose)
    points: dict[str, int] = options["points"]
    options["points"] = points = {c: v for c, v in points.items() if c not in options["removed"]}
    others = [code for code in CODES if code not in (*options["removed"], *points)]
    for code in others[: max(0, 2 - len(points))]:
        points[code] = -1


def _settle_beginning(options: Plain, choose: Choose) -> None:
    players = options["players"]
    hand = (52 - len(options["removed"])) // players
    ways = {"left", "right", "none"} | ({"across"} if players % 2 == 0 else set())
    ways |= {"left-2", "right-2"} if players >= 5 else set()
    cycle = [way for way in options["pass_cycle"] if way in ways] or ["left"]
    options["pass_cycle"] = cycle
    if set(cycle) == {"none"} or options["pass_count"] >= hand:
        options["pass_count"] = 3 if hand >= 9 else 2
    if options["first_lead"] not in ("must-lead", "holder"):
        options["first_lead_card"] = "none"
    elif options["first_lead_card"] == "none":
        options["first_lead_card"] = choose(VALUES["first_lead_card"])
    if options["later_lead"] == "pig-captor" and "QS" not in options["points"]:
        options["later_lead"] = choose(("as-first", "winner", "loser"))
    if not options["hearts_must_be_broken"] or "QS" in options["removed"]:
        options["queen_breaks_hearts"] = False


def _settle_cards(options: Plain, choose: Choose) -> None:
    points, doubler = options["points"], options["doubler"]
    if doubler in points or doubler in options["removed"]:
        options["doubler"] = "none"
    keys = [card for card in ("AH", "QS", "JD") if card in points]
    if options["doubler"] != "none":
        keys.append(options["doubler"])
    else:
        options["lone_doubler"] = 50 if options["aim"] == "high" else 0
    if not keys:
        options["sale"] = "none"
    some = [card for card in keys if options["exposable"] == "some" and choose(FLAGS)]
    options["exposable"] = some if some and options["sale"] != "none" else "all"
    sold = options["sale"] != "none" and options["doubler"] in (some or keys)
    if not (sold and options["lone_doubler"]):
        options["cancelled_doubler"] = "nothing"
    if options["sale"] != "face-down-or-up":
        options["face_down_first_trick"] = "bound"
    if "QD" in options["removed"]:
        options["queen_of_diamonds"] = False


def _settle_pay(options: Plain, choose: Choose) -> None:
    points: dict[str, int] = options["points"]
    hearts = [card for card in points if card[1] == "H"]
    if len(hearts) < 2:
        options["all_hearts"] = "nothing"
    needed = {"nothing": set(), "swap": {"QS", "JD"}}.get(options["pig_with_all_hearts"], {"QS"})
    if len(hearts) < 2 or not needed <= set(points):
        options["pig_with_all_hearts"] = "nothing"
    against = [value for value in points.values() if (value < 0) == (options["aim"] == "high")]
    if len([value for value in against if value]) < 2:
        options["all_point_cards"] = "plain"
    match options["all_point_cards"]:
        case "plain":
            options |= {"slam_points": "none", "slam_needs": "all"}
        case "instant-win":
            options["slam_points"] = "none"
        case "flat":
            options["all_tricks"] = "none"


def _settle_end(options: Plain, choose: Choose) -> None:
    bad, good = ("lower", "upper") if options["aim"] == "high" else ("upper", "lower")
    if options["deals"] == options["lower_limit"] == options["upper_limit"] == "none":
        options[f"{bad}_limit"] = choose([v for v in VALUES[f"{bad}_limit"] if v != "none"])
    options[f"past_{bad}_limit"] = "loses"
    if options[f"{good}_limit"] == "none":
        options[f"past_{good}_limit"] = "wins" if good == "upper" else "loses"
    if options["lower_limit"] == "none":
        options["at_lower_limit"] = "loses"
    if options["upper_limit"] == "none":
        options["at_upper_limit"] = "plays-on"
    if options["at_lower_limit"] == "turns-positive":
        options["exact_total"] = [
            pair for pair in options["exact_total"] if pair[0] != options["lower_limit"]
        ]
