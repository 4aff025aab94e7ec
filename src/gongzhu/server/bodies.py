"""The bodies of the HTTP API's requests and answers, as JSON. Paths are in
`gongzhu.server.api.operations`."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.cards import Card, Seat
from gongzhu.dealing import Evidence
from gongzhu.records import DealRecord
from gongzhu.rules import Action, Event, Expose, Pass, Play
from gongzhu.server.sign_in_bodies import Passkey, SignInWays
from gongzhu.stats import FamilyReport
from gongzhu.table import Ask, TableState
from gongzhu.table.commands import Count, SeatName, SeatNumber
from gongzhu.table.settings import Clock, PersonName, RuleValue, Talk

Level = Annotated[str, Meta(max_length=20)]


class Problem(Struct, frozen=True):
    """Every answer that is not a success."""

    code: str
    text: str
    """In the language asked for by `?lang=` or `Accept-Language`."""
    faults: tuple["RulesFault", ...] = ()
    """Of a rule set, each at its option."""
    lines: tuple[str, ...] = ()
    """Of a file of records, the first fault of each record, a hundred at most; `text` is the first
    of them."""


class RulesFault(Struct, frozen=True):
    """A value of a rule set that is wrong, and why."""

    key: str
    text: str


# --- who you are -------------------------------------------------------------------------------


class Me(Struct, frozen=True):
    """GET /api/me: the player of the session; name None: nobody yet."""

    name: str | None
    recovery: bool = False
    """True if there is a recovery code that can be used."""


class Introduce(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me: become a guest with this name, or change it. Answers `Me`, sets the cookie."""

    name: PersonName


class Account(Struct, frozen=True):
    """GET /api/me/account: all that the server keeps of the player but the games. Times are in
    milliseconds since 1970; None where they were not written down."""

    name: str
    made: int
    recovery: "RecoveryState"
    devices: tuple["Device", ...]
    """Newest first."""
    passkeys: tuple[Passkey, ...]
    """The first one first."""
    sign_in: SignInWays
    bots: tuple["Bot", ...]
    """Those whose tokens are good."""


class RecoveryState(Struct, frozen=True):
    """The recovery code of a player, of which there is one at a time."""

    active: bool
    """True if there is a code that can be used."""
    made: int | None
    """The time at which the last one was made."""
    used: int | None
    """The time at which one was last used."""


class Device(Struct, frozen=True):
    """A session of the player: a browser, or something else, that is signed in."""

    device: str
    """The name of the session in requests; it says nothing of its token."""
    name: str
    """Of browser and system, such as `Firefox, Android`; empty where it is not known."""
    made: int | None
    seen: int
    """To the day."""
    expires: int
    """The time at which it ends if it is not used until then."""
    here: bool
    """True for the one that asks."""


class Bot(Struct, frozen=True):
    """An account for a program that the player made."""

    bot: str
    """The name of the account in requests."""
    name: str
    made: int
    seen: int
    """To the day."""


class RecoveryCode(Struct, frozen=True):
    """POST /api/me/recovery: makes a new code, shown once; the one before is void."""

    code: str


