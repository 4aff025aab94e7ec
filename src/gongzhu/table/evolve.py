"""Computes a table from its log: the only changes are those of the next entry's facts.

To evolve is to compute the state after one entry, fact or event. To fold is to do so for a
sequence.
"""

from datetime import date

from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.records import record_deal
from gongzhu.rules import (
    CardPlayed,
    Deal,
    DealBegan,
    ExposureChosen,
    MoonChosen,
    PassChosen,
    PlayBegan,
    begin_deal,
    evolve_deal,
)
from gongzhu.rules.game import earlier_deal
from gongzhu.table.evolve_state import evolve_state, open_state, put, without
from gongzhu.table.facts import (
    Came,
    Configured,
    DealScored,
    Fact,
    GameBegan,
    GameEnded,
    Happened,
    HostChanged,
    Knocked,
    Left,
    LogEntry,
    Opened,
    OutOfOrder,
    Readmitted,
    Removed,
    Sat,
    StoppedWaiting,
    Swapped,
    TimedOut,
    TookBack,
)
from gongzhu.table.numbers import evolve_numbers
from gongzhu.table.progress import Ended, Playing, Settled, expect, hand_over
from gongzhu.table.saving import check_entry_format
from gongzhu.table.state import MOST_REMOVED, swapped
from gongzhu.table.table import (
    CHANGERS_KEPT,
    IDS_KEPT,
    SENDERS_KEPT,
    FinishedDeal,
    Table,
    clock_runs,
    in_game,
)


def evolve(table: Table | None, entry: LogEntry) -> Table:
    """The table after the next entry of its log. `table` is None for the first entry.

    Raises NewerFormat for an entry written by a later version of the program, and OutOfOrder for an
    entry that cannot follow.
    """
    check_entry_format(entry.v)
    for fact in entry.facts:
        table = evolve_fact(table, fact, entry.at, entry.by)
    if table is None:
        raise OutOfOrder(None)
    return count_entry(table, entry.by, entry.id)


def count_entry(table: Table, by: str | None, command: str | None) -> Table:
    """Finish an entry whose facts have been applied: count it, and store the id `command` of the
    command that player `by` sent, so that a repetition can be recognised. `command` is None for
    commands of the server."""
    seq = table.seq + 1
    if table.position_seq == seq:
        table = replace(table, changes=0, changes_of={})
    elif by is not None and command is not None:
        changes_of = {**table.changes_of, by: table.changes_of.get(by, 0) + 1}
        if len(changes_of) > CHANGERS_KEPT:
            del changes_of[min(changes_of, key=changes_of.__getitem__)]
        table = replace(table, changes=table.changes + 1, changes_of=changes_of)
    if by is None or command is None:
        return replace(table, seq=seq)
    mine = {**table.command_ids.get(by, {}), command: seq}
    if len(mine) > IDS_KEPT:
        del mine[next(iter(mine))]
    ids = {player: sent for player, sent in table.command_ids.items() if player != by}
    ids[by] = mine
    if len(ids) > SENDERS_KEPT:
        del ids[next(iter(ids))]
    return replace(table, seq=seq, command_ids=ids)


def evolve_fact(
    table: Table | None, fact: Fact, at: int, by: str | None, deal: Deal | None = None
) -> Table:
    """The table after one fact of a log entry. `table` is None for the first fact of a log. `at` is
    the entry's time in milliseconds since 1970, and `by` the id of the player who caused the entry,
    or None for the server. `deal` is the deal after an event of the game if the caller has already
    computed it."""
    if isinstance(fact, Opened):
        state = open_state(fact)
        nobody = (None,) * len(state.seats)
        return Table(state=state, host=fact.host, players=nobody, timeouts=(0,) * len(nobody))
    if table is None:
        raise OutOfOrder(fact)
    if isinstance(fact, Happened):
        return _happened(table, fact, at, by, deal)
    after = replace(table, state=evolve_state(table.state, fact))
    return _private(table, after, fact, at)


def _happened(table: Table, fact: Happened, at: int, by: str | None, deal: Deal | None) -> Table:
    """The table after an event of the game. The arguments are those of `evolve_fact`."""
    seq, progress = table.seq + 1, table.progress
    if isinstance(fact.event, DealBegan) and isinstance(progress, Settled):
        dealt = Playing(progress.evidence, begin_deal(table.rules, fact.event))
        return replace(table, progress=dealt, position_seq=seq)
    if isinstance(fact.event, DealBegan) or not isinstance(progress, Playing):
        raise OutOfOrder(fact)
    timings = progress.timings
    if isinstance(fact.event, CardPlayed):
        timings = (*timings, max(0, at - table.asked_at))
    if deal is None:
        deal = evolve_deal(progress.deal, fact.event)
    after = replace(progress, deal=deal, timings=timings)
    match fact.event:
        case CardPlayed(seat):
            table = _chose(table, seat, by)
            return replace(table, progress=after, position_seq=seq, asked_at=at)
        case PassChosen(seat) | ExposureChosen(seat) | MoonChosen(seat):
            return replace(_chose(table, seat, by), progress=after)
        case PlayBegan():
            return replace(table, progress=after, position_seq=seq, asked_at=at)
        case _:
            return replace(table, progress=after, position_seq=seq)


