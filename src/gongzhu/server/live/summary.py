"""Summaries of tables. They are stored, so that lists of tables can be shown without loading the
tables."""

from collections.abc import Iterable
from typing import Literal

from msgspec import UNSET, Struct, field, json

from gongzhu.cards import Seat
from gongzhu.rules import (
    PRESETS,
    RuleSet,
)
from gongzhu.server.edge.limits import Asker
from gongzhu.table import Fact, Table
from gongzhu.table.facts import (
    BotStoodIn,
    Came,
    Chose,
    Committed,
    GameBegan,
    Happened,
    NumberShown,
    NumbersLocked,
    ReadySet,
    Resumed,
    TimedOut,
    WaitsUntil,
    Went,
)
from gongzhu.table.saving import decoded
from gongzhu.table.settings import Late
from gongzhu.texts import Lang, say


class SeatBrief(Struct, frozen=True):
    """A seat of a table in lists of tables: open, or taken by a player or a bot."""

    kind: Literal["open", "player", "bot"]
    """`open` for an empty seat, `player` for a person or an outside bot, `bot` for a built-in
    bot."""
    name: str
    """Name of the player or bot, or empty for an open seat."""


class TableBrief(Struct, frozen=True):
    """A table in a list of tables, as sent to a client."""

    table: str
    """Id of the table."""
    name: str
    """The table's name as given by the host, which may be empty."""
    preset: str | None
    """Name of the preset with exactly these rules, or None if there is none."""
    title: str
    """Title of the table's rules in the language of the request, or "own rules" if they are not a
    preset."""
    family: Literal["gongzhu", "hearts"]
    stage: str
    """The stage of the table, as `TableState.stage`."""
    access: Literal["public", "private"]
    """`public` if the table is listed in the lobby and can be watched, `private` if it is only
    reached by its link."""
    timed: bool
    """True if moves have a time limit."""
    seats: tuple[SeatBrief, ...]
    """The seats, in order."""
    deals: int
    """Number of scored deals of the running game."""
    totals: tuple[int, ...]
    """Total score of each side in the running game."""
    seat: Seat | None = None
    """The seat of the player who requests the list, or None if not seated."""


def rules_title(preset: str | None, rules: RuleSet, lang: Lang) -> str:
    """The title of a rule set in a language: that of its preset, or "own rules" of Gong Zhu or
    Hearts if `preset` is None or unknown."""
    if preset in PRESETS:
        return say(f"rules.preset.{preset}.title", lang)
    return say("server.own_rules", lang, family=say(f"rules.family.{rules.family}", lang))


class Listing(Struct, frozen=True, gc=False):
    """The summary of a table as stored (JSON), with all that lists and searches of tables need."""

    name: str
    """The table's name as given by the host, which may be empty."""
    preset: str | None
    """Name of the preset with exactly these rules, or None if there is none."""
    rules: RuleSet
    access: Literal["public", "private"]
    """`public` if the table is listed in the lobby and can be watched, `private` if it is only
    reached by its link."""
    timed: bool
    """True if moves have a time limit."""
    stage: str
    """The stage of the table, as `TableState.stage`."""
    seats: tuple[SeatBrief, ...]
    """The seats, in order."""
    players: tuple[str | None, ...]
    """Player ids by seat, or None for a seat without a player, and for a removed player."""
    sat: tuple[str, ...]
    """The ids of all players who ever had a seat at the table, without duplicates, in order of
    their first seat."""
    deals: int
    """Number of scored deals of the running game."""
    totals: tuple[int, ...]
    """Total score of each side in the running game."""
    host: str | None = None
    """Player id of the table's host, or None if there is none."""
    game_from: int = 0
    """Number of the log entry in which the running or last game began, or 0 before the first
    game."""
    opened_by: str = ""
    """Id of the player who opened the table, or empty if unknown."""
    opened_from: str = ""
    """Keyed hash, by `AddressHashes`, of the network address from which the table was opened, or
    empty if unknown."""
    games: int = 0
    """Number of games finished at the table."""
    fixed: bool = field(default=False, name="of_day")
    """True if the table plays a daily deal or the deal of a tournament. These have pages of their
    own and are left out of lists."""
    club: str = ""
    """Id of the club that the table belongs to, or empty if none."""
    left: tuple[Seat, ...] = ()
    """The seats whose players have left the running game and may come back."""
    late: Late = "never"
    """The table's setting for newcomers during a game: when one takes over a bot's seat."""

    @property
    def has_seat(self) -> bool:
        """True if a newcomer can take a seat, an open one or a bot's."""
        kinds = ("open",) if self.late == "never" or self.fixed else ("open", "bot")
        return any(seat.kind in kinds for seat in self.seats)

    def is_of(self, player: str) -> bool:
        """True if the table belongs into the list of the player's own tables: the player has a seat
        and has not left it, and the table is not `fixed`."""
        if self.fixed or player not in self.players:
            return False
        return self.players.index(player) not in self.left


