"""The protocol between a table and a client (browser or bot): one JSON text frame for each message.

The first message of a client is `Hello`. It is answered by a `Snapshot`, or by the missed `Update`s
if `since` names an entry recent enough. All else that a client wants is sent in a `Request`, with
an `id` chosen by the client. It is answered by `Done` once the outcome is on disk, or by `Refused`.
Updates are numbered without gaps.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.bots.reasons.explanation import ChoiceStanding
from gongzhu.bots.search.analysis import Aim, Estimate
from gongzhu.cards import Seat
from gongzhu.rules import Action
from gongzhu.table.commands import Command
from gongzhu.table.facts import Fact
from gongzhu.table.state import Ask, TableView
from gongzhu.texts import Lang

VERSION = 1
"""Version of this protocol. A client with another version is disconnected."""
RequestId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+$(?!\n)")]
"""Id of a request, unique among all requests that the player ever sends to this table."""
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""An integer from 0 to 2**53 - 1, the range that JavaScript represents exactly."""


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message that a client sends on a connection. Before it, all other messages except
    `Ping` are refused."""

    version: Number = VERSION
    """Version of the protocol that the client uses."""
    since: Number | None = None
    """Number of the last update that the client has, or None to be sent a snapshot."""
    lang: Lang = "en"
    """Language of the texts in refusals and hints."""
    talk: bool = False
    """True to receive the chat of the table too, as `Lines` and `Said`."""


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """A check that the connection is alive. The server answers with `Pong` immediately, without
    involving the table."""

    n: Number = 0
    """A number chosen by the client and repeated in the answer."""


class AskHint(Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """Ask for estimates of the choices that the player's seat has, at a table of one person and the
    server's bots. Answered by `HintGiven`."""

    asked: Action | None = None
    """The choice to compare the best one with, or None for the best of the worse choices."""


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Send a phrase or a face to everyone at the table. Answered by `Said`."""

    phrase: Annotated[str, Meta(max_length=20)]
    """The key of a phrase or face that this game offers."""


class Write(Struct, frozen=True, tag="write", forbid_unknown_fields=True):
    """Send a line of text to everyone at the table, if the host allows it. Answered by `Said`."""

    text: Annotated[str, Meta(max_length=600)]
    """The text. It is cleaned in the same manner as names, and may have up to 200 characters after
    that."""


class Request(Struct, frozen=True, gc=False, tag="request", forbid_unknown_fields=True):
    """Ask the table to carry out a command. Answered by `Done`, `HintGiven`, `Said` or `Refused`.
    Sending the same request twice is harmless."""

    id: RequestId
    """An id that the client chooses, by which the answer refers to this request."""
    do: Command | AskHint | Say | Write
    after: Number | None = None
    """Number of the last update that the client had when the player chose. An action of the game is
    refused as stale if the position has changed since, for example because a bot has played for the
    seat. None: the action applies to the current position, whatever has changed."""


FromPlayer = Hello | Ping | Request


class You(Struct, frozen=True):
    """The status, at this table, of the player behind this connection: name, seat, and whether
    host, removed or waiting."""

    name: str
    seat: Seat | None
    """The player's seat, or None if not seated."""
    host: bool
    """True if the player is the table's host."""
    devices: int
    """Number of the player's connections to this table, including this one."""
    removed: bool = False
    """True if the host has removed the player, who may then watch a public table but not take a
    seat."""
    left: bool = False
    """True if the player left a seat in the running game. Unless removed, the player may come back
    to it."""
    waiting: bool = False
    """True if the player waits to take a bot's seat after the deal."""


class Snapshot(Struct, frozen=True, gc=False, tag="snapshot", omit_defaults=True):
    """Everything that the client may know of the table. It replaces all messages sent before."""

    seq: int
    """Number of the last log entry that the snapshot contains."""
    at: int
    """The time by the server's clock, in milliseconds since 1970."""
    you: You
    table: TableView
    ask: Ask | None = None
    """The choice that the table expects from this seat now."""
    bots_at: dict[str, int] = {}
    """For each seat whose player is away: the time, in milliseconds since 1970, at which a bot
    starts to play for it, unless the player comes back first or everyone else leaves."""


class Update(Struct, frozen=True, gc=False, tag="update", omit_defaults=True):
    """Entry `seq` of the table's log, as far as the client may know it. `facts` is empty if it may
    know nothing of it."""

    seq: int
    """Number of the log entry, counted from 1."""
    at: int
    """The time of the entry by the server's clock, in milliseconds since 1970."""
    facts: tuple[Fact, ...]
    """The facts in the entry, as far as the client may know them."""
    ask: Ask | None = None
    """The choice that the table expects from this seat after the entry."""
    bots_at: dict[str, int] = {}
    """The same as `Snapshot.bots_at`, after the entry, or empty if all players are present."""


