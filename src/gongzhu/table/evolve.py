"""The one way in which a table changes: an entry of its log comes in."""

from datetime import date

from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.dealing import Evidence
from gongzhu.records import record_deal
from gongzhu.rules import (
    CardPlayed,
    DealBegan,
    Event,
    ExposureChosen,
    MoonChosen,
    PassChosen,
    PlayBegan,
    begin_deal,
    evolve_deal,
)
from gongzhu.table.facts import (
    Came,
    Configured,
    DealScored,
    Entry,
    Fact,
    GameBegan,
    GameEnded,
    Happened,
    HostChanged,
    Left,
    Opened,
    Sat,
    Swapped,
    TimedOut,
)
from gongzhu.table.fold import fold_state, open_state, put
from gongzhu.table.numbers import evolve_numbers, expect
from gongzhu.table.saving import check_format
from gongzhu.table.swapping import swapped
from gongzhu.table.table import IDS_KEPT, SENDERS_KEPT, FinishedDeal, Table, anybody_there, in_game


def evolve(table: Table | None, entry: Entry) -> Table:
    """The table after the next entry of its log; before the first one there is None.

    Raises NewerFormat for an entry that a later version of the program wrote.
    """
    check_format(entry.v)
    for fact in entry.facts:
        table = evolve_fact(table, fact, entry.at, entry.by)
    assert table is not None, "the first fact opens the table"
    return count_entry(table, entry.by, entry.id)


def count_entry(table: Table, by: str | None, command: str | None) -> Table:
    """The table when all facts of an entry are in: it is counted, and its command remembered."""
    seq = table.seq + 1
    if by is None or command is None:
        return replace(table, seq=seq)
    mine = {**table.ids.get(by, {}), command: seq}
    if len(mine) > IDS_KEPT:
        del mine[next(iter(mine))]
    ids = {player: sent for player, sent in table.ids.items() if player != by}
    ids[by] = mine
    if len(ids) > SENDERS_KEPT:
        del ids[next(iter(ids))]
    return replace(table, seq=seq, ids=ids)


def evolve_fact(table: Table | None, fact: Fact, at: int, by: str | None) -> Table:
    """The table after one fact of an entry from that time and player."""
    if isinstance(fact, Opened):
        state = open_state(fact)
        nobody = (None,) * len(state.seats)
        return Table(state=state, host=fact.host, players=nobody, slow=(0,) * len(nobody))
    assert table is not None, "the first fact opens the table"
    if isinstance(fact, Happened):
        return happened(table, fact.event, at, by)
    after = replace(table, state=fold_state(table.state, fact))
    return _private(table, after, fact, at)


def happened(table: Table, event: Event, at: int, by: str | None) -> Table:
    """The table after an event of the game."""
    turned = table.seq + 1
    match event:
        case CardPlayed(seat):
            assert table.deal is not None, "cards are played in a deal"
            return replace(
                _chose(table, seat, by),
                deal=evolve_deal(table.deal, event),
                turned=turned,
                timings=(*table.timings, max(0, at - table.asked_at)),
                asked_at=at,
            )
        case DealBegan():
            return replace(table, deal=begin_deal(table.rules, event), turned=turned)
        case _:
            assert table.deal is not None, "a deal begins with its hands"
            deal = evolve_deal(table.deal, event)
    match event:
        case PassChosen(seat) | ExposureChosen(seat) | MoonChosen(seat):
            return replace(_chose(table, seat, by), deal=deal)
        case PlayBegan():
            return replace(table, deal=deal, turned=turned, asked_at=at)
        case _:
            return replace(table, deal=deal, turned=turned)


def _chose(table: Table, seat: Seat, by: str | None) -> Table:
    """A seat has chosen: it is late no more, and not slow either if its own player chose."""
    if by is not None and table.slow[seat]:
        table = replace(table, slow=put(table.slow, seat, 0))
    if seat in table.late:
        table = replace(table, late=_without(table.late, seat))
    return table


def _private(before: Table, table: Table, fact: Fact, at: int) -> Table:
    """What a fact changes beside what may be known; `before` is the table before all of it."""
    match fact:
        case HostChanged(host):
            return replace(table, host=host)
        case Sat(seat, player):
            table = expect(_awake(before, table, at), seat)
            gathering = table.gathering
            return replace(
                table,
                players=put(table.players, seat, player),
                slow=put(table.slow, seat, 0),
                gathering=None if gathering is None else gathering.hand_over(seat),
            )
        case Left(seat):
            return _left(table, seat)
        case Swapped((one, other)):
            return replace(table, players=swapped(table.players, one, other))
        case Configured(settings):
            seats = settings.rules.players
            kept = table.players[:seats]
            players = kept + (None,) * (seats - len(kept))
            return replace(table, players=players, slow=(0,) * seats)
        case Came(seat):
            table = expect(_awake(before, table, at), seat)
            slow, late = put(table.slow, seat, 0), _without(table.late, seat)
            return replace(table, slow=slow, late=late)
        case TimedOut(seat):
            slow = put(table.slow, seat, table.slow[seat] + 1)
            return replace(table, slow=slow, late=(*table.late, seat))
        case GameBegan():
            slow = (0,) * len(table.slow)
            return replace(table, finished=(), leader=None, game_at=at, slow=slow)
        case GameEnded():
            seats_before = before.state.seats
            kept = tuple(
                None if seat.left else player
                for seat, player in zip(seats_before, table.players, strict=True)
            )
            return replace(table, players=kept)
        case DealScored(_, _, evidence):
            return _scored(table, evidence)
        case _:
            return evolve_numbers(table, fact)


def _scored(table: Table, evidence: Evidence) -> Table:
    state, deal = table.state, table.deal
    assert deal is not None, "a deal was played"
    # The table's totals have this deal in them already; it began with those that it names.
    after = replace(table.game, totals=deal.public.totals).after_deal(deal.public)
    record = record_deal(
        deal,
        after,
        players=tuple(seat.name for seat in state.seats),
        preset=state.settings.preset,
        game=len(state.games),
        dealer_seed=evidence.dealer_seed,
    )
    record = replace(record, timings=table.timings, date=_day(table.game_at))
    finished = (*table.finished, FinishedDeal(record, evidence))
    return replace(table, evidence=None, leader=after.leader, finished=finished, late=())


def _day(at: int) -> str:
    """The day of a time, by Universal Time."""
    first = date(1970, 1, 1).toordinal()
    return date.fromordinal(first + at // 86_400_000).isoformat()


def _left(table: Table, seat: Seat) -> Table:
    if not in_game(table.state):
        return replace(table, players=put(table.players, seat, None))
    gathering = table.gathering
    if gathering is not None:
        gathering = gathering.hand_over(seat, bot=True)
    return replace(table, gathering=gathering, late=_without(table.late, seat))


def _awake(before: Table, table: Table, at: int) -> Table:
    """Somebody came; if nobody was there, clocks begin to run now."""
    return table if anybody_there(before.state) else replace(table, awake=at)


def _without(seats: tuple[Seat, ...], gone: Seat) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat != gone) if seats else seats
