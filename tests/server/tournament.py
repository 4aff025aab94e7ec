"""A club, and a tournament of it, at a server in memory."""

from random import Random
from typing import Any

import msgspec

from gongzhu.cards import Seat
from gongzhu.clubs.events import (
    ClubEntry,
    ClubEvent,
    Founded,
    Joined,
    RulesAdded,
    SeasonAdded,
    write_club_entry,
)
from gongzhu.dealing import Call, Chain, commitment
from gongzhu.rules import PRESETS
from gongzhu.store.clubs import ClubRow, PutClubEntry
from tests.server.day_player import Chooser, Player, bots_choose, first
from tests.support.in_process import InProcess, Observer

CLUB = "friday"
RULES, SEASON = 2, 3
"""The numbers of the club's rules and of its season."""
BREAK = 11.0
"""Seconds in which the next round begins."""


def id_of(server: InProcess, who: Observer) -> str:
    """The id of a guest."""
    players = server.store.rows.people.players
    (id,) = [one.id for one in players.values() if one.name == who.name]
    return id


async def found_club(
    server: InProcess, owner: Observer, *others: Observer, preset: str = "gongzhu-pagat"
) -> None:
    """Found the club, with one set of rules."""
    rules = PRESETS[preset].rules
    events: list[tuple[str, ClubEvent]] = [
        (owner.name, Founded(id_of(server, owner), "Friday", False, "123456", "code")),
        ("", RulesAdded("Ours", preset, rules)),
        ("", SeasonAdded("Winter", 0, 2**50)),
        *((other.name, Joined(id_of(server, other))) for other in others),
    ]
    row = ClubRow(CLUB, "Friday", "123456", "code", False, False, 1)
    for number, (name, event) in enumerate(events, start=1):
        role = "owner" if number == 1 else "member"
        joining = ((id_of(server, Observer(name)), role),) if name else ()
        body = write_club_entry(ClubEntry(1, "", (event,)))
        await server.store.change(PutClubEntry(row, number, body, joining))


class Cup:
    """A tournament, and those who play in it."""

    def __init__(self, server: InProcess, id: str, people: tuple[Observer, ...]) -> None:
        self.server, self.id, self.people = server, id, people
        self.at_table: dict[str, Player] = {}
        """Those who are at a table, by name."""
        self._rng = Random(id)

    async def ask(self, who: Observer, method: str, path: str = "", body: Any = None) -> Any:
        """What a request about the tournament is answered."""
        answer = await self.server.request(who, method, f"/api/tournaments/{self.id}{path}", body)
        assert answer.status == 200, answer.body
        return msgspec.json.decode(answer.body)

    async def page(self, who: Observer) -> dict[str, Any]:
        """The tournament as it is told somebody."""
        return dict(await self.ask(who, "GET"))

    async def do(self, who: Observer, kind: str, **values: Any) -> dict[str, Any]:
        """Send a command."""
        return dict(await self.ask(who, "POST", "/do", {"do": {"type": kind, **values}}))

    async def begin(self) -> None:
        """Everybody enters, and the cards are settled."""
        for who in self.people:
            await self.do(who, "enter")
        await self.do(self.people[0], "begin")
        numbers = [self._rng.randbytes(32).hex() for _ in self.people]
        firsts: list[str] = []
        for who, number in zip(self.people, numbers, strict=True):
            call = (await self.page(who))["call"]
            assert (call["step"], call["yours"]) == ("commit", False)
            chain = msgspec.convert(call["chain"], Chain)
            calls = [
                Call(call["table"], chain, board, call["rules_hash"])
                for board in range(1, call["rounds"] + 1)
            ]
            made = [commitment(one, Seat(call["place"]), number) for one in calls]
            firsts.append(made[0])
            assert call["locked"] == []
            await self.do(who, "commit", commitments=made)
        for place, (who, number) in enumerate(zip(self.people, numbers, strict=True)):
            call = (await self.page(who))["call"]
            assert (call["step"], call["place"]) == ("reveal", place)
            assert call["locked"][place] == firsts[place]
            assert call["locked"][len(numbers) :] == [None] * (len(call["locked"]) - len(numbers))
            await self.do(who, "reveal", number=number)

    async def come(self, *people: Observer) -> None:
        """The next round begins, and everybody, or only these, go to their tables."""
        await self.server.loop.advance(BREAK)
        self.at_table.clear()
        for who in people or self.people:
            table = (await self.page(who))["table"]
            if table is not None:
                self.at_table[who.name] = await Player(self.server, who, table).sit_down()

    async def play(self, choose: Chooser = first) -> None:
        """Those who are at a table play their deal to its end; the round is over when all have."""
        playing = list(self.at_table.values())
        while any(one.stage != "finished" for one in playing):
            for one in playing:
                await one.play(choose, most=1)
        for one in playing:
            await one.socket.close()
        await self.bots_play()

    async def bots_play(self) -> None:
        """Bots play on, also for those who are not there, until the round is over."""
        while (page := await self.page(self.people[0]))["round"] > len(page["boards"]):
            await bots_choose(self.server)
            await self.server.loop.advance(1.0)


async def plan(
    server: InProcess, people: tuple[Observer, ...], rounds: int = 3, **more: Any
) -> Cup:
    """Plan a tournament of the club, of which these are members and the first one the owner."""
    asked = {"name": "Cup", "rules": RULES, "rounds": rounds, "move": 120, "level": "strong"}
    path = f"/api/clubs/{CLUB}/tournaments"
    answer = await server.request(people[0], "POST", path, asked | more)
    assert answer.status == 201, answer.body
    return Cup(server, msgspec.json.decode(answer.body)["tournament"], people)
