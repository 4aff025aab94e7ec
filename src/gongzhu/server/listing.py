"""Open tables as they are listed, kept so that none has to be loaded for it."""

from collections.abc import Iterable
from typing import Literal

from msgspec import UNSET, Struct, json

from gongzhu.cards import Seat
from gongzhu.rules import RuleSet
from gongzhu.server.bodies import SeatBrief, TableBrief
from gongzhu.server.rules_form import rules_title
from gongzhu.server.work.queue import Asker
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
from gongzhu.texts import Lang


class Listing(Struct, frozen=True, gc=False):
    """A table as it is listed."""

    name: str
    preset: str | None
    rules: RuleSet
    access: Literal["public", "private"]
    timed: bool
    stage: str
    seats: tuple[SeatBrief, ...]
    players: tuple[str | None, ...]
    """Ids, by seat."""
    sat: tuple[str, ...]
    """The ids of all who ever had a seat."""
    deals: int
    totals: tuple[int, ...]
    host: str | None = None
    """The id of the host."""
    game_from: int = 0
    """The entry in which the running game began, or the one played last."""
    opened_by: str = ""
    """The id of the player who opened it."""
    opened_from: str = ""
    """The mark of the address that it was opened from, see `Marks`."""
    games: int = 0
    """Finished ones."""
    of_day: bool = False
    """True where the deal of a day is played, which has a page of its own."""
    left: tuple[Seat, ...] = ()
    """Seats whose players have left the running game, and may come back to it."""

    def is_of(self, player: str) -> bool:
        """True for a table to be listed among a player's own: not one that it has left, nor that of
        the deal of a day."""
        if self.of_day or player not in self.players:
            return False
        return self.players.index(player) not in self.left


_read = json.Decoder(Listing).decode


def read_listing(data: bytes) -> Listing:
    """A listing as it was written down. Raises msgspec.DecodeError."""
    return decoded(_read, data)


def write_listing(listing: Listing) -> bytes:
    """A listing as it is written down."""
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
"""Facts that change nothing of a listing; most entries are made of these."""


def listing_of(table: Table, facts: Iterable[Fact], before: Listing | None) -> Listing:
    """The listing of a table after an entry; `before` is the one until then."""
    if before is not None and QUIET.issuperset(map(type, facts)):
        return before
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
        # A table is no more in the lists of whoever was removed from it.
        players=tuple(None if player in table.removed else player for player in table.players),
        sat=sat + new,
        deals=len(state.deals),
        totals=state.totals,
        host=table.host,
        game_from=began,
        opened_by="" if before is None else before.opened_by,
        opened_from="" if before is None else before.opened_from,
        games=len(state.games),
        of_day=state.settings.day is not UNSET,
        left=tuple(Seat(number) for number, seat in enumerate(state.seats) if seat.left),
    )


def asker_of(table: str, listing: Listing) -> Asker:
    """The account and the address that opened a table; where nobody knows, each table is by
    itself."""
    return Asker(listing.opened_by or table, listing.opened_from or table)


def brief_of(table: str, listing: Listing, player: str | None, lang: Lang) -> TableBrief:
    """A table in a list, as a visitor is shown it."""
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
