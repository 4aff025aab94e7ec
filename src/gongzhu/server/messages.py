"""The wire between a table and a program that plays at it: one JSON text frame for each message.

The first message of a program is `Hello`; it is answered by `Snapshot`, or, where `since` can be
served, by the `Update`s that were missed. Whatever a program wants comes in one envelope,
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
"""Version of this protocol. A program that speaks another one is sent away."""

LONGEST_MESSAGE = 4096
"""Bytes of one frame from a program."""

RequestId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+$(?!\n)")]
"""Unique among all that the player ever sends to this table."""
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A whole number that every program can hold."""


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message."""

    version: Number = VERSION
    since: Number | None = None
    """The number of the last update that the program has; None: send a snapshot."""
    lang: Lang = "en"
    """For the texts of refusals."""
    talk: bool = False
    """True: send what players say to each other too, as `Lines` and `Said`."""


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Answered at once, without touching the table."""

    n: Number = 0


class AskHint(Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """Ask what the choices of one's seat are worth, at a table of one person and bots of the
    house; answered by `HintGiven`."""

    asked: Action | None = None
    """A choice to compare the best one with; None: the best of those that are worse."""


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Say a phrase to all at the table, or make a face; answered by `Said`."""

    phrase: Annotated[str, Meta(max_length=20)]
    """Its key, one of those of the game."""


class Write(Struct, frozen=True, tag="write", forbid_unknown_fields=True):
    """Write a line to all at the table, where the host allows it; answered by `Said`."""

    text: Annotated[str, Meta(max_length=600)]
    """Up to 200 characters are left of it when it is cleaned, as names are."""


class Request(Struct, frozen=True, gc=False, tag="request", forbid_unknown_fields=True):
    """Ask the table for something; answered by `Done`, `HintGiven`, `Said` or `Refused`. Sending it
    twice is harmless."""

    id: RequestId
    do: Command | AskHint | Say | Write
    after: Number | None = None
    """The number of the last update that the program had when it chose. An action of the game is
    refused as stale where the position is another one by now, as when a bot has played for the
    seat meanwhile. None: it is meant for whatever position there is."""


FromPlayer = Hello | Ping | Request


class You(Struct, frozen=True):
    """The session's player at this table."""

    name: str
    seat: Seat | None
    host: bool
    devices: int
    """The number of this player's connections to this table, this one included."""
    removed: bool = False
    """True if the host has removed the player, who may watch a public table and take no seat."""
    left: bool = False
    """True if the player left a seat of this game, and may come back to it unless removed."""


class Snapshot(Struct, frozen=True, gc=False, tag="snapshot", omit_defaults=True):
    """All that the program may know; what it had before is void."""

    seq: int
    at: int
    """The server's clock."""
    you: You
    table: TableView
    ask: Ask | None = None
    bots_at: dict[str, int] = {}
    """By the seat of a player who is away, the time at which a bot plays for it, if it does not
    come and somebody else stays."""


class Update(Struct, frozen=True, gc=False, tag="update", omit_defaults=True):
    """Entry `seq`, as far as the program may know it; `facts` is empty where it may not."""

    seq: int
    at: int
    facts: tuple[Fact, ...]
    ask: Ask | None = None
    """The choice that the table asks of this seat after it."""
    bots_at: dict[str, int] = {}
    """As in `Snapshot`, after it; empty where nobody is away."""


class YouAre(Struct, frozen=True, tag="you"):
    """A change of the session's player: sat down, moved, became host, came on another device."""

    you: You


class Done(Struct, frozen=True, gc=False, tag="done"):
    """The request with this id is on disk, in entry `seq`."""

    id: str
    seq: int


class Refused(Struct, frozen=True, tag="refused"):
    """The request with this id did nothing."""

    id: str | None
    """None for a frame that could not be read."""
    code: str
    text: str
    """Why, in the language of `Hello`."""


class HintChoice(Struct, frozen=True):
    """The estimates of one choice; chances are by seat, 0 to 1."""

    action: Action
    label: str
    against: str
    """The best choice compared with this one; empty for the best one itself."""
    points: Estimate
    """Of the seat's side in the deal, as the score sheet has them."""
    behind: Estimate
    """How far it is behind the best choice on the same deals, in the unit of the hint's aim, by
    which choices are ordered: never below 0, but `low` is where the deals leave it open."""
    standing: ChoiceStanding
    """The best choice, behind by a trifle (`equal`), by less than the deals can tell (`open`), or
    clearly (`worse`); nothing that is clearly worse comes before anything that is not."""
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
    """Why the best choice is better than another, in the language of `Hello`."""
    choices: tuple[HintChoice, ...]
    """The best first, then by how far they are behind; of ways to pass the promising ones."""
    good: int
    """So many of the first choices are not clearly worse than the best."""
    aim: Aim
    """The unit in which choices are behind: `points`, of one's own side less the average of the
    others', or `game`, the chance to win the game (in Gong Zhu above all not to lose it), 0 to 1.
    It is `game` only where choices differ in it by more than the error."""
    advice: tuple[str, ...] = ()
    """Advice of the strategy pages that speaks for the best choice."""


class Line(Struct, frozen=True, omit_defaults=True):
    """Something that a player said: a phrase or a text."""

    number: int
    """From 1 on, in the order in which all was said since the server has had the table in
    memory."""
    at: int
    """When, by the server's clock."""
    seat: Seat
    """The player's seat then."""
    name: str
    phrase: str | None = None
    """The key of a phrase or of a face."""
    text: str | None = None
    """What the player wrote."""


class Lines(Struct, frozen=True, tag="lines"):
    """The last lines that were said at the table, the oldest first, to whoever comes in; those
    that the program had before are void."""

    lines: tuple[Line, ...]


class Said(Struct, frozen=True, tag="said", omit_defaults=True):
    """Something was said. It is kept nowhere but in memory, and may be lost on its way."""

    line: Line
    id: str | None = None
    """Of the request that it answers."""


class HostSays(Struct, frozen=True, tag="host_says"):
    """A message to everybody from whoever runs the server."""

    at: int
    text: str
    """Plain text, in whatever language it was written."""


class Pong(Struct, frozen=True, tag="pong"):
    """To a `Ping`."""

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
    """True if the program is to connect again."""
    server: str | None = None
    """The server that has the table: its name, to be put as `?server=NAME` to the address."""


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
