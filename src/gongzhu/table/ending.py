"""The end of a deal, of a game and of a table."""

from typing import Literal, assert_never

from msgspec import UNSET
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.dealing import Evidence, settle
from gongzhu.rules import Game, GameResult, side_of
from gongzhu.rules.deal import Public
from gongzhu.rules.game import given_up
from gongzhu.table.facts import Closed, DealAborted, DealScored, GameEnded, PlayedOut, Resigned
from gongzhu.table.joining import seat_waiting
from gongzhu.table.log_entry_draft import LogEntryDraft
from gongzhu.table.progress import Committing, Ended, Idle, Playing, Revealing, Settled
from gongzhu.table.refusals import CommandRefused
from gongzhu.table.table import in_game

MOST_DEALS = 200
"""Most deals of a game. Some rules have limits that are never reached, or packs in which hardly a
card counts. A game to a thousand points takes about ten deals."""


def score_deal(
    draft: LogEntryDraft, public: Public, scores: tuple[int, ...], evidence: Evidence
) -> None:
    """Score a deal that has ended, end the game if it is over too, and give seats to those who
    wait."""
    after = draft.table.game.after_deal(public)
    fixed = draft.state.settings.fixed
    draft.add(DealScored(scores, after.totals, None if fixed else evidence))
    result = after.result
    if result is None and (fixed or after.number >= MOST_DEALS):
        result = broken_off(after)
    if result is not None:
        _end(draft, result)
    seat_waiting(draft)


def _end(draft: LogEntryDraft, result: GameResult) -> None:
    match = draft.table.match.after(result)
    draft.add(
        GameEnded(result.winners, result.losers, match.strips, match.round_points, match.lost)
    )


def broken_off(game: Game) -> GameResult:
    """The result of a game that the table itself ends, as after too many deals: the side with the
    best total wins, no side loses, and the game is worth nothing. The records of its deals do not
    show this end, since no rule of the game calls for it."""
    best = (min if game.rules.family == "hearts" else max)(game.totals)
    winners = tuple(side for side, total in enumerate(game.totals) if total == best)
    return GameResult(winners, (), (0,) * len(game.totals))


def resign(draft: LogEntryDraft, seat: Seat, resigned: bool) -> None:
    """Let a player give up the running game, or go on after all."""
    if not in_game(draft.state):
        raise CommandRefused("no_game")
    if draft.state.seats[seat].resigned != resigned:
        draft.add(Resigned(seat, resigned))
        end_if_given_up(draft)


def end_if_given_up(draft: LogEntryDraft) -> None:
    """End the game if all players who are still in it have given it up."""
    state = draft.state
    players = [
        Seat(number)
        for number, seat in enumerate(state.seats)
        if seat.kind == "player" and not seat.left
    ]
    if not in_game(state) or not players or not all(state.seats[at].resigned for at in players):
        return
    _abort_deal(draft)
    by = {side_of(draft.table.rules, seat) for seat in players}
    _end(draft, given_up(draft.table.rules, state.totals, by))
    seat_waiting(draft)


def close(draft: LogEntryDraft, why: Literal["idle", "host", "admin"]) -> None:
    """Close the table, for the reason `why`. A deal that is being dealt or played is broken off; a
    game of which a deal was scored ends without a winner. Only ended games are kept, for the
    players who have a seat then, or for all players if none is left."""
    _abort_deal(draft)
    state = draft.state
    if in_game(state) and state.deals:
        _end(draft, GameResult((), (), (0,) * len(state.totals)))
    draft.add(Closed(why))


def play_out(draft: LogEntryDraft) -> None:
    """Let bots finish the deal of a tournament for all players."""
    state = draft.state
    if state.settings.board is not UNSET and in_game(state) and not state.played_out:
        draft.add(PlayedOut())


def _abort_deal(draft: LogEntryDraft) -> None:
    """Break off a deal that is being dealt or played; its evidence is made from the random numbers
    known so far."""
    rules = draft.table.rules
    match draft.table.progress:
        case Settled() | Playing() if draft.state.settings.fixed:
            draft.add(DealAborted(None))
        case Committing(commitments, _, secret):
            draft.add(DealAborted(settle(commitments.lock(), rules, secret, "aborted")))
        case Revealing(locked, _, secret):
            draft.add(DealAborted(settle(locked, rules, secret, "aborted")))
        case Settled(evidence) | Playing(evidence):
            draft.add(DealAborted(replace(evidence, ended="aborted")))
        case Idle() | Ended():
            pass
        case _ as progress:
            assert_never(progress)
