"""The results of a club's games for each seat, from which seasons and ratings are computed.

A result is computed once from the records of its game, in the same way as a player's own
statistics, and then stored. It refers to players by id.
"""

from collections.abc import Collection, Iterator, Sequence

import msgspec
from msgspec import Struct

from gongzhu.cards import PIG, SHEEP, Seat
from gongzhu.records import DealRecord
from gongzhu.rules import Game, GameResult, RuleSet, point_cards, side_of, sides
from gongzhu.rules.facts import pile_of
from gongzhu.rules.game import given_up
from gongzhu.scorebook import Book, CountedDeal
from gongzhu.stats import Figures, companions_of, deal_statistics, placings, total
from gongzhu.stats.statistics import rules_key

RESULT_FORMAT = 1
"""Format number of stored results. A result in another format is computed again."""


class SeatResult(Struct, frozen=True, omit_defaults=True):
    """The result of a game for one seat: a player, a bot, or a name in a scorebook."""

    figures: Figures = Figures()
    """Captures and scores in the game's deals."""
    player: str | None = None
    """The player's id, or None for a bot, in a scorebook, and for a player whose account was
    deleted."""
    level: str | None = None
    """The level of the bot in the seat, or None for other seats."""
    name: str = ""
    """The player's name in a scorebook, otherwise empty."""
    place: int = 0
    """The place of the seat's side, from 1, or 0 if the game was broken off."""
    last: bool = False
    """True if the seat's side came last."""
    by_bot: bool = False
    """True if a bot made at least one choice for the player in the seat."""


class ClubResult(Struct, frozen=True, omit_defaults=True):
    """The result of one game of a club."""

    format: int
    """Version of this format. A result with another version is computed again."""
    rules: RuleSet | None = None
    """None for a game that does not count, because it was practice or was deleted before it was
    counted."""
    seats: tuple[SeatResult, ...] = ()
    """The result for each seat, by seat."""
    result: GameResult | None = None
    """Winning and losing sides and round points, or None if the game was broken off."""

    @property
    def deals(self) -> int:
        """The number of deals in the game."""
        return self.seats[0].figures.deals if self.seats else 0


NOT_COUNTED = ClubResult(RESULT_FORMAT)
"""The result to store for a game that does not count."""
read_result = msgspec.json.Decoder(ClubResult).decode
write_result = msgspec.json.Encoder().encode


class _Head(Struct):
    format: int


_read_head = msgspec.json.Decoder(_Head).decode


def is_counted(result: bytes | None) -> bool:
    """True if a result is stored (as JSON) in the present format, RESULT_FORMAT."""
    return result is not None and _read_head(result).format == RESULT_FORMAT


def result_of_game(
    records: Sequence[DealRecord],
    players: Sequence[str | None],
    levels: Sequence[str | None],
    ends: tuple[Sequence[Seat], Sequence[Seat]] | None,
    by_bot: Collection[Seat] = (),
) -> ClubResult:
    """The result of a finished game from the records of its deals, in order. By seat: `players` has
    ids (None for bots) and `levels` the levels of bots (None for players). `ends` has the seats
    that won and those that lost, or is None if the game was broken off. `by_bot` has the seats for
    which a bot made a choice."""
    last = records[-1]
    rules = last.rules
    table = companions_of(last.players, levels)
    result = None if ends is None else _game_result(last, *ends)
    places = placings(rules, last.totals, *(ends or ((), ())))
    seats = []
    for at, player in enumerate(players):
        counted = total(deal_statistics(record, Seat(at), table) for record in records)
        placing = places[side_of(rules, Seat(at))]
        seats.append(
            SeatResult(
                figures=counted.rule_sets[rules_key(rules)].figures,
                player=player,
                level=levels[at],
                place=0 if result is None else placing.place,
                last=result is not None and placing.last,
                by_bot=levels[at] is None and at in by_bot,
            )
        )
    return ClubResult(RESULT_FORMAT, rules, tuple(seats), result)


def _game_result(last: DealRecord, won: Sequence[Seat], lost: Sequence[Seat]) -> GameResult:
    """The result of a game with these winning and losing seats; `last` is its last deal.

    The game may have ended in three ways: by the scores of that deal, by an instant win in it, or
    because a side gave up. If one of these gives the same winners and losers, the round points are
    those that the rules give for it. Otherwise the table ended the game, and all are 0.
    """
    rules = last.rules
    winners, losers = (tuple(sorted({side_of(rules, seat) for seat in end})) for end in (won, lost))
    game = Game(rules, last.totals_before, last.deal)
    found = [game.after(last.scores, None).result, given_up(rules, last.totals, losers)]
    found += [game.after(last.scores, None, pile_of(rules, seat)).result for seat in won]
    for result in found:
        if result is not None and (result.winners, result.losers) == (winners, losers):
            return result
    return GameResult(winners, losers, (0,) * len(last.totals))


def results_of_book(book: Book) -> Iterator[ClubResult]:
    """Yields the results of the games in a scorebook of games with real cards. The last game may be
    unfinished. It then counts as broken off."""
    rules = book.rules.rules
    deals: list[CountedDeal] = []
    for counted in book.counted():
        deals.append(counted)
        if counted.result is not None:
            yield _result_of_deals(book, rules, deals)
            deals = []
    if deals:
        yield _result_of_deals(book, rules, deals)


def _result_of_deals(book: Book, rules: RuleSet, deals: Sequence[CountedDeal]) -> ClubResult:
    result, counting = deals[-1].result, set(point_cards(rules))
    by_side = sides(rules)
    ends = [
        [Seat(seat) for side in chosen for seat in by_side[side]]
        for chosen in ((result.winners, result.losers) if result else ((), ()))
    ]
    places = placings(rules, deals[-1].game.totals, *ends)
    seats = []
    for at, name in enumerate(book.names):
        seat = Seat(at)
        pile, placing = pile_of(rules, seat), places[side_of(rules, seat)]
        figures = Figures()
        for deal in deals:
            captured = counting.intersection(deal.entry.captures[pile])
            figures += Figures(
                scores={deal.score.points[pile]: 1},
                pigs=int(PIG in captured),
                sheep=int(SHEEP in captured),
                made=int(deal.score.slam == pile),
            )
        place = placing.place if result else 0
        seats.append(
            SeatResult(figures, name=name, place=place, last=bool(result and placing.last))
        )
    return ClubResult(RESULT_FORMAT, rules, tuple(seats), result)
