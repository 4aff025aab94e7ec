"""Decides what a command does to a table: each command leads to one log entry of facts, or is
refused."""

from typing import assert_never

from msgspec import UNSET

from gongzhu.rules.actions import ChooseMoon, Claim, Expose, Pass, Play
from gongzhu.table.calling import commit, give_deal, reveal
from gongzhu.table.clocks import connect, disconnect, resume, set_clock, tick, waiting
from gongzhu.table.commands import (
    Admit,
    BotAct,
    Clear,
    Close,
    Command,
    Commit,
    Configure,
    Connect,
    Disconnect,
    Expel,
    Expire,
    GiveDeal,
    Leave,
    Open,
    Player,
    PlayOut,
    Readmit,
    Ready,
    Resign,
    Resume,
    Reveal,
    SeatBot,
    ServerCommand,
    SetTalk,
    Sit,
    StandIn,
    Start,
    Swap,
    TakeBack,
    Tick,
    TurnAway,
)
from gongzhu.table.ending import close, play_out, resign
from gongzhu.table.evolve import evolve
from gongzhu.table.facts import Came, LogEntry, Opened
from gongzhu.table.joining import admit, seat_all, sit, turn_away
from gongzhu.table.log_entry_draft import LogEntryDraft
from gongzhu.table.moves import act, bot_act, take_back
from gongzhu.table.refusals import CommandRefused
from gongzhu.table.seating import (
    clear,
    configure,
    leave,
    readmit,
    ready,
    seat_bot,
    set_talk,
    stand_in,
    start,
    swap,
)
from gongzhu.table.table import (
    MOST_CHANGES,
    MOST_CHANGES_OF_ALL,
    Table,
    held_by,
    in_game,
    seat_of,
)

Step = tuple[Table, LogEntry]
"""The table after a command, and the log entry that leads to it."""


def open_table(command: Open, at: int) -> Step:
    """Open a new table. Returns it with the first entry of its log. `at` is the time in
    milliseconds since 1970."""
    opened = Opened(command.table, command.settings, command.host)
    entry = LogEntry(at, (opened,), command.host)
    return evolve(None, entry), entry


def step(
    table: Table,
    player: Player,
    command: Command,
    at: int,
    entropy: str = "",
    *,
    after: int | None = None,
    request: str | None = None,
) -> Step | None:
    """Carry out a player's command. Returns the next table and its log entry, or None if the
    command changes nothing.

    `at` is the time in milliseconds since 1970. `entropy` is a fresh random number (64 hexadecimal
    digits), from which game ids and chains of secrets are derived. `after` is the number of log
    entries that the player had received. An action in the deal is refused as stale if the position
    has changed since. `request` is the id that the player's program gave the command. Raises
    CommandRefused for a command that the table does not allow, and ValueError if entropy is needed
    and missing.
    """
    if table.state.stage == "closed":
        raise CommandRefused("table_closed")
    draft = LogEntryDraft(table, at, player.id, entropy)
    before = waiting(table)
    # Commitments and numbers do not count: the player's program sends them without being asked.
    if not isinstance(command, Commit | Reveal | Leave):
        _take_over(draft, player.id)
    _check_changes(table, player.id, command)
    _carry_out(draft, player, command, after)
    set_clock(draft, before)
    return draft.entry(request) if draft.facts else None


def step_server(table: Table, command: ServerCommand, at: int, entropy: str = "") -> Step | None:
    """Carry out a command of the server. Returns the next table and its log entry, or None if the
    command changes nothing. `at` is the time in milliseconds since 1970, and `entropy` a fresh
    random number (64 hexadecimal digits), needed by commands that may begin a game or a deal.

    Raises CommandRefused for a stale choice of a bot, and ValueError if entropy is needed and
    missing. At a closed table, `BotAct` and `Expire` are refused, and all other commands do
    nothing.
    """
    if table.state.stage == "closed":
        if isinstance(command, BotAct | Expire):
            raise CommandRefused("table_closed")
        return None
    by = command.player if isinstance(command, Connect | Disconnect) else None
    draft = LogEntryDraft(table, at, by, entropy)
    # After a restart, every wait gets its full time again.
    before = None if isinstance(command, Resume) else waiting(table)
    match command:
        case BotAct():
            bot_act(draft, command)
        case Connect(player):
            _take_over(draft, player)
            connect(draft, player)
        case Disconnect(player):
            disconnect(draft, player)
        case Tick():
            tick(draft)
        case Resume():
            resume(draft)
        case GiveDeal(evidence, sitting):
            if table.state.stage == "gathering":
                seat_all(draft, sitting)
                give_deal(draft, evidence)
        case PlayOut():
            play_out(draft)
        case Expel() if table.state.settings.day is not UNSET:
            close(draft, "admin")
        case Expel(player):
            leave(draft, player, "removed")
        case Expire() if table.state.settings.board is not UNSET and in_game(table.state):
            # The whole tournament needs the result of this table.
            play_out(draft)
        case Expire(why):
            close(draft, why)
        case _:
            assert_never(command)
    set_clock(draft, before)
    return draft.entry(None) if draft.facts else None


