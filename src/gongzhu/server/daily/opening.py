"""The table of the deal of a day: from its name to its first entries on disk."""

from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.rules import PRESETS
from gongzhu.server.daily.calendar import written
from gongzhu.server.daily.dealer import PLAYER, PRESET, DayGame, dealer_name
from gongzhu.server.daily.master import LEVEL
from gongzhu.server.listing import Listing, listing_of, write_listing
from gongzhu.server.requests import player_of
from gongzhu.server.services import Services
from gongzhu.store import PlayerRow
from gongzhu.table import (
    Command,
    DayDeal,
    Settings,
    Table,
    Talk,
    open_table,
    step,
    step_server,
    write_entry,
    write_table,
)
from gongzhu.table.commands import DealDay, Open, SeatBot, Sit


async def open_day_table(
    name: str,
    player: PlayerRow,
    of: tuple[DayGame, int, str],
    address: str,
    services: Services,
    *,
    practice: bool,
) -> tuple[Table, Listing]:
    """The table of that name, the deal dealt, on disk; `of` is the game, the day and its secret,
    `address` the mark of the one that asked. Raises StoreError, and has then done nothing."""
    game, day, secret = of
    preset = PRESETS[PRESET[game]]
    deal = DayDeal(written(day), dealer_name(game), practice)
    settings = Settings("", preset.name, preset.rules, talk=Talk(phrases=False), day=deal)
    table, entry = open_table(Open(name, settings, player.id), services.clock())
    listing = replace(
        listing_of(table, entry.facts, None), opened_by=player.id, opened_from=address
    )
    entries = [entry]
    bots = [Seat(seat) for seat in range(preset.rules.players) if seat != PLAYER]
    commands: list[Command] = [Sit(PLAYER), *(SeatBot(seat, LEVEL) for seat in bots)]
    for command in commands:
        changed = step(table, player_of(player), command, services.clock())
        assert changed is not None, "the table is empty"
        table, entry = changed
        entries.append(entry)
        listing = listing_of(table, entry.facts, listing)
    dealt = step_server(table, DealDay(day, secret), services.clock(), services.entropy(32).hex())
    assert dealt is not None, "nothing was dealt yet"
    table, entry = dealt
    entries.append(entry)
    listing = listing_of(table, entry.facts, listing)
    await services.store.append(
        name,
        1,
        [write_entry(entry) for entry in entries],
        checkpoint=write_table(table),
        brief=write_listing(listing),
    )
    return table, listing
