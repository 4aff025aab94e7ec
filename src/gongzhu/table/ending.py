"""Ends deals, games and tables."""

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
"""Most deals of a game at a table. Some rules have limits that are hardly ever reached. A usual
game to 1000 points takes about ten deals."""


def score_deal(
    draft: LogEntryDraft, public: Public, scores: tuple[int, ...], evidence: Evidence
) -> None:
    """Record the score of a deal that has ended (`public` is its final public part), end the game
    if it is over, and seat the players who wait."""
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
    """The result of a game that the table ends early, for example after too many deals: the sides
    with the best total win, no side loses, and nobody gets round points. Records of the game's
    deals do not contain this end, since it does not follow from the rules."""
    best = (min if game.rules.family == "hearts" else max)(game.totals)
    winners = tuple(side for side, total in enumerate(game.totals) if total == best)
    return GameResult(winners, (), (0,) * len(game.totals))


def resign(draft: LogEntryDraft, seat: Seat, resigned: bool) -> None:
    """Record that a player gives up the running game (or, with `resigned` False, withdraws that).
    Raises CommandRefused outside a game."""
    if not in_game(draft.state):
        raise CommandRefused("no_game")
    if draft.state.seats[seat].resigned != resigned:
        draft.add(Resigned(seat, resigned))
        end_if_given_up(draft)


def end_if_given_up(draft: LogEntryDraft) -> None:
    """End the game if all players who have not left it have given it up."""
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
    """Close the table. A running deal is broken off. A running game in which a deal was scored ends
    without a winner. Otherwise it is not kept."""
    _abort_deal(draft)
    state = draft.state
    if in_game(state) and state.deals:
        _end(draft, GameResult((), (), (0,) * len(state.totals)))
    draft.add(Closed(why))


def play_out(draft: LogEntryDraft) -> None:
    """Let bots finish the running deal of a tournament for all players. Does nothing at other
    tables."""
    state = draft.state
    if state.settings.board is not UNSET and in_game(state) and not state.played_out:
        draft.add(PlayedOut())


def _abort_deal(draft: LogEntryDraft) -> None:
    """Break off the deal that is being dealt or played, if any. Its evidence is computed from the
    random numbers known so far."""
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
