"""The commands of a table: what a player may ask for, the same on the wire as here, and what the
server itself brings in.

A player's command names neither the player nor its seat: both stand beside it, and come from the
session that sent it. What is decoded from the wire is as long and as large as the types say.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.cards import Seat
from gongzhu.rules import Action, RuleValue
from gongzhu.rules.actions import ChooseMoon, Claim, Expose, Pass, Play
from gongzhu.table.facts import Failure
from gongzhu.table.settings import Clock, Settings, Talk
from gongzhu.table.state import MOST_REMOVED

SeatNumber = Annotated[Seat, Meta(ge=0, le=4)]
SeatName = Annotated[str, Meta(max_length=40)]
LevelName = Annotated[str, Meta(max_length=20)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A whole number that every program can hold."""
HexNumber = Annotated[str, Meta(max_length=64)]


class Player(Struct, frozen=True):
    """The sender of a command, from its session."""

    id: str
    name: str = ""
    program: bool = False
    """True for a bot with an account of its own."""


class Sit(Struct, frozen=True, forbid_unknown_fields=True, tag="sit"):
    """Take a seat, the first open one where none is named; or move to another one."""

    seat: SeatNumber | None = None


class Leave(Struct, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """Leave the seat; during a game a bot plays on in it while others are there."""


class SeatBot(Struct, frozen=True, forbid_unknown_fields=True, tag="seat_bot"):
    """Host, between games: give an open seat, or a bot's, to a bot of this level."""

    seat: SeatNumber
    level: LevelName


class Clear(Struct, frozen=True, forbid_unknown_fields=True, tag="clear"):
    """Host: remove whoever sits there. A player that was removed takes no seat at this table until
    the host sends `readmit`. During a game only players can be removed, and a bot plays on in
    the seat; while the cards of a deal are drawn nobody can."""

    seat: SeatNumber
    who: SeatName | None = None
    """The name of the one who is meant. Refused as stale where somebody else sits there by now;
    None: whoever it is."""


class StandIn(Struct, frozen=True, forbid_unknown_fields=True, tag="stand_in"):
    """Host, during a game: have a bot play for a player until that player does something."""

    seat: SeatNumber
    who: SeatName | None = None
    """The name of the one who is meant, as for `clear`."""


class Readmit(Struct, frozen=True, forbid_unknown_fields=True, tag="readmit"):
    """Host: let a removed player sit down again."""

    place: Annotated[int, Meta(ge=0, lt=MOST_REMOVED)]
    """In the list `removed` of the table's state, from 0."""
    who: SeatName | None = None
    """The name that stands there, as for `clear`."""


class Swap(Struct, frozen=True, forbid_unknown_fields=True, tag="swap"):
    """Host, between games: exchange two seats."""

    seats: tuple[SeatNumber, SeatNumber]
    who: tuple[SeatName, SeatName] | None = None
    """The names of those who are meant, as for `clear`."""


class Ready(Struct, frozen=True, forbid_unknown_fields=True, tag="ready"):
    """Be ready, or not, for the next deal, game or rematch."""

    ready: bool = True


class Start(Struct, frozen=True, forbid_unknown_fields=True, tag="start"):
    """Host: be ready, and give open seats to bots of level `fill`."""

    fill: LevelName | None = None


class Configure(Struct, frozen=True, forbid_unknown_fields=True, tag="configure"):
    """Host, before the first game: change the settings. Rules as in `OpenTable` of the HTTP API;
    where neither a preset nor rules are given, they stay."""

    rules: dict[str, RuleValue] = {}
    preset: Annotated[str, Meta(max_length=60)] | None = None
    name: SeatName = ""
    access: Literal["public", "private"] = "private"
    clock: Clock = Clock()
    talk: Talk | None = None
    """None: as it was."""


class SetTalk(Struct, frozen=True, forbid_unknown_fields=True, tag="set_talk"):
    """Host, at any time: change what players may say to each other."""

    talk: Talk


class Commit(Struct, frozen=True, forbid_unknown_fields=True, tag="commit"):
    """GZH1, step 3: send the commitment to a number for the deal of this count."""

    count: Count
    commitment: HexNumber


class Reveal(Struct, frozen=True, forbid_unknown_fields=True, tag="reveal"):
    """GZH1, step 5: show the number."""

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
    | Swap
    | Ready
    | Start
    | Configure
    | SetTalk
    | Commit
    | Reveal
    | Close
)
"""A player's command: an action of the game, or a step at the table."""


class Open(Struct, frozen=True):
    """Open the table; the first of all, and only then."""

    table: str
    settings: Settings
    host: str


class BotAct(Struct, frozen=True):
    """Take a bot's choice, for a seat that `bots_to_move` named while the table was at `after`."""

    seat: Seat
    action: Action
    after: int
    """The number of the entry that the bot thought about; stale choices are refused."""
    failure: Failure | None = None
    """The mistake of a program, where `steady` chose instead of it."""
    hurried: bool = False
    """True where the server could not let the bot think, and `steady` chose instead of it."""


class Connect(Struct, frozen=True):
    """Note that a seated player's first connection stands."""

    player: str


class Disconnect(Struct, frozen=True):
    """Note that a seated player's last connection is gone."""

    player: str


class Tick(Struct, frozen=True):
    """Let due deadlines take effect."""


class Resume(Struct, frozen=True):
    """Note that the server has come back."""


class Expel(Struct, frozen=True):
    """Take the seat of a player who may not play on this server any more."""

    player: str


class Expire(Struct, frozen=True):
    """Close a table that was idle too long, or that whoever runs the server closes."""

    why: Literal["idle", "admin"] = "idle"


class DealDay(Struct, frozen=True):
    """Deal the one deal of a table of the day, at which everybody sits who is to play it."""

    count: int
    """The number of the deal under the name of the day's dealer."""
    secret: str
    """The dealer's secret for it."""


ServerCommand = BotAct | Connect | Disconnect | Tick | Resume | Expel | Expire | DealDay
"""A command of the server itself to an open table."""
