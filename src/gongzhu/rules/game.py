"""Games and matches: totals, next leaders and results, computed from the scores of deals. Tuples of
totals are by side."""

from collections.abc import Collection, Mapping, Sequence
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import Card, Seat, next_seat, seats
from gongzhu.rules.actions import Expose, MoonChoice, Pass, Play
from gongzhu.rules.apply import Step, apply, seat_that_leads, start_deal
from gongzhu.rules.deal import Deal, Public
from gongzhu.rules.facts import (
    dealer_of,
    first_lead_by_card,
    piles,
    points_sign,
    side_of,
    sides,
)
from gongzhu.rules.options import NONE, RuleSet
from gongzhu.rules.score import score_table
from gongzhu.rules.score_lines import DealScore


class GameResult(Struct, frozen=True):
    """The result of a game. Sides are given by their index in `sides(rules)`."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    round_points: tuple[int, ...]
    """Round points per side for this game, 0 to 2. All 0 unless the option `worth` is
    `round-points`."""


class Game(Struct, frozen=True):
    """The state of a game between two deals, or at its end. `totals` are by side. `result` is None
    until the game has ended."""

    rules: RuleSet
    totals: tuple[int, ...]
    number: int = 0
    """Number of the next deal within the game, from 0."""
    dealt: int = 0
    """Number of deals already played in the whole match. Decides the next dealer (`dealer_of`)."""
    leader: Seat | None = None
    """The seat that leads the next deal first if the last deal decided it, otherwise None."""
    result: GameResult | None = None

    @classmethod
    def new(cls, rules: RuleSet, dealt: int = 0) -> "Game":
        """A game before its first deal. `dealt` is the number of deals in earlier games of the
        match."""
        return cls(rules, (0,) * len(sides(rules)), dealt=dealt)

    def deal(self, hands: Sequence[Sequence[Card]]) -> Step:
        """Begin the next deal. `hands` has the cards of each seat, by seat. Returns the deal and
        its first events. Raises ValueError as `start_deal` does."""
        return start_deal(self.rules, hands, self.number, self.totals, self.first_leader())

    def first_leader(self) -> Seat | None:
        """The seat that leads the next deal first, or None if the holder of a card leads."""
        rules = self.rules
        if self.leader is not None or first_lead_by_card(rules, self.number):
            return self.leader
        return seat_that_leads(rules, dealer_of(rules, self.dealt))

    def after_deal(self, public: Public) -> "Game":
        """The game after a deal, given the public part of that deal. Raises ValueError if the deal
        has not ended."""
        if public.scores is None:
            raise ValueError("the deal has not ended")
        score = score_table(self.rules, public)
        return self.after(score.points, public.pig_captor, score.instant_win)

    def after(
        self, scores: Sequence[int], pig_captor: Seat | None, instant_win: int | None = None
    ) -> "Game":
        """The game after a deal with these `scores` (one per pile).

        `pig_captor` is the seat that captured Q♠, which may lead the next deal, or None if unknown
        or irrelevant. `instant_win` is the index of the pile whose slam wins the game outright, if
        any.
        """
        rules = self.rules
        winner = None if instant_win is None else side_of(rules, piles(rules)[instant_win][0])
        totals, result = _end(rules, side_totals(rules, self.totals, scores), self.number, winner)
        after = replace(
            self,
            totals=totals,
            number=self.number + 1,
            dealt=self.dealt + 1,
            leader=None,
            result=result,
        )
        return replace(after, leader=_next_leader(after, scores, pig_captor))


def _next_leader(game: Game, scores: Sequence[int], pig_captor: Seat | None) -> Seat | None:
    """The first leader of the next deal if the last deal decides it, otherwise None. `game` is the
    game after the deal. The other arguments are those of `Game.after`."""
    rules = game.rules
    match rules.later_lead:
        case "as-first":
            return None
        case "pig-captor":
            return pig_captor
        case "winner" | "loser":
            sign = points_sign(rules) * (1 if rules.later_lead == "winner" else -1)
            wanted = max(sign * points for points in scores)
            named = {
                seat
                for owner, points in zip(piles(rules), scores, strict=True)
                if sign * points == wanted
                for seat in owner
            }
            dealer = dealer_of(rules, game.dealt)
            around = (next_seat(dealer, rules.players, 1 + step) for step in range(rules.players))
            return next(seat for seat in around if seat in named)
        case _:
            assert_never(rules.later_lead)


def side_totals(rules: RuleSet, totals: Sequence[int], scores: Sequence[int]) -> tuple[int, ...]:
    """The total of each side after a deal: `totals` plus the scores of the side's piles.

    >>> side_totals(PRESETS["gongzhu-pagat"].rules, [0, -100, 50, 0], [-200, 100, 0, 10])
    (-200, 0, 50, 10)
    """
    added = list(totals)
    for owner, points in zip(piles(rules), scores, strict=True):
        added[side_of(rules, owner[0])] += points
    return tuple(added)


def side_points(rules: RuleSet, scores: Sequence[int]) -> tuple[int, ...]:
    """For each seat, the sum of the scores of its side's piles in one deal.

    >>> side_points(PRESETS["gongzhu-pagat-partners"].rules, [-200, 100, 0, 10])
    (-200, 110, -200, 110)
    """
    added = side_totals(rules, (0,) * len(sides(rules)), scores)
    return tuple(added[side_of(rules, seat)] for seat in seats(rules.players))


def _end(
    rules: RuleSet, totals: tuple[int, ...], number: int, instant_winner: int | None
) -> tuple[tuple[int, ...], GameResult | None]:
    """The totals after deal `number` (0-based), adjusted by the rules about exact totals, and the
    result if the game ends with this deal. Checked in order: `instant_winner` (index of a side),
    the limits, the number of deals."""
    everyone = range(len(totals))
    changed = dict(rules.exact_total)
    totals = tuple(changed.get(total, total) for total in totals)
    if instant_winner is not None:
        losers = tuple(side for side in everyone if side != instant_winner)
        return totals, _result(rules, (instant_winner,), losers, (instant_winner,))
    turned = {side for side in everyone if _turns_positive(rules, totals[side])}
    below = {side for side in everyone if _past_lower(rules, totals[side])}
    above = {side for side in everyone if _past_upper(rules, totals[side])}
    totals = tuple(-total if side in turned else total for side, total in enumerate(totals))
    if not (turned or below or above):
        if rules.deals == NONE or number + 1 < rules.deals:
            return totals, None
        return totals, _count_result(rules, totals)
    good, bad = (above, below) if rules.aim == "high" else (below, above)
    wins = _good_limit_wins(rules)
    outright = good if wins else set()
    # With `all-but-winners`, the limit in the bad direction ends the game, but decides no loser.
    lost = (set() if wins else good) | (bad if rules.losers == "past-limit" else set())
    winners = outright or _best(rules, totals, set(everyone) - lost)
    if rules.losers == "all-but-winners":
        lost = set(everyone) - winners
    return totals, _result(rules, sorted(winners), sorted(lost), sorted(outright))


def _turns_positive(rules: RuleSet, total: int) -> bool:
    return rules.at_lower_limit == "turns-positive" and total == rules.lower_limit


def _past_lower(rules: RuleSet, total: int) -> bool:
    if rules.lower_limit == NONE:
        return False
    return total < rules.lower_limit + (rules.at_lower_limit == "loses")


def _past_upper(rules: RuleSet, total: int) -> bool:
    if rules.upper_limit == NONE:
        return False
    return total > rules.upper_limit - (rules.at_upper_limit == "ends")


def _good_limit_wins(rules: RuleSet) -> bool:
    """True if a side wins by passing the limit in the good direction: the upper limit if more
    points are better, otherwise the lower limit."""
    past = rules.past_upper_limit if rules.aim == "high" else rules.past_lower_limit
    return past == "wins"


def _best(rules: RuleSet, totals: Sequence[int], among: Collection[int]) -> set[int]:
    """The sides in `among` with the best total."""
    sign = points_sign(rules)
    best = max((sign * totals[side] for side in among), default=0)
    return {side for side in among if sign * totals[side] == best}


def given_up(rules: RuleSet, totals: Sequence[int], by: Collection[int]) -> GameResult:
    """The result of a game that the sides `by` give up. If exactly one side gives up, it alone
    loses, and the best of the others win. Otherwise the game ends as if its number of deals were
    reached."""
    others = set(range(len(totals))) - set(by)
    if len(by) != 1 or not others:
        return _count_result(rules, totals)
    winners = sorted(_best(rules, totals, others))
    return _result(rules, winners, sorted(by), winners)


def _count_result(rules: RuleSet, totals: Sequence[int]) -> GameResult:
    """The result of a game that ends by its number of deals: the sides with the best total win, and
    those with the worst lose. If all totals are equal, all win."""
    everyone = range(len(totals))
    sign = points_sign(rules)
    winners = _best(rules, totals, everyone)
    worst = min(sign * total for total in totals)
    losers = [side for side in everyone if sign * totals[side] == worst and side not in winners]
    return _result(rules, sorted(winners), losers, sorted(winners))


def _result(
    rules: RuleSet, winners: Sequence[int], losers: Sequence[int], outright: Sequence[int]
) -> GameResult:
    """The result of a game. With the option `worth = "round-points"`, losers get 0, sides in
    `outright` 2 and all others 1."""
    points = (0,) * len(sides(rules))
    if rules.worth == "round-points":
        points = tuple(
            0 if side in losers else 2 if side in outright else 1 for side in range(len(points))
        )
    return GameResult(tuple(winners), tuple(losers), points)


def earlier_deal(game: Game, deal: Deal, plays: int) -> Deal:
    """The state of `deal` after its first `plays` cards (0: after passing and exposing), replayed
    from its beginning. `game` is the game before the deal.

    >>> game = Game.new(PRESETS["hearts-denexa"].rules)
    >>> deal, _ = game.deal(deal_hands(game.rules, "a seed"))
    >>> earlier_deal(game, deal, 0) == deal
    True
    """
    again, _ = game.deal([own.dealt for own in deal.own])
    for seat, own in enumerate(deal.own):
        if own.passed is not None:
            again, _ = apply(again, Seat(seat), Pass(own.passed))
    for seat, own in enumerate(deal.own):
        if own.exposures is not None:
            modes = {exposure.card: exposure.mode for exposure in own.exposures}
            again, _ = apply(again, Seat(seat), Expose(modes))
    for seat, card in deal.public.plays[:plays]:
        again, _ = apply(again, seat, Play(card))
    return again


def default_moon_choice(game: Game, scores: Mapping[MoonChoice, DealScore]) -> MoonChoice:
    """The choice that is made for a player who does not choose what a slam pays: `others`, unless
    that would end the game without the player's side among the winners and `self` would not.

    `game` is the game before the deal, and `scores` has the deal's scores under each choice.

    >>> rules = PRESETS["hearts-choice"].rules
    >>> moon, ways = [point_cards(rules), (), (), ()], ("others", "self")
    >>> scores = {way: score_piles(rules, moon, {}, [0] * 4, moon_choice=way) for way in ways}
    >>> default_moon_choice(Game(rules, (90, 20, 20, 80)), scores)
    'self'
    """

    def spoils(score: DealScore) -> bool:
        result = game.after(score.points, None).result
        if score.slam is None or result is None:
            return False
        return side_of(game.rules, piles(game.rules)[score.slam][0]) not in result.winners

    return "self" if spoils(scores["others"]) and not spoils(scores["self"]) else "others"


def unanswered_moon(rules: RuleSet, public: Public) -> MoonChoice:
    """The `default_moon_choice` for a deal in the phase MOON, given the public part of that deal.

    >>> rules = PRESETS["hearts-choice"].rules
    >>> deal, _ = start_deal(rules, deal_hands(rules, "a seed"))
    >>> unanswered_moon(rules, deal.public)
    'others'
    """
    choices: tuple[MoonChoice, ...] = ("others", "self")
    scores = {choice: score_table(rules, replace(public, moon_choice=choice)) for choice in choices}
    return default_moon_choice(Game(rules, public.totals, public.number), scores)


class Match(Struct, frozen=True):
    """A series of games. Tuples are by side. `played` is the number of games finished."""

    rules: RuleSet
    strips: tuple[int, ...]
    round_points: tuple[int, ...]
    lost: tuple[int, ...]
    """Number of games that each side has lost."""
    played: int = 0

    @classmethod
    def new(cls, rules: RuleSet) -> "Match":
        """A match before its first game."""
        nothing = (0,) * len(sides(rules))
        return cls(rules, nothing, nothing, nothing)

    def after(self, result: GameResult) -> "Match":
        """The match after a game with this result."""
        lost = tuple(count + (side in result.losers) for side, count in enumerate(self.lost))
        points = tuple(
            held + won for held, won in zip(self.round_points, result.round_points, strict=True)
        )
        strips = self.strips
        if self.rules.worth == "strips":
            strips = _hand_over(strips, result.losers)
        return replace(self, strips=strips, round_points=points, lost=lost, played=self.played + 1)

    def leaders(self) -> tuple[int, ...]:
        """The sides that would win the match now: with the option `worth = "round-points"` those
        with the most round points, otherwise those that have lost the fewest games."""
        if self.rules.worth == "round-points":
            best = max(self.round_points)
            return tuple(side for side, points in enumerate(self.round_points) if points == best)
        fewest = min(self.lost)
        return tuple(side for side, count in enumerate(self.lost) if count == fewest)


def _hand_over(strips: tuple[int, ...], losers: tuple[int, ...]) -> tuple[int, ...]:
    """The pig strips after a game with these losing sides, by the rule of pagat.com. A sole loser
    takes all strips of the others, and a new one if it held one already or there were none. If
    several lose, each takes a new strip."""
    if len(losers) != 1:
        return tuple(held + (side in losers) for side, held in enumerate(strips))
    (loser,) = losers
    everything = sum(strips)
    new = 1 if strips[loser] or not everything else 0
    return tuple(everything + new if side == loser else 0 for side in range(len(strips)))
