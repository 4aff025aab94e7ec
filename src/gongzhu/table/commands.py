"""The commands of a table: those that players send, in the same form on the wire as here, and those
of the server itself.

A player's command names neither the player nor their seat: both come from the session that sent it.
Decoding from the wire enforces the lengths and ranges that the types give.
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
SeatName = Annotated[str, Meta(max_length=40)]
LevelName = Annotated[str, Meta(max_length=20)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A whole number that every JSON reader can represent exactly."""
HexNumber = Annotated[str, Meta(max_length=64)]


class Player(Struct, frozen=True):
    """The sender of a command, as their session identifies them."""

    id: str
    name: str = ""
    program: bool = False
    """True for a bot with an account of its own."""


class Sit(Struct, frozen=True, forbid_unknown_fields=True, tag="sit"):
    """Take a seat, an open one or a bot's where none is named; or move to another one. Where the
    settings say so, somebody who comes in the middle of a deal waits for its end."""

    seat: SeatNumber | None = None


class Leave(Struct, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """Leave the seat; during a game a bot plays on in it while other players are there."""


class SeatBot(Struct, frozen=True, forbid_unknown_fields=True, tag="seat_bot"):
    """Host, between games: give an open seat, or a bot's, to a bot of this level."""

    seat: SeatNumber
    level: LevelName


class Clear(Struct, frozen=True, forbid_unknown_fields=True, tag="clear"):
    """Host: remove the player or bot in a seat. A removed player cannot take a seat at this table
    until the host sends `readmit`. During a game only players can be removed, and a bot plays on in
    their seat; while the cards of a deal are drawn, no player can be removed."""

    seat: SeatNumber
    who: SeatName | None = None
    """The name of the player or bot meant. The command is refused as stale if another name is there
    by now; with None, it applies to any name."""


class StandIn(Struct, frozen=True, forbid_unknown_fields=True, tag="stand_in"):
    """Host, during a game: have a bot play for a player until that player does something."""

    seat: SeatNumber
    who: SeatName | None = None
    """The name of the player meant. The command is refused as stale if another name is there by
    now; with None, it applies to any name."""


class Readmit(Struct, frozen=True, forbid_unknown_fields=True, tag="readmit"):
    """Host: let a removed player sit down again."""

    place: Annotated[int, Meta(ge=0, lt=MOST_REMOVED)]
    """Index in the list `removed` of the table's state, from 0."""
    who: SeatName | None = None
    """The name expected at that index. The command is refused as stale if another name is there by
    now; with None, it applies to any name."""


class Admit(Struct, frozen=True, forbid_unknown_fields=True, tag="admit"):
    """Host: give somebody who waits for the end of the deal a bot's seat at once. The game counts
    as practice then."""

    place: SeatNumber
    """Index in the list `waiting` of the table's state, from 0."""
    who: SeatName | None = None
    """The name expected at that index. The command is refused as stale if another name is there by
    now; with None, it applies to any name."""


class TurnAway(Struct, frozen=True, forbid_unknown_fields=True, tag="turn_away"):
    """Host: give somebody who waits no seat; they cannot take one until readmitted."""

    place: SeatNumber
    """Index in the list `waiting` of the table's state, from 0."""
    who: SeatName | None = None
    """As in `Admit`."""


class Swap(Struct, frozen=True, forbid_unknown_fields=True, tag="swap"):
    """Host, between games: exchange two seats."""

    seats: tuple[SeatNumber, SeatNumber]
    who: tuple[SeatName, SeatName] | None = None
    """The names of the players or bots meant. The command is refused as stale if other names are
    there by now; with None, it applies to any names."""


class Ready(Struct, frozen=True, forbid_unknown_fields=True, tag="ready"):
    """Be ready, or not ready, for the next deal, game or rematch."""

    ready: bool = True


class Start(Struct, frozen=True, forbid_unknown_fields=True, tag="start"):
    """Host: be ready, and fill open seats with bots of level `fill`."""

    fill: LevelName | None = None


class Configure(Struct, frozen=True, forbid_unknown_fields=True, tag="configure"):
    """Host, before the first game: change the settings. Rules are given as in `OpenTable` of the
    HTTP API; if neither a preset nor rules are given, the rules stay as they are."""

    rules: dict[str, RuleValue] = {}
    preset: Annotated[str, Meta(max_length=60)] | None = None
    name: SeatName = ""
    access: Literal["public", "private"] = "private"
    clock: Clock = Clock()
    talk: Talk | None = None
    """The kinds of talk that are allowed; None leaves them unchanged."""
    late: Late = "after_deal"


class SetTalk(Struct, frozen=True, forbid_unknown_fields=True, tag="set_talk"):
    """Host, at any time: change what players may say to each other."""

    talk: Talk


class TakeBack(Struct, frozen=True, forbid_unknown_fields=True, tag="take_back"):
    """Take back one's last card and all that were played after it. Possible in the middle of a deal
    among bots while nobody watches; the game counts as practice then."""


class Resign(Struct, frozen=True, forbid_unknown_fields=True, tag="resign"):
    """Give up the running game, or go on after all. A player among bots loses it at once; it ends
    as it stands once all players have given it up."""

    resigned: bool = True


class Commit(Struct, frozen=True, forbid_unknown_fields=True, tag="commit"):
    """GZH1, step 3: send the commitment to a random number for deal number `count`."""

    count: Count
    commitment: HexNumber


class Reveal(Struct, frozen=True, forbid_unknown_fields=True, tag="reveal"):
    """GZH1, step 5: reveal the number that was committed to."""

    count: Count
    number: HexNumber


class Close(Struct, frozen=True, forbid_unknown_fields=True, tag="close"):
    """Host: close the table."""


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
"""A player's command: an action of the game, or a step at the table."""


class Open(Struct, frozen=True):
    """Open the table; always the first command, and sent only once."""

    table: str
    settings: Settings
    host: str | None
    """The id of the player who opens it; None for a table of a tournament."""


class BotAct(Struct, frozen=True):
    """Carry out a bot's choice for a seat that `bots_to_move` named when the table was at entry
    `after`."""

    seat: Seat
    action: Action
    after: int
    """The number of the log entry for which the bot chose; stale choices are refused."""
    failure: Failure | None = None
    """The fault of an outside bot, if `steady` chose in its place."""
    hurried: bool = False
    """True if the server was too busy to let the bot think, and `steady` chose in its place."""


class Connect(Struct, frozen=True):
    """Note that a seated player has opened their first connection."""

    player: str


class Disconnect(Struct, frozen=True):
    """Note that a player who has a seat, or waits for one, has closed their last connection."""

    player: str


class Tick(Struct, frozen=True):
    """Carry out what is due by the time at which this command is given, such as ending a wait that
    is over."""


class Resume(Struct, frozen=True):
    """Note that the server has restarted."""


class Expel(Struct, frozen=True):
    """Remove a player who may no longer play on this server."""

    player: str


class Expire(Struct, frozen=True):
    """Close a table that was idle too long, or that the operator closes."""

    why: Literal["idle", "admin"] = "idle"


class HouseBot(Struct, frozen=True):
    """A built-in bot that is given a seat."""

    level: str
    name: str


class GiveDeal(Struct, frozen=True):
    """Seat everybody at a table whose deal was fixed beforehand, and deal it."""

    evidence: Evidence
    sitting: tuple[Player | HouseBot, ...]
    """By seat. A player of a tournament counts as absent until they connect."""


class PlayOut(Struct, frozen=True):
    """Let bots finish the deal of a tournament for all players, since the time for it is up."""


ServerCommand = BotAct | Connect | Disconnect | Tick | Resume | Expel | Expire | GiveDeal | PlayOut
"""A command of the server itself to an open table."""
