"""The costly work that visitors may ask for over HTTP, as data, and what comes of it."""

from collections.abc import Callable
from typing import Literal, assert_never

import msgspec
from msgspec import Struct, json
from msgspec.structs import replace

from gongzhu.dealing import write_evidence
from gongzhu.records import DealRecord, write_jsonl, write_text
from gongzhu.review import told_deal
from gongzhu.review.story import Story
from gongzhu.review.summary import summary_of
from gongzhu.rules import RuleError, rules_from_preset
from gongzhu.server.bodies import AskFork, Problem, RulesAsked
from gongzhu.server.clerks.forks import shown_fork
from gongzhu.server.clerks.histories import game_summary, history_of, uncounted
from gongzhu.server.clerks.records import records_to_review, sheet_of_file
from gongzhu.server.games import deal_sheet, read_deals, without_player
from gongzhu.server.invitation import qr_code
from gongzhu.server.problems import ApiError
from gongzhu.server.reviews.packing import unpack_review
from gongzhu.server.rules_form import explained
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
    sealed: bool = False
    """True if neither evidence nor seed may be told."""


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
    """Add up what games came to for a player, the newest of them first: `History` in JSON, and the
    places of those that are still to be counted."""

    played: tuple[Played, ...]
    count: int
    """Of the player's games in the store."""


class Unname(Struct, frozen=True, tag=True):
    """Take a player out of a finished game: its row in JSON, and its deals."""

    row: GameRow
    deals: bytes
    player: str
    name: str


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
    | TellReview
    | SumReview
    | Explain
    | Draw
    | CountGame
    | AddUp
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


def do(job: Job) -> Made | NotMade:
    """Do the work. All of it follows from the job."""
    try:
        return _made(job)
    except ApiError as error:
        return NotMade(error.status, error.problem(_lang(job)))
    except RuleError as error:
        refusal = ApiError(422, "rules", faults=error)
        return NotMade(refusal.status, refusal.problem(_lang(job)))


def _lang(job: Job) -> Lang:
    return getattr(job, "lang", "en")


def _made(job: Job) -> Made:
    match job:
        case ReadRecords(data, lang):
            return Made((json.encode(sheet_of_file(data, lang)),))
        case ShowDeals(deals, first, count, lang):
            all_deals = read_deals(deals)
            chosen = all_deals[first : first + count]
            return Made(tuple(_sheet(deal, lang) for deal in chosen), len(all_deals))
        case ShowDeal(deal, lang, sealed):
            return Made((_sheet(deal, lang, sealed),))
        case WriteGame(deals, form, after):
            before = read_deals(after)[-1:] if after else ()
            return Made((_written(read_deals(deals), form, before).encode(),))
        case CountGame(row, deals, reviews, player):
            return Made((json.encode(game_summary(row, deals, reviews, player)),))
        case AddUp(played, count):
            return Made((json.encode(history_of(played, count)), json.encode(uncounted(played))))
        case Unname(row, deals, player, name):
            row, deals = without_player(row, deals, player, name)
            return Made((json.encode(row), deals))
        case ReadReviews(reviews):
            return Made(tuple(json.encode(unpack_review(review)) for review in reviews))
        case Nothing():
            return Made(())
        case ShowFork():
            return Made(shown_fork(job.source, job.asked, job.story, job.lang))
        case ReadDeals(data, lang):
            return Made(tuple(map(json.encode, records_to_review(data, lang))))
        case TellReview(review, names, lang):
            return Made((json.encode(told_deal(unpack_review(review), lang, names)),))
        case SumReview(reviews):
            return Made((json.encode(summary_of(list(map(unpack_review, reviews)))),))
        case Explain(asked, default_preset, lang):
            preset = asked.preset if asked.preset or asked.rules else default_preset
            exact, rules = rules_from_preset(preset, asked.rules)
            return Made((json.encode(explained(rules, exact, asked.preset or exact, lang)),))
        case Draw(link):
            return Made((qr_code(link),))
        case _:
            assert_never(job)


def _sheet(deal: FinishedDeal, lang: Lang, sealed: bool = False) -> bytes:
    count = deal.evidence.deal
    if sealed:
        record = replace(deal.record, dealer_seed=None)
        return json.encode(deal_sheet(record, None, count, lang))
    return json.encode(deal_sheet(deal.record, deal.evidence, count, lang))


def _written(
    deals: tuple[FinishedDeal, ...], form: FileForm, before: tuple[FinishedDeal, ...]
) -> str:
    match form:
        case "jsonl":
            return "".join(write_jsonl(deal.record for deal in deals))
        case "txt":
            chunks = list(write_text(deal.record for deal in (*before, *deals)))
            return "".join(chunks[len(before) :])
        case "evidence.jsonl":
            return write_evidence(deal.evidence for deal in deals)
        case _:
            assert_never(form)


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
