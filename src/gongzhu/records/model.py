"""The record of one deal, with everything needed to replay it and with its results, and the entries
of a file of records."""

from collections.abc import Iterable, Iterator
from hashlib import sha256

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from gongzhu.cards import Card, Seat
from gongzhu.records.fault import RecordError
from gongzhu.rules import Deal, Game, Mode, MoonChoice, Phase, RuleSet, sides
from gongzhu.rules.events import Hands
from gongzhu.texts import presentable

FORMAT = 1
"""Version of the JSONL format, which every line states."""


class DealRecord(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished deal. The fields, in this order, are those of a line in the JSONL format, which
    omits a field that has its default."""

    # msgspec never omits a field with a default factory, so every line names its format.
    format: int = field(default_factory=lambda: FORMAT)
    preset: str | None
    """Name of the preset, if the rules are exactly those of one."""
    rules: RuleSet
    players: tuple[str, ...]
    """Names of the players, by seat."""
    game: int
    """Number of the game within the match, from 0."""
    deal: int
    """Number of the deal within the game, from 0."""
    dealer_seed: str | None
    """The seed from which `gongzhu.dealing.deal_hands` dealt the hands, or None if they come from
    elsewhere."""
    first_leader: Seat
    """The seat that led the first trick."""
    hands: Hands
    """The hands as dealt, before passing, by seat, each sorted."""
    passes: Hands | None
    """The cards that each seat passed, by seat, or None if nothing was passed."""
    exposures: tuple[dict[Card, Mode], ...]
    """For each seat, the cards that it exposed, each with its mode."""
    plays: tuple[tuple[Seat, Card], ...]
    """All cards in playing order, each with the seat that played it."""
    claimed: Seat | None
    """The seat that ended the deal early by a claim, or None if no seat did."""
    moon_choice: MoonChoice | None
    """The choice of what a slam pays, or None if no slam was made or the rules leave no choice."""
    scores: tuple[int, ...]
    """The score of each pile, in the order of `piles(rules)`."""
    totals_before: tuple[int, ...]
    """The total of each side before this deal, in the order of `sides(rules)`."""
    totals: tuple[int, ...]
    """The total of each side after this deal."""
    game_over: bool
    """True if the game ended with this deal."""
    winners: tuple[Seat, ...]
    """Seats that won the game, sorted, or empty unless it is over."""
    losers: tuple[Seat, ...]
    """Seats that lost the game, sorted, or empty unless it is over."""
    comments: dict[str, str] = {}
    """Comments by the number of the play (from 1, as text) after which they stand. "0" is for a
    comment on the whole deal."""
    timings: tuple[int, ...] = ()
    """Milliseconds that each play took, in order, or empty if not measured."""
    event: str = ""
    """Name of the event to which the game belongs, such as an evening, a tournament or a match. May
    be empty."""
    date: str = ""
    """Date on which the deal was played, `YYYY-MM-DD`, or empty if unknown."""
    origin: str = ""
    """For a deal played on differently from a position of another deal (a fork): a few words on
    that deal and position. Otherwise empty."""


def record_deal(
    deal: Deal,
    after: Game,
    *,
    players: tuple[str, ...],
    preset: str | None,
    game: int = 0,
    dealer_seed: str | None = None,
) -> DealRecord:
    """The record of a finished deal. `after` is the game after this deal. `players` has the names
    by seat.

    >>> [record] = read_text(Path("examples/friday.gzn").read_text("utf-8"))
    >>> *_, (deal, _) = replay(record)
    >>> game = replayed(record)[1]
    >>> again = record_deal(deal, game, players=record.players, preset=record.preset)
    >>> again.scores == record.scores
    True
    """
    public = deal.public
    assert public.phase is Phase.ENDED
    assert public.dealt is not None
    assert public.scores is not None
    plays = public.plays
    by_side = sides(deal.rules)
    result = after.result
    return DealRecord(
        preset=preset,
        rules=deal.rules,
        players=players,
        game=game,
        deal=public.number,
        dealer_seed=dealer_seed,
        first_leader=plays[0][0],
        hands=public.dealt,
        passes=public.passed,
        exposures=tuple({item.card: item.mode for item in own.exposures or ()} for own in deal.own),
        plays=plays,
        claimed=public.claimed,
        moon_choice=public.moon_choice,
        scores=public.scores,
        totals_before=public.totals,
        totals=after.totals,
        game_over=result is not None,
        winners=_seats(by_side, result.winners if result else ()),
        losers=_seats(by_side, result.losers if result else ()),
    )


def _seats(by_side: tuple[tuple[Seat, ...], ...], chosen: tuple[int, ...]) -> tuple[Seat, ...]:
    return tuple(sorted(seat for side in chosen for seat in by_side[side]))


LONGEST_LINE = 2**20
"""Greatest length of a line in bytes. A record has about 2,500, without comments."""


class FileEntry(Struct, frozen=True):
    """A record found in a file, or in its place the error that says why it cannot be read."""

    line: int
    """The line on which the record begins, from 1."""
    found: DealRecord | RecordError


def records_of(entries: Iterable[FileEntry]) -> Iterator[DealRecord]:
    """Yields the records of the entries. Raises the first error among them.

    >>> with open("examples/friday.gzn", "rb") as file:
    ...     records = list(records_of(scan_file(file)))
    >>> len(records)
    1
    """
    for entry in entries:
        if isinstance(entry.found, RecordError):
            raise entry.found
        yield entry.found


class Once:
    """Recognises deals that have been seen before. Two records are of the same deal if they agree
    in everything except preset name, dealer seed, comments and timings."""

    def __init__(self) -> None:
        self._met: set[bytes] = set()
        self.again = 0
        """Number of records so far whose deal had been seen before."""

    def new(self, record: DealRecord) -> bool:
        """True if the deal of this record has not been seen before. Counts it in `again`
        otherwise."""
        # Comments, times, seeds and preset names may differ between records of the same deal.
        bare = replace(record, preset=None, dealer_seed=None, comments={}, timings=())
        digest = sha256(msgspec.json.encode(bare)).digest()
        if digest in self._met:
            self.again += 1
            return False
        self._met.add(digest)
        return True


LONGEST_COMMENT = 2000
"""Length in characters to which a comment is cut for display."""


def presentable_record(record: DealRecord) -> DealRecord:
    """A record from outside with its names and comments made safe to display (`presentable`). A
    player without a visible name is named by the number of the seat, from 1.

    >>> [record] = read_text(Path("examples/friday.gzn").read_text("utf-8"))
    >>> presentable_record(record).players
    ('Ann', 'Bo', '小王', 'Dee')
    """
    players = (presentable(name) or str(seat) for seat, name in enumerate(record.players, start=1))
    comments = {
        index: presentable(comment, LONGEST_COMMENT) for index, comment in record.comments.items()
    }
    event = presentable(record.event, LONGEST_COMMENT)
    return replace(record, players=tuple(players), comments=comments, event=event)
