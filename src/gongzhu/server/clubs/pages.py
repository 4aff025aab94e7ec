"""The pages and lists of clubs, as shown to members and to others."""

from collections import Counter
from collections.abc import Sequence

from msgspec import convert

from gongzhu.clubs.club import Club, Member, Season
from gongzhu.clubs.events import Role
from gongzhu.server.clubs.bodies import (
    ClubBrief,
    ClubMember,
    ClubPage,
    ClubRules,
    Evening,
    MyClubs,
    SeasonBrief,
)
from gongzhu.server.edge.hosts import Hosts
from gongzhu.server.identity.visit import Visit
from gongzhu.server.live.services import Services
from gongzhu.server.live.summary import Listing, brief_of, rules_title
from gongzhu.server.lobby.invitation import links_to
from gongzhu.server.lobby.rules import plain_values
from gongzhu.server.tables.tables import Tables
from gongzhu.server.tournaments.log import TournamentLog
from gongzhu.store.clubs import ListedClub, SeeMember
from gongzhu.texts import Lang

MOST_OPEN = 24
"""Largest number of public clubs in a list."""
ONLINE = 90_000
"""Milliseconds for which a member counts as online after being seen."""
TOUCHED = 60_000
"""Shortest time, in milliseconds, between two records that a member was seen."""
EVENING_SHOWN = 6 * 3_600_000
"""Milliseconds for which an evening is shown after its start."""
_PLAYING = ("calling", "playing", "scored")
"""The stages of a table with a running game."""


class ClubPages:
    """Builds the pages and lists of clubs for members and others. A server has one instance."""

    def __init__(
        self, services: Services, tournaments: TournamentLog, tables: Tables, hosts: Hosts
    ) -> None:
        self._store = services.store
        self._clock = services.clock
        self._tournaments = tournaments
        self._tables = tables
        self._hosts = hosts

    async def mine(self, player: str) -> MyClubs:
        """The clubs of the player with this id, and at most MOST_OPEN public clubs that the player
        is not a member of. An empty `player` stands for a visitor without an account, who has no
        clubs. Raises StoreError."""
        mine = await self._store.clubs_of(player) if player else ()
        return MyClubs(
            tuple(map(self._brief, mine)),
            tuple(map(self._brief, await self._store.public_clubs(player, MOST_OPEN))),
        )

    async def found_by(self, key: str, player: str) -> ClubBrief | None:
        """The open club with the number or invitation code `key`, as a list shows it to the player
        with the id `player` (empty for a visitor without an account). None if there is no such
        club. Raises StoreError."""
        row = await self._store.club_by(key) if key.isalnum() else None
        listed = None if row is None else await self._store.listed_club(row.id, player)
        return None if listed is None else self._brief(listed)

    def _brief(self, listed: ListedClub) -> ClubBrief:
        row = listed.row
        if listed.role is None:
            return ClubBrief(row.id, row.name, row.public, listed.members, None, None, 0, False)
        tables = self._tables.listed.of_club(row.id).values()
        return ClubBrief(
            club=row.id,
            name=row.name,
            public=row.public,
            members=listed.members,
            role=convert(listed.role, Role),
            evening=row.evening_ms if self._is_ahead(row.evening_ms) else None,
            playing=sum(one.stage in _PLAYING for one in tables),
            tournament=listed.tournament,
        )

    async def page(self, club: Club, player: str, visit: Visit) -> ClubPage:
        """The page of a club, as the player with the id `player` may see it (empty for a visitor
        without an account). Records in the store that a member was here, at most once a minute.
        Raises StoreError."""
        member, now = club.member(player), self._clock()
        page = ClubPage(club.id, club.name, club.public, now, len(club.members))
        if member is None:
            return page
        known = await self._store.members_of(club.id)
        if known.get(player, ("", 0))[1] < now - TOUCHED:
            await self._store.change(SeeMember(club.id, player, now))
        row, tables = await self._store.club(club.id), self._tables.listed.of_club(club.id)
        briefs = {
            name: brief_of(name, one, player, visit.lang)
            for name, one in tables.items()
            # The tournament's own page lists its tables.
            if not one.fixed
        }
        return ClubPage(
            club=club.id,
            name=club.name,
            public=club.public,
            now=now,
            count=len(club.members),
            role=member.role,
            members=self._members(club, player, known, tables),
            code=club.code,
            number=club.number,
            links=self.links(club, visit),
            rules=tuple(_rules(club, visit.lang)),
            table=briefs.pop((row and row.table_name) or "", None),
            tables=tuple(briefs.values()),
            evening=self._evening(club),
            coming=member.coming,
            seasons=tuple(map(season_brief, club.seasons)),
            tournaments=await self._tournaments.briefs(club.id),
            ratings=club.ratings,
            shows_online=member.shows_online,
            shows_rating=member.shows_rating,
        )

    def links(self, club: Club, visit: Visit) -> tuple[str, ...]:
        """The URLs by which others can join a club, those most likely to be reachable first."""
        return links_to(f"/clubs/join/{club.code}", self._hosts, visit.request)

    def _members(
        self,
        club: Club,
        you: str,
        known: dict[str, tuple[str, int]],
        tables: dict[str, Listing],
    ) -> tuple[ClubMember, ...]:
        """The members as shown to the player `you`. `known` has their names and when they were last
        seen, `tables` the summaries of the club's tables."""
        sitting = {
            player
            for name, listing in tables.items()
            if self._tables.connected(name) != 0
            for player in listing.players
        }
        since = self._clock() - ONLINE

        def shown(member: Member) -> ClubMember:
            name, seen = known.get(member.player, ("", 0))
            here = member.player in sitting or seen > since
            return ClubMember(
                member.number,
                name,
                member.role,
                here if member.shows_online else None,
                member.coming,
                member.player == you,
            )

        return tuple(map(shown, club.members))

    def _evening(self, club: Club) -> Evening | None:
        evening = club.evening
        if evening is None or not self._is_ahead(evening.at):
            return None
        said = Counter(one.coming for one in club.members)
        return Evening(evening.at, evening.note, said["yes"], said["no"], said["maybe"])

    def _is_ahead(self, at: int | None) -> bool:
        """True if a club evening that begins at `at` (milliseconds since 1970) is still shown:
        until EVENING_SHOWN milliseconds after its beginning. False for None."""
        return at is not None and at > self._clock() - EVENING_SHOWN


def season_brief(season: Season) -> SeasonBrief:
    """Convert a season of a club to its form in responses."""
    return SeasonBrief(season.number, season.name, season.begins, season.ends)


def _rules(club: Club, lang: Lang) -> Sequence[ClubRules]:
    return [
        ClubRules(
            one.number,
            one.name,
            one.preset,
            rules_title(one.preset, one.rules, lang),
            one.rules.family,
            one.rules.players,
            plain_values(one.rules),
        )
        for one in club.rules
    ]
