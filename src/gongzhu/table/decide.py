"""Commands in, entries of facts out."""

from typing import assert_never

from msgspec.structs import replace

from gongzhu.dealing import settle
from gongzhu.table.calling import commit, reveal
from gongzhu.table.clocks import connect, disconnect, resume, set_clock, tick, waiting
from gongzhu.table.commands import (
    Act,
    BotAct,
    Clear,
    Close,
    Command,
    Commit,
    Configure,
    Connect,
    Disconnect,
    Later,
    Leave,
    Open,
    Ready,
    Resume,
    Reveal,
    SeatBot,
    Sit,
    Start,
    Swap,
    Tick,
)
from gongzhu.table.entry_draft import EntryDraft
from gongzhu.table.evolve import evolve
from gongzhu.table.facts import Came, Closed, DealAborted, LogEntry, Opened
from gongzhu.table.moves import act, bot_act
from gongzhu.table.progress import Committing, Ended, Idle, Playing, Revealing, Settled
from gongzhu.table.refusals import CommandRefused
from gongzhu.table.seating import clear, configure, leave, ready, seat_bot, sit, start, swap
from gongzhu.table.table import Table, seat_of


def decide(
    table: Table | None, command: Command, at: int, entropy: str = "", command_id: str | None = None
) -> LogEntry | None:
    """The entry for the log that a command brings about; None where it changes nothing.

    `at` is the time in milliseconds since 1970. `entropy` is fresh randomness, 64 hex digits:
    ids of games and secrets of chains are made of it. Raises CommandRefused for what the table does
    not do, and ValueError where randomness is wanted and was not given.
    """
    after = step(table, command, at, entropy, command_id)
    return None if after is None else after[1]


def step(
    table: Table | None, command: Command, at: int, entropy: str = "", command_id: str | None = None
) -> tuple[Table, LogEntry] | None:
    """The table that `evolve` makes of the entry of `decide`, which is at hand already, and that
    entry."""
    if table is None or isinstance(command, Open):
        if table is not None or not isinstance(command, Open):
            raise CommandRefused("no_table" if table is None else "already_open")
        opened = Opened(command.table, command.settings, command.host)
        entry = LogEntry(at, (opened,), command.host, command_id)
        return evolve(None, entry), entry
    if table.state.stage == "closed":
        if isinstance(command, Tick | Connect | Disconnect | Resume):
            return None
        raise CommandRefused("table_closed")
    player = None if isinstance(command, BotAct | Tick | Resume) else command.player
    draft = EntryDraft(table, at, player, entropy)
    before = waiting(table)
    if player is not None and not isinstance(command, Commit | Reveal | Leave | Disconnect):
        _takes_over(draft, player)
    _carry_out(draft, command)
    set_clock(draft, before)
    return draft.entry(command_id) if draft.facts else None


def _takes_over(draft: EntryDraft, player: str) -> None:
    """Whatever a player does that a bot plays for, it plays itself from here. Numbers do not
    count, for programs send them by themselves."""
    seat = seat_of(draft.table, player)
    if seat is not None and draft.state.seats[seat].stand_in:
        draft.add(Came(seat))


def _carry_out(draft: EntryDraft, command: Later) -> None:
    match command:
        case Act(player, action, after):
            act(draft, draft.own_seat(player), action, after)
        case BotAct(seat, action, after, failure):
            bot_act(draft, seat, action, after, failure)
        case Tick():
            tick(draft)
        case Commit(player, count, commitment):
            commit(draft, draft.own_seat(player), count, commitment)
        case Reveal(player, count, number):
            reveal(draft, draft.own_seat(player), count, number)
        case Ready(player, is_ready):
            ready(draft, player, is_ready)
        case Connect(player):
            connect(draft, player)
        case Disconnect(player):
            disconnect(draft, player)
        case Sit(player, name, seat, program):
            sit(draft, player, name, seat, program)
        case Leave(player):
            leave(draft, player)
        case SeatBot(player, seat, level):
            seat_bot(draft, player, seat, level)
        case Clear(player, seat, who):
            clear(draft, player, seat, who)
        case Swap(player, seats, names):
            swap(draft, player, seats, names)
        case Start(player, fill):
            start(draft, player, fill)
        case Configure(player, settings):
            configure(draft, player, settings)
        case Resume():
            resume(draft)
        case Close(player):
            _close(draft, player)
        case _:
            assert_never(command)


def _close(draft: EntryDraft, player: str | None) -> None:
    """The table is no more. A deal that was called is settled as it stands."""
    if player is not None:
        draft.check_host(player)
    rules = draft.table.rules
    match draft.table.progress:
        case Committing(commitments, _, secret):
            draft.add(DealAborted(settle(commitments.lock(), rules, secret, "aborted")))
        case Revealing(locked, _, secret):
            draft.add(DealAborted(settle(locked, rules, secret, "aborted")))
        case Settled(evidence) | Playing(evidence):
            draft.add(DealAborted(replace(evidence, ended="aborted")))
        case Idle() | Ended():
            pass
        case _ as progress:
            assert_never(progress)
    draft.add(Closed("idle" if player is None else "host"))
