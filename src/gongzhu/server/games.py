"""Finished games and deals, as they are kept and as they are shown."""

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
    """A game as a list of games needs it."""

    preset: str | None
    rules: RuleSet
    names: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]
    losers: tuple[Seat, ...] = ()
    players: tuple[str | None, ...] = ()
    """Ids by seat; None for bots, and for those who left the game."""
    levels: tuple[str | None, ...] = ()
    """By seat, of those who are bots."""
    public: bool = False
    """True if the table was, when the game ended."""
    day: str = ""
    """The day whose deal it is, such as `2026-11-23`, where it counts as such."""
    broken_off: bool = False
    """True if the table closed before the game was over."""


_read_brief = json.Decoder(KeptGame).decode
read_deals = json.Decoder(tuple[FinishedDeal, ...]).decode


def kept_game(table: Table, listing: Listing, at: int) -> tuple[Deals | GameRow | FinishDay, ...]:
    """The game that is over at a table since the time `at`, as it is kept to be found without the
    table; and with it the result of a try at the deal of a day, where it is one."""
    state = table.state
    assert state.game is not None, "a game was played"
    last = table.finished[-1].record
    # By the table: it ends a game that goes on for too long, of which no rule says who won.
    ended, by_side = state.games[-1], sides(last.rules)
    day = state.settings.day
    players = tuple(
        None if name.startswith(FORMER_NAME) else player
        for name, player in zip(last.players, table.players, strict=True)
    )
    brief = KeptGame(
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
        brief=json.encode(brief),
        players=tuple(player for player in players if player is not None),
    )
    deals = Deals(state.game, json.encode(_without_former(table.finished)))
    player = players[0]
    if brief.day and player is not None:
        return deals, row, FinishDay(player, state.table, state.totals[0], at, state.game)
    return deals, row


def _without_former(deals: tuple[FinishedDeal, ...]) -> tuple[FinishedDeal, ...]:
    """The deals of a game, of whose players some had their accounts deleted while it ran: nobody
    else takes their seats before it ends."""
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
"""Takes the place of the name of somebody whose account was deleted, in the records too."""


def without_player(row: GameRow, kept_deals: bytes, player: str) -> tuple[GameRow, bytes]:
    """A finished game as it is kept once a player's account was deleted: neither the id nor the
    name is in it any more, and all else is. `kept_deals` are its deals."""
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
        brief=json.encode(kept),
        players=tuple(FORMER if one == player else one for one in row.players),
    )
    return row, json.encode(deals)


def _unnamed(names: tuple[str, ...], seat: Seat) -> tuple[str, ...]:
    return tuple(FORMER_NAME if at == seat else name for at, name in enumerate(names))


def names_shown(names: tuple[str, ...], lang: Lang) -> tuple[str, ...]:
    """Names in a language: those of players who are gone have words of their own in each."""
    former = say("server.former_player", lang)
    return tuple(
        name.replace(FORMER_NAME, former, 1) if name.startswith(FORMER_NAME) else name
        for name in names
    )


def _seats(by_side: Sequence[Sequence[Seat]], chosen: Sequence[int]) -> tuple[Seat, ...]:
    return tuple(sorted(seat for side in chosen for seat in by_side[side]))


def read_kept(row: GameRow) -> KeptGame:
    """What is kept of a game for lists."""
    return _read_brief(row.brief)


def day_runs(day: str, now: int) -> bool:
    """True for a day, such as `2026-11-23`, that is not over; false for none."""
    return day != "" and now < end_of(read_day(day))


def seat_in(kept: KeptGame, player: str) -> Seat:
    """The seat that one of the players had when the game ended."""
    return Seat(kept.players.index(player))


def game_brief(row: GameRow, player: str, lang: Lang, now: int) -> GameBrief:
    """A game in the list of one of its players, at the time `now` in milliseconds since 1970."""
    kept = _read_brief(row.brief)
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
    """A deal that is over, with every event and with each pile's sum. Raises RecordError."""
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
    """Deals from a file, as the replay page wants them; it has all of them at once. Raises
    RecordError."""
    sheets = tuple(
        deal_sheet(record, None, number, lang) for number, record in enumerate(records, start=1)
    )
    first = records[0]
    title = rules_title(first.preset, first.rules, lang)
    return GameSheet("", title, first.players, 0, sheets, len(sheets), 1)
