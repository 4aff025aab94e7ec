"""The state of a match after each deal, computed from the entries with `gongzhu.rules`."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from gongzhu.cards import PIG, Seat
from gongzhu.rules import DealScore, Game, GameResult, Match, RuleSet, piles, sides
from gongzhu.scorebook.entry import DealEntry, score_entry


class Standing(Struct, frozen=True):
    """The state of a match between two deals. After a finished game it is already that of the next
    one."""

    game: Game
    match: Match

    @classmethod
    def new(cls, rules: RuleSet) -> "Standing":
        """A match before its first deal."""
        return cls(Game.new(rules), Match.new(rules))

    def after(self, entry: DealEntry) -> "CountedDeal":
        """The next deal counted; its entry must contain every pile of the table."""
        rules = self.game.rules
        score = score_entry(rules, entry, self.game.totals)
        game = self.game.after(score.points, pig_captor(rules, entry), score.instant_win)
        match = self.match.after(game.result) if game.result else self.match
        return CountedDeal(entry, score, self.match.played, self.game.totals, game, match)


class CountedDeal(Struct, frozen=True):
    """A deal with its score and the state after it."""

    entry: DealEntry
    score: DealScore
    game_number: int
    """Number of the deal's game within the match, 0-based."""
    totals_before: tuple[int, ...]
    """Total of each side before the deal."""
    game: Game
    """The game after the deal."""
    match: Match
    """The match after the deal."""

    @property
    def number(self) -> int:
        """Number of the deal within its game, 0-based."""
        return self.game.number - 1

    @property
    def result(self) -> GameResult | None:
        """The result of the game, if this was its last deal."""
        return self.game.result

    @property
    def standing(self) -> Standing:
        """The state in which the next deal will be counted."""
        return Standing(Game.new(self.game.rules) if self.result else self.game, self.match)


def count_deals(rules: RuleSet, entries: Iterable[DealEntry]) -> Iterator[CountedDeal]:
    """Every deal of a match in order, each counted on the totals before it.

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
    """The seat that captured the pig; None if it is not known to be a particular seat."""
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
