"""The tournaments of a server: who may plan, enter and run them, and their pages.

Nothing on a page depends on a round that is not finished at all tables.
"""

from gongzhu.clubs.club import Club, RuleFile, after
from gongzhu.clubs.events import read_club_entry
from gongzhu.duplicate.boards import call_of
from gongzhu.duplicate.commands import (
    Begin,
    Cancel,
    Enter,
    TournamentCommand,
    Withdraw,
)
from gongzhu.duplicate.events import Plan
from gongzhu.duplicate.state import Tournament
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.live.requests import known_level
from gongzhu.server.live.services import Services
from gongzhu.server.live.summary import rules_title
from gongzhu.server.tables.everywhere import Everywhere
from gongzhu.server.tournaments.bodies import (
    PlanTournament,
    TournamentCall,
    TournamentEntrant,
    TournamentPage,
)
from gongzhu.server.tournaments.entrants import Entrants, People
from gongzhu.server.tournaments.log import TournamentLog
from gongzhu.server.tournaments.results import TournamentResults
from gongzhu.store import PlayerRow
from gongzhu.table.names import LONGEST_TABLE_NAME, clean_name
from gongzhu.texts import Lang

RUNNERS = ("owner", "helper")
"""The roles in a club that may plan, begin and cancel its tournaments."""


