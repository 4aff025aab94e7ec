"""The costly work that visitors may ask for over HTTP, as data, and what comes of it."""

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec import Struct, json

from gongzhu.records import DealRecord
from gongzhu.review import DealOutline, ReviewedDecision
from gongzhu.review.story import Story
from gongzhu.server.bodies import AskFork, Problem, RulesAsked
from gongzhu.store import GameRow, Played, PlayerRow
from gongzhu.table import FinishedDeal
from gongzhu.texts import Lang

LENGTH = 4
"""Bytes that lead a frame, most significant first: the length of the rest."""

FileForm = Literal["jsonl", "txt", "evidence.jsonl"]


class ReadRecords(Struct, frozen=True, tag=True):
    """Check a file of records, and make a `GameSheet` of its deals."""

    data: bytes
    lang: Lang


class ShowDeals(Struct, frozen=True, tag=True):
    """Make the sheets of some deals of a finished game, in JSON, one by one."""

    deals: bytes
    """All of the game, as `kept_game` has them."""
    first: int
    """0-based, of the game."""
    count: int
    """At most."""
    lang: Lang


class ShowDeal(Struct, frozen=True, tag=True):
    """Make the sheet of one deal, in JSON."""

    deal: FinishedDeal
    lang: Lang
    withheld: bool = False
    """True if the cards may not be told, nor what they follow from: only what it came to."""


class WriteGame(Struct, frozen=True, tag=True):
    """Write a finished game as a file, or as the next part of one."""

    deals: bytes
    form: FileForm
    after: bytes = b""
    """The deals of the game before it in the file: what holds on from them is left out."""


class CountGame(Struct, frozen=True, tag=True):
    """Work out what a finished game came to for a player: `GameSummary`, in JSON."""

    row: GameRow
    deals: bytes
    reviews: tuple[bytes, ...]
    """Of its deals, packed; none before all of them are done."""
    player: PlayerRow


class AddUp(Struct, frozen=True, tag=True):
    """Add up what games came to for a player: a `HistorySum` in JSON, and the places of those that
    are still to be counted, which it is without."""

    played: tuple[Played, ...]
    before: bytes = b""
    """The sum of other games, which these are added to."""


class TellHistory(Struct, frozen=True, tag=True):
    """Put what games came to for a player into words: `MyStatistics`, in JSON."""

    sums: bytes
    """A `HistorySum` in JSON."""
    pending: int
    """Games that are still to be counted."""
    lang: Lang


class Unname(Struct, frozen=True, tag=True):
    """Take a player out of a finished game: its row in JSON, and its deals."""

    row: GameRow
    deals: bytes
    player: str


class Nothing(Struct, frozen=True, tag=True):
    """Answer, and nothing else."""


class ShowFork(Struct, frozen=True, tag=True):
    """Follow a fork: the deal by now in MessagePack, and a `Fork` in JSON. `story` None: up to
    where it begins only, since the hidden cards are to be dealt anew."""

    source: bytes
    """The deals of the game, as `kept_game` has them, or a file with the record."""
    asked: AskFork
    story: Story | None
    lang: Lang


class ReadDeals(Struct, frozen=True, tag=True):
    """Check a file of records that is to be reviewed: its deals, in JSON, one by one."""

    data: bytes
    lang: Lang


class ReadGame(Struct, frozen=True, tag=True):
    """Take the records out of a finished game: each in JSON."""

    deals: bytes
    """As `kept_game` has them."""


class PackReview(Struct, frozen=True, tag=True):
    """Put the review of a deal together, and pack it."""

    outline: DealOutline
    decisions: tuple[ReviewedDecision, ...]


class TellReview(Struct, frozen=True, tag=True):
    """Put the review of a deal into words: `ToldDeal`, in JSON."""

    review: bytes
    """Packed."""
    names: tuple[str, ...]
    """Of the players, by seat."""
    lang: Lang


class SumReview(Struct, frozen=True, tag=True):
    """Add reviews of deals up: a list of `SeatSummary`, in JSON."""

    reviews: tuple[bytes, ...]
    """Packed."""


class ReadReviews(Struct, frozen=True, tag=True):
    """Unpack reviews of deals: each in JSON."""

    reviews: tuple[bytes, ...]


class Explain(Struct, frozen=True, tag=True):
    """Put a rule set into words: `RulesExplained`, in JSON."""

    asked: RulesAsked
    default_preset: str
    lang: Lang


class Draw(Struct, frozen=True, tag=True):
    """Draw a link as a QR code."""

    link: str


Job = (
    ReadRecords
    | ShowDeals
    | ShowDeal
    | WriteGame
    | ShowFork
    | ReadDeals
    | ReadGame
    | PackReview
    | TellReview
    | SumReview
    | Explain
    | Draw
    | CountGame
    | AddUp
    | TellHistory
    | Unname
    | ReadReviews
    | Nothing
)


class Made(Struct, frozen=True, tag=True):
    """What was asked for."""

    parts: tuple[bytes, ...]
    of: int = 1
    """The number of deals of the whole game, where some of them were asked for."""


class NotMade(Struct, frozen=True, tag=True):
    """What was asked for cannot be made of what was given."""

    status: int
    problem: Problem


class Answer(Struct, frozen=True):
    """What came of a job, as the process says it."""

    found: Made | NotMade
    last: bool = False
    """True if the process ends with this answer."""


_encode = msgspec.msgpack.Encoder().encode
read_job: Callable[[bytes], Job] = msgspec.msgpack.Decoder(Job).decode
read_row: Callable[[bytes], GameRow] = json.Decoder(GameRow).decode
read_places: Callable[[bytes], list[int]] = json.Decoder(list[int]).decode
read_deal_record: Callable[[bytes], DealRecord] = json.Decoder(DealRecord).decode
read_answer: Callable[[bytes], Answer] = msgspec.msgpack.Decoder(Answer).decode


def pack(message: Job | Answer) -> bytes:
    """A message as a frame of MessagePack, led by its length."""
    body = _encode(message)
    return len(body).to_bytes(LENGTH, "big") + body
