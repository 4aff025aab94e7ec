"""The commands of a table: those that players send, defined as on the wire, and those of the
server.

A player's command contains neither player nor seat. Both follow from the session that sent it.
Decoding enforces the lengths and ranges in the types.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.cards import Seat
from gongzhu.dealing import Evidence
from gongzhu.rules import Action, RuleValue
from gongzhu.rules.actions import ChooseMoon, Claim, Expose, Pass, Play
from gongzhu.rules.options import MOST_PLAYERS
from gongzhu.table.facts import Failure
from gongzhu.table.settings import Clock, Late, Settings, Talk
from gongzhu.table.state import MOST_REMOVED

SeatNumber = Annotated[Seat, Meta(ge=0, le=MOST_PLAYERS - 1)]
"""Index of a seat, from 0."""
SeatName = Annotated[str, Meta(max_length=40)]
LevelName = Annotated[str, Meta(max_length=20)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A whole number that every JSON reader can represent exactly."""
HexNumber = Annotated[str, Meta(max_length=64)]


class Player(Struct, frozen=True):
    """The sender of a command, as identified by their session."""

    id: str
    """Id of the player."""
    name: str = ""
    """The player's name."""
    program: bool = False
    """True for an outside bot (a program with an account of its own)."""


class Sit(Struct, frozen=True, forbid_unknown_fields=True, tag="sit"):
    """Take a seat: the given one, or by default the player's own earlier seat, an open one, or a
    bot's. A player who already has a seat moves to the given one. During a game, the setting `late`
    decides whether a new player gets a bot's seat at once, after the running deal, or not at
    all."""

    seat: SeatNumber | None = None
    """The seat to take, or None for the default."""


