"""The second reading of the rules, continued: how deals begin one after another, and games end.

Totals, winners and losers are those of sides; scores are those of piles.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tests.support.oracle_scores import Options, favour, side_of

RANKS = "23456789TJQKA"


def pass_steps(options: Options, number: int) -> int:
    """How far in playing order cards are passed after so many deals of a game, 0 for not at all."""
    left = 1 if options["direction"] == "clockwise" else -1
    ways: dict[str, int] = {
        "none": 0,
        "left": left,
        "right": -left,
        "left-2": 2 * left,
        "right-2": -2 * left,
        "across": options["players"] // 2,
    }
    return ways[options["pass_cycle"][number % len(options["pass_cycle"])]]


def lead_card(options: Options, hands: Sequence[Collection[str]]) -> str:
    """The card that decides who leads; laid aside, the next one up of its suit, lowest after the
    ace."""
    rank, suit = options["first_lead_card"]
    start = RANKS.index(rank)
    upwards: list[str] = [up + suit for up in RANKS[start:] + RANKS[:start]]
    return next(card for card in upwards if any(card in hand for hand in hands))


def first_leader(options: Options, hands: Sequence[Collection[str]], dealer: int) -> int:
    """Who leads a first deal with these hands, passes counted."""
    match options["first_lead"]:
        case "seat-0":
            return 0
        case "dealer":
            return dealer
        case "after-dealer":
            return (dealer + 1) % len(hands)
        case _:
            card = lead_card(options, hands)
            return next(seat for seat, hand in enumerate(hands) if card in hand)


def dealer_of(options: Options, deals_before: int) -> int:
    """Who deals after so many deals of a match."""
    return int(deals_before % options["players"])


def later_leader(
    options: Options, dealer: int, captor: int | None, scores: Sequence[int]
) -> int | None:
    """Who leads the next deal of the same game, or None where it is asked as in a first deal.

    `dealer` is the dealer of that next deal; `captor`, the pig's, and `scores` are of the last.
    """
    if options["later_lead"] == "as-first":
        return None
    if options["later_lead"] == "pig-captor":
        return captor
    good = favour(options) if options["later_lead"] == "winner" else -favour(options)
    for step in range(options["players"]):
        seat = (dealer + 1 + step) % options["players"]
        # Each seat has a score of its own, or shares that of a pooled side.
        if good * scores[seat % len(scores)] == max(good * score for score in scores):
            return int(seat)
    raise AssertionError("nobody has the best score")


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
    *,
    played: int,
) -> Standing:
    """The game after its deal number `played`, from 1, with these scores; `instant_win` is a
    pile."""
    now = list(totals)
    for pile, points in enumerate(scores):
        now[side_of(options, pile)] += points
    exact = dict(options["exact_total"])
    now = [exact.get(total, total) for total in now]

    if instant_win is not None:
        captor = side_of(options, instant_win)
        return ended(now, [captor], [side for side in range(len(now)) if side != captor], [captor])
    result = ended_by_limits(options, now)
    if result is None and options["deals"] != "none" and played >= options["deals"]:
        result = ended_by_count(options, now)
    return result or Standing(now, False, [], [], [0] * len(now))


def ended(
    totals: list[int], winners: list[int], losers: list[int], outright: Sequence[int]
) -> Standing:
    """A game that is over; `outright` are the sides with two round points."""
    points = [
        2 if side in outright else 0 if side in losers else 1 for side, _ in enumerate(totals)
    ]
    return Standing(totals, True, winners, losers, points)


def best_of(options: Options, totals: Sequence[int], among: Sequence[int]) -> list[int]:
    """The sides with the best total."""
    good = favour(options)
    best = max((good * totals[side] for side in among), default=0)
    return [side for side in among if good * totals[side] == best]


def ended_by_limits(options: Options, now: Sequence[int]) -> Standing | None:
    """How the game ends because somebody is at or past a limit, if so."""
    sides = range(len(now))
    low, high = options["lower_limit"], options["upper_limit"]
    below: list[int] = []
    above: list[int] = []
    turned: list[int] = []
    if low != "none":
        at = options["at_lower_limit"]
        below = [s for s in sides if now[s] < low or (now[s] == low and at == "loses")]
        turned = [s for s in sides if now[s] == low and at == "turns-positive"]
    if high != "none":
        at = options["at_upper_limit"]
        above = [s for s in sides if now[s] > high or (now[s] == high and at == "ends")]
    if not (below or above or turned):
        return None

    # The limit on the bad side never wins; the one on the good side wins or loses.
    if options["aim"] == "high":
        bad, far, far_wins = below, above, options["past_upper_limit"] == "wins"
    else:
        bad, far, far_wins = above, below, options["past_lower_limit"] == "wins"
    totals = [-total if side in turned else total for side, total in enumerate(now)]
    outright = far if far_wins else []
    out = [] if far_wins else far  # these cannot win
    if options["losers"] == "past-limit":
        out = sorted({*out, *bad})
    winners = outright or best_of(options, totals, [s for s in sides if s not in out])
    if options["losers"] == "past-limit":
        losers = out
    else:
        losers = [side for side in sides if side not in winners]
    return ended(totals, winners, losers, outright)


def ended_by_count(options: Options, totals: list[int]) -> Standing:
    """How the game ends with its last deal."""
    sides = range(len(totals))
    winners = best_of(options, totals, sides)
    worst = max(totals) if options["aim"] == "low" else min(totals)
    losers = [side for side in sides if totals[side] == worst and side not in winners]
    return ended(totals, winners, losers, winners)


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


def unanswered_moon(
    options: Options,
    totals: Sequence[int],
    shooter: int,
    scores: Mapping[str, Sequence[int]],
    *,
    played: int,
) -> str:
    """What counts when the shooter, a pile, does not choose between these scores, which have the
    names of the choices."""

    def spoilt(choice: str) -> bool:
        """Whether the game is over and somebody else has won."""
        after = standing(options, totals, scores[choice], played=played)
        return after.over and side_of(options, shooter) not in after.winners

    return "self" if spoilt("others") and not spoilt("self") else "others"
