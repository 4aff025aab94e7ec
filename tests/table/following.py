"""What must be so of every table, whatever happened at it."""

from collections import Counter

from gongzhu.cards import Card, Seat
from gongzhu.dealing import check_deals
from gongzhu.records import Verifier
from gongzhu.rules import pack_of
from gongzhu.table import (
    LogEntry,
    Table,
    TableView,
    evolve,
    evolve_table_view,
    read_entry,
    read_table,
    see_fact,
    view_table,
    write_entry,
    write_table,
)
from gongzhu.table.facts import DealAborted, DealScored, TookBack


def observers(table: Table) -> list[Seat | None]:
    """Every seat, and somebody without one."""
    return [None, *map(Seat, range(len(table.players)))]


class Follower:
    """One who sees what an observer sees, entry by entry, and knows the table from that."""

    def __init__(self, opened: Table, seat: Seat | None) -> None:
        self.view: TableView = view_table(opened, seat)

    def follow(self, entry: LogEntry, table: Table) -> None:
        """The next entry, of which the observer sees its part, and `table` after it: a snapshot
        tells that cards were taken back."""
        if any(isinstance(fact, TookBack) for fact in entry.facts):
            self.view = view_table(table, self.view.seat)
            return
        for fact in entry.facts:
            seen = see_fact(fact, self.view.seat)
            if seen is not None:
                self.view = evolve_table_view(self.view, seen)


def check_log(log: list[LogEntry], live: Table, *, snapshot: int = 0) -> None:
    """The log makes the live table again, from its beginning and from a snapshot, and everybody
    who follows it knows what the table would tell it."""
    table = evolve(None, log[0])
    followers = {seat: Follower(table, seat) for seat in observers(table)}
    saved = write_table(table)
    for number, entry in enumerate(log[1:], start=2):
        assert read_entry(write_entry(entry)) == entry
        table = evolve(table, read_entry(write_entry(entry)))
        assert table.seq == number
        check_table(table)
        for seat in observers(table):
            if seat not in followers:
                followers[seat] = Follower(table, seat)
            else:
                followers[seat].follow(entry, table)
            assert followers[seat].view == view_table(table, seat), (seat, entry)
        followers = {seat: followers[seat] for seat in observers(table)}
        if number == snapshot:
            saved = write_table(table)
    assert table == live
    check_evidence(log)
    check_records(table)
    again = read_table(saved)
    for entry in log[again.seq :]:
        again = evolve(again, entry)
    assert again == live
    assert read_table(write_table(live)) == live


def check_table(table: Table) -> None:
    """Cards are conserved, and what the table says of itself fits together."""
    state = table.state
    assert len(state.seats) == len(table.players) == len(table.timeouts) == table.rules.players
    for sitting, player in zip(state.seats, table.players, strict=True):
        assert (sitting.kind == "player") == (player is not None)
        assert not sitting.online or sitting.kind == "player"
        assert (sitting.away_since is None) == (
            sitting.kind != "player" or sitting.online or sitting.left
        )
    people = [player for player in (*table.players, *table.waiting) if player is not None]
    assert len(table.waiting) == len(state.waiting)
    assert not table.waiting or state.stage in ("calling", "playing")
    assert len(set(people)) == len(people)
    names = [sitting.name for sitting in state.seats if sitting.kind != "open"]
    assert len({name.casefold() for name in names}) == len(names)
    if state.host is not None:
        assert table.players[state.host] == table.host
    if state.stage == "playing":
        assert table.evidence is not None
        assert table.deal is not None
        public = table.deal.public
        cards: Counter[Card] = Counter(card for own in table.deal.own for card in own.hand)
        cards.update(public.trick)
        cards.update(card for trick in public.tricks for card in trick.cards)
        assert sorted(cards.elements()) == list(pack_of(table.rules))


def check_evidence(log: list[LogEntry]) -> None:
    """The evidence of every deal of a table, aborted ones too, can be checked."""
    shown = [
        fact.evidence
        for entry in log
        for fact in entry.facts
        if isinstance(fact, DealScored | DealAborted) and fact.evidence is not None
    ]
    assert check_deals(shown) == ()
    assert [deal.deal for deal in shown] == list(range(1, len(shown) + 1))


def check_records(table: Table) -> None:
    """The records of the game verify."""
    verifier = Verifier()
    for deal in table.finished:
        assert verifier.check(deal.record) == []
        assert deal.record.dealer_seed == deal.evidence.dealer_seed
        assert len(deal.record.timings) == len(deal.record.plays)
    assert verifier.missing == 0
