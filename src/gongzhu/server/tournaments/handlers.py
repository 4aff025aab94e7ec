"""HTTP handlers for tournaments. A tournament that does not exist is refused with 404, and with 403
for players who are neither members of its club nor entrants."""

from starlette.responses import Response

from gongzhu.server.edge.operation import CSV, LINES, Operations
from gongzhu.server.edge.problems import download
from gongzhu.server.identity.sessions import Session
from gongzhu.server.identity.visit import Visit
from gongzhu.server.tournaments.bodies import (
    BoardResults,
    DoInTournament,
    PlanTournament,
    TournamentPage,
)
from gongzhu.server.tournaments.results import TournamentResults
from gongzhu.server.tournaments.tournaments import Tournaments

OPERATIONS = Operations()


@OPERATIONS.post(
    "/api/clubs/{club}/tournaments", status=201, caller="player", bans=True, limit="tables_per_hour"
)
async def plan_tournament(
    visit: Visit, session: Session, club: str, body: PlanTournament, tournaments: Tournaments
) -> TournamentPage:
    """Plan a tournament of a club, and respond with its page. Refusals: 403 unless the player is
    the club's owner or a helper, 404 for an unknown rule set, 429 if the club has too many
    unfinished tournaments."""
    return await tournaments.plan(club, session.player, body, visit.lang)


@OPERATIONS.get(
    "/api/tournaments/{tournament}.evidence.jsonl",
    LINES,
    caller="player",
    limit="exports_per_minute",
)
async def tournament_evidence(
    session: Session, tournament: str, tournaments: Tournaments, results: TournamentResults
) -> Response:
    """Respond with the evidence of fair dealing of all finished rounds, as a file of JSON lines."""
    state, _, _ = await tournaments.open(tournament, session.player)
    return download(_named(tournament, "evidence.jsonl"), results.evidence(state), LINES)


@OPERATIONS.get(
    "/api/tournaments/{tournament}.jsonl", LINES, caller="player", limit="exports_per_minute"
)
async def tournament_records(
    visit: Visit,
    session: Session,
    tournament: str,
    tournaments: Tournaments,
    results: TournamentResults,
) -> Response:
    """Respond with the records of all finished rounds, as a file of JSON lines."""
    state, _, _ = await tournaments.open(tournament, session.player)
    records = results.records(state, visit.address)
    return download(_named(tournament, "jsonl"), records, LINES)


@OPERATIONS.get(
    "/api/tournaments/{tournament}.csv", CSV, caller="player", limit="exports_per_minute"
)
async def tournament_csv(
    visit: Visit,
    session: Session,
    tournament: str,
    tournaments: Tournaments,
    results: TournamentResults,
) -> Response:
    """Respond with the results of all finished rounds, as a CSV file."""
    state, _, _ = await tournaments.open(tournament, session.player)
    table = await results.table(state, visit.lang)
    return download(_named(tournament, "csv"), table, CSV)


# Declared after its files, since the first path that matches is used.
@OPERATIONS.get("/api/tournaments/{tournament}", caller="player", limit="tournaments_per_minute")
async def show_tournament(
    visit: Visit, session: Session, tournament: str, tournaments: Tournaments
) -> TournamentPage:
    """Respond with the tournament's page for the player."""
    return await tournaments.page(tournament, session.player, visit.lang)


@OPERATIONS.post(
    "/api/tournaments/{tournament}/do", caller="player", bans=True, limit="club_changes_per_hour"
)
async def do_in_tournament(
    visit: Visit, session: Session, tournament: str, body: DoInTournament, tournaments: Tournaments
) -> TournamentPage:
    """Carry out a player's command, and respond with the tournament's page after it."""
    return await tournaments.do(tournament, session.player, body.do, visit.lang)


@OPERATIONS.get(
    "/api/tournaments/{tournament}/boards/{round:number}",
    caller="player",
    limit="tournaments_per_minute",
)
async def show_board(
    visit: Visit,
    session: Session,
    tournament: str,
    round: int,
    tournaments: Tournaments,
    results: TournamentResults,
) -> BoardResults:
    """Respond with the results of round number `round`, from 1. Refusals: 404 if there is no such
    round, 403 if it is not finished."""
    state, _, _ = await tournaments.open(tournament, session.player)
    return await results.board(state, round, visit.lang)


def _named(tournament: str, ending: str) -> str:
    return f"gongzhu-tournament-{tournament}.{ending}"