class Recover(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/recover: become the player whose code this is. Answers `Recovered`, sets the
    cookie; a session that this browser had before is over."""

    code: Annotated[str, Meta(max_length=80)]


class Recovered(Struct, frozen=True):
    """The player whose recovery code was used, which is void now, and the code that takes its
    place. Shown once."""

    name: str
    code: str
    recovery: bool = True


# POST /api/me/sign-out: the session is over, its cookie deleted, its sockets are closed. Answers
# `Me` with name None. POST /api/me/sign-out-others: a new token for this session; all others and
# the recovery code are void, their sockets are closed. Answers `Me`.


class SignOut(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/devices/sign-out: end another session of the player, or this one. Answers
    `Account`."""

    device: Annotated[str, Meta(max_length=16)]


class DeleteAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/delete: the account is gone, for good; its cookie is deleted. The name stands
    there so that nothing is deleted by mistake. Answers `Me` with name None."""

    name: PersonName
    """The player's name, as it is."""


class OwnData(Struct, frozen=True):
    """GET /api/me/export: all that the server keeps of the player, as a file: this, and `games`, a
    list of the records of every deal that is over, as in `GET /api/me/games.jsonl`."""

    account: Account
    blocked: tuple["Blocked", ...]
    puzzles: "PuzzleBook"


class BotToken(Struct, frozen=True):
    """POST /api/bots with `Introduce`: an account for a program; the token goes into the header
    `Authorization: Bearer …` of its socket. Shown once. With a session, the account is listed with
    the player's own."""

    name: str
    token: str


class RevokeBot(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/bots/revoke: the token of a bot of the player is void, its sockets are closed.
    Answers `Account`."""

    bot: Annotated[str, Meta(max_length=64)]


# --- puzzles -------------------------------------------------------------------------------------


class PuzzleRating(Struct, frozen=True):
    """A player's rating at the puzzles of a game, by Glicko-2: 1500 in the middle."""

    rating: float = 1500.0
    deviation: float = 350.0
    """The standard error of the rating."""
    volatility: float = 0.06


class PuzzleBook(Struct, frozen=True):
    """GET /api/me/puzzles: what I have tried of the puzzles."""

    ratings: dict[str, PuzzleRating]
    """By game: `gongzhu`, `hearts`."""
    tried: dict[str, bool]
    """By puzzle, true where the first try was right; the last thousand, the oldest first."""
    streak: int = 0
    """Right first tries in a row, up to now …"""
    best: int = 0
    """… and at most."""


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True):
    """What I chose first in a puzzle."""

    id: Annotated[str, Meta(max_length=20)]
    action: Pass | Expose | Play


class TryPuzzles(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/puzzles: first tries, in order. A puzzle that was tried before counts no more,
    nor does one that this server does not know. Answers `PuzzleBook`."""

    tries: Annotated[tuple[PuzzleTry, ...], Meta(max_length=50)]


# --- other players -------------------------------------------------------------------------------


class ReportPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/report: tell whoever runs the server of a player who sits there. At
    most 10 a day. Answers `Reported`."""

    seat: SeatNumber
    name: SeatName
    """Of the one who is meant: refused where somebody else sits there by now."""
    reason: Literal["abuse", "name", "cheating", "stalling", "other"]
    text: Annotated[str, Meta(max_length=600)] = ""
    """Up to 200 characters are left of it when it is cleaned, as names are."""


class Reported(Struct, frozen=True):
    """The report is kept."""

    name: str


class BlockPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/block: have nothing more to do with a player who sits there. Its
    lines are not sent to me, it takes no seat at tables that I host, and public tables that it
    hosts are not in my lobby. Answers `Blocks`."""

    seat: SeatNumber
    name: SeatName
    """Of the one who is meant."""


class Blocked(Struct, frozen=True):
    """A player whom I have blocked."""

    number: int
    name: str
    """The name that the player had then."""
    at: int


class Blocks(Struct, frozen=True):
    """GET /api/me/blocks: the players whom I have blocked, the first one first."""

    players: tuple[Blocked, ...]


class Unblock(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/unblock: block a player no longer. Answers `Blocks`."""

    number: Count


# --- rules -------------------------------------------------------------------------------------


class OptionValue(Struct, frozen=True):
    """One value that an option may take, and what it means."""

    value: RuleValue
    text: str


class OptionForm(Struct, frozen=True):
    """An option for a picker. `kind` says which of the other fields count."""

    key: str
    group: str
    title: str
    kind: Literal["choice", "flag", "whole", "cards", "choices"]
    values: tuple[OptionValue, ...] = ()
    """choice, flag: all of them; choices: the words that a list is made of."""
    least: int = 0
    """whole: the least number; choices: the shortest list."""
    most: int = 0


class PresetForm(Struct, frozen=True):
    """A preset for a picker."""

    name: str
    family: Literal["gongzhu", "hearts"]
    title: str
    about: str
    players: int
    partners: bool
    rules: dict[str, RuleValue]


class FamilyForm(Struct, frozen=True):
    """One of the two games."""

    family: Literal["gongzhu", "hearts"]
    title: str
    options: tuple[OptionForm, ...]


class RulesForm(Struct, frozen=True):
    """GET /api/rules?lang=: all that a rule picker is made from."""

    families: tuple[FamilyForm, ...]
    presets: tuple[PresetForm, ...]
    groups: dict[str, str]
    """Titles of the groups of options, in their order."""
    levels: dict[str, str]
    """Levels of bots, from the weakest up, and their names."""
    default_preset: str
    default_level: str
    levels_about: dict[str, str] = {}
    """Each level described in a few words."""
    looking_ahead: tuple[str, ...] = ()
    """The levels that make something of more time to think."""
    thinking_ms: tuple[int, ...] = ()
    """Times to think that a level may be given, as in `master@500ms`, in milliseconds."""


class RulesAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/rules/explain?lang=: `rules` complete, or what differs from `preset`."""

    rules: dict[str, RuleValue] = {}
    preset: Annotated[str, Meta(max_length=60)] | None = None


class SentenceShown(Struct, frozen=True):
    """One rule in words, and the option that it explains."""

    text: str
    option: str | None


class SectionShown(Struct, frozen=True):
    """The rules of one stage of the game."""

    group: str
    title: str
    sentences: tuple[SentenceShown, ...]


class RulesExplained(Struct, frozen=True):
    """The whole rule set; a rule set that cannot be played is answered by a `Problem` (422)."""

    rules: dict[str, RuleValue]
    preset: str | None
    """The preset that these rules are exactly, if any."""
    sections: tuple[SectionShown, ...]
    decides: tuple[str, ...]
    """The options that decide something under these rules; a picker hides the others."""
    differs: tuple[str, ...]
    """The options that differ from the preset that was asked about."""
    differences: tuple[str, ...] = ()
    """Each of them in words."""


# --- tables ------------------------------------------------------------------------------------


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables: open a table and take its first free seat. Answers `TableOpened`."""

    preset: Annotated[str, Meta(max_length=60)] | None = None
    rules: dict[str, RuleValue] = {}
    """Complete, or what differs from `preset`."""
    name: Annotated[str, Meta(max_length=40)] = ""
    access: Literal["public", "private"] = "private"
    clock: Clock = Clock()
    talk: Talk = Talk()
    bots: dict[str, Level] = {}
    """Bots by seat number."""
    start: bool = False
    """Fill what is open with bots, and begin."""
    level: Level | None = None
    """Of the bots that fill what is open; None: the default level."""


class TableOpened(Struct, frozen=True):
    """The table that was opened."""

    table: str
    path: str
    """Of its page, `/t/…`."""


class Invitation(Struct, frozen=True):
    """GET /api/tables/{table}/invitation: the ways for others to come to a table.

    `GET /api/tables/{table}/invitation.svg?link=` is one of its links as a QR code; without
    `link`, the first one.
    """

    links: tuple[str, ...]
    """Addresses of the table's page, the likeliest to be reached first; never empty."""
    reach: Literal["public", "network", "loopback", "no_network"]
    """Those who can open them: everybody; whoever is in the same network; this machine alone,
    since the server listens to nobody else; this machine alone, since it is in no network."""
    number: str | None
    """The table's room number; None while no seat is free, and where the host wants none."""
    number_until: int | None
    """The time from which it leads nowhere, in milliseconds since 1970."""
    number_on: bool
    """True unless the host has switched room numbers off for this table."""


class SwitchNumber(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/number: the host has a room number for the table, or none. Answers
    `Invitation`."""

    on: bool


class RoomNumberAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/numbers: look up a table by its room number, ten times a minute at most. Answers
    `TableFound`, and 429 with `Retry-After` for one try too many."""

    number: Annotated[str, Meta(pattern=r"^[0-9]{6}$(?!\n)")]


class TableFound(Struct, frozen=True):
    """The table that a room number leads to."""

    table: str
    path: str
    """Of its page, `/t/…`."""


class SeatBrief(Struct, frozen=True):
    """A seat in a list of tables."""

    kind: Literal["open", "player", "bot"]
    name: str


class TableBrief(Struct, frozen=True):
    """A table in a list."""

    table: str
    name: str
    preset: str | None
    title: str
    """Of its rules, in the language asked for; "own rules" where they are no preset's."""
    family: Literal["gongzhu", "hearts"]
    stage: str
    access: Literal["public", "private"]
    timed: bool
    seats: tuple[SeatBrief, ...]
    deals: int
    """Of the running game, scored."""
    totals: tuple[int, ...]
    seat: Seat | None = None
    """Mine, if any."""


class Lobby(Struct, frozen=True):
    """GET /api/lobby?lang=: public tables with somebody there, and those where I have a seat."""

    mine: tuple[TableBrief, ...]
    public: tuple[TableBrief, ...]
    """The first page of `GET /api/tables`."""
    games: tuple["GameBrief", ...]
    """The last of my finished games, newest first; `GET /api/me/games` has all of them."""
    count: int
    """All public tables with somebody there."""
    notice: "HostNotice | None" = None
    """The last message to everybody, for half an hour."""


class HostNotice(Struct, frozen=True):
    """A message to everybody from whoever runs the server."""

    at: int
    text: str


class PublicTables(Struct, frozen=True):
    """GET /api/tables?search=&from=&lang=: a page of the public tables with somebody there. With
    `search`, those that have each of its words in their name, the title of their rules or the name
    of a player; `from` is the number of tables before this page."""

    tables: tuple[TableBrief, ...]
    """In turns, one of each address that opened any."""
    count: int
    """All that were found."""
    next: int | None
    """`from` of the next page; None: this is the last one."""


class GameBrief(Struct, frozen=True):
    """A finished game."""

    game: str
    title: str
    family: Literal["gongzhu", "hearts"]
    finished: int
    """Milliseconds since 1970."""
    names: tuple[str, ...]
    totals: tuple[int, ...]
    """Per side."""
    winners: tuple[Seat, ...]
    preset: str | None = None
    seat: Seat | None = None
    """Mine; None where it was not kept."""
    places: tuple[int, ...] = ()
    """By seat, the place that its side came to, from 1."""
    levels: tuple[str | None, ...] = ()
    """By seat, of bots; empty where they were not kept."""


class MyGames(Struct, frozen=True):
    """GET /api/me/games?lang=&before=: the player's own tables that are open, and a page of
    finished games. Answers with an ETag."""

    running: tuple[TableBrief, ...]
    games: tuple[GameBrief, ...]
    """Newest first."""
    count: int
    """Of all finished games."""
    next: str | None = None
    """`before` for the next page; None: this is the last one."""


class GameOutcome(Struct, frozen=True):
    """A finished game as a chart shows it."""

    game: str
    finished: int
    family: Literal["gongzhu", "hearts"]
    rules: str
    """The key of its rule set in the reports."""
    place: int
    sides: int
    last: bool
    total: int
    """Of the player's side."""


class MyStatistics(Struct, frozen=True):
    """GET /api/me/statistics?lang=: figures of the player's finished games. Answers with an ETag.

    `gongzhu stats FILE` counts the same from the records of `GET /api/me/games.jsonl` (or `.txt`),
    all finished games of the player as one file.
    """

    reports: tuple[FamilyReport, ...]
    titles: dict[str, str]
    """Of rule sets, by key."""
    outcomes: tuple[GameOutcome, ...]
    """Of the newest games, the oldest of them first."""
    pending: int
    """Games that are not counted yet: ask again."""
    left_out: int
    """Games in which an older version of the program did not keep the player's seat."""


# --- finished deals and games --------------------------------------------------------------------


class SheetPile(Struct, frozen=True):
    """The score of a pile, line by line."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    """The point cards in it."""
    lines: tuple[str, ...]
    points: int


class DealSheet(Struct, frozen=True):
    """GET /api/tables/{table}/deals/{count}?lang=: a deal that is over, for those who sit or sat
    there, and for everybody where the table is public."""

    count: int
    record: DealRecord
    events: tuple[Event, ...]
    """All of the deal, nothing hidden: what a replay is folded from."""
    piles: tuple[SheetPile, ...]
    evidence: Evidence | None


class GameSheet(Struct, frozen=True):
    """GET /api/games/{game}?lang=&from=&to=: a finished game, for whoever has its link: its deals
    from one number to another, of which the first is 1; twenty at most, and as many as that where
    nothing is said. Answers with an ETag.

    `GET /api/games/{game}.jsonl`, `.txt`, `.evidence.jsonl` are its records and evidence as files.
    """

    game: str
    title: str
    names: tuple[str, ...]
    finished: int
    deals: tuple[DealSheet, ...]
    """Those that were asked for."""
    count: int
    """Of all deals of the game."""
    first: int
    """The number of the first deal that is here."""


# POST /api/records?lang= with a file of records (JSONL or text form, at most 1 MB) as the body
# answers a `GameSheet` (game "", evidence None) of its deals, for the replay page; a file that does
# not verify is answered by a `Problem` (422) that says what is wrong where.


# --- deals that are played on -------------------------------------------------------------------


class ForkAction(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that was done in a fork."""

    seat: SeatNumber
    action: Action


class AskFork(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/forks?lang=: play a deal on from one of its moments in another way. The server
    keeps nothing of it: each request holds all of the fork.

    A game may be played on by its players; where its table was public by everybody, once the
    table's next game has ended or the table is closed."""

    game: Annotated[str, Meta(max_length=100)] = ""
    """The finished game; or instead:"""
    record: Annotated[str, Meta(max_length=24_000)] = ""
    """The record of one deal, as a line of JSON or as text."""
    deal: Annotated[int, Meta(ge=1, le=999_999)] = 1
    """The number of the deal in the game, from 1."""
    ply: Annotated[int, Meta(ge=0, le=200)]
    """What had been done in the deal before: each seat's pass, each seat's exposures, each card.
    Where all choose at once, all choose again."""
    seat: SeatNumber | None = None
    """The seat that plays on; None: every seat is moved, and all hands are seen."""
    hidden: Literal["kept", "redrawn"] = "kept"
    """The hands that the seat does not see: as they were, or dealt anew as they could have been by
    all that it had seen."""
    seed: Annotated[str, Meta(max_length=32)] = ""
    """For cards that are dealt anew, and for what bots leave to chance."""
    levels: Annotated[tuple[Level | None, ...], Meta(max_length=5)] = ()
    """Of the bots, by seat; the default level where nothing is said."""
    actions: Annotated[tuple[ForkAction, ...], Meta(max_length=80)] = ()
    """All that has been done in the fork, the bots' too, as the answer before had it, with the
    seat's next choice."""


class ForkEnd(Struct, frozen=True):
    """What a fork came to."""

    sheet: DealSheet
    points: tuple[int, ...]
    """By seat."""
    before: tuple[int, ...]
    """By seat, in the deal that it comes from."""
    text: str
    """The record, as text."""
    jsonl: str
    """The record, as a line of JSON."""


class Fork(Struct, frozen=True):
    """A fork, up to the seat's next choice."""

    ply: int
    """Where it began."""
    table: TableState
    names: tuple[str, ...]
    """By seat, in the deal that it comes from."""
    events: tuple[Event, ...]
    """All of the deal as the seat has seen it; where every seat is moved, nothing is hidden."""
    begun: int
    """So many of them were before the fork."""
    actions: tuple[ForkAction, ...]
    """All that has been done in the fork. What bots chose under seal is here too; a page does not
    show it."""
    asked: Seat | None
    """The seat that must choose; None when the deal is over."""
    ask: Ask | None
    over: ForkEnd | None


class Health(Struct, frozen=True):
    """GET /healthz: the server accepts players."""

    status: Literal["ok"]


class PartsReady(Struct, frozen=True):
    """GET /readyz: 200 if every part answers, else 503."""

    status: Literal["ready", "not_ready"]
    parts: dict[str, bool]
    """By name; True: it answers."""
