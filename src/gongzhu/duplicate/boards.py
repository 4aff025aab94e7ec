"""The boards of a tournament: the evidence from which their cards are dealt, and the settings of
the tables that play them. A board is one deal of the tournament, numbered like its round, from
1."""

from gongzhu.dealing import (
    Absent,
    BotSeat,
    Call,
    Contribution,
    Evidence,
    Locked,
    Revealed,
    Withheld,
    call_deal,
    previous_secret,
    settle,
)
from gongzhu.duplicate.state import Tournament
from gongzhu.table import Board, Clock, Settings, Talk

GRACE = 20
"""Seconds before a bot takes over for a player who has disconnected."""


def call_of(state: Tournament, board: int) -> Call:
    """The call of a board (from 1), on which the players' commitments for it depend."""
    plan = state.plan
    return call_deal(plan.tournament, plan.chain, board, plan.rules)


def evidence_of(state: Tournament, board: int) -> Evidence:
    """The evidence of a board (from 1), once the numbers are settled. It contains the cards and the
    secret, so it must not be shown before the round is over."""
    plan = state.plan
    secret = previous_secret(plan.last, plan.rounds - board)
    given = tuple(_given(state, place, board) for place in range(state.places))
    return settle(Locked(call_of(state, board), given), plan.rules, secret)


def _given(state: Tournament, place: int, board: int) -> Contribution:
    if place >= len(state.players):
        return BotSeat()
    committed = state.commitments.get(place)
    if committed is None:
        return Absent()
    number, commitment = state.numbers.get(place), committed[board - 1]
    return Withheld(commitment) if number is None else Revealed(commitment, number)


def board_settings(state: Tournament, round: int, table: int) -> Settings:
    """The settings of the table with number `table` (from 0) in a round (from 1)."""
    plan = state.plan
    return Settings(
        plan.name,
        plan.preset,
        plan.rules,
        clock=Clock(move=plan.move, grace=GRACE),
        talk=Talk(),
        late="never",
        club=plan.club,
        board=Board(plan.tournament, round, table, plan.level),
    )
