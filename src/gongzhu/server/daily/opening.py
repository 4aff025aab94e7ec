"""Opens the table for a player's try at the deal of a day, and writes its first entries to disk."""

from gongzhu.cards import Seat
from gongzhu.rules import PRESETS
from gongzhu.server.calendar import written
from gongzhu.server.daily.dealer import PLAYER, PRESET, DayGame, dealer_name
from gongzhu.server.daily.master import LEVEL
from gongzhu.server.live.requests import player_of
from gongzhu.server.live.services import Services
from gongzhu.server.live.summary import Listing
from gongzhu.server.tables.opening import NewTable
from gongzhu.store import PlayerRow
from gongzhu.table import (
    Command,
    DayDeal,
    Settings,
    Table,
    Talk,
    step,
    step_server,
)
from gongzhu.table.commands import DealDay, SeatBot, Sit


async def open_day_table(
    name: str,
    player: PlayerRow,
    of: tuple[DayGame, int, str],
    address: str,
    services: Services,
    *,
    practice: bool,
) -> tuple[Table, Listing]:
    """Make the table of that name, with the deal dealt, and write it to disk. `of` is the game, the
    number of the day and the day's secret; `address` is the keyed hash of the visitor's address.
    Raises StoreError, in which case nothing is written."""
    game, day, secret = of
    preset = PRESETS[PRESET[game]]
    deal = DayDeal(written(day), dealer_name(game), practice)
    settings = Settings("", preset.name, preset.rules, talk=Talk(phrases=False), day=deal)
    new = NewTable(name, settings, player, address, services)
    bots = [Seat(seat) for seat in range(preset.rules.players) if seat != PLAYER]
    commands: list[Command] = [Sit(PLAYER), *(SeatBot(seat, LEVEL) for seat in bots)]
    for command in commands:
        changed = step(new.table, player_of(player), command, services.clock())
        assert changed is not None, "the table is empty"
        new.follow(changed)
    deal_it, entropy = DealDay(day, secret), services.entropy(32).hex()
    dealt = step_server(new.table, deal_it, services.clock(), entropy)
    assert dealt is not None, "nothing was dealt yet"
    new.follow(dealt)
    await new.write()
    return new.table, new.listing
