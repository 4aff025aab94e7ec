"""The record of one deal, with everything needed to replay it and its results, and the entries of a
file of records."""

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


class DealRecord(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished deal. Its fields, in this order, are those of the JSONL form.

    Fields with a plain default are left out there when they hold it.
    """

    # A made default is never left out: every line names its format.
    format: int = field(default_factory=lambda: FORMAT)
    preset: str | None
    """The preset's name, if the rules are exactly those of a preset."""
    rules: RuleSet
    players: tuple[str, ...]
    """Names of the players, by seat."""
    game: int
    """Number of the game within the match, 0-based."""
    deal: int
    """Number of the deal within the game, 0-based."""
    dealer_seed: str | None
    """The seed given to `gongzhu.dealing.deal_hands`; None for hands that were dealt otherwise."""
    first_leader: Seat
    hands: Hands
    """Hands before passing, by seat."""
    passes: Hands | None
    """The three cards that each seat passed; None if nothing was passed."""
    exposures: tuple[dict[Card, Mode], ...]
    plays: tuple[tuple[Seat, Card], ...]
    claimed: Seat | None
    """The seat that ended the deal early by a claim; None if nobody did."""
    moon_choice: MoonChoice | None
    """The shooter's choice, if the moon was shot and the rules leave a choice."""
    scores: tuple[int, ...]
    """Score of each seat, or of each partnership if captures are pooled."""
    totals_before: tuple[int, ...]
    """Total of each side before this deal."""
    totals: tuple[int, ...]
    """Total of each side after this deal."""
    game_over: bool
    winners: tuple[Seat, ...]
    """The seats that won the game; empty until it is over."""
    losers: tuple[Seat, ...]
    comments: dict[str, str] = {}
    """Comments, by the number of the play that they follow, from "1"; "0" is for the deal as a
    whole."""
    timings: tuple[int, ...] = ()
    """Milliseconds that each play took, in order; empty if times were not measured."""
    event: str = ""
    """The event to which the game belongs: an evening, a tournament, a match."""
    date: str = ""
    """Date on which the deal was played, `YYYY-MM-DD`, or empty."""
    origin: str = ""
    """For a fork: from which deal and ply it was played on, in a few words; otherwise empty."""


def record_deal(
    deal: Deal,
    after: Game,
    *,
    players: tuple[str, ...],
    preset: str | None,
    game: int = 0,
    dealer_seed: str | None = None,
) -> DealRecord:
    """The record of a finished deal; `after` is the game after this deal.

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
"""Greatest length of a line in bytes; a record has about 2,500, and comments make it longer."""


class FileEntry(Struct, frozen=True):
    """One record of a file, or the error found in its place."""

    line: int
    """The line on which it begins, from 1."""
    found: DealRecord | RecordError


def records_of(entries: Iterable[FileEntry]) -> Iterator[DealRecord]:
    """The records of some entries. Raises the first error among them.

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
    """Remembers the deals seen so far, to recognise repeated ones. Two records are of the same deal
    if the same players were dealt the same cards, at the same place in a game, and made the same
    plays."""

    def __init__(self) -> None:
        self._met: set[bytes] = set()
        self.again = 0
        """Number of records whose deal had been seen before."""

    def new(self, record: DealRecord) -> bool:
        """True if the deal of a record is seen for the first time."""
        # Comments, times, seeds and preset names may differ between records of the same deal.
        bare = replace(record, preset=None, dealer_seed=None, comments={}, timings=())
        digest = sha256(msgspec.json.encode(bare)).digest()
        if digest in self._met:
            self.again += 1
            return False
        self._met.add(digest)
        return True


LONGEST_COMMENT = 2000
"""Greatest length of a comment that is shown, in characters."""


def presentable_record(record: DealRecord) -> DealRecord:
    """A record from elsewhere, with names and comments that a page or terminal can safely show. A
    player without a visible name is called by the number of the seat, from 1.

    >>> [record] = read_text(Path("examples/friday.gzn").read_text("utf-8"))
    >>> presentable_record(record).players
    ('Ann', 'Bo', '小王', 'Dee')
    """
    players = (presentable(name) or str(seat) for seat, name in enumerate(record.players, start=1))
    comments = {
        place: presentable(comment, LONGEST_COMMENT) for place, comment in record.comments.items()
    }
    event = presentable(record.event, LONGEST_COMMENT)
    return replace(record, players=tuple(players), comments=comments, event=event)
