"""The results of the finished rounds of tournaments, for responses and for files."""

from collections.abc import AsyncIterator, Sequence

from cachetools import LRUCache
from msgspec import Struct

from gongzhu.dealing import write_evidence
from gongzhu.duplicate.boards import evidence_of
from gongzhu.duplicate.scoring import EntrantStanding, played_for, points_of, standings
from gongzhu.duplicate.state import Tournament
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.edge.spreadsheet import write_csv
from gongzhu.server.games.finished_deals import FinishedDeals
from gongzhu.server.tournaments.bodies import BoardBrief, BoardResults, BoardTable, StandingRow
from gongzhu.server.tournaments.entrants import Entrants, People
from gongzhu.texts import Lang, say

KEPT = 100
"""Number of tournaments whose standings are kept in memory."""


class _Scores(Struct, frozen=True):
    """The standings and points after the finished rounds of a tournament, as kept in memory."""

    done: int
    """Number of finished rounds."""
    standings: tuple[EntrantStanding, ...]
    """The standings, the best first."""
    points: tuple[tuple[tuple[float, ...], ...], ...]
    """Points of each entrant in each finished deal, as in `StandingRow.points`: by round, table
    (both by index from 0) and seat."""


class TournamentResults:
    """Provides the results of tournaments' finished rounds, and nothing of unfinished ones. A
    server has one instance."""

    def __init__(self, entrants: Entrants, finished: FinishedDeals) -> None:
        self._entrants = entrants
        self._finished = finished
        self._known: LRUCache[str, _Scores] = LRUCache(KEPT)

    def standings(self, state: Tournament, people: People) -> tuple[StandingRow, ...]:
        """The standings after the finished rounds, the best first, or empty if there is none."""
        return tuple(_standing(state, people, one) for one in self._scores(state).standings)

    def briefs(self, state: Tournament, place: int | None) -> tuple[BoardBrief, ...]:
        """The finished rounds in order, with the results of the entrant at `place`. If `place` is
        None, they have no results."""
        points = self._scores(state).points
        rounds = range(1, state.done + 1)
        return tuple(_brief(state, points[round - 1], round, place) for round in rounds)

    async def board(self, state: Tournament, round: int, lang: Lang) -> BoardResults:
        """The results of round number `round`, from 1. Raises ApiError 404 if there is no such
        round, ApiError 403 if it is not finished, and StoreError."""
        rounds = state.done if state.stage == "cancelled" else state.plan.rounds
        if not 1 <= round <= rounds:
            raise ApiError(404, "no_round")
        if round > state.done:
            raise ApiError(403, "round_runs")
        people, points = await self._entrants.of(state, lang), self._scores(state).points
        played = state.rounds[round - 1]
        return BoardResults(
            round,
            evidence_of(state, round).hands,
            tuple(
                BoardTable(
                    number,
                    result.game,
                    tuple(people.names[place] for place in table.places),
                    table.places,
                    result.scores,
                    points[round - 1][number],
                    played_for(state, table, result),
                )
                for number, (table, result) in enumerate(
                    zip(played.tables, played.results, strict=True)
                )
            ),
        )

    async def table(self, state: Tournament, lang: Lang) -> bytes:
        """The results of all finished rounds as CSV, with column headings in `lang` and a row for
        each entrant and round. Raises StoreError."""
        keys = ("round", "table", "seat", "place", "name", "score", "points", "by_bot")
        rows: list[Sequence[object]] = [[say(f"server.tournament.{key}", lang) for key in keys]]
        for round in range(1, state.done + 1):
            for one in (await self.board(state, round, lang)).tables:
                told = zip(one.places, one.names, one.scores, one.points, one.by_bot, strict=True)
                for seat, (place, name, score, points, by_bot) in enumerate(told):
                    row = round, one.table + 1, seat, place + 1, name, score, points, int(by_bot)
                    rows.append(row)
        return write_csv(rows)

    def records(self, state: Tournament, who: str) -> AsyncIterator[str]:
        """Yield the records of all finished rounds as JSON lines, table by table. Games that the
        operator has deleted are left out. `who` is the network address that the computing time is
        charged to. Raises ApiError and StoreError."""
        played = state.rounds[: state.done]
        games = [result.game for one in played for result in one.results]
        return self._finished.written(games, "jsonl", who)

    async def evidence(self, state: Tournament) -> AsyncIterator[str]:
        """Yield the evidence of fair dealing of all finished rounds, as JSON lines."""
        for round in range(1, state.done + 1):
            yield write_evidence([evidence_of(state, round)])

    def _scores(self, state: Tournament) -> _Scores:
        id = state.plan.tournament
        known = self._known.get(id)
        if known is None or known.done != state.done:
            points = tuple(points_of(state, played) for played in state.rounds[: state.done])
            rows = standings(state) if state.done else ()
            known = self._known[id] = _Scores(state.done, rows, points)
        return known


def _standing(state: Tournament, people: People, one: EntrantStanding) -> StandingRow:
    bot = state.plan.level if one.place >= len(state.players) else None
    name = people.names[one.place]
    return StandingRow(one.rank, one.place, name, bot, one.points, one.boards, one.by_bot)


def _brief(
    state: Tournament, points: tuple[tuple[float, ...], ...], round: int, place: int | None
) -> BoardBrief:
    played = state.rounds[round - 1]
    for number, table in enumerate(played.tables):
        if place in table.places:
            seat, result = table.places.index(place), played.results[number]
            return BoardBrief(round, result.game, result.scores[seat], points[number][seat])
    return BoardBrief(round, None, None, None)