def _check_changes(table: Table, player: str, command: Command) -> None:
    """Raise CommandRefused if the player has sent too many commands since the last card was played.
    The common limit for all players does not apply to the commands by which the host fills and
    clears seats, so that other players cannot block the host."""
    if _leads_on(command):
        return
    sitting = isinstance(command, Clear) and table.state.seats[command.seat : command.seat + 1]
    if sitting and sitting[0].kind == "player":
        # Clearing a player's seat is not limited: each time, a player must have sat down there
        # first.
        return
    too_many = table.changes_of.get(player, 0) >= MOST_CHANGES
    if not isinstance(command, Clear | StandIn | SeatBot):
        too_many |= table.changes >= MOST_CHANGES_OF_ALL
    if too_many:
        raise CommandRefused("too_many_changes", most=MOST_CHANGES, all=MOST_CHANGES_OF_ALL)


def _leads_on(command: Command) -> bool:
    """True for commands that bring a table nearer to its next card or its end. Unlike other
    commands, they are never refused because a player has sent too many."""
    match command:
        case Play() | Pass() | Expose() | ChooseMoon() | Claim() | Commit() | Reveal():
            return True
        case Ready(is_ready):
            return is_ready
        case Start() | Leave() | Close():
            return True
        case TakeBack() | Resign() | Admit() | TurnAway():
            return False
        case Sit() | SeatBot() | Clear() | StandIn() | Readmit() | Swap() | Configure() | SetTalk():
            return False
        case _:
            assert_never(command)


def _take_over(draft: LogEntryDraft, player: str) -> None:
    """If a bot stands in for the player, give the seat back to the player. Called for every command
    of theirs."""
    seat = seat_of(draft.table, player)
    if seat is not None and draft.state.seats[seat].stand_in:
        draft.add(Came(seat))


def _carry_out(draft: LogEntryDraft, player: Player, command: Command, after: int | None) -> None:
    if draft.state.settings.fixed:
        _carry_out_fixed(draft, player, command, after)
        return
    match command:
        case Play() | Pass() | Expose() | ChooseMoon() | Claim():
            act(draft, draft.own_seat(player.id), command, after)
        case Commit(count, commitment):
            commit(draft, draft.own_seat(player.id), count, commitment)
        case Reveal(count, number):
            reveal(draft, draft.own_seat(player.id), count, number)
        case Ready(is_ready):
            ready(draft, player.id, is_ready)
        case Sit(seat):
            sit(draft, player, seat)
        case Leave():
            leave(draft, player.id)
        case SeatBot(seat, level):
            seat_bot(draft, player.id, seat, level)
        case Clear(seat, who):
            clear(draft, player.id, seat, who)
        case StandIn(seat, who):
            stand_in(draft, player.id, seat, who)
        case Readmit(place, who):
            readmit(draft, player.id, place, who)
        case Swap(seats, names):
            swap(draft, player.id, seats, names)
        case Start(fill):
            start(draft, player.id, fill)
        case Configure():
            configure(draft, player.id, command)
        case SetTalk(talk):
            set_talk(draft, player.id, talk)
        case Admit(place, who):
            admit(draft, player.id, place, who)
        case TurnAway(place, who):
            turn_away(draft, player.id, place, who)
        case TakeBack():
            take_back(draft, draft.own_seat(player.id))
        case Resign(resigned):
            resign(draft, draft.own_seat(player.id), resigned)
        case Close():
            draft.check_host(player.id)
            close(draft, "host")
        case _:
            assert_never(command)


def _carry_out_fixed(
    draft: LogEntryDraft, player: Player, command: Command, after: int | None
) -> None:
    """Carry out a command at a table whose deal was fixed beforehand: a player can only act in the
    deal, leave, or (deal of the day) close the table. In a tournament, bots play on for players who
    leave, and these may sit down again."""
    of_tournament = draft.state.settings.board is not UNSET
    if of_tournament and isinstance(command, Sit) and held_by(draft.table, player.id) is not None:
        sit(draft, player, None)
        return
    seat = draft.own_seat(player.id)
    match command:
        case Play() | Pass() | Expose() | ChooseMoon() | Claim():
            if draft.state.played_out:
                raise CommandRefused("round_over")
            act(draft, seat, command, after)
        case Leave() if of_tournament:
            leave(draft, player.id)
        case Leave() | Close() if not of_tournament:
            close(draft, "host")
        case _:
            raise CommandRefused("fixed_deal")
