"""HTTP handlers for clubs. A club that does not exist or is closed is refused with 404. An
operation that only members may use is refused with 403 for other players."""

from starlette.responses import Response

from gongzhu.server.clubs.bodies import (
    ClubBrief,
    ClubDo,
    ClubExport,
    ClubPage,
    FindClub,
    FoundClub,
    JoinClub,
    MyClubs,
    OpenClubTable,
    Ratings,
    SeasonTable,
)
from gongzhu.server.clubs.calendar import evening_file
from gongzhu.server.clubs.clubs import DIGITS, Clubs
from gongzhu.server.clubs.pages import ClubPages
from gongzhu.server.clubs.seasons import Seasons
from gongzhu.server.clubs.tables import ClubTables
from gongzhu.server.edge.operation import (
    CALENDAR,
    CSV,
    LINES,
    SVG,
    Operations,
)
from gongzhu.server.edge.problems import ApiError, download
from gongzhu.server.identity.rate_limits import RateLimits
from gongzhu.server.identity.sessions import Session
from gongzhu.server.identity.visit import Visit, player_id
from gongzhu.server.lobby.handlers import TableOpened
from gongzhu.server.lobby.invitation import draw_link
from gongzhu.server.work.pool import WorkerPool
from gongzhu.store.clubs import LONGEST_BOOK

OPERATIONS = Operations()


@OPERATIONS.get("/api/clubs", limit="lobbies_per_minute")
async def my_clubs(session: Session | None, pages: ClubPages) -> MyClubs:
    """Respond with the clubs of the player, and with public clubs that the player may join. A
    visitor without a session is not refused: the list of own clubs is then empty, and all public
    clubs may be listed."""
    return await pages.mine(player_id(session) or "")


@OPERATIONS.post(
    "/api/clubs", status=201, caller="person", bans=True, limit="club_changes_per_hour"
)
async def found_club(
    visit: Visit, session: Session, body: FoundClub, clubs: Clubs, pages: ClubPages
) -> ClubPage:
    """Found a club, and respond with its page. Refusals: 409 if the player is in too many clubs,
    422 for a faulty name or rule set."""
    club = await clubs.found(session.player.id, body)
    return await pages.page(club, session.player.id, visit)


@OPERATIONS.post("/api/clubs/find")
async def find_club(
    visit: Visit, session: Session | None, body: FindClub, limits: RateLimits, pages: ClubPages
) -> ClubBrief:
    """Respond with the club that has the number or invitation code in `body`. Needs no session.
    Refusals: 404 if there is no such open club, 429 after too many wrong numbers from the
    address."""
    # The code of a link is too long to be guessed.
    if len(body.code) == DIGITS:
        await limits.guess(visit.address)
    found = await pages.found_by(body.code, player_id(session) or "")
    if found is None:
        limits.was_wrong(visit.address)
        raise ApiError(404, "no_such_club")
    return found


@OPERATIONS.post(
    "/api/clubs/{club}/join", caller="person", bans=True, limit="club_changes_per_hour"
)
async def join_club(
    visit: Visit,
    session: Session,
    club: str,
    body: JoinClub,
    limits: RateLimits,
    clubs: Clubs,
    pages: ClubPages,
) -> ClubPage:
    """Make the player a member, and respond with the club's page. Refusals: 403 for a wrong code,
    429 after too many wrong numbers, 409 if the player is in too many clubs."""
    # The code of a link is too long to be guessed.
    if len(body.code) == DIGITS:
        await limits.guess(visit.address)
    try:
        joined = await clubs.join(club, session.player.id, body.code)
    except ApiError as error:
        if error.code == "club_invitation" and body.code:
            limits.was_wrong(visit.address)
        raise
    return await pages.page(joined, session.player.id, visit)


@OPERATIONS.get("/api/clubs/{club}", limit="lobbies_per_minute")
async def show_club(
    visit: Visit, session: Session | None, club: str, clubs: Clubs, pages: ClubPages
) -> ClubPage:
    """Respond with the page of a club. Visitors without a session and players who are not members
    get only the club's id, name and number of members, whether it is public, and the server's time.
    Refuses with 404 if there is no open club with this id."""
    return await pages.page(await clubs.club(club), player_id(session) or "", visit)


@OPERATIONS.post("/api/clubs/{club}/do", caller="person", bans=True, limit="club_changes_per_hour")
async def do_in_club(
    visit: Visit, session: Session, club: str, body: ClubDo, clubs: Clubs, pages: ClubPages
) -> ClubPage:
    """Carry out a member's command, and respond with the club's page after it."""
    changed = await clubs.do(club, session.player.id, body.do)
    return await pages.page(changed, session.player.id, visit)


@OPERATIONS.post("/api/clubs/{club}/sit", caller="person", bans=True, limit="tables_per_hour")
async def sit_in_club(
    visit: Visit,
    session: Session,
    club: str,
    clubs: Clubs,
    tables: ClubTables,
) -> TableOpened:
    """Respond with the club's standing table, which is opened with a seat for the player if it is
    not open. Refusal: 429 if the player has too many tables open."""
    found, _ = await clubs.of_member(club, session.player.id)
    table = await tables.standing(found, session.player, visit.address)
    return TableOpened(table, f"/t/{table}")


