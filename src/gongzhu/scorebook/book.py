"""A scorebook of one match: players, rules and every deal entered, from which the state of the
match after each deal is computed.

Scores, totals, games and strips are not stored, so correcting a deal corrects everything after it.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import PIG, Seat
from gongzhu.rules import DealScore, Game, GameResult, Match, NamedRules, RuleSet, piles, sides
from gongzhu.scorebook.entry import DealEntry, ScoreError, check_entry, score_entry


class Standing(Struct, frozen=True):
    """The state of a match between two deals: the running game and the match. After a finished
    game, `game` is already the next game."""

    game: Game
    match: Match

    @classmethod
    def new(cls, rules: RuleSet) -> "Standing":
        """A match before its first deal."""
        return cls(Game.new(rules), Match.new(rules))

    def after(self, entry: DealEntry) -> "CountedDeal":
        """Score the next deal. Returns it with the state after it. The entry must contain every
        pile."""
        rules = self.game.rules
        score = score_entry(rules, entry, self.game)
        game = self.game.after(score.points, pig_captor(rules, entry), score.instant_win)
        match = self.match.after(game.result) if game.result else self.match
        return CountedDeal(entry, score, self.match.played, self.game, game, match)


class CountedDeal(Struct, frozen=True):
    """A deal with its score, and the state of game and match after it."""

    entry: DealEntry
    score: DealScore
    game_number: int
    """Number of the deal's game within the match, from 0."""
    before: Game
    """The game before the deal."""
    game: Game
    """The game after the deal."""
    match: Match
    """The match after the deal."""

    @property
    def number(self) -> int:
        """Number of the deal within its game, from 0."""
        return self.game.number - 1

    @property
    def result(self) -> GameResult | None:
        """The result of the game if this was its last deal, otherwise None."""
        return self.game.result

    @property
    def standing(self) -> Standing:
        """The state in which the next deal is scored."""
        game = self.game
        return Standing(Game.new(game.rules, game.dealt) if self.result else game, self.match)


def count_deals(rules: RuleSet, entries: Iterable[DealEntry]) -> Iterator[CountedDeal]:
    """Yields every deal of a match in order, with its score and the state after it.

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
    """The seat that captured Q♠, or None if nobody has it in the entry, or if its pile belongs to
    two partners."""
    for owner, cards in zip(piles(rules), entry.captures, strict=True):
        if PIG in cards and len(owner) == 1:
            return owner[0]
    return None


def seats_of(rules: RuleSet, chosen: Iterable[int]) -> tuple[Seat, ...]:
    """The seats of the sides with these indices, sorted.

    >>> seats_of(load_rules("gongzhu-pagat-partners").rules, [1])
    (1, 3)
    """
    by_side = sides(rules)
    return tuple(sorted(seat for side in chosen for seat in by_side[side]))


TOGETHER = " + "
"""Text between the names of partners."""

LONGEST_NAME = 40
"""Greatest length of a player's name in characters (half a line of a terminal)."""

LONGEST_FORFEIT = 60
"""Greatest length of a forfeit in characters."""

MOST_GAMES = 1000
"""Greatest number of games that can be agreed for a match."""


class Book(Struct, frozen=True, kw_only=True):
    """The scorebook of one match. A changed book is a new object."""

    rules: NamedRules
    names: tuple[str, ...]
    """Names of the players, by seat."""
    games: int | None = None
    """Number of games agreed for the match, or None if it has no fixed length."""
    forfeit: str = ""
    """A penalty for the losers of each game, in the players' own words, such as "Loser buys the
    noodles", or empty for none."""
    deals: tuple[DealEntry, ...] = ()

    def add(self, entry: DealEntry) -> "Book":
        """The book with one more deal at the end. Raises ScoreError for an impossible deal."""
        return replace(self, deals=(*self.deals, self._checked(entry)))

    def edit(self, number: int, entry: DealEntry) -> "Book":
        """The book with deal `number` (within the match, from 0) replaced. Raises ScoreError for an
        impossible deal, or if there is no such number."""
        if not 0 <= number < len(self.deals):
            raise ScoreError("no_such_deal", number=number, count=len(self.deals))
        deals = list(self.deals)
        deals[number] = self._checked(entry)
        return replace(self, deals=tuple(deals))

    def undo(self) -> "Book":
        """The book without its last deal. An empty book is unchanged."""
        return replace(self, deals=self.deals[:-1])

    def _checked(self, entry: DealEntry) -> DealEntry:
        return check_entry(self.rules.rules, entry, whole=True)

    def counted(self) -> tuple[CountedDeal, ...]:
        """Every deal with its score, and the state of game and match after it."""
        return tuple(count_deals(self.rules.rules, self.deals))

    def standing(self) -> Standing:
        """The state of the match in which the next deal is scored."""
        counted = self.counted()
        return counted[-1].standing if counted else Standing.new(self.rules.rules)

    def match_over(self) -> bool:
        """True if all games agreed for the match have been played. False if no number was
        agreed."""
        return self.games is not None and self.standing().match.played >= self.games

    def pile_names(self) -> tuple[str, ...]:
        """For each pile, the names of its owners, joined by TOGETHER."""
        return tuple(self._together(owner) for owner in piles(self.rules.rules))

    def side_names(self) -> tuple[str, ...]:
        """For each side, the names of its players, joined by TOGETHER."""
        return tuple(self._together(side) for side in sides(self.rules.rules))

    def _together(self, chosen: tuple[int, ...]) -> str:
        return TOGETHER.join(self.names[seat] for seat in chosen)


def check_forfeit(forfeit: str) -> str:
    """Return the forfeit unchanged if it is valid (it may be empty). Raises ScoreError otherwise.

    >>> check_forfeit("Loser buys the noodles")
    'Loser buys the noodles'
    """
    if forfeit.strip() == forfeit and forfeit.isprintable() and len(forfeit) <= LONGEST_FORFEIT:
        return forfeit
    raise ScoreError("forfeit", forfeit=repr(forfeit), most=LONGEST_FORFEIT)


def check_names(names: tuple[str, ...], players: int) -> tuple[str, ...]:
    """Return the names unchanged if they are valid: one for each seat, no two equal (ignoring
    case). Raises ScoreError otherwise.

    >>> check_names(("Ann", "Bo", "小王", "小李"), players=4)
    ('Ann', 'Bo', '小王', '小李')
    """
    if len(names) != players:
        raise ScoreError("name_count", count=len(names), players=players)
    for name in names:
        if not (name.strip() == name and name.isprintable() and 0 < len(name) <= LONGEST_NAME):
            raise ScoreError("name", name=repr(name), most=LONGEST_NAME)
    for place, name in enumerate(names):
        if name.casefold() in (other.casefold() for other in names[:place]):
            raise ScoreError("name_twice", name=name)
    return names
