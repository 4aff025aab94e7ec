"""The protocol between a table and a program that plays at it: one JSON text frame per message.

The first message of a program is `Hello`; it is answered by `Snapshot`, or, where `since` can be
served, by the `Update`s that were missed. Everything that a program wants comes in one envelope,
`Request`: a command of the table, with an `id` that the program made up. It is answered by `Done`
once the outcome is on disk, or by `Refused`. Updates are numbered without gaps.
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
"""Version of this protocol. The connection of a program with another version is closed."""
RequestId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+$(?!\n)")]
"""Id of a request, unique among all requests that the player ever sends to this table."""
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A whole number from 0 to 2**53 - 1, the range in which JavaScript has all whole numbers
exactly."""


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message that a program sends on a connection."""

    version: Number = VERSION
    since: Number | None = None
    """The number of the last update that the program has, or None to be sent a snapshot."""
    lang: Lang = "en"
    """Language of the texts of refusals and hints."""
    talk: bool = False
    """True to receive also what players say to each other, as `Lines` and `Said`."""


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """A check that the connection is alive; answered by `Pong` at once, without touching the
    table."""

    n: Number = 0
    """A number of the program's choice, repeated in the answer."""


class AskHint(Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """Ask what the choices of the player's seat are worth, at a table of one person and the
    server's bots; answered by `HintGiven`."""

    asked: Action | None = None
    """A choice to compare the best one with; None to compare it with the best of the worse ones."""


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Say a phrase to everyone at the table, or make a face; answered by `Said`."""

    phrase: Annotated[str, Meta(max_length=20)]
    """The key of the phrase or face, one of those that the game offers."""


class Write(Struct, frozen=True, tag="write", forbid_unknown_fields=True):
    """Write a line to everyone at the table, where the host allows it; answered by `Said`."""

    text: Annotated[str, Meta(max_length=600)]
    """The line. It is cleaned as names are, and may then have up to 200 characters."""


class Request(Struct, frozen=True, gc=False, tag="request", forbid_unknown_fields=True):
    """Ask the table to do something; answered by `Done`, `HintGiven`, `Said` or `Refused`. Sending
    the same request twice is harmless."""

    id: RequestId
    do: Command | AskHint | Say | Write
    after: Number | None = None
    """The number of the last update that the program had when it chose. An action of the game is
    refused as stale if the position has changed since, for example because a bot has played for
    the seat. None: the action is meant for the current position, whichever that is."""


FromPlayer = Hello | Ping | Request


class You(Struct, frozen=True):
    """The status of this connection's player at the table."""

    name: str
    seat: Seat | None
    host: bool
    devices: int
    """The number of this player's connections to this table, this one included."""
    removed: bool = False
    """True if the host has removed the player, who may then watch a public table but take no
    seat."""
    left: bool = False
    """True if the player left a seat in the running game; unless removed, they may come back."""
    waiting: bool = False
    """True if the player waits for a bot's seat until the deal is over."""


class Snapshot(Struct, frozen=True, gc=False, tag="snapshot", omit_defaults=True):
    """Everything that the program may know of the table; it replaces all that was sent before."""

    seq: int
    at: int
    """The time by the server's clock, in milliseconds since 1970."""
    you: You
    table: TableView
    ask: Ask | None = None
    bots_at: dict[str, int] = {}
    """For each seat whose player is away, the time in milliseconds since 1970 at which a bot plays
    for it, unless the player comes back first or everyone else leaves."""


class Update(Struct, frozen=True, gc=False, tag="update", omit_defaults=True):
    """Entry `seq` of the table's log, as far as the program may know it; `facts` is empty where it
    may know nothing of it."""

    seq: int
    at: int
    facts: tuple[Fact, ...]
    ask: Ask | None = None
    """The choice that the table asks of this seat after the entry."""
    bots_at: dict[str, int] = {}
    """As in `Snapshot`, after the entry; empty if every player is there."""


class YouAre(Struct, frozen=True, tag="you"):
    """The status of this connection's player at the table has changed: the player sat down, moved,
    became host, or came on another device."""

    you: You


class Done(Struct, frozen=True, gc=False, tag="done"):
    """The outcome of the request with this id is on disk, in entry `seq`."""

    id: str
    seq: int


class Refused(Struct, frozen=True, tag="refused"):
    """The request with this id was refused and changed nothing."""

    id: str | None
    """The request's id, or None for a frame that could not be read."""
    code: str
    text: str
    """Why the request was refused, in the language of `Hello`."""


class HintChoice(Struct, frozen=True):
    """The estimates for one choice; chances are listed by seat, each from 0 to 1."""

    action: Action
    label: str
    against: str
    """A sentence that compares the best choice with this one; empty for the best one itself."""
    points: Estimate
    """Expected points of the seat's side in the deal, as the score sheet counts them."""
    behind: Estimate
    """The distance to the best choice on the same deals, in the unit of the hint's aim. Choices
    are ordered by it. It is never below 0, but its `low` is below 0 where the deals leave open
    which choice is better."""
    standing: ChoiceStanding
    """A comparison with the best choice: this is the best one (`best`), behind it by very little
    (`equal`), by less than the deals can show (`open`), or clearly (`worse`). Choices that are
    clearly worse come after all others."""
    captures: dict[str, tuple[float, ...]]
    """The chance of each seat to capture the pig, the sheep and the doubler."""
    slam: tuple[float, ...]
    """The chance of each seat to capture all hearts, or in Hearts all point cards."""
    samples: int
    """The number of deals on which the choice was tried."""


class HintGiven(Struct, frozen=True, tag="hint", omit_defaults=True):
    """The answer to `AskHint`, sent only to the player who asked. It is computed from what the seat
    may know."""

    id: str
    sentence: str
    """Why the best choice is better than another, in the language of `Hello`."""
    choices: tuple[HintChoice, ...]
    """The choices, the best first, then by how far they are behind. When cards are passed, only the
    promising ways to pass are listed."""
    good: int
    """The number of choices, from the first on, that are not clearly worse than the best."""
    aim: Aim
    """The unit in which choices are compared: `points`, those of the seat's side less the average
    of the other sides, or `game`, the chance from 0 to 1 to win the game (in Gong Zhu above all not
    to lose it). It is `game` only if choices differ in that chance by more than the error."""
    advice: tuple[str, ...] = ()
    """Pieces of advice from the strategy pages that support the best choice."""


class Line(Struct, frozen=True, omit_defaults=True):
    """A line that a player said at the table: either a phrase or a text."""

    number: int
    """Number of the line, from 1 on, counted since the server loaded the table into memory."""
    at: int
    """When it was said, by the server's clock, in milliseconds since 1970."""
    seat: Seat
    """The player's seat when the line was said."""
    name: str
    phrase: str | None = None
    """The key of the phrase or face, or None for a text."""
    text: str | None = None
    """The text that the player wrote, or None for a phrase."""


class Lines(Struct, frozen=True, tag="lines"):
    """The last lines that were said at the table, the oldest first, sent to a program when it
    connects. They replace those that it had before."""

    lines: tuple[Line, ...]


class Said(Struct, frozen=True, tag="said", omit_defaults=True):
    """A player said something. Lines are kept only in memory, and one may be lost on its way."""

    line: Line
    id: str | None = None
    """Id of the request that this answers; None for what other players say."""


class HostSays(Struct, frozen=True, tag="host_says"):
    """A message to all players from the operator of the server."""

    at: int
    text: str
    """Plain text, in the language in which the operator wrote it."""


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to a `Ping`, with its number and the time by the server's clock."""

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
    """The last message before the server closes the connection."""

    code: CloseReason
    text: str
    again: bool
    """True if the program should connect again."""
    server: str | None = None
    """The name of the server that has the table, to be added to the address as `?server=NAME`."""


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
