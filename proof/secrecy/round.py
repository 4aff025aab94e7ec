"""A round of a tournament, in worlds that differ only in what an observer may not know of it: one
table has played the deal, a player is in the middle of it among bots, and somebody of the club and
somebody of nowhere are at neither table."""

from gongzhu.rules import Claim
from gongzhu.server.live.messages import Request
from gongzhu.table.moves import must_choose
from gongzhu.view import view_of
from proof.secrecy.day import Day, Try, at_server_of_its_own
from proof.secrecy.deals import BOARD_SEAT, BOARD_TABLES, Alike
from tests.server.tournament import BREAK, CLUB, SEASON, Cup, found_club, plan
from tests.support.in_process import Observer, Socket
from tests.support.worlds import World

GRACE = 21.0
"""Seconds after which bots play for those who did not come."""


def round_transcripts(alike: Alike, world: World, seed: str) -> list[list[bytes]]:
    """All that everybody was sent, by seat of the table that plays, then the two outside it. Those
    who must not tell the worlds apart are curious."""
    return at_server_of_its_own(_Round, alike, world, seed)


class _Round(Day):
    """The first round of a tournament of eight, three of whom do not come."""

    pages: tuple[str, ...] = (
        "/tournaments/{tournament}",
        f"/clubs/{CLUB}",
        "/api/tournaments/{tournament}",
        "/api/tournaments/{tournament}/boards/1",
        "/api/tournaments/{tournament}.evidence.jsonl",
        "/api/tournaments/{tournament}.jsonl",
        "/api/tournaments/{tournament}.csv",
        "/api/clubs",
        f"/api/clubs/{CLUB}",
        f"/api/clubs/{CLUB}/seasons/{SEASON}",
        f"/api/clubs/{CLUB}/seasons/{SEASON}.csv",
        f"/api/clubs/{CLUB}/seasons/{SEASON}.jsonl",
        f"/api/clubs/{CLUB}/ratings",
        f"/api/clubs/{CLUB}/export.json",
        "/api/lobby",
        "/api/me",
        "/api/me/games",
        "/api/me/statistics",
        "/api/tables/{table}/deals/1",
        "/api/tables/{other}/deals/1",
        "/api/games/{game}",
        "/api/games/{game}.jsonl",
        "/api/games/{game}.evidence.jsonl",
        "/api/games/{game}/review",
    )
    seat = BOARD_SEAT

    async def before(self, now: Observer, watcher: Observer) -> Try:
        """The other table, where four people are, plays the deal to its end."""
        mine, others = BOARD_TABLES
        people = [await self.server.person(f"Before {place}") for place in range(8)]
        people[mine[self.seat]] = now
        await found_club(self.server, *people, watcher, preset=self.preset)
        cup = await plan(self.server, tuple(people), rounds=2)
        await cup.begin()
        await self.server.loop.advance(BREAK)
        self.values["tournament"] = cup.id
        self._table = await _table_of(cup, now)
        self._mine = await self.come(now, self._table)
        other = await _table_of(cup, people[others[0]])
        there = [await self.come(people[place], other) for place in others]
        over = Try(people[others[0]], other, there[0])
        await self._play_out(over, there)
        return over

    async def _play_out(self, one: Try, there: list[Socket]) -> None:
        while (truth := self.truth(one)).state.stage != "finished":
            assert truth.deal is not None
            seat = must_choose(truth)[0]
            actions = view_of(truth.deal, seat).legal_actions()
            action = next(each for each in actions if not isinstance(each, Claim))
            one.socket = there[seat]
            await self.say(one, Request(self.id(), action))
        assert truth.state.game is not None
        one.game = truth.state.game
        for socket in there:
            await socket.close()

    async def begin(self, who: Observer) -> Try:
        """The player is at the table already, and comes anew; bots play for all others there."""
        await self._mine.close()
        mine = Try(who, self._table, await self.come(who, self._table))
        await self.server.loop.advance(GRACE)
        return mine


async def _table_of(cup: Cup, who: Observer) -> str:
    return str((await cup.page(who))["table"])
