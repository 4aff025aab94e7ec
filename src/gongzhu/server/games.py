"""Finished games and deals: how they are stored, and how they are shown to players."""

from collections.abc import Sequence

from msgspec import UNSET, Struct, json
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.dealing import Evidence
from gongzhu.records import DealRecord, replay
from gongzhu.rules import RuleSet, piles, point_cards, score_table, side_of, sides
from gongzhu.scorebook.explain import explain_pile
from gongzhu.server.bodies import DealSheet, GameBrief, GameSheet, SheetPile
from gongzhu.server.daily.calendar import end_of, read_day
from gongzhu.server.listing import Listing
from gongzhu.server.rules_form import rules_title
from gongzhu.stats import placings
from gongzhu.store import FORMER, Deals, GameRow
from gongzhu.store.days import FinishDay
from gongzhu.table import FinishedDeal, Table
from gongzhu.texts import Lang, say


class KeptGame(Struct, frozen=True, omit_defaults=True):
    """The summary of a finished game, with what lists of games show; stored as JSON."""

    preset: str | None
    rules: RuleSet
    names: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]
    losers: tuple[Seat, ...] = ()
    players: tuple[str | None, ...] = ()
    """Player ids by seat; None for bots, and for players who left the game or were deleted."""
    levels: tuple[str | None, ...] = ()
    """Bot levels by seat; None for players."""
    public: bool = False
    """True if the table was public when the game ended."""
    day: str = ""
    """The day, such as `2026-11-23`, if the game was a counting try at that day's deal."""
    broken_off: bool = False
    """True if the table closed before the game was over."""


_read_summary = json.Decoder(KeptGame).decode
read_deals = json.Decoder(tuple[FinishedDeal, ...]).decode


def kept_game(table: Table, listing: Listing, at: int) -> tuple[Deals | GameRow | FinishDay, ...]:
    """The rows to store for a game that ended at the time `at` (milliseconds since 1970): its deals
    and its summary, and for a try at the deal of a day its result."""
    state = table.state
    assert state.game is not None, "a game was played"
    last = table.finished[-1].record
    # The winners come from the table's state, since the table ends games that go on for too long,
    # and no rule says who has won those.
    ended, by_side = state.games[-1], sides(last.rules)
    day = state.settings.day
    players = tuple(
        None if name.startswith(FORMER_NAME) else player
        for name, player in zip(last.players, table.players, strict=True)
    )
    summary = KeptGame(
        last.preset,
        last.rules,
        last.players,
        last.totals,
        _seats(by_side, ended.winners),
        _seats(by_side, ended.losers),
        players,
        tuple(seat.level if seat.kind == "bot" else None for seat in state.seats),
        state.settings.access == "public",
        "" if day is UNSET or day.practice else day.day,
        not (last.game_over or ended.winners),
    )
    row = GameRow(
        id=state.game,
        table=state.table,
        number=len(state.games) - 1,
        first_entry=listing.game_from,
        last_entry=table.seq,
        finished_ms=table.asked_at,
        summary=json.encode(summary),
        players=tuple(player for player in players if player is not None),
    )
    deals = Deals(state.game, json.encode(_without_former(table.finished)))
    player = players[0]
    if summary.day and player is not None:
        return deals, row, FinishDay(player, state.table, state.totals[0], at, state.game)
    return deals, row


def _without_former(deals: tuple[FinishedDeal, ...]) -> tuple[FinishedDeal, ...]:
    """The deals of a game with the names of players replaced in all deals if their accounts were
    deleted while it ran. No other player takes such a seat before the game ends."""
    seats = [
        Seat(at) for at, name in enumerate(deals[-1].record.players) if name.startswith(FORMER_NAME)
    ]
    for seat in seats:
        deals = tuple(
            replace(deal, record=replace(deal.record, players=_unnamed(deal.record.players, seat)))
            for deal in deals
        )
    return deals


FORMER_NAME = "Former player"
"""Replaces the name of a player whose account was deleted, also in records."""


def without_player(row: GameRow, kept_deals: bytes, player: str) -> tuple[GameRow, bytes]:
    """A finished game's row and deals after the id and name of a deleted player are removed.

    `kept_deals` are the game's deals in JSON, and so are those returned.
    """
    kept = read_kept(row)
    deals = read_deals(kept_deals)
    if player in kept.players:
        seat = seat_in(kept, player)
        deals = tuple(
            replace(deal, record=replace(deal.record, players=_unnamed(deal.record.players, seat)))
            for deal in deals
        )
        kept = replace(
            kept,
            names=_unnamed(kept.names, seat),
            players=tuple(None if one == player else one for one in kept.players),
        )
    row = replace(
        row,
        summary=json.encode(kept),
        players=tuple(FORMER if one == player else one for one in row.players),
    )
    return row, json.encode(deals)


def _unnamed(names: tuple[str, ...], seat: Seat) -> tuple[str, ...]:
    return tuple(FORMER_NAME if at == seat else name for at, name in enumerate(names))


def names_shown(names: tuple[str, ...], lang: Lang) -> tuple[str, ...]:
    """Names as shown in a language: the name for former players is translated."""
    former = say("server.former_player", lang)
    return tuple(
        name.replace(FORMER_NAME, former, 1) if name.startswith(FORMER_NAME) else name
        for name in names
    )


def _seats(by_side: Sequence[Sequence[Seat]], chosen: Sequence[int]) -> tuple[Seat, ...]:
    return tuple(sorted(seat for side in chosen for seat in by_side[side]))


def read_kept(row: GameRow) -> KeptGame:
    """Decode the summary of a finished game."""
    return _read_summary(row.summary)


def day_runs(day: str, now: int) -> bool:
    """True if a day, such as `2026-11-23`, is not over at the time `now` (milliseconds since 1970);
    false for an empty string."""
    return day != "" and now < end_of(read_day(day))


def seat_in(kept: KeptGame, player: str) -> Seat:
    """The seat that a player had when the game ended. Raises ValueError for any other player."""
    return Seat(kept.players.index(player))


def game_brief(row: GameRow, player: str, lang: Lang, now: int) -> GameBrief:
    """A finished game as shown in the list of one of its players, at the time `now` (milliseconds
    since 1970)."""
    kept = _read_summary(row.summary)
    by_side = placings(kept.rules, kept.totals, kept.winners, kept.losers)
    places = tuple(by_side[side_of(kept.rules, Seat(at))].place for at in range(len(kept.names)))
    return GameBrief(
        seat=seat_in(kept, player),
        places=() if kept.broken_off else places,
        levels=kept.levels,
        preset=kept.preset,
        game=row.id,
        title=rules_title(kept.preset, kept.rules, lang),
        family=kept.rules.family,
        finished=row.finished_ms,
        names=names_shown(kept.names, lang),
        totals=kept.totals,
        winners=kept.winners,
        day_runs=day_runs(kept.day, now),
    )


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
                lines=explain_pile(pile, lang),
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
