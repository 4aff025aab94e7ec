"""Opens the tables of a round with the round's deal, and has bots finish them if the tournament is
cancelled."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from gongzhu.dealing import Evidence
from gongzhu.duplicate.boards import board_settings, evidence_of
from gongzhu.duplicate.state import Tournament
from gongzhu.server.live.services import Services
from gongzhu.server.tables.everywhere import Everywhere
from gongzhu.server.tables.opening import NewTable
from gongzhu.server.tables.tables import Tables
from gongzhu.server.tournaments.entrants import People
from gongzhu.store import Conflict, StoreError
from gongzhu.table import Player, step_server
from gongzhu.table.commands import GiveDeal, HouseBot


async def open_boards(
    state: Tournament, numbers: Sequence[int], people: People, services: Services, tables: Tables
) -> None:
    """Open tables of the current round in one group of writes. `numbers` are their indexes in the
    round, from 0. Tables that another server has opened meanwhile are left alone. Raises
    StoreError."""
    evidence = evidence_of(state, state.round)
    opening = [_opened(state, number, evidence, people, services) for number in numbers]
    found = await asyncio.gather(*(new.write() for new in opening), return_exceptions=True)
    for new, problem in zip(opening, found, strict=True):
        if isinstance(problem, Conflict):
            continue
        if problem is not None:
            raise problem
        room = tables.take_opened(new.table, new.listing)
        if any(seat.kind == "player" for seat in new.table.state.seats):
            with suppress(StoreError):
                await tables.offer(room)


async def close_boards(state: Tournament, everywhere: Everywhere) -> None:
    """Have bots finish the tables of the current round, if there is one. Tables that cannot be
    reached are left out."""
    for table in () if state.running is None else state.running.tables:
        with suppress(StoreError):
            await everywhere.close_table(table.table)


def _opened(
    state: Tournament, number: int, evidence: Evidence, people: People, services: Services
) -> NewTable:
    """A new table with its players seated and the deal dealt, not on disk yet. `number` is its
    index in the round."""
    assert state.running is not None, "a round is being played"
    table = state.running.tables[number]
    settings = board_settings(state, state.round, number)
    sitting = tuple(_sitting(state, place, people) for place in table.places)
    # The bots of all tables of a club take turns as one, as if it were an address.
    new = NewTable(table.table, settings, "", state.plan.club, services)
    entropy = services.entropy(32).hex()
    new.follow(step_server(new.table, GiveDeal(evidence, sitting), services.clock(), entropy))
    return new


def _sitting(state: Tournament, place: int, people: People) -> Player | HouseBot:
    """The player for a seat of a table, or a bot if the entrant is one or the account was deleted.
    `place` is the index of the entrant."""
    player, name = state.player_at(place), people.names[place]
    row = None if player is None else people.rows.get(player)
    return (
        HouseBot(state.plan.level, name) if row is None else Player(row.id, name, row.kind == "bot")
    )