@OPERATIONS.post(
    "/api/clubs/{club}/tables", status=201, caller="person", bans=True, limit="tables_per_hour"
)
async def open_club_table(
    visit: Visit,
    session: Session,
    club: str,
    body: OpenClubTable,
    clubs: Clubs,
    tables: ClubTables,
) -> TableOpened:
    """Open one more table of a club, and respond with its name and path. Refusals: 404 for an
    unknown rule set, 429 if the player has too many tables open."""
    found, _ = await clubs.of_member(club, session.player.id)
    table = await tables.open(found, session.player, body, visit.address)
    return TableOpened(table, f"/t/{table}")


@OPERATIONS.get(
    "/api/clubs/{club}/invitation.svg", SVG, caller="person", limit="invitations_per_minute"
)
async def draw_club_invitation(
    visit: Visit, session: Session, club: str, clubs: Clubs, pages: ClubPages, pool: WorkerPool
) -> Response:
    """Respond with the invitation link of a club as a QR code (SVG)."""
    found, _ = await clubs.of_member(club, session.player.id)
    link = pages.links(found, visit)[0]
    picture = await visit.unless_gone(pool.do(draw_link, visit.asker(session), link))
    headers = {"Cache-Control": "no-store"}
    return Response(picture, headers=headers, media_type=f"{SVG}; charset=utf-8")


@OPERATIONS.get(
    "/api/clubs/{club}/evening.ics", CALENDAR, caller="person", limit="lobbies_per_minute"
)
async def club_evening(visit: Visit, session: Session, club: str, clubs: Clubs) -> Response:
    """Respond with the next evening as an iCalendar file. Refusal: 404 if none is planned."""
    found, _ = await clubs.of_member(club, session.player.id)
    if found.evening is None:
        raise ApiError(404, "no_evening")
    return download("evening.ics", evening_file(found, found.evening, visit.lang), CALENDAR)


@OPERATIONS.get(
    "/api/clubs/{club}/export.json", ClubExport, caller="person", limit="exports_per_minute"
)
async def export_club(
    visit: Visit, session: Session, club: str, clubs: Clubs, seasons: Seasons, pages: ClubPages
) -> Response:
    """Respond with all data of a club, as a JSON file."""
    found, _ = await clubs.of_member(club, session.player.id)
    page = await pages.page(found, session.player.id, visit)
    return download("club.json", await seasons.export(found, page), "application/json")


@OPERATIONS.get(
    "/api/clubs/{club}/seasons/{season:number}", caller="person", limit="histories_per_minute"
)
async def show_season(
    visit: Visit, session: Session, club: str, season: int, clubs: Clubs, seasons: Seasons
) -> SeasonTable:
    """Respond with the table of a season. Refusal: 404 if the club has no season of this number."""
    found, _ = await clubs.of_member(club, session.player.id)
    work = seasons.table(found, season, session.player.id, visit)
    return await visit.unless_gone(work)


@OPERATIONS.get(
    "/api/clubs/{club}/seasons/{season:number}.csv",
    CSV,
    caller="person",
    limit="histories_per_minute",
)
async def season_csv(
    visit: Visit, session: Session, club: str, season: int, clubs: Clubs, seasons: Seasons
) -> Response:
    """Respond with the table of a season as a CSV file. Refusal: 404 if the club has no season of
    this number."""
    found, _ = await clubs.of_member(club, session.player.id)
    work = seasons.csv(found, season, session.player.id, visit)
    return download(f"season-{season}.csv", await visit.unless_gone(work), CSV)


@OPERATIONS.get(
    "/api/clubs/{club}/seasons/{season:number}.jsonl",
    LINES,
    caller="person",
    limit="exports_per_minute",
)
async def season_jsonl(
    visit: Visit, session: Session, club: str, season: int, clubs: Clubs, seasons: Seasons
) -> Response:
    """Respond with the records of a season's games, as a file of JSON lines. Refusal: 404 if the
    club has no season of this number."""
    found, _ = await clubs.of_member(club, session.player.id)
    return await seasons.records(found, season, visit)


@OPERATIONS.post(
    "/api/clubs/{club}/seasons/{season:number}/books",
    status=201,
    caller="person",
    bans=True,
    most=LONGEST_BOOK,
    limit="club_changes_per_hour",
)
async def add_club_book(
    visit: Visit, session: Session, club: str, season: int, body: bytes, seasons: Seasons
) -> SeasonTable:
    """Add a scorebook of games at a real table to a season, and respond with the season's table.
    Refusals: 404 for an unknown season, 422 for a faulty or empty scorebook."""
    changed = await seasons.add_book(club, season, session.player.id, body, visit)
    work = seasons.table(changed, season, session.player.id, visit)
    return await visit.unless_gone(work)


@OPERATIONS.get("/api/clubs/{club}/ratings", caller="person", limit="histories_per_minute")
async def show_ratings(
    visit: Visit, session: Session, club: str, clubs: Clubs, seasons: Seasons
) -> Ratings:
    """Respond with the ratings in a club."""
    found, _ = await clubs.of_member(club, session.player.id)
    return await visit.unless_gone(seasons.ratings(found, session.player.id, visit))
