"""The rows that are stored for a finished game, and the summary of a game in lists."""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import UNSET, Struct, json
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.duplicate.events import BoardResult
from gongzhu.rules import RuleSet, side_of, sides
from gongzhu.server.calendar import end_of, read_day
from gongzhu.server.live.summary import Listing, rules_title
from gongzhu.stats import placings
from gongzhu.store import FORMER, Deals, GameRow
from gongzhu.store.clubs import FinishClubGame
from gongzhu.store.days import FinishDay
from gongzhu.store.tournaments import PutBoardResult, TournamentStore
from gongzhu.store.writes import Change
from gongzhu.table import FinishedDeal, Table
from gongzhu.table.settings import Board
from gongzhu.texts import Lang, say


class KeptGame(Struct, frozen=True, omit_defaults=True):
    """The summary of a finished game as stored in `GameRow.summary` (JSON), with all that lists of
    games show."""

    preset: str | None
    """Name of the preset with exactly these rules, or None if there is none."""
    rules: RuleSet
    names: tuple[str, ...]
    """Names of the players and bots, by seat."""
    totals: tuple[int, ...]
    """Total of each side at the end, in the order of `sides(rules)`."""
    winners: tuple[Seat, ...]
    """The seats of the winning sides, empty if there is none."""
    losers: tuple[Seat, ...] = ()
    """The seats of the losing sides."""
    players: tuple[str | None, ...] = ()
    """Player ids by seat, or None for bots, and for players who left the game or whose account was
    deleted."""
    levels: tuple[str | None, ...] = ()
    """Levels of the bots by seat, or None for players."""
    public: bool = False
    """True if the table was public when the game ended."""
    day: str = ""
    """The date, such as `2026-11-23`, if the game was the counting attempt at that day's deal, or
    otherwise empty."""
    broken_off: bool = False
    """True if the table was closed before the game was over."""
    practice: bool = False
    """True if the game does not count: cards were taken back in it, or somebody took a bot's seat
    in the middle of a deal."""
    tournament: str = ""
    """Id of the tournament whose deal was played, or empty if none."""
    round: int = 0
    """Round of the tournament, counted from 1, or 0 without a tournament."""
    by_bot: tuple[Seat, ...] = ()
    """The seats for which a bot made at least one choice, including the seats of bots."""


_read_summary = json.Decoder(KeptGame).decode
read_deals = json.Decoder(tuple[FinishedDeal, ...]).decode


def kept_game(table: Table, listing: Listing, at: int) -> tuple[Deals | GameRow | Change, ...]:
    """The rows to store for a game that ended at the time `at` (milliseconds since 1970): its deals
    and its row, and if it was a daily deal, a club's or a tournament's game, the change that
    records it there. `table` is the table after the entry that ended the game, `listing` its
    summary."""
    state = table.state
    assert state.game is not None, "a game was played"
    last = table.finished[-1].record
    # The winners come from the table's state, since the table ends games that go on for too long,
    # and no rule says who has won those.
    ended, by_side = state.games[-1], sides(last.rules)
    day, board = state.settings.day, state.settings.board
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
        ended.practice,
        "" if board is UNSET else board.tournament,
        0 if board is UNSET else board.round,
        table.by_bot,
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
    along: list[Change] = []
    club, player = state.settings.club, players[0]
    if club is not UNSET:
        along.append(FinishClubGame(club, table.asked_at, state.game))
    if summary.day and player is not None:
        along.append(FinishDay(player, state.table, state.totals[0], at, state.game))
    if board is not UNSET:
        along.append(_board_result(table, board, state.game, at))
    return deals, row, *along


def _board_result(table: Table, board: Board, game: str, at: int) -> PutBoardResult:
    """The result of a tournament's table, whose game `game` ended at the time `at` (milliseconds
    since 1970)."""
    result = BoardResult(game, table.state.deals[-1].scores, table.by_bot, table.by_nobody)
    body = json.encode(result)
    return PutBoardResult(board.tournament, board.round, board.table, game, body, at)


def _without_former(deals: tuple[FinishedDeal, ...]) -> tuple[FinishedDeal, ...]:
    """The deals of a game, with the names of players whose accounts were deleted during the game
    replaced by FORMER_NAME in all of them. The argument may still have such names in deals before
    the deletion; the players are recognised by a name in the last deal that begins with
    FORMER_NAME. Nobody else can take such a seat before the game ends."""
    for at, name in enumerate(deals[-1].record.players):
        if name.startswith(FORMER_NAME):
            deals = _without_name(deals, Seat(at))
    return deals