class YouAre(Struct, frozen=True, tag="you"):
    """The status of this connection's player has changed: the player sat down, changed seats,
    became host, or connected on another device."""

    you: You


class Done(Struct, frozen=True, gc=False, tag="done"):
    """The outcome of the request with this id is on disk, in log entry `seq`."""

    id: str
    seq: int


class Refused(Struct, frozen=True, tag="refused"):
    """The request with this id was refused, and has changed nothing."""

    id: str | None
    """Id of the request, or None for a frame that could not be read."""
    code: str
    """A short code of the reason, such as `not_host`, for programs."""
    text: str
    """The reason, in the language chosen in `Hello`."""


class HintChoice(Struct, frozen=True):
    """The estimates for one choice. Chances are from 0 to 1, and listed by seat."""

    action: Action
    label: str
    """The choice in words, in the language chosen in `Hello`."""
    against: str
    """A sentence that compares the best choice with this one, or empty for the best one itself."""
    points: Estimate
    """Expected points of the seat's side in the deal, as the score sheet counts them."""
    behind: Estimate
    """The difference to the best choice on the same deals, in the unit of the hint's `aim`. Choices
    are sorted by it. Its value is never below 0, but `low` is below 0 if the deals do not decide
    which choice is better."""
    standing: ChoiceStanding
    """The comparison with the best choice: `best` for the best itself, `equal` if this one is worse
    by very little, `open` if the difference is too small to be certain, `worse` if it is clearly
    worse. Clearly worse choices come after all others."""
    captures: dict[str, tuple[float, ...]]
    """For the pig, the sheep and the doubler, by code of the card: the chance of each seat to
    capture it."""
    slam: tuple[float, ...]
    """The chance of each seat to capture all hearts, or in Hearts all cards that count points."""
    samples: int
    """Number of simulated deals on which the choice was played."""


class HintGiven(Struct, frozen=True, tag="hint", omit_defaults=True):
    """The answer to `AskHint`, sent only to the player who asked. It is computed only from what the
    seat may know."""

    id: str
    """Id of the request."""
    sentence: str
    """The reason why the best choice is better than another, in the language chosen in `Hello`."""
    choices: tuple[HintChoice, ...]
    """The choices, the best first, then sorted by `behind`. When cards are passed, only promising
    sets of cards are listed."""
    good: int
    """Number of choices, counted from the first, that are not clearly worse than the best."""
    aim: Aim
    """The unit in which choices are compared. `points`: the points of the seat's side minus the
    average of the other sides. `game`: the chance, from 0 to 1, to win the game (in Gong Zhu: not
    to be its loser counts most). It is `game` only if choices differ in that chance by more than
    the error."""
    advice: tuple[str, ...] = ()
    """Pieces of advice from the strategy pages that support the best choice."""


class Line(Struct, frozen=True, omit_defaults=True):
    """A chat line of a player: either a phrase or a text."""

    number: int
    """Number of the line, counted from 1 since the server loaded the table into memory."""
    at: int
    """The time of the line by the server's clock, in milliseconds since 1970."""
    seat: Seat
    """The player's seat at that time."""
    name: str
    """The player's name at that time."""
    phrase: str | None = None
    """The key of the phrase or face, or None for a text."""
    text: str | None = None
    """The text that the player wrote, or None for a phrase."""


class Lines(Struct, frozen=True, tag="lines"):
    """The newest chat lines of the table, the oldest of them first, sent to a client when it
    connects. They replace all lines sent before."""

    lines: tuple[Line, ...]


class Said(Struct, frozen=True, tag="said", omit_defaults=True):
    """A new chat line. Lines are kept only in memory, and a line may be lost."""

    line: Line
    id: str | None = None
    """Id of the request that this answers, or None for lines of other players."""


class HostSays(Struct, frozen=True, tag="host_says"):
    """A message from the server's operator to all players, at any table."""

    at: int
    """The time at which it was sent, in milliseconds since 1970."""
    text: str
    """Plain text, in the language that the operator used."""


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to a `Ping`, with its number and the time by the server's clock (`at`,
    milliseconds since 1970)."""

    n: int
    at: int


CloseReason = Literal[
    "restarting",
    "moved",
    "closed",
    "too_slow",
    "too_many",
    "version",
    "private",
    "removed",
    "banned",
    "unknown",
]


class Goodbye(Struct, frozen=True, tag="goodbye"):
    """The last message before the server closes the connection, with the reason."""

    code: CloseReason
    """A short code of the reason, for programs."""
    text: str
    """The reason, in the language chosen in `Hello`."""
    again: bool
    """True if the client should connect again."""
    server: str | None = None
    """The name of the server that has the table now, to be added to the URL as `?server=NAME`, or
    None if unknown or not needed."""


ToPlayer = (
    Snapshot
    | Update
    | YouAre
    | Done
    | Refused
    | HintGiven
    | Lines
    | Said
    | HostSays
    | Pong
    | Goodbye
)
