"""A new table: from the body of the request to its first entries on disk."""

from gongzhu.cards import Seat
from gongzhu.server.bodies import OpenTable
from gongzhu.server.listing import Listing, listing_of, write_listing
from gongzhu.server.orders import known_level, table_name
from gongzhu.server.rules_form import read_rules
from gongzhu.server.services import Services
from gongzhu.store import PlayerRow
from gongzhu.table import Command, LogEntry, Settings, Table, step, write_entry, write_table
from gongzhu.table.commands import Open, SeatBot, Sit, Start


async def open_table(
    player: PlayerRow, asked: OpenTable, services: Services
) -> tuple[Table, Listing]:
    """A table with a seat for the player and for the bots that were asked for, on disk. Raises
    RuleError, InvalidRequest, CommandRefused and StoreError, and has then done nothing."""
    config = services.config
    exact, rules = read_rules(asked.preset, asked.rules, config.default_preset)
    settings = Settings(table_name(asked.name), exact, rules, asked.access, asked.clock)
    name = services.entropy(9).hex()
    commands: list[Command] = [
        Open(name, settings, player.id),
        Sit(player.id, player.name, None, player.kind == "bot"),
        *(
            SeatBot(player.id, seat, known_level(level, config))
            for seat, level in sorted(_bots(asked.bots).items())
        ),
    ]
    if asked.start:
        commands.append(Start(player.id, config.default_level))
    table: Table | None = None
    listing: Listing | None = None
    entries: list[LogEntry] = []
    for command in commands:
        changed = step(table, command, services.clock(), services.entropy(32).hex())
        if changed is not None:
            table, entry = changed
            entries.append(entry)
            listing = listing_of(table, entry.facts, listing)
    assert table is not None
    assert listing is not None
    await services.store.append(
        name,
        1,
        [write_entry(entry) for entry in entries],
        checkpoint=write_table(table),
        brief=write_listing(listing),
    )
    return table, listing


def _bots(asked: dict[str, str]) -> dict[Seat, str]:
    """Levels by seat. A key that is no number of a seat is refused by the table like one that it
    does not have."""
    numbers = {str(seat): Seat(seat) for seat in range(5)}
    return {numbers.get(seat, Seat(-1)): level for seat, level in asked.items()}