def _chose(table: Table, seat: Seat, by: str | None) -> Table:
    """Record that a seat has chosen: its current timeout is over. If its own player chose (`by` is
    not None), the seat's count of consecutive timeouts is reset to 0."""
    if by is not None and table.timeouts[seat]:
        table = replace(table, timeouts=put(table.timeouts, seat, 0))
    if seat in table.timed_out:
        table = replace(table, timed_out=_without(table.timed_out, seat))
    if by is None and seat not in table.by_bot:
        table = replace(table, by_bot=(*table.by_bot, seat))
    elif by is not None and table.by_nobody:
        table = replace(table, by_nobody=False)
    return table


def _private(before: Table, table: Table, fact: Fact, at: int) -> Table:
    """Apply the changes that a fact makes to the data that only the server has, such as player ids.
    `before` is the table before the fact. `table` is that table with the public state already
    changed. `at` is the time of the log entry in milliseconds since 1970."""
    match fact:
        case HostChanged(host):
            return replace(table, host=host)
        case Sat(seat, player):
            table = _arrived(before, table, at)
            return replace(
                table,
                players=put(table.players, seat, player),
                timeouts=put(table.timeouts, seat, 0),
                progress=hand_over(expect(table.progress, seat), seat),
            )
        case Knocked(str(player)):
            return replace(table, waiting=(*table.waiting, player))
        case StoppedWaiting(place):
            return replace(table, waiting=without(table.waiting, place))
        case TookBack(_, plays):
            return _took_back(table, plays, at)
        case Left(seat):
            return _left(table, seat)
        case Removed(str(player)):
            return replace(table, removed=(*table.removed, player)[-MOST_REMOVED:])
        case Readmitted(place):
            return replace(table, removed=without(table.removed, place))
        case Swapped((one, other)):
            return replace(table, players=swapped(table.players, one, other))
        case Configured(settings):
            seats = settings.rules.players
            kept = table.players[:seats]
            players = kept + (None,) * (seats - len(kept))
            return replace(table, players=players, timeouts=(0,) * seats)
        case Came(seat):
            return replace(
                _arrived(before, table, at),
                timeouts=put(table.timeouts, seat, 0),
                timed_out=_without(table.timed_out, seat),
                progress=expect(table.progress, seat),
            )
        case TimedOut(seat):
            timeouts = put(table.timeouts, seat, table.timeouts[seat] + 1)
            return replace(table, timeouts=timeouts, timed_out=(*table.timed_out, seat))
        case GameBegan():
            timeouts = (0,) * len(table.timeouts)
            table = replace(table, finished=(), leader=None, game_began=at, timeouts=timeouts)
            return replace(table, by_bot=(), by_nobody=True)
        case GameEnded():
            kept = tuple(
                player if seat.kind == "player" else None
                for seat, player in zip(table.state.seats, table.players, strict=True)
            )
            return replace(table, players=kept)
        case DealScored():
            return _scored(table, fact)
        case _:
            return evolve_numbers(table, fact)


def _took_back(table: Table, plays: int, at: int) -> Table:
    progress = table.progress
    if not isinstance(progress, Playing):
        raise OutOfOrder(None)
    deal = earlier_deal(table.game, progress.deal, plays)
    back = Playing(progress.evidence, deal, progress.timings[:plays], progress.taken_back + 1)
    return replace(table, progress=back, position_seq=table.seq + 1, asked_at=at, timed_out=())


def _scored(table: Table, fact: DealScored) -> Table:
    if not isinstance(table.progress, Playing):
        raise OutOfOrder(fact)
    state, evidence = table.state, table.progress.evidence
    deal, timings = table.progress.deal, table.progress.timings
    # The table's totals already include this deal, so the game before it is made from the deal.
    after = replace(
        table.game,
        totals=deal.public.totals,
        number=deal.public.number,
        dealt=state.fair.count - 1,
    ).after_deal(deal.public)
    record = record_deal(
        deal,
        after,
        players=tuple(seat.name for seat in state.seats),
        preset=state.settings.preset,
        game=len(state.games),
        dealer_seed=evidence.dealer_seed,
    )
    record = replace(record, timings=timings, date=_day(table.game_began))
    finished = (*table.finished, FinishedDeal(record, evidence))
    return replace(
        table, progress=Ended(deal), leader=after.leader, finished=finished, timed_out=()
    )


def _day(at: int) -> str:
    """The date (ISO 8601, UTC) of a time in milliseconds since 1970."""
    first = date(1970, 1, 1).toordinal()
    return date.fromordinal(first + at // 86_400_000).isoformat()


def _left(table: Table, seat: Seat) -> Table:
    if not in_game(table.state):
        return replace(table, players=put(table.players, seat, None))
    progress = hand_over(table.progress, seat, bot=True)
    return replace(table, progress=progress, timed_out=_without(table.timed_out, seat))


def _arrived(before: Table, table: Table, at: int) -> Table:
    """The table after a player connected. `at` is the time in milliseconds since 1970. If nobody
    was connected in `before`, the table before the fact, so that its clocks stood still,
    `present_since` is set to `at`."""
    return table if clock_runs(before.state) else replace(table, present_since=at)


def _without(seats: tuple[Seat, ...], gone: Seat) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat != gone) if seats else seats