_read = json.Decoder(Listing).decode


def read_listing(data: bytes) -> Listing:
    """Decode a stored summary of a table. Raises msgspec.DecodeError."""
    return decoded(_read, data)


def write_listing(listing: Listing) -> bytes:
    """Encode a table's summary as JSON, for the store."""
    return json.encode(listing)


QUIET = frozenset(
    {
        BotStoodIn,
        Came,
        Chose,
        Committed,
        Happened,
        NumberShown,
        NumbersLocked,
        ReadySet,
        Resumed,
        TimedOut,
        WaitsUntil,
        Went,
    }
)
"""Classes of facts that do not change a table's summary. After an entry with only these, as most
have, the summary is not made again."""


def listing_of(table: Table, facts: Iterable[Fact], before: Listing | None) -> Listing:
    """The summary of a table after a log entry with these facts. `before` is the summary before the
    entry, or None for a new table."""
    state = table.state
    sat = before.sat if before is not None else ()
    new = tuple(player for player in table.players if player is not None and player not in sat)
    began = before.game_from if before is not None else 0
    if any(isinstance(fact, GameBegan) for fact in facts):
        began = table.seq
    return Listing(
        name=state.settings.name,
        preset=state.settings.preset,
        rules=state.settings.rules,
        access=state.settings.access,
        timed=state.settings.clock.move > 0,
        stage=state.stage,
        seats=tuple(SeatBrief(seat.kind, seat.name) for seat in state.seats),
        # A table is no longer in the lists of players who were removed from it.
        players=tuple(None if player in table.removed else player for player in table.players),
        sat=sat + new,
        deals=len(state.deals),
        totals=state.totals,
        host=table.host,
        game_from=began,
        opened_by="" if before is None else before.opened_by,
        opened_from="" if before is None else before.opened_from,
        games=len(state.games),
        fixed=state.settings.fixed,
        club="" if state.settings.club is UNSET else state.settings.club,
        left=tuple(Seat(number) for number, seat in enumerate(state.seats) if seat.left),
        late=state.settings.late,
    )


def asker_of(table: str, listing: Listing) -> Asker:
    """The account that opened a table, and the keyed hash of its network address, to which the
    computing time of bots and hints at the table is charged. If one of them is unknown, the table's
    name takes its place, so that each such table is counted by itself."""
    return Asker(listing.opened_by or table, listing.opened_from or table)


def brief_of(table: str, listing: Listing, player: str | None, lang: Lang) -> TableBrief:
    """Convert a table's summary to what a list of tables shows. `player` is the id of the player
    who requests the list, or None for a visitor without an account."""
    mine = player is not None and player in listing.players
    return TableBrief(
        table=table,
        name=listing.name,
        preset=listing.preset,
        title=rules_title(listing.preset, listing.rules, lang),
        family=listing.rules.family,
        stage=listing.stage,
        access=listing.access,
        timed=listing.timed,
        seats=listing.seats,
        deals=listing.deals,
        totals=listing.totals,
        seat=Seat(listing.players.index(player)) if mine else None,
    )
