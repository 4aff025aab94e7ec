"""A scorebook: who plays by which rules, and every deal that was entered.

Nothing that follows from the deals is kept: scores, totals, games and strips are counted anew
each time, so that a deal put right late puts right all that came after it.
"""

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.rules import NamedRules, piles, sides
from gongzhu.scorebook.entry import DealEntry, check_entry
from gongzhu.scorebook.fault import ScoreError
from gongzhu.scorebook.standing import CountedDeal, Standing, count_deals

TOGETHER = " + "
"""Between the names of partners."""

LONGEST_NAME = 40
"""Characters: half a line of a terminal."""

LONGEST_FORFEIT = 60
"""Characters: a sentence on a line of its own."""

MOST_GAMES = 1000
"""Of a match that was agreed on: more than a lifetime of evenings."""


class Book(Struct, frozen=True, kw_only=True):
    """The scorebook of one match."""

    rules: NamedRules
    names: tuple[str, ...]
    """By seat."""
    games: int | None = None
    """Number of games agreed on; None: until the players stop."""
    forfeit: str = ""
    """A forfeit for the losers of each game, in the players' own words; empty: none."""
    deals: tuple[DealEntry, ...] = ()

    def add(self, entry: DealEntry) -> "Book":
        """With one more deal at the end. Raises ScoreError."""
        return replace(self, deals=(*self.deals, self._checked(entry)))

    def edit(self, number: int, entry: DealEntry) -> "Book":
        """With another entry for deal `number`, 0-based over the match. Raises ScoreError."""
        if not 0 <= number < len(self.deals):
            raise ScoreError("no_such_deal", number=number, count=len(self.deals))
        deals = list(self.deals)
        deals[number] = self._checked(entry)
        return replace(self, deals=tuple(deals))

    def undo(self) -> "Book":
        """Without the last deal."""
        return replace(self, deals=self.deals[:-1])

    def _checked(self, entry: DealEntry) -> DealEntry:
        return check_entry(self.rules.rules, entry, whole=True)

    def counted(self) -> tuple[CountedDeal, ...]:
        """Every deal with its score, and the game and the match after it."""
        return tuple(count_deals(self.rules.rules, self.deals))

    def standing(self) -> Standing:
        """The game that the next deal counts in."""
        counted = self.counted()
        return counted[-1].standing if counted else Standing.new(self.rules.rules)

    def match_over(self) -> bool:
        """True if all the games that were agreed on have been played."""
        return self.games is not None and self.standing().match.played >= self.games

    def pile_names(self) -> tuple[str, ...]:
        """The names of each pile's owners."""
        return tuple(self._together(owner) for owner in piles(self.rules.rules))

    def side_names(self) -> tuple[str, ...]:
        """The names of each side."""
        return tuple(self._together(side) for side in sides(self.rules.rules))

    def _together(self, chosen: tuple[int, ...]) -> str:
        return TOGETHER.join(self.names[seat] for seat in chosen)


def check_forfeit(forfeit: str) -> str:
    """The forfeit, which may be empty; raises ScoreError.

    >>> check_forfeit("Loser buys the noodles")
    'Loser buys the noodles'
    """
    if forfeit.strip() == forfeit and forfeit.isprintable() and len(forfeit) <= LONGEST_FORFEIT:
        return forfeit
    raise ScoreError("forfeit", forfeit=repr(forfeit), most=LONGEST_FORFEIT)


def check_names(names: tuple[str, ...], players: int) -> tuple[str, ...]:
    """The names, one for each seat and no two alike; raises ScoreError.

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
