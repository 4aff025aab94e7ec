"""Opens new tables: from the body of a request to the first log entries on disk, and into
memory."""

from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.rules import RuleValue, rules_from_preset
from gongzhu.rules.options import MOST_PLAYERS
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.live.requests import known_level, player_of
from gongzhu.server.live.services import Services
from gongzhu.server.live.summary import Listing, listing_of, write_listing
from gongzhu.store import PlayerRow
from gongzhu.table import (
    Command,
    LogEntry,
    Settings,
    Table,
    check_talk,
    open_table,
    step,
    table_name,
    write_entry,
    write_table,
)
from gongzhu.table.commands import LevelName, Open, SeatBot, Sit, Start
from gongzhu.table.settings import Clock, Late, Talk


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables: open a table and take its first free seat. The response is
    `TableOpened`."""

    preset: Annotated[str, Meta(max_length=60)] | None = None
    """Name of the preset from which `rules` differ. None if `rules` has all options; without
    `rules`, None stands for the server's default preset."""
    rules: dict[str, RuleValue] = {}
    """All options of the rules, or only those that differ from `preset`, by key."""
    name: Annotated[str, Meta(max_length=40)] = ""
    """The table's name, which may be empty."""
    access: Literal["public", "private"] = "private"
    """`public` to list the table in the lobby and let anybody watch, `private` to let it be reached
    only by its link."""
    clock: Clock = Clock()
    talk: Talk = Talk()
    late: Late = "after_deal"
    """The time at which a newcomer takes over a bot's seat during a game, if at all."""
    bots: dict[str, LevelName] = {}
    """The levels of bots to seat, by seat number as text."""
    start: bool = False
    """True to fill all open seats with bots and start the game immediately."""
    level: LevelName | None = None
    """The level of the bots that fill open seats, or None for the default level."""


class NewTable:
    """A table that is being opened, with its first log entries, which are not on disk yet."""

    def __init__(
        self, name: str, settings: Settings, host: str, address: str, services: Services
    ) -> None:
        """Create the table without seated players. `name` is its id. `host` is the id of the player
        who opens it, `address` the keyed hash of that player's network address. For a table of a
        tournament, they are empty and the id of the club."""
        self.name = name
        self._services = services
        self.table, entry = open_table(Open(name, settings, host), services.clock())
        self.listing = replace(
            listing_of(self.table, entry.facts, None), opened_by=host, opened_from=address
        )
        self._entries = [entry]

    def follow(self, changed: tuple[Table, LogEntry] | None) -> None:
        """Take the table after a command as the new state, and keep the command's log entry for
        `write`. `changed` is the table and the entry, or None if the command changed nothing."""
        if changed is None:
            return
        self.table, entry = changed
        self._entries.append(entry)
        self.listing = listing_of(self.table, entry.facts, self.listing)

    async def write(self) -> None:
        """Write all log entries to the store. Raises StoreError, and then has written nothing."""
        await self._services.store.append(
            self.name,
            1,
            [write_entry(entry) for entry in self._entries],
            snapshot=write_table(self.table),
            summary=write_listing(self.listing),
        )


class TableOpener:
    """Opens tables for players, within limits for each player and network address."""

    def __init__(self, services: Services, living: Callable[[], dict[str, Listing]]) -> None:
        """`living` returns the summaries, by name, of all tables that somebody is connected to."""
        self._services = services
        self._living = living
        self._opening: list[tuple[str, str]] = []
        """For each table that is being opened: the id of the player, and the keyed hash of the
        player's network address."""

    def check(self, player: str, address: str) -> str:
        """Return the keyed hash of a player's network address, by which tables opened from it are
        counted. `player` is the player's id. Raises ApiError 429 if the player or the address has
        too many tables open."""
        limits, marks = self._services.config.limits, self._services.hashes.of_block(address)
        living = [(one.opened_by, one.opened_from) for one in self._living().values()]
        living += self._opening
        if (
            sum(by == player for by, _ in living) >= limits.open_tables_per_player
            or sum(place in marks for _, place in living) >= limits.open_tables
        ):
            raise ApiError(429, "many_tables")
        return marks[0]

    async def open(
        self, player: PlayerRow, asked: OpenTable, address: str, club: str = ""
    ) -> NewTable:
        """Open a table as requested, with a seat for the player, and write it to disk. `address` is
        the player's network address, `club` the id of the club that the table belongs to, if any.

        Raises ApiError 429 if the player or the address has too many tables open, RuleError,
        InvalidRequest, CommandRefused or StoreError, and then opens no table.
        """
        opening = player.id, self.check(player.id, address)
        config = self._services.config
        clock, entropy = self._services.clock, self._services.entropy
        preset = asked.preset if asked.preset or asked.rules else config.default_preset
        exact, rules = rules_from_preset(preset, asked.rules)
        check_talk(asked.talk, asked.access)
        settings = Settings(
            table_name(asked.name),
            exact,
            rules,
            asked.access,
            asked.clock,
            asked.talk,
            asked.late,
            club=club or UNSET,
        )
        name = entropy(16).hex()
        commands: list[Command] = [Sit()]
        for seat, level in sorted(_bots(asked.bots).items()):
            commands.append(SeatBot(seat, known_level(level, config)))
        if asked.start:
            commands.append(Start(known_level(asked.level or config.default_level, config)))
        new = NewTable(name, settings, *opening, self._services)
        for command in commands:
            new.follow(step(new.table, player_of(player), command, clock(), entropy(32).hex()))
        self._opening.append(opening)
        try:
            await new.write()
        finally:
            self._opening.remove(opening)
        return new


def _bots(asked: dict[str, str]) -> dict[Seat, str]:
    """The levels of bots by seat, from the field `bots` of a request. A key that is not a seat
    number becomes seat -1, so that the table refuses it as it refuses every seat that does not
    exist."""
    numbers = {str(seat): Seat(seat) for seat in range(MOST_PLAYERS)}
    return {numbers.get(seat, Seat(-1)): level for seat, level in asked.items()}