def _without_name(deals: tuple[FinishedDeal, ...], seat: Seat) -> tuple[FinishedDeal, ...]:
    """The deals of a game with the name of the player in `seat` replaced by FORMER_NAME."""
    return tuple(
        replace(deal, record=replace(deal.record, players=_unnamed(deal.record.players, seat)))
        for deal in deals
    )


FORMER_NAME = "Former player"
"""Replaces the name of a player whose account was deleted, in tables and in records."""


def _unnamed(names: tuple[str, ...], seat: Seat) -> tuple[str, ...]:
    return tuple(FORMER_NAME if at == seat else name for at, name in enumerate(names))


def names_shown(names: tuple[str, ...], lang: Lang) -> tuple[str, ...]:
    """Names as shown in a language: FORMER_NAME is translated, all others stay."""
    former = say("server.former_player", lang)
    return tuple(
        name.replace(FORMER_NAME, former, 1) if name.startswith(FORMER_NAME) else name
        for name in names
    )


def _seats(by_side: Sequence[Sequence[Seat]], chosen: Sequence[int]) -> tuple[Seat, ...]:
    return tuple(sorted(seat for side in chosen for seat in by_side[side]))


def read_kept(row: GameRow) -> KeptGame:
    """Decode the summary of a finished game. Raises msgspec.DecodeError."""
    return _read_summary(row.summary)


def day_runs(day: str, now: int) -> bool:
    """True if the day, such as `2026-11-23`, is not over yet at the time `now` (milliseconds since
    1970). False for an empty string."""
    return day != "" and now < end_of(read_day(day))


def seat_in(kept: KeptGame, player: str) -> Seat:
    """The seat that a player had when the game ended. Raises ValueError if the player had none."""
    return Seat(kept.players.index(player))


class GameBrief(Struct, frozen=True):
    """A finished game in the list of one player's games, as sent to that player. `game_briefs`
    makes it."""

    game: str
    """Id of the game."""
    title: str
    """Title of the rules, in the language of the request."""
    family: Literal["gongzhu", "hearts"]
    finished: int
    """The time at which the game ended, in milliseconds since 1970."""
    names: tuple[str, ...]
    """Names of the players and bots, by seat."""
    totals: tuple[int, ...]
    """Total score of each side, in the order of `sides(rules)`."""
    winners: tuple[Seat, ...]
    """The seats of the winning sides."""
    seat: Seat
    """The seat of the player whose list this is."""
    levels: tuple[str | None, ...]
    """The level of the bot in each seat, or None for a person."""
    preset: str | None = None
    """Name of the preset with exactly these rules, or None if there is none."""
    places: tuple[int, ...] = ()
    """The final rank of each seat's side, from 1, or empty if the game was broken off."""
    practice: bool = False
    """True if the game does not count, since cards were taken back in it or somebody took a bot's
    seat in the middle of a deal."""
    day_runs: bool = False
    """True if the game was an attempt at a daily deal, which all players get on the same day, and
    that day is not over. Others may still play the same cards, so replay and review are refused
    (403) until the day is over. False for all other games."""
    round_runs: bool = False
    """True if the game was played in a round of a tournament that is not finished at all tables.
    Others may still play the same cards, so replay and review are refused (403) until it is. False
    for all other games."""


async def game_briefs(
    rows: Iterable[GameRow], player: str, lang: Lang, store: TournamentStore, now: int
) -> tuple[GameBrief, ...]:
    """Finished games as shown in the list of `player`, who played in each of them, at the time
    `now` (milliseconds since 1970). They are in the order of `rows`. Raises StoreError."""
    games = [(row, read_kept(row)) for row in rows]
    done = {
        tournament: await store.rounds_done(tournament)
        for tournament in {kept.tournament for _, kept in games if kept.tournament}
    }
    return tuple(
        replace(
            _game_brief(row, kept, player, lang),
            day_runs=day_runs(kept.day, now),
            round_runs=kept.round > done.get(kept.tournament, 0),
        )
        for row, kept in games
    )


def _game_brief(row: GameRow, kept: KeptGame, player: str, lang: Lang) -> GameBrief:
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
        practice=kept.practice,
    )


def without_player(row: GameRow, kept_deals: bytes, player: str) -> tuple[GameRow, bytes]:
    """A finished game's row and deals without the id and the name of a deleted player.

    `kept_deals` is JSON, and so are the deals returned.
    """
    kept = read_kept(row)
    deals = read_deals(kept_deals)
    if player in kept.players:
        seat = seat_in(kept, player)
        deals = _without_name(deals, seat)
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
