"""The standing of a match, deal by deal: the arithmetic of `gongzhu.rules` over entries."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from gongzhu.cards import PIG, Seat
from gongzhu.rules import DealScore, Game, GameResult, Match, RuleSet, piles, sides
from gongzhu.scorebook.entry import DealEntry, score_entry


class Standing(Struct, frozen=True):
    """A match between two deals; a game that has ended has given way to the next."""

    game: Game
    match: Match

    @classmethod
    def new(cls, rules: RuleSet) -> "Standing":
        """A match before its first deal."""
        return cls(Game.new(rules), Match.new(rules))

    def after(self, entry: DealEntry) -> "CountedDeal":
        """Count one more deal, with every pile of the table entered."""
        rules = self.game.rules
        score = score_entry(rules, entry, self.game.totals)
        game = self.game.after(score.points, pig_captor(rules, entry), score.instant_win)
        match = self.match.after(game.result) if game.result else self.match
        return CountedDeal(entry, score, self.match.played, self.game.totals, game, match)


class CountedDeal(Struct, frozen=True):
    """A deal, and what it came to."""

    entry: DealEntry
    score: DealScore
    game_number: int
    """Of its game within the match, 0-based."""
    totals_before: tuple[int, ...]
    """Per side."""
    game: Game
    """After the deal."""
    match: Match
    """After the deal."""

    @property
    def number(self) -> int:
        """Of the deal within its game, 0-based."""
        return self.game.number - 1

    @property
    def result(self) -> GameResult | None:
        """The result of the game, if this was its last deal."""
        return self.game.result

    @property
    def standing(self) -> Standing:
        """The game that the next deal counts in."""
        return Standing(Game.new(self.game.rules) if self.result else self.game, self.match)


def count_deals(rules: RuleSet, entries: Iterable[DealEntry]) -> Iterator[CountedDeal]:
    """Every deal of a match in order, each counted on what stood before it.

    >>> rules = load_rules("gongzhu-pagat").rules
    >>> entry = DealEntry((parse_cards("QS"), parse_cards("JD"), (), ()))
    >>> [counted.game.totals for counted in count_deals(rules, [entry, entry])]
    [(-100, 100, 0, 0), (-200, 200, 0, 0)]
    """
    standing = Standing.new(rules)
    for entry in entries:
        counted = standing.after(entry)
        yield counted
        standing = counted.standing


def pig_captor(rules: RuleSet, entry: DealEntry) -> Seat | None:
    """The seat that has captured the pig; None where no one seat is known to have."""
    for owner, cards in zip(piles(rules), entry.captures, strict=True):
        if PIG in cards and len(owner) == 1:
            return owner[0]
    return None


def seats_of(rules: RuleSet, chosen: Iterable[int]) -> tuple[Seat, ...]:
    """The seats of the chosen sides, sorted.

    >>> seats_of(load_rules("gongzhu-pagat-partners").rules, [1])
    (1, 3)
    """
    by_side = sides(rules)
    return tuple(sorted(seat for side in chosen for seat in by_side[side]))
