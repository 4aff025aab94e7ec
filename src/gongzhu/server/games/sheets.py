"""Score sheets: finished games and deals as they are shown to players."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import Card, Seat
from gongzhu.dealing import Evidence
from gongzhu.records import DealRecord, replay
from gongzhu.rules import Event, piles, point_cards, score_table
from gongzhu.scorebook.explain import explain_pile
from gongzhu.server.live.finished_game import names_shown
from gongzhu.server.live.summary import rules_title
from gongzhu.texts import Lang


class SheetPile(Struct, frozen=True):
    """The score of one pile of captured cards, line by line. A pile belongs to one seat, or to all
    seats of a side if they count together."""

    seats: tuple[Seat, ...]
    """The seats that share the pile."""
    cards: tuple[Card, ...]
    """The point cards in the pile."""
    lines: tuple[str, ...]
    """One sentence for each item of the score."""
    points: int
    """The score of the pile."""


class DealSheet(Struct, frozen=True):
    """GET /api/tables/{table}/deals/{count}?lang=: a finished deal of an open table, for everybody
    who may see the table, and for people who had a seat there. While the deal of a day or of a
    tournament's round is not over, it has no hands, passes, plays, events or evidence."""

    count: int
    """Number of the deal, counted from 1."""
    record: DealRecord
    events: tuple[Event, ...]
    """All events of the deal in full, for a replay."""
    piles: tuple[SheetPile, ...]
    """The scores of the piles, in the order of `piles(rules)`."""
    evidence: Evidence | None
    """The evidence by which anyone can check how the deal was dealt. None while it is withheld, for
    a fork, and for an uploaded file."""


class GameSheet(Struct, frozen=True):
    """GET /api/games/{game}?lang=&from=&to=: a finished game, for everyone who has its link, with
    its deals number `from` to `to`, counted from 1. At most twenty deals are sent, which is also
    the default. The response has an ETag.

    `GET /api/games/{game}.jsonl`, `.txt`, `.evidence.jsonl` are its records and evidence as files.
    """

    game: str
    """Id of the game, or empty for an uploaded file."""
    title: str
    """Title of the rules, in the language of the request."""
    names: tuple[str, ...]
    """Names of the players, by seat."""
    finished: int
    """The time at which the game ended, in milliseconds since 1970, or 0 for an uploaded file."""
    deals: tuple[DealSheet, ...]
    """The requested deals."""
    count: int
    """Number of all deals of the game."""
    first: int
    """Number of the first deal in `deals`."""
    seat: Seat | None = None
    """The seat of the player who requests the game, or None for everyone else."""


# The response to POST /api/records?lang=, with a file of records (JSON lines or text, at most 1 MB)
# as the body, is a `GameSheet` (game "", evidence None) of its deals, for the replay page; if the
# file does not verify, a `Problem` (422) that lists each fault and its position.


def deal_sheet(record: DealRecord, evidence: Evidence | None, count: int, lang: Lang) -> DealSheet:
    """A finished deal as shown to players, with all events and the score of each pile, and texts in
    `lang`.

    `count` is the number shown for the deal, from 1. Raises RecordError if the record breaks its
    own rules.
    """
    steps = list(replay(record))
    public = steps[-1][0].public
    score = score_table(record.rules, public)
    counting = point_cards(record.rules)
    return DealSheet(
        count=count,
        record=replace(record, players=names_shown(record.players, lang)),
        events=tuple(event for _, events in steps for event in events),
        piles=tuple(
            SheetPile(
                seats=owners,
                cards=tuple(
                    card for seat in owners for card in public.captured[seat] if card in counting
                ),
                lines=explain_pile(pile, record.rules, lang),
                points=pile.points,
            )
            for owners, pile in zip(piles(record.rules), score.piles, strict=True)
        ),
        evidence=evidence,
    )


def game_sheet(records: Sequence[DealRecord], lang: Lang) -> GameSheet:
    """All deals of an uploaded file, at least one, as a game for the replay page, with texts in
    `lang`.

    Raises RecordError.
    """
    sheets = tuple(
        deal_sheet(record, None, number, lang) for number, record in enumerate(records, start=1)
    )
    first = records[0]
    title = rules_title(first.preset, first.rules, lang)
    return GameSheet("", title, first.players, 0, sheets, len(sheets), 1)
