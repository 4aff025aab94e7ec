"""Finished games and deals: how they are stored, and how they are shown to players."""

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
    """The score of a pile of captured cards, line by line."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    """The point cards in the pile."""
    lines: tuple[str, ...]
    points: int


class DealSheet(Struct, frozen=True):
    """GET /api/tables/{table}/deals/{count}?lang=: a finished deal, for those who sit or sat at the
    table, and for everyone if the table is public. The deal of a day or of a
    tournament's round that is not over has no hands, passes, plays, events or evidence."""

    count: int
    record: DealRecord
    events: tuple[Event, ...]
    """All events of the deal with nothing hidden, from which a replay is made."""
    piles: tuple[SheetPile, ...]
    evidence: Evidence | None


class GameSheet(Struct, frozen=True):
    """GET /api/games/{game}?lang=&from=&to=: a finished game, for everyone who has its link, with
    its deals number `from` to `to`, counted from 1; at most twenty, which is also the default.
    Answers with an ETag.

    `GET /api/games/{game}.jsonl`, `.txt`, `.evidence.jsonl` are its records and evidence as files.
    """

    game: str
    title: str
    names: tuple[str, ...]
    finished: int
    deals: tuple[DealSheet, ...]
    """The deals that were asked for."""
    count: int
    """Number of all deals of the game."""
    first: int
    """Number of the first deal in `deals`."""
    seat: Seat | None = None
    """The seat of the player who asks; None for everyone else."""


# POST /api/records?lang= with a file of records (JSONL or text form, at most 1 MB) as the body
# answers a `GameSheet` (game "", evidence None) of its deals, for the replay page; a file that does
# not verify is answered by a `Problem` (422) that lists what is wrong and where.


def deal_sheet(record: DealRecord, evidence: Evidence | None, count: int, lang: Lang) -> DealSheet:
    """A finished deal as shown to players, with every event and the scoring of each pile.

    `count` is the number shown for the deal, from 1. Raises RecordError.
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
    """Deals from a file in the form that the replay page needs, all on one page.

    Raises RecordError.
    """
    sheets = tuple(
        deal_sheet(record, None, number, lang) for number, record in enumerate(records, start=1)
    )
    first = records[0]
    title = rules_title(first.preset, first.rules, lang)
    return GameSheet("", title, first.players, 0, sheets, len(sheets), 1)
