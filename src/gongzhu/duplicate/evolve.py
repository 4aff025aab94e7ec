"""Computes a tournament from its log: it changes only by the events of the next entry."""

from typing import assert_never

from msgspec.structs import replace

from gongzhu.duplicate.events import (
    ENTRY_FORMAT,
    BoardsSettled,
    Called,
    Cancelled,
    CommitmentsLocked,
    Entered,
    Event,
    NumberCommitted,
    NumberRevealed,
    Planned,
    RoundBegan,
    RoundEnded,
    TournamentEnded,
    TournamentEntry,
    Withdrew,
)
from gongzhu.duplicate.state import Round, Tournament
from gongzhu.table import NewerFormat


def evolve(state: Tournament | None, entry: TournamentEntry) -> Tournament:
    """The tournament after the next entry of its log. `state` is None for the first entry. Raises
    NewerFormat for an entry written by a later version of the program, and ValueError if the first
    event is not the plan."""
    if entry.v > ENTRY_FORMAT:
        raise NewerFormat(entry.v, ENTRY_FORMAT)
    for event in entry.events:
        if state is None and isinstance(event, Planned):
            state = Tournament(event)
        else:
            state = evolve_event(_begun(state), event)
    state = _begun(state)
    return replace(state, seq=state.seq + 1)


def _begun(state: Tournament | None) -> Tournament:
    if state is None:
        raise ValueError("the log of a tournament begins with its plan")
    return state


def evolve_event(state: Tournament, event: Event) -> Tournament:
    """The tournament after one event. The event must be possible in this state: it is applied
    without a check."""
    match event:
        case Planned():
            raise ValueError("a tournament is planned once")
        case Entered(player) if player in state.players:
            return replace(state, withdrawn=state.withdrawn - {player})
        case Entered(player):
            return replace(state, players=(*state.players, player))
        case Withdrew(player) if state.stage == "gathering":
            players = tuple(each for each in state.players if each != player)
            return replace(state, players=players)
        case Withdrew(player):
            return replace(state, withdrawn=state.withdrawn | {player})
        case Called(bots, expected, until):
            return replace(
                state, stage="calling", bots=bots, step="commit", expected=expected, until=until
            )
        case NumberCommitted(place, commitments):
            return replace(state, commitments={**state.commitments, place: commitments})
        case CommitmentsLocked(until):
            expected = tuple(sorted(state.commitments))
            return replace(state, step="reveal", expected=expected, until=until)
        case NumberRevealed(place, number):
            return replace(state, numbers={**state.numbers, place: number})
        case BoardsSettled():
            return replace(state, stage="playing", step=None, expected=(), until=None)
        case RoundBegan(_, tables, ends):
            return replace(state, until=None, rounds=(*state.rounds, Round(tables, ends)))
        case RoundEnded(_, results, following):
            over = replace(state.rounds[-1], results=results)
            return replace(state, until=following, rounds=(*state.rounds[:-1], over))
        case TournamentEnded():
            return replace(state, stage="ended", until=None)
        case Cancelled():
            return replace(state, stage="cancelled", step=None, until=None)
        case _:
            assert_never(event)