class Tournaments:
    """Plans, changes and shows tournaments on behalf of players, after checking their roles. A
    server has one instance."""

    def __init__(
        self,
        services: Services,
        log: TournamentLog,
        entrants: Entrants,
        everywhere: Everywhere,
        results: TournamentResults,
    ) -> None:
        self._services = services
        self._store = services.store
        self._log = log
        self._entrants = entrants
        self._everywhere = everywhere
        self._results = results

    # --- changes ---------------------------------------------------------------------------------

    async def plan(
        self, club: str, player: PlayerRow, asked: PlanTournament, lang: Lang
    ) -> TournamentPage:
        """Plan a tournament of the club with the id `club`, and return its page. Raises ApiError
        403 unless the player is the club's owner or a helper, ApiError 404 for an unknown rule set,
        CommandRefused, InvalidRequest and StoreError."""
        services = self._services
        if await self._role(club, player.id) not in RUNNERS:
            raise ApiError(403, "club_helpers")
        rules = await self._rules(club, asked.rules)
        plan = Plan(
            tournament=services.entropy(16).hex(),
            club=club,
            name=clean_name(asked.name, LONGEST_TABLE_NAME),
            preset=rules.preset,
            rules=rules.rules,
            rounds=asked.rounds,
            scoring=asked.scoring,
            minutes=asked.minutes,
            move=asked.move,
            level=known_level(asked.level or services.config.default_level, services.config),
            least=asked.least,
        )
        planned = await self._log.plan(plan, player.id)
        return await self.page(planned.plan.tournament, player, lang)

    async def do(
        self, id: str, player: PlayerRow, command: TournamentCommand, lang: Lang
    ) -> TournamentPage:
        """Carry out a player's command in the tournament with this id, and return its page after
        it. Raises ApiError 403 if the player's role does not allow it, CommandRefused and
        StoreError."""
        state = await self._log.find(id)
        role = await self._role(state.plan.club, player.id)
        if isinstance(command, Begin | Cancel) and role not in RUNNERS:
            raise ApiError(403, "club_helpers")
        if isinstance(command, Enter) and role is None:
            raise ApiError(403, "not_of_club")
        self._everywhere.attendance.see(id, player.id)
        people = await self._entrants.of(state)
        if isinstance(command, Begin):
            members = await self._store.members_of(state.plan.club)
            for gone in set(state.players) - members.keys():
                await self._log.change(id, Withdraw(), by=gone)
        state = await self._log.change(id, command, by=player.id, present=people.present)
        if isinstance(command, Cancel):
            await self._everywhere.call_off(state)
        return await self.page(id, player, lang)

    async def _rules(self, club: str, number: int) -> RuleFile:
        """The rule set of a club with this number. Raises ApiError 404 if there is none, and
        StoreError."""
        entries = await self._store.club_entries(club)
        for one in after(Club(club), map(read_club_entry, entries)).rules:
            if one.number == number:
                return one
        raise ApiError(404, "no_club_rules")

    async def _role(self, club: str, player: str) -> str | None:
        """The role of a player in a club, or None if not a member."""
        found = await self._store.listed_club(club, player)
        return None if found is None else found.role

    # --- showing ---------------------------------------------------------------------------------

    async def page(self, id: str, player: PlayerRow, lang: Lang) -> TournamentPage:
        """The page of the tournament with this id for a player, whose presence is recorded. Raises
        ApiError and StoreError."""
        state, role, club = await self.open(id, player)
        plan, place = state.plan, state.place_of(player.id)
        running = state.running if state.stage == "playing" else None
        self._everywhere.attendance.see(id, player.id)
        people = await self._entrants.of(state, lang)
        playing, table = 0, None
        if running is not None:
            played = await self._store.board_results(id, state.round)
            playing = len(running.tables) - len(played)
            if place is not None and state.player_at(place) == player.id:
                over = {number for number, _, _ in played}
                at = next(n for n, one in enumerate(running.tables) if place in one.places)
                name = running.tables[at].table
                # A round is in the log before its tables are open.
                if at not in over and await self._everywhere.is_open(name):
                    table = name
        return TournamentPage(
            tournament=id,
            club=plan.club,
            club_name=club,
            name=plan.name,
            stage=state.stage,
            preset=plan.preset,
            title=rules_title(plan.preset, plan.rules, lang),
            rules=plan.rules,
            rounds=plan.rounds,
            round=state.round,
            deserted=state.deserted,
            scoring=plan.scoring,
            minutes=plan.minutes,
            move=plan.move,
            level=plan.level,
            least=plan.least,
            ends=state.until if running is None else running.ends,
            now=self._services.clock(),
            entrants=tuple(_entrant(state, people, at) for at in range(state.places)),
            you=place,
            may_run=role in RUNNERS,
            call=_call(state, place),
            table=table,
            playing=playing,
            standings=self._results.standings(state, people),
            boards=self._results.briefs(state, place),
        )

    async def open(self, id: str, player: PlayerRow) -> tuple[Tournament, str | None, str]:
        """Read the tournament with this id for a player. Returns it, the role of the player in its
        club (None if not a member), and the club's name. Raises ApiError 404 if there is no such
        tournament, ApiError 403 if the player is neither a member of the club nor an entrant, and
        StoreError."""
        state = await self._log.find(id)
        club = await self._store.listed_club(state.plan.club, player.id)
        role = None if club is None else club.role
        if role is None and player.id not in state.players:
            raise ApiError(403, "not_of_club")
        return state, role, "" if club is None else club.row.name


def _entrant(state: Tournament, people: People, place: int) -> TournamentEntrant:
    """The entrant at `place`, as shown on the page."""
    bot = state.plan.level if place >= len(state.players) else None
    player = state.players[place] if bot is None else ""
    left = player in state.withdrawn or (bot is None and player not in people.rows)
    return TournamentEntrant(place, people.names[place], bot, player in people.present, left)


def _call(state: Tournament, place: int | None) -> TournamentCall | None:
    """The step of GZH1 that the tournament waits for, for the entrant at `place`, or None if there
    is no step or no entrant."""
    if state.step is None or place is None:
        return None
    plan = state.plan
    done = place in (state.commitments if state.step == "commit" else state.numbers)
    rules_hash = call_of(state, 1).rules_hash
    locked: tuple[str | None, ...] = ()
    if state.step == "reveal":
        sent = map(state.commitments.get, range(state.places))
        locked = tuple(None if each is None else each[0] for each in sent)
    return TournamentCall(
        plan.tournament, plan.chain, rules_hash, plan.rounds, place, state.step, done, locked
    )