class Leave(Struct, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """Leave the seat, or stop waiting for one. During a game, a bot plays on in the seat."""


class SeatBot(Struct, frozen=True, forbid_unknown_fields=True, tag="seat_bot"):
    """Host, between games: put a bot of this level into an open seat or in place of another bot."""

    seat: SeatNumber
    level: LevelName
    """The level of the bot, such as `steady`."""


class Clear(Struct, frozen=True, forbid_unknown_fields=True, tag="clear"):
    """Host: remove the player or bot in a seat. A removed player cannot take a seat at this table
    until the host sends `readmit`. During a game only players can be removed, and a bot plays on in
    the seat. Refused while the numbers for a deal are collected."""

    seat: SeatNumber
    who: SeatName | None = None
    """Expected name of the player or bot. If another one is in the seat by now, the command is
    refused as stale. None: any name."""


class StandIn(Struct, frozen=True, forbid_unknown_fields=True, tag="stand_in"):
    """Host, during a game: let a bot play for a player until that player sends a command."""

    seat: SeatNumber
    who: SeatName | None = None
    """Expected name of the player. If another one is in the seat by now, the command is refused as
    stale. None: any name."""


class Readmit(Struct, frozen=True, forbid_unknown_fields=True, tag="readmit"):
    """Host: allow a removed player to take a seat again."""

    place: Annotated[int, Meta(ge=0, lt=MOST_REMOVED)]
    """Index in the list `removed` of the table's state, from 0."""
    who: SeatName | None = None
    """Expected name at that index. If another name is there by now, the command is refused as
    stale. None: any name."""


class Admit(Struct, frozen=True, forbid_unknown_fields=True, tag="admit"):
    """Host: give a bot's seat at once to a player who waits for the end of the deal. The game then
    counts as practice."""

    place: SeatNumber
    """Index in the list `waiting` of the table's state, from 0."""
    who: SeatName | None = None
    """Expected name at that index. If another name is there by now, the command is refused as
    stale. None: any name."""


class TurnAway(Struct, frozen=True, forbid_unknown_fields=True, tag="turn_away"):
    """Host: refuse a seat to a player who waits. That player cannot take a seat until
    readmitted."""

    place: SeatNumber
    """Index in the list `waiting` of the table's state, from 0."""
    who: SeatName | None = None
    """Expected name at that index. If another name is there by now, the command is refused as
    stale. None: any name."""


class Swap(Struct, frozen=True, forbid_unknown_fields=True, tag="swap"):
    """Host, between games: exchange the players or bots of two seats."""

    seats: tuple[SeatNumber, SeatNumber]
    who: tuple[SeatName, SeatName] | None = None
    """Expected names in the two seats. If other names are there by now, the command is refused as
    stale. None: any names."""


class Ready(Struct, frozen=True, forbid_unknown_fields=True, tag="ready"):
    """Declare oneself ready, or no longer ready, for the next deal, game or rematch."""

    ready: bool = True


class Start(Struct, frozen=True, forbid_unknown_fields=True, tag="start"):
    """Host, between games: declare oneself ready, and put bots of level `fill` into all open seats.
    Refused if a seat is open and no level is given."""

    fill: LevelName | None = None


class Configure(Struct, frozen=True, forbid_unknown_fields=True, tag="configure"):
    """Host, before the first game: replace the settings. `rules` has all options if `preset` is
    None, otherwise the options that differ from that preset. Without a preset and options, the
    rules stay as they are."""

    rules: dict[str, RuleValue] = {}
    preset: Annotated[str, Meta(max_length=60)] | None = None
    name: SeatName = ""
    """The table's name, which may be empty."""
    access: Literal["public", "private"] = "private"
    """`public` to list the table in the lobby and let anybody watch, `private` to let it be reached
    only by its link."""
    clock: Clock = Clock()
    talk: Talk | None = None
    """The kinds of talk that are allowed. None leaves them unchanged."""
    late: Late = "after_deal"
    """The time at which a new player gets a bot's seat during a game, if at all."""


class SetTalk(Struct, frozen=True, forbid_unknown_fields=True, tag="set_talk"):
    """Host, at any time: change the kinds of talk that are allowed."""

    talk: Talk


class TakeBack(Struct, frozen=True, forbid_unknown_fields=True, tag="take_back"):
    """Take back one's last card and all cards played after it. Only while a deal is played in which
    all other seats are bots' own, and while nobody watches. The game then counts as practice."""


class Resign(Struct, frozen=True, forbid_unknown_fields=True, tag="resign"):
    """Give up the running game, or (`resigned` false) withdraw that. The game ends as soon as all
    players have given it up. A player among bots loses it then."""

    resigned: bool = True


class Commit(Struct, frozen=True, forbid_unknown_fields=True, tag="commit"):
    """GZH1, step 3: commit to a random number for deal number `count`."""

    count: Count
    """Number of the deal since the table was opened, from 1."""
    commitment: HexNumber
    """The commitment, 64 hexadecimal digits."""


class Reveal(Struct, frozen=True, forbid_unknown_fields=True, tag="reveal"):
    """GZH1, step 5: reveal the random number of the commitment for deal number `count`."""

    count: Count
    """Number of the deal since the table was opened, from 1."""
    number: HexNumber
    """The random number, in hexadecimal."""


class Close(Struct, frozen=True, forbid_unknown_fields=True, tag="close"):
    """Host: close the table. An unfinished game ends without a winner."""


Command = (
    Play
    | Pass
    | Expose
    | ChooseMoon
    | Claim
    | Sit
    | Leave
    | SeatBot
    | Clear
    | StandIn
    | Readmit
    | Admit
    | TurnAway
    | Swap
    | Ready
    | Start
    | Configure
    | SetTalk
    | TakeBack
    | Resign
    | Commit
    | Reveal
    | Close
)
"""A command that a player may send: an action in the deal, or a command about the table."""


class Open(Struct, frozen=True):
    """Open a table. Passed to `open_table`, never to `step_server`."""

    table: str
    """Id of the table, as in its URL."""
    settings: Settings
    host: str | None
    """Id of the player who opens the table, or None for a table of a tournament."""


class BotAct(Struct, frozen=True):
    """Carry out the action that a bot chose for a seat listed by `bots_to_move`."""

    seat: Seat
    action: Action
    after: int
    """Number of log entries (`Table.seq`) when the bot was asked. The choice is refused as stale if
    the position has changed since."""
    failure: Failure | None = None
    """The reason why an outside bot failed and the built-in bot `steady` chose in its place, or
    None if it did not fail."""
    hurried: bool = False
    """True if the server was too busy to let the bot compute, and the built-in bot `steady` chose
    in its place."""


class Connect(Struct, frozen=True):
    """Report that a seated player (id) has opened their first connection."""

    player: str


class Disconnect(Struct, frozen=True):
    """Report that a player (id) with a seat, or waiting for one, has closed their last
    connection."""

    player: str


class Tick(Struct, frozen=True):
    """Do what is due by the time passed with this command, such as ending a wait. Sent at the time
    that `due` returned."""


class Resume(Struct, frozen=True):
    """Report that the server has restarted."""


class Expel(Struct, frozen=True):
    """Remove a player (id) who may no longer play on this server. A table of the deal of the day is
    closed."""

    player: str


class Expire(Struct, frozen=True):
    """Close a table because it was idle too long or the operator closes it. At a table of a
    tournament with a running game, bots finish the deal instead."""

    why: Literal["idle", "admin"] = "idle"
    """`idle`: nobody was at the table for too long. `admin`: the operator closes it."""


class HouseBot(Struct, frozen=True):
    """A built-in bot to be seated by `GiveDeal`."""

    level: str
    """The level of the bot, such as `steady`."""
    name: str
    """The name under which the bot is seated."""


class GiveDeal(Struct, frozen=True):
    """Seat all players and bots at a table whose single deal was fixed beforehand, and deal it.
    Ignored if the game has begun."""

    evidence: Evidence
    """The evidence of the deal, from which its hands follow."""
    sitting: tuple[Player | HouseBot, ...]
    """The player or bot of each seat, by seat. Players of a tournament count as absent until they
    connect."""


class PlayOut(Struct, frozen=True):
    """Let bots finish the deal of a tournament for all players, because the round's time is up."""


ServerCommand = BotAct | Connect | Disconnect | Tick | Resume | Expel | Expire | GiveDeal | PlayOut
"""A command that the server itself sends to an open table."""
