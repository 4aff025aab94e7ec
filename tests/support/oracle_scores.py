"""The second reading of the rules, continued: what piles are worth, and how games end.

Piles are lists of card codes, `modes` says how a key card was exposed; see `tests.support.oracle`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Options = Mapping[str, Any]

HEARTS = frozenset(rank + "H" for rank in "23456789TJQKA")
CLASSIC = {"AH": 50, "KH": 40, "QH": 30, "JH": 20} | {f"{rank}H": 10 for rank in "56789T"}
FACE_VALUE = {"AH": 50, "KH": 40, "QH": 30, "JH": 20, "TH": 10, "4H": 10} | {
    f"{rank}H": int(rank) for rank in "2356789"
}


def game_points(options: Options) -> set[str]:
    """The point cards of the game."""
    if options["family"] == "gongzhu":
        return {*HEARTS, "QS", "JD", "TC"}
    return {*HEARTS, "QS", "JD"} if options["omnibus"] else {*HEARTS, "QS"}


def holder_of_all_points(options: Options, piles: Sequence[Sequence[str]]) -> int | None:
    """The pile in which every point card is."""
    for number, pile in enumerate(piles):
        if game_points(options) <= set(pile):
            return number
    return None


def deal_scores(
    options: Options,
    piles: Sequence[Sequence[str]],
    modes: Mapping[str, str],
    tricks_after_queen: Sequence[int],
    moon_choice: str | None = None,
) -> list[int]:
    """What each pile scores."""
    if options["family"] == "hearts":
        return hearts_scores(options, piles, moon_choice)
    swapped = options["pig_with_all_hearts"] == "swap" and any(
        set(pile) >= HEARTS for pile in piles
    )
    return [
        gongzhu_score(options, set(pile), modes, swapped, tricks)
        for pile, tricks in zip(piles, tricks_after_queen, strict=True)
    ]


def gongzhu_score(
    options: Options, pile: set[str], modes: Mapping[str, str], swapped: bool, later_tricks: int
) -> int:
    def m(card: str) -> int:
        return {"": 1, "open": 2, "down": 2, "up": 4}[modes.get(card, "")]

    has_all = pile >= game_points(options)
    if has_all and options["all_point_cards"] == "flat":
        return 1000
    values = CLASSIC if options["heart_values"] == "classic" else FACE_VALUE
    points = -sum(values.get(card, 0) for card in pile & HEARTS) * m("AH")
    if pile >= HEARTS:
        points = 200 * m("AH")
    if "QS" in pile:
        good = {
            "shooter": pile >= HEARTS,
            "sweep": has_all,
            "swap": swapped,
        }[options["pig_with_all_hearts"]]
        points += 100 * m("QS") if good else -100 * m("QS")
    if "JD" in pile:
        points += -100 * m("JD") if swapped else 100 * m("JD")
    if "TC" in pile:
        alone = pile & game_points(options) == {"TC"}
        if options["cancelled_doubler"] == "bonus-if-exposed" and "TC" in modes:
            cancelled = points == 0
        else:
            cancelled = False
        if alone or cancelled:
            points = options["lone_doubler"] * m("TC")
        else:
            points *= 2 * m("TC")
    if options["queen_of_diamonds"]:
        points += 10 * later_tricks
    return points


def hearts_scores(
    options: Options, piles: Sequence[Sequence[str]], moon_choice: str | None
) -> list[int]:
    shooter = holder_of_all_points(options, piles)
    if shooter is not None:
        choice = options["moon"] if options["moon"] != "choice" else moon_choice or "others"
        if choice == "self":
            return [-26 if number == shooter else 0 for number in range(len(piles))]
        return [0 if number == shooter else 26 for number in range(len(piles))]
    scores = []
    for pile in piles:
        points = len(HEARTS & set(pile))
        points += 13 if "QS" in pile else 0
        points -= 10 if options["omnibus"] and "JD" in pile else 0
        scores.append(points)
    return scores


def oracle_sides(options: Options) -> list[list[int]]:
    if options["partners"] == "none":
        return [[seat] for seat in range(options["players"])]
    return [[0, 2], [1, 3]]


@dataclass
class Standing:
    """A game after a deal; winners and losers are sides, empty until it is over."""

    totals: list[int]
    over: bool
    winners: list[int]
    losers: list[int]
    round_points: list[int]


def standing(
    options: Options,
    totals: Sequence[int],
    scores: Sequence[int],
    instant_win: int | None = None,
) -> Standing:
    """The game after a deal with these scores by pile; `instant_win` is a pile."""
    if options["partners"] == "separate":
        scores = [scores[0] + scores[2], scores[1] + scores[3]]
        instant_win = None if instant_win is None else instant_win % 2
    now = [before + points for before, points in zip(totals, scores, strict=True)]
    everyone = range(len(now))
    if options["family"] == "hearts":
        high = max(now)
        over = (
            high >= options["limit"] if options["at_limit"] == "ends" else high > options["limit"]
        )
        winners = [side for side in everyone if over and now[side] == min(now)]
        losers = [side for side in everyone if over and side not in winners]
        return Standing(now, over, winners, losers, [0] * len(now))
    if instant_win is not None:
        winners = [instant_win]
        losers = [side for side in everyone if side != instant_win]
        points = [2 if side == instant_win else 0 for side in everyone]
        return Standing(now, True, winners, losers, points)
    low = options["lower_limit"]
    at_once = options["at_lower_limit"] == "loses"
    losers = [side for side in everyone if now[side] < low or (at_once and now[side] == low)]
    above = [
        side for side in everyone if options["upper_limit"] and now[side] > options["upper_limit"]
    ]
    past_winning = above if options["past_upper_limit"] == "wins" else []
    if options["past_upper_limit"] == "loses":
        losers = sorted({*losers, *above})
    turned = []
    if options["at_lower_limit"] == "turns-positive":
        turned = [side for side in everyone if now[side] == low]
        now = [-total if side in turned else total for side, total in enumerate(now)]
    if not (losers or above or turned):
        return Standing(now, False, [], [], [0] * len(now))
    rest = [side for side in everyone if side not in losers]
    best = max((now[side] for side in rest), default=0)
    winners = past_winning or [side for side in rest if now[side] == best]
    points = [0 if side in losers else 2 if side in past_winning else 1 for side in everyone]
    return Standing(now, True, winners, losers, points)


def strips_after(held: Sequence[int], losers: Sequence[int]) -> list[int]:
    """The pig strips of each side after a game."""
    strips = list(held)
    if len(losers) == 1:
        (loser,) = losers
        others = sum(strips) - strips[loser]
        new = 1 if strips[loser] > 0 or others == 0 else 0
        return [strips[loser] + others + new if side == loser else 0 for side in range(len(held))]
    for loser in losers:
        strips[loser] += 1
    return strips


def unanswered_moon(options: Options, totals: Sequence[int], shooter: int) -> str:
    """What counts when the shooter does not choose."""

    def spoilt(choice: str) -> bool:
        """Whether the game is over and somebody else has fewer points."""
        piles = [
            sorted(game_points(options)) if seat == shooter else [] for seat in range(len(totals))
        ]
        after = standing(options, totals, hearts_scores(options, piles, choice))
        return after.over and shooter not in after.winners

    return "self" if spoilt("others") and not spoilt("self") else "others"
