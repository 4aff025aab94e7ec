"""The second reading of the rules, continued: what a deal pays.

Piles are lists of card codes, `modes` says how a card was exposed; see `tests.support.oracle`.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

Options = Mapping[str, Any]

TIMES = {"open": 2, "down": 2, "up": 4}
"""The factor of an exposed card."""


def exposable(options: Options) -> set[str]:
    """The cards that may be exposed."""
    if options["exposable"] != "all":
        return set(options["exposable"])
    return {"AH", "QS", "JD", options["doubler"]} & game_points(options)


def is_heart(card: str) -> bool:
    return card[1] == "H"


def favour(options: Options) -> int:
    """The sign of points that are good."""
    return 1 if options["aim"] == "high" else -1


def game_points(options: Options) -> set[str]:
    """The cards that count: the point cards, and the doubler."""
    return {*options["points"], options["doubler"]} - {"none"}


def penalties(options: Options) -> set[str]:
    """The cards that count against their captor."""
    return {card for card, value in options["points"].items() if value * favour(options) < 0}


def point_hearts(options: Options) -> set[str]:
    return {card for card in options["points"] if is_heart(card)}


def slam_cards(options: Options) -> set[str]:
    """The cards that make a slam."""
    return game_points(options) if options["slam_needs"] == "all" else penalties(options)


def slam_pile(options: Options, piles: Sequence[Sequence[str]]) -> int | None:
    """The pile that has made a slam, where a slam is more than its cards."""
    if options["all_point_cards"] == "plain":
        return None
    for number, pile in enumerate(piles):
        if slam_cards(options) <= set(pile):
            return number
    return None


def has_all_hearts(options: Options, pile: Collection[str]) -> bool:
    hearts = point_hearts(options)
    return len(hearts) >= 2 and hearts <= set(pile)


def side_of(options: Options, pile: int) -> int:
    """The side, of one seat or of two, to which a pile belongs."""
    if options["partners"] == "none":
        return pile
    return int(pile % (options["players"] // 2))


def pile_count(options: Options) -> int:
    players: int = options["players"]
    return players // 2 if options["partners"] == "pooled" else players


def deal_scores(
    options: Options,
    piles: Sequence[Sequence[str]],
    modes: Mapping[str, str],
    tricks_after_queen: Sequence[int],
    *,
    moon_choice: str | None = None,
    every_trick: int | None = None,
) -> list[int]:
    """What each pile scores; `every_trick` is the pile that has taken all the tricks of a deal."""
    good = favour(options)
    shooter = slam_pile(options, piles)
    way = options["all_point_cards"]
    if way == "choice":
        way = moon_choice or "others"
    extra = 0 if every_trick is None or options["all_tricks"] == "none" else options["all_tricks"]

    settled: set[str] = set()
    payers: list[int] = []
    pay = 0
    if way in ("others", "self") and shooter is not None:
        settled = slam_cards(options)
        side = side_of(options, shooter)
        payers = [number for number, _ in enumerate(piles) if side_of(options, number) != side]
        pay = slam_pay(options, piles[shooter], modes) + extra
    swapped = options["pig_with_all_hearts"] == "swap" and any(
        has_all_hearts(options, pile) for pile in piles
    )
    scores = []
    for number, pile in enumerate(piles):
        points = card_points(options, set(pile), modes, swapped, settled)
        if options["queen_of_diamonds"]:
            points += good * 10 * tricks_after_queen[number]
        if way == "self" and number == shooter:
            points += good * pay
        if way == "others" and number in payers:
            points -= good * pay
        if way in ("plain", "instant-win") and number == every_trick:
            points += good * extra
        if way == "flat" and number == shooter:
            points = good * (1000 if options["slam_points"] == "none" else options["slam_points"])
        scores.append(points)
    return scores


def times(modes: Mapping[str, str], card: str) -> int:
    """The factor of a card's own value: all hearts go with the ace."""
    return TIMES.get(modes.get("AH" if is_heart(card) else card, ""), 1)


def slam_pay(options: Options, pile: Sequence[str], modes: Mapping[str, str]) -> int:
    """What a slam is worth that others pay for or its maker receives."""
    if options["slam_points"] != "none":
        return int(options["slam_points"])
    pay: int = sum(abs(options["points"][card]) * times(modes, card) for card in penalties(options))
    if options["doubler"] in pile:
        pay *= 2 * times(modes, options["doubler"])
    return pay


def card_points(
    options: Options,
    pile: set[str],
    modes: Mapping[str, str],
    swapped: bool,
    settled: Collection[str],
) -> int:
    """What a pile's cards score, apart from those that a slam has settled."""
    good = favour(options)
    values = dict(options["points"])
    if swapped:
        values["QS"], values["JD"] = values["JD"], values["QS"]
    counted = {card: values[card] * times(modes, card) for card in pile - {*settled} & {*values}}

    hearts = sum(value for card, value in counted.items() if is_heart(card))
    if options["all_hearts"] == "in-favour" and has_all_hearts(options, pile):
        hearts = good * abs(hearts)
    points: int = hearts
    for card, value in counted.items():
        if card == "QS" and pig_is_good(options, pile):
            points += good * abs(value)
        elif not is_heart(card):
            points += value

    doubler = options["doubler"]
    if doubler in pile and doubler not in settled:
        lone = not pile & set(options["points"])
        cancelled = (
            options["cancelled_doubler"] == "bonus-if-exposed"
            and doubler in modes
            and points == 0
            and not pile & set(settled)
        )
        if lone or cancelled:
            points = options["lone_doubler"] * times(modes, doubler)
        else:
            points *= 2 * times(modes, doubler)
    return points


def pig_is_good(options: Options, pile: set[str]) -> bool:
    """Whether the pig counts in favour of the pile that holds it."""
    if options["pig_with_all_hearts"] == "shooter":
        return has_all_hearts(options, pile)
    return options["pig_with_all_hearts"] == "sweep" and game_points(options) <= pile
