"""Forks of finished deals, prepared by workers: a deal is continued differently from one of its
positions."""

from functools import partial
from io import BytesIO
from typing import Annotated, Literal

from msgspec import Meta, Struct, json

from gongzhu.bots import DEFAULT_LEVEL
from gongzhu.cards import Seat, seats
from gongzhu.records import (
    DealRecord,
    RecordFault,
    Verifier,
    presentable_record,
    scan_file,
    write_jsonl,
    write_text,
)
from gongzhu.review.fork import (
    DealHistory,
    ForkPoint,
    NoForkPoint,
    follow,
    fork_names,
    fork_point_at,
    fork_record,
    origin_text,
    points_by_seat,
)
from gongzhu.rules import Action, Deal, Event, IllegalAction, Phase, sides
from gongzhu.rules.legal import waiting
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.games.files import MOST_TOKENS, wrong_records
from gongzhu.server.games.sheets import DealSheet, deal_sheet
from gongzhu.server.live.finished_game import names_shown, read_deals
from gongzhu.server.work.job import Priority, job
from gongzhu.table import Ask, SeatState, TableState, ask_in
from gongzhu.table.commands import LevelName, SeatNumber
from gongzhu.table.settings import Settings
from gongzhu.texts import Lang
from gongzhu.view import see


class ForkAction(Struct, frozen=True, forbid_unknown_fields=True):
    """An action of a seat in a fork: a pass, an exposure or a card."""

    seat: SeatNumber
    action: Action


