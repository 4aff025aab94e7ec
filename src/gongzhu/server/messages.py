"""The wire between a table and a program that plays at it: one JSON text frame for each message.

The first message of a program is `Hello`; it is answered by `Snapshot`, or, where `since` can be
served, by the `Update`s that were missed. Every message that changes something carries an `id`
that its program made up; it is answered by `Done` once what it did is on disk, or by `Refused`.
Sending one twice is harmless. Updates are numbered without gaps.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.bots.reasons.explanation import ChoiceStanding
from gongzhu.bots.search.analysis import Aim, Estimate
from gongzhu.cards import Card, Seat
from gongzhu.rules import Mode, MoonChoice
from gongzhu.table.facts import Fact
from gongzhu.table.settings import Clock
from gongzhu.table.state import Ask, TableView
from gongzhu.texts import Lang

VERSION = 1
"""Version of this protocol. A program that speaks another one is sent away."""

LONGEST_MESSAGE = 4096
"""Bytes of one frame from a program."""

CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+$(?!\n)")]
"""Unique among all that the player ever sends to this table."""
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
SeatName = Annotated[str, Meta(max_length=40)]
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A whole number that every program can hold."""


class _Move(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class PlayCard(_Move, frozen=True, tag="play"):
    """Play a card."""

    card: Card


class PassCards(_Move, frozen=True, tag="pass"):
    """Choose what to pass."""

    cards: tuple[Card, ...]


class ExposeCards(_Move, frozen=True, tag="expose"):
    """Choose what to expose, and how; nothing is a choice too."""

    modes: dict[Card, Mode]


class ChooseForMoon(_Move, frozen=True, tag="moon"):
    """Say whom the moon counts for."""

    choice: MoonChoice


class ClaimRest(_Move, frozen=True, tag="claim"):
    """End the deal, since nothing is left that counts."""


Move = PlayCard | PassCards | ExposeCards | ChooseForMoon | ClaimRest


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message."""

    version: Number = VERSION
    since: Number | None = None
    """The number of the last update that the program has; None: send a snapshot."""
    lang: Lang = "en"
    """For the texts of refusals."""


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Answered at once, without touching the table."""

    n: Number = 0


class _Sent(Struct, frozen=True, forbid_unknown_fields=True):
    id: CommandId


class TakeSeat(_Sent, frozen=True, tag="sit"):
    """Sit down, in the first open seat where none is named; or move to another one."""

    seat: SeatNumber | None = None


class LeaveSeat(_Sent, frozen=True, tag="leave"):
    """Leave one's seat."""


class PutBot(_Sent, frozen=True, tag="seat_bot"):
    """Host: a bot of the house into an open seat."""

    seat: SeatNumber
    level: Annotated[str, Meta(max_length=20)]


class ClearSeat(_Sent, frozen=True, tag="clear"):
    """Host: remove whoever sits there."""

    seat: SeatNumber
    who: SeatName | None = None
    """The name of who is meant. Where another one sits there by now the command is refused; None:
    whoever it is is meant."""


class SwapSeats(_Sent, frozen=True, tag="swap"):
    """Host: exchange two seats."""

    seats: tuple[SeatNumber, SeatNumber]
    who: tuple[SeatName, SeatName] | None = None
    """The names of who is meant, as for `clear`."""


class BeReady(_Sent, frozen=True, tag="ready"):
    """Ready, or not, for the next deal, game or rematch."""

    ready: bool = True


class StartGame(_Sent, frozen=True, tag="start"):
    """Host: ready, and open seats go to bots of level `fill`."""

    fill: Annotated[str, Meta(max_length=20)] | None = None


class ChangeSettings(_Sent, frozen=True, tag="configure"):
    """Host: other settings, before the first game. Rules as in `OpenTable` of the HTTP API."""

    rules: dict[str, bool | int | str | tuple[str, ...]]
    preset: str | None = None
    name: Annotated[str, Meta(max_length=40)] = ""
    access: Literal["public", "private"] = "private"
    clock: Clock = Clock()


class MakeMove(_Sent, frozen=True, tag="act"):
    """A move in the game, for the seat that the session holds."""

    move: Move
    after: Number | None = None
    """The number of the last update that the program had when it chose. Where the position is
    another one by now, as when a bot has played for the seat meanwhile, the move is refused: it
    was not meant for this. None: it is meant for whatever position there is."""


class CommitNumber(_Sent, frozen=True, tag="commit"):
    """GZH1, step 3."""

    count: Number
    commitment: Annotated[str, Meta(max_length=64)]


class ShowNumber(_Sent, frozen=True, tag="reveal"):
    """GZH1, step 5."""

    count: Number
    number: Annotated[str, Meta(max_length=64)]


class AskHint(_Sent, frozen=True, tag="hint"):
    """Ask what the choices of one's seat are worth, at a table of one person and bots of the
    house; answered by `HintGiven`."""

    asked: Move | None = None
    """A choice to compare the best one with; None: the best of those that are worse."""


class CloseTable(_Sent, frozen=True, tag="close"):
    """Host: close the table."""


FromPlayer = (
    Hello
    | Ping
    | TakeSeat
    | LeaveSeat
    | PutBot
    | ClearSeat
    | SwapSeats
    | BeReady
    | StartGame
    | ChangeSettings
    | MakeMove
    | CommitNumber
    | ShowNumber
    | AskHint
    | CloseTable
)


class You(Struct, frozen=True):
    """The session's player at this table."""

    name: str
    seat: Seat | None
    host: bool
    devices: int
    """The number of this player's connections to this table, this one included."""


class Snapshot(Struct, frozen=True, tag="snapshot", omit_defaults=True):
    """All that the program may know; what it had before is void."""

    seq: int
    at: int
    """The server's clock."""
    you: You
    table: TableView
    ask: Ask | None = None


class Update(Struct, frozen=True, tag="update", omit_defaults=True):
    """Entry `seq`, as far as the program may know it; `facts` is empty where it may not."""

    seq: int
    at: int
    facts: tuple[Fact, ...]
    ask: Ask | None = None
    """The choice that the table asks of this seat after it."""


class YouAre(Struct, frozen=True, tag="you"):
    """A change of the session's player: sat down, moved, became host, came on another device."""

    you: You


class Done(Struct, frozen=True, tag="done"):
    """The command with this id is on disk, in entry `seq`."""

    id: str
    seq: int


class Refused(Struct, frozen=True, tag="refused"):
    """The command with this id did nothing."""

    id: str | None
    """None for a frame that could not be read."""
    code: str
    text: str
    """Why, in the language of `Hello`."""


class HintChoice(Struct, frozen=True):
    """The estimates of one choice; chances are by seat, 0 to 1."""

    move: Move
    label: str
    against: str
    """The best choice compared with this one; empty for the best one itself."""
    value: Estimate
    """The value that choices are ranked by, more is better: the points of the seat's side less
    the average of its rivals', or what the game is worth near its end."""
    points: Estimate
    """Of the seat's side in the deal, as the score sheet has them."""
    behind: Estimate
    """The value that it lacks against the best choice, on the same deals."""
    standing: ChoiceStanding
    """The best choice, worse by no more than a trifle, clearly worse, or undecided by the deals."""
    captures: dict[str, tuple[float, ...]]
    """The chance of each seat to capture the pig, the sheep and the doubler."""
    slam: tuple[float, ...]
    """The chance of each seat to capture all hearts, in Hearts all points."""
    samples: int
    """The number of deals that it was tried on."""


class HintGiven(Struct, frozen=True, tag="hint", omit_defaults=True):
    """To `AskHint`, and to nobody else. It follows from what the seat may know."""

    id: str
    sentence: str
    """Why the best choice is better than the other, in the language of `Hello`."""
    choices: tuple[HintChoice, ...]
    """The best first; of ways to pass or to expose the promising ones."""
    good: int
    """So many of the first choices are equally good, as far as the estimates tell."""
    aim: Aim
    """The unit of values: points, or the part of the game that a choice is worth."""
    advice: tuple[str, ...] = ()
    """Advice of the strategy pages that speaks for the best choice."""


class Pong(Struct, frozen=True, tag="pong"):
    """To a `Ping`."""

    n: int
    at: int


class Goodbye(Struct, frozen=True, tag="goodbye"):
    """The last message before the server closes the connection."""

    code: Literal["restarting", "closed", "too_slow", "too_many", "version", "private", "unknown"]
    text: str
    again: bool
    """True if the program is to connect again."""


ToPlayer = Snapshot | Update | YouAre | Done | Refused | HintGiven | Pong | Goodbye
