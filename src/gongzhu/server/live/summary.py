"""Summaries of tables, which are stored so that lists of tables can be shown without loading the
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
    """A seat of a table, as lists of tables show it: open, or taken by a player or a bot."""

    kind: Literal["open", "player", "bot"]
    name: str


class TableBrief(Struct, frozen=True):
    """A table as lists of tables show it."""

    table: str
    name: str
    preset: str | None
    title: str
    """Title of the table's rules, in the language asked for; "own rules" if they are no preset."""
    family: Literal["gongzhu", "hearts"]
    stage: str
    access: Literal["public", "private"]
    timed: bool
    seats: tuple[SeatBrief, ...]
    deals: int
    """Number of deals of the running game that are scored."""
    totals: tuple[int, ...]
    seat: Seat | None = None
    """The seat of the player who asks, if any."""


def rules_title(preset: str | None, rules: RuleSet, lang: Lang) -> str:
    """The title of a rule set in a language: that of its preset, or "own rules" of Gong Zhu or
    Hearts if it has none."""
    if preset in PRESETS:
        return say(f"rules.preset.{preset}.title", lang)
    return say("server.own_rules", lang, family=say(f"rules.family.{rules.family}", lang))


class Listing(Struct, frozen=True, gc=False):
    """The summary of a table, with all that is needed for showing it in lists and for finding it in
    searches."""

    name: str
    preset: str | None
    rules: RuleSet
    access: Literal["public", "private"]
    timed: bool
    stage: str
    seats: tuple[SeatBrief, ...]
    players: tuple[str | None, ...]
    """The players' ids by seat; None for a seat without a player, and for a removed player."""
    sat: tuple[str, ...]
    """The ids of all players who ever had a seat at the table."""
    deals: int
    totals: tuple[int, ...]
    host: str | None = None
    """The player id of the table's host."""
    game_from: int = 0
    """The number of the log entry in which the running game began, or the last game played."""
    opened_by: str = ""
    """The id of the player who opened the table; empty if unknown."""
    opened_from: str = ""
    """A keyed hash of the address that the table was opened from, made by `AddressHashes`."""
    games: int = 0
    """The number of finished games at the table."""
    fixed: bool = field(default=False, name="of_day")
    """True if the table plays the deal of a day or of a tournament, which has a page of its own."""
    club: str = ""
    """The id of the club whose table it is."""
    left: tuple[Seat, ...] = ()
    """The seats whose players have left the running game and may come back."""
    late: Late = "never"
    """When somebody who comes during a game takes a bot's seat, as in the table's settings."""

    @property
    def has_seat(self) -> bool:
        """True if somebody who comes can take a seat, an open one or a bot's."""
        kinds = ("open",) if self.late == "never" or self.fixed else ("open", "bot")
        return any(seat.kind in kinds for seat in self.seats)

    def is_of(self, player: str) -> bool:
        """True if the table belongs in a player's own list of tables: the player has a seat and has
        not left it, and the table does not play a deal that has a page of its own."""
        if self.fixed or player not in self.players:
            return False
        return self.players.index(player) not in self.left


_read = json.Decoder(Listing).decode


def read_listing(data: bytes) -> Listing:
    """Decode a table's summary as it is stored. Raises msgspec.DecodeError."""
    return decoded(_read, data)


def write_listing(listing: Listing) -> bytes:
    """Encode a table's summary as JSON, to be stored."""
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
"""The kinds of facts (parts of log entries) that do not change a table's summary; most entries have
only these."""


def listing_of(table: Table, facts: Iterable[Fact], before: Listing | None) -> Listing:
    """The summary of a table after a log entry with these facts; `before` is the summary before the
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
    """The account and the keyed hash of the address that opened a table; the table's work is
    counted for them.

    If they are unknown, the table's name is used for them, so that each table is counted alone.
    """
    return Asker(listing.opened_by or table, listing.opened_from or table)


def brief_of(table: str, listing: Listing, player: str | None, lang: Lang) -> TableBrief:
    """Convert the summary of a table to what a list of tables shows to a visitor; `player` is the
    visitor's id, if any."""
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