class AskFork(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/forks?lang=: continue a finished deal differently from one of its positions. The
    server stores nothing, so each request contains the whole fork.

    The players of a game may fork its deals. If its table was public, everyone may, once the table
    has finished its next game or is closed.
    """

    game: Annotated[str, Meta(max_length=100)] = ""
    """Id of the finished game, or empty if `record` is given instead."""
    record: Annotated[str, Meta(max_length=24_000)] = ""
    """The record of one deal, as a JSON line or as text, or empty if `game` is given instead."""
    deal: Annotated[int, Meta(ge=1, le=999_999)] = 1
    """Number of the deal in the game, counted from 1."""
    ply: Annotated[int, Meta(ge=0, le=200)]
    """Number of actions in the deal before the fork: each pass of a seat, each exposure decision of
    a seat and each card counts as one. If the fork is within a step in which all seats choose at
    the same time, all of them choose again."""
    seat: SeatNumber | None = None
    """The player's seat, or None if the player moves all seats and sees all hands."""
    hidden: Literal["kept", "redrawn"] = "kept"
    """`kept`: the hands that the seat does not see stay the same. `redrawn`: they are dealt again
    at random, consistent with everything that the seat had seen."""
    seed: Annotated[str, Meta(max_length=32)] = ""
    """The random seed for cards that are dealt again, and for the bots."""
    levels: Annotated[tuple[LevelName | None, ...], Meta(max_length=5)] = ()
    """The levels of the bots, by seat. The default level is used for None and for missing items."""
    actions: Annotated[tuple[ForkAction, ...], Meta(max_length=80)] = ()
    """All actions in the fork so far, including those of bots: first those in the previous
    response, then the seat's next choice."""


class ForkEnd(Struct, frozen=True):
    """The result of a fork whose deal is over: points, score sheet and record."""

    sheet: DealSheet
    """The score sheet of the fork's deal."""
    points: tuple[int, ...]
    """Points of each seat in the fork."""
    before: tuple[int, ...]
    """Points of each seat in the original deal."""
    text: str
    """The record of the fork as text."""
    jsonl: str
    """The record of the fork as a JSON line."""


class Fork(Struct, frozen=True):
    """The state of a fork when the player's seat must choose, or at the end of the deal."""

    ply: int
    """Number of actions in the deal before the fork, counted as in `AskFork.ply`. It may be lower
    than requested, if all seats choose again."""
    table: TableState
    """The state of a table at which the fork is played, for a client that shows tables."""
    names: tuple[str, ...]
    """Names by seat, in the original deal."""
    events: tuple[Event, ...]
    """All events of the deal as far as the seat may see them. If the player moves all seats,
    nothing is hidden."""
    begun: int
    """Number of those events that came before the fork."""
    actions: tuple[ForkAction, ...]
    """All actions in the fork so far. They include choices of bots that are still secret, which a
    client must not show."""
    asked: Seat | None
    """The seat that must choose, or None when the deal is over."""
    ask: Ask | None
    """The choices of that seat, or None when the deal is over."""
    over: ForkEnd | None
    """The result, once the deal is over."""


@job(Priority.SOON)
def show_fork(
    source: bytes, asked: AskFork, history: DealHistory | None, lang: Lang
) -> tuple[Deal, bytes]:
    """Replay a deal, then the actions of a fork. Returns the deal and the `Fork` in JSON, with
    texts in `lang`. Raises ApiError.

    `source` has the deals of the game as stored, or a file with the record. `history` is the deal
    with its hidden cards redrawn. If it is needed (`hidden` is `redrawn`) but None, the result is
    the deal at the start of the fork, and empty bytes.
    """
    record = _record(source, asked, lang)
    _check_seats(record, asked)
    point = _fork_point(record, asked.ply)
    deal, told = point.deal, point.events
    if asked.hidden == "redrawn":
        if history is None:
            return deal, b""
        deal, told = history.replayed()
    begun = len(told)
    for number, one in enumerate(asked.actions, start=1):
        try:
            deal, told = follow(deal, told, [(one.seat, one.action)])
        except IllegalAction as error:
            reason = error.reason.text(lang)
            raise ApiError(422, "fork_action", number=number, reason=reason) from error
    turns = waiting(deal)
    own = asked.seat in turns or asked.seat is None
    turn = (turns[0] if asked.seat is None else asked.seat) if turns and own else None
    fork = Fork(
        ply=point.ply,
        table=_table(record, deal, asked, lang),
        names=names_shown(record.players, lang),
        events=tuple(_seen(told, asked.seat)),
        begun=len(_seen(told[:begun], asked.seat)),
        actions=asked.actions,
        asked=turn,
        ask=None if turn is None else ask_in(deal, turn),
        over=_end(record, point, deal, asked, lang) if deal.public.phase is Phase.ENDED else None,
    )
    return deal, json.encode(fork)


def _record(source: bytes, asked: AskFork, lang: Lang) -> DealRecord:
    if asked.game:
        deals = read_deals(source)
        if asked.deal > len(deals):
            raise ApiError(404, "no_deals")
        return deals[asked.deal - 1].record
    entries = list(scan_file(BytesIO(source), MOST_TOKENS))
    faults: list[RecordFault] = list(Verifier().verify(entries))
    if faults:
        raise wrong_records(faults, lang)
    records = [entry.found for entry in entries if isinstance(entry.found, DealRecord)]
    if len(records) != 1:
        raise ApiError(422, "no_records" if not records else "many_deals", most=1)
    return presentable_record(records[0])


def _check_seats(record: DealRecord, asked: AskFork) -> None:
    players = record.rules.players
    named = [one.seat for one in asked.actions]
    if any(seat >= players for seat in [*named, asked.seat or 0]):
        raise ApiError(422, "fork_seat", most=players - 1)


def _fork_point(record: DealRecord, ply: int) -> ForkPoint:
    """The position of the record after `ply` actions. Raises ApiError 422 if the deal has fewer."""
    try:
        return fork_point_at(record, ply)
    except NoForkPoint as error:
        raise ApiError(422, "fork_ply", ply=ply, least=0, most=error.most) from error


def _seen(events: tuple[Event, ...], seat: Seat | None) -> list[Event]:
    """These events as far as `seat` may see them, or all events for None."""
    if seat is None:
        return list(events)
    return [seen for event in events if (seen := see(event, seat)) is not None]


def _table(record: DealRecord, deal: Deal, asked: AskFork, lang: Lang) -> TableState:
    """The state of an imaginary table at which the fork is shown."""
    names = names_shown(record.players, lang)
    nothing = (0,) * len(sides(record.rules))
    return TableState(
        table="fork",
        settings=Settings("", record.preset, record.rules),
        stage="playing",
        seats=tuple(
            SeatState("bot", names[at], level_of(asked, at))
            if asked.seat not in (None, at)
            else SeatState("player", names[at], online=True)
            for at in seats(record.rules.players)
        ),
        host=asked.seat,
        game="fork",
        totals=deal.public.totals,
        strips=nothing,
        round_points=nothing,
        lost=nothing,
    )


def level_of(asked: AskFork, seat: Seat) -> str:
    """The level of the bot in a seat of a fork, or the default level if the request names none."""
    named = asked.levels[seat] if seat < len(asked.levels) else None
    return named or DEFAULT_LEVEL


def _end(record: DealRecord, point: ForkPoint, deal: Deal, asked: AskFork, lang: Lang) -> ForkEnd:
    source = asked.game or record.event
    origin = origin_text(source, record, point.ply, asked.hidden, asked.seat)
    names = fork_names(record, asked.seat, partial(level_of, asked))
    made = fork_record(record, deal, names, origin, asked.hidden)
    return ForkEnd(
        sheet=deal_sheet(made, None, asked.deal, lang),
        points=points_by_seat(made),
        before=points_by_seat(record),
        text="".join(write_text([made])),
        jsonl="".join(write_jsonl([made])),
    )
