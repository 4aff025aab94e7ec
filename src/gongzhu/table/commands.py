"""Commands for a table. Players are named by their ids, which come from their sessions."""

from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.rules import Action
from gongzhu.table.facts import Failure
from gongzhu.table.settings import Settings


class Open(Struct, frozen=True):
    """Open the table; the first command of all, and only then."""

    table: str
    settings: Settings
    host: str


class Configure(Struct, frozen=True):
    """The host changes the settings, before the first game."""

    player: str
    settings: Settings


class Sit(Struct, frozen=True):
    """Take a seat, the first open one where `seat` is None; or move to another one."""

    player: str
    name: str
    seat: Seat | None = None
    program: bool = False


class Leave(Struct, frozen=True):
    """Leave one's seat; during a game a bot plays on in it."""

    player: str


class SeatBot(Struct, frozen=True):
    """The host gives an open seat, or a bot's, to a bot of this level."""

    player: str
    seat: Seat
    level: str


class Clear(Struct, frozen=True):
    """The host removes whoever sits there, between games."""

    player: str
    seat: Seat
    who: str | None = None
    """The name of who is meant: where another one sits there by now, it is refused as stale. None:
    whoever it is."""


class Swap(Struct, frozen=True):
    """The host exchanges two seats, between games."""

    player: str
    seats: tuple[Seat, Seat]
    who: tuple[str, str] | None = None
    """The names of who is meant, as for `Clear`."""


class Ready(Struct, frozen=True):
    """Be ready, or not, for the next deal, game or rematch."""

    player: str
    ready: bool = True


class Start(Struct, frozen=True):
    """The host is ready, and bots of level `fill` take the seats that are open."""

    player: str
    fill: str | None = None


class Act(Struct, frozen=True):
    """An action of the game, in the player's own seat."""

    player: str
    action: Action
    after: int | None = None
    """The last entry that was known when it was chosen: it is refused as stale where the deal is in
    another position since. None: it is meant for whatever position there is."""


class BotAct(Struct, frozen=True):
    """The choice of a bot, for a seat that `bots_to_move` named while the table was at `after`."""

    seat: Seat
    action: Action
    after: int
    """The number of facts' entry that the bot thought about; stale choices are refused."""
    failure: Failure | None = None
    """The fault of the bot, where chance chose instead of it."""


class Commit(Struct, frozen=True):
    """GZH1, step 3."""

    player: str
    count: int
    commitment: str


class Reveal(Struct, frozen=True):
    """GZH1, step 5."""

    player: str
    count: int
    number: str


class Connect(Struct, frozen=True):
    """A seated player's first connection stands."""

    player: str


class Disconnect(Struct, frozen=True):
    """A seated player's last connection is gone."""

    player: str


class Tick(Struct, frozen=True):
    """Time has passed; due deadlines take effect."""


class Resume(Struct, frozen=True):
    """The server has come back."""


class Close(Struct, frozen=True):
    """The host closes the table; `player` None: it was idle too long."""

    player: str | None = None


Later = (
    Configure
    | Sit
    | Leave
    | SeatBot
    | Clear
    | Swap
    | Ready
    | Start
    | Act
    | BotAct
    | Commit
    | Reveal
    | Connect
    | Disconnect
    | Tick
    | Resume
    | Close
)
"""Commands for a table that is open."""

Command = Open | Later
