"""The dealer's own part of GZH1: what is waited for, and the secrets that nobody is told yet."""

from collections.abc import Iterable

from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.dealing import Chain, Gathering, call_deal, previous_secret, settle
from gongzhu.table.facts import (
    ChainBegan,
    Committed,
    DealAborted,
    DealCalled,
    Fact,
    NumberShown,
    NumbersLocked,
    NumbersSettled,
)
from gongzhu.table.table import Table


def evolve_numbers(table: Table, fact: Fact) -> Table:
    """The table after a step of GZH1; any other fact leaves it as it is."""
    match fact:
        case ChainBegan(_, last):
            return replace(table, last_secret=last)
        case DealCalled(count):
            call = call_deal(table.state.table, chain_of(table), count, table.rules)
            bots = _seats(seat.kind == "bot" or seat.left for seat in table.state.seats)
            gathering = Gathering.begin(call, table.rules.players, bots)
            there = _seats(seat.online for seat in table.state.seats)
            return replace(table, gathering=gathering, expected=there, deal=None, timings=())
        case Committed(seat, commitment):
            assert table.gathering is not None, "the deal was called"
            assert commitment is not None, "the log hides nothing"
            return replace(table, gathering=table.gathering.commit(seat, commitment))
        case NumbersLocked():
            assert table.gathering is not None, "the deal was called"
            committed = _seats(not heard for heard in table.state.fair.heard)
            locked = table.gathering.lock()
            return replace(table, gathering=None, locked=locked, expected=committed)
        case NumberShown(seat, number):
            assert table.locked is not None, "the commitments were locked"
            assert number is not None, "the log hides nothing"
            return replace(table, locked=table.locked.reveal(seat, number))
        case NumbersSettled():
            assert table.locked is not None, "the commitments were locked"
            evidence = settle(table.locked, table.rules, secret_of(table))
            return replace(table, locked=None, evidence=evidence)
        case DealAborted():
            return replace(table, gathering=None, locked=None, evidence=None)
        case _:
            return table


def expect(table: Table, seat: Seat) -> Table:
    """Who comes while commitments come in is waited for with the others."""
    if table.gathering is None or seat in table.expected:
        return table
    return replace(table, expected=(*table.expected, seat))


def _seats(chosen: Iterable[bool]) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, is_chosen in enumerate(chosen) if is_chosen)


def chain_of(table: Table) -> Chain:
    """The chain of the deal that was called last."""
    chain = table.state.fair.chain
    assert chain is not None, "a chain begins before its first deal"
    return chain


def secret_of(table: Table) -> str:
    """The dealer's secret for the deal that was called last."""
    chain = chain_of(table)
    place = chain.place(table.state.fair.count)
    assert place is not None, "a deal is called while its chain has a secret for it"
    assert table.last_secret is not None, "the log hides nothing"
    return previous_secret(table.last_secret, chain.length - place)
