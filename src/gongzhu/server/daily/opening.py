"""Opens the table for a player's attempt at a daily deal, and writes its first log entries to
disk."""

from gongzhu.cards import seats
from gongzhu.dealing import Evidence
from gongzhu.rules import PRESETS
from gongzhu.server.calendar import written
from gongzhu.server.daily.dealer import PLAYER, PRESET, DayGame
from gongzhu.server.daily.master import LEVEL
from gongzhu.server.live.requests import player_of
from gongzhu.server.live.services import Services
from gongzhu.server.tables.opening import NewTable
from gongzhu.store import PlayerRow
from gongzhu.table import DayDeal, Settings, Talk, step_server
from gongzhu.table.commands import GiveDeal, HouseBot
from gongzhu.table.names import bot_name


async def open_day_table(
    name: str,
    player: PlayerRow,
    address: str,
    services: Services,
    *,
    game: DayGame,
    evidence: Evidence,
    practice: bool,
) -> NewTable:
    """Create the table with the id `name`, with the deal dealt, and write it to disk. `address` is
    the player's network address. `evidence` is that of the day's deal. `practice` is True for a
    past day. Raises StoreError, and then has written nothing."""
    preset = PRESETS[PRESET[game]]
    deal = DayDeal(written(evidence.deal), evidence.table, practice)
    settings = Settings("", preset.name, preset.rules, talk=Talk(phrases=False), day=deal)
    new = NewTable(name, settings, player.id, services.hashes.of_block(address)[0], services)
    sitting = tuple(
        player_of(player) if seat == PLAYER else HouseBot(LEVEL, bot_name(seat))
        for seat in seats(preset.rules.players)
    )
    entropy = services.entropy(32).hex()
    dealt = step_server(new.table, GiveDeal(evidence, sitting), services.clock(), entropy)
    assert dealt is not None, "nothing was dealt yet"
    new.follow(dealt)
    await new.write()
    return new
