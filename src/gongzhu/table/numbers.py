"""The server's side of GZH1 at a table: the progress of a deal until its cards are known, and the
dealer's secrets."""

from collections.abc import Iterable

from msgspec import UNSET
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.dealing import Commitments, Evidence, call_deal, settle
from gongzhu.table.facts import (
    ChainBegan,
    Committed,
    DealAborted,
    DealCalled,
    DealGiven,
    Fact,
    NumberShown,
    NumbersLocked,
    NumbersSettled,
    OutOfOrder,
)
from gongzhu.table.progress import (
    Committing,
    DealerChain,
    Ended,
    Idle,
    Progress,
    Revealing,
    Settled,
)
from gongzhu.table.table import Table


def evolve_numbers(table: Table, fact: Fact) -> Table:
    """The table after a fact about a step of GZH1. Any other fact leaves it unchanged. Raises
    OutOfOrder for a step that cannot follow."""
    match fact:
        case ChainBegan(chain, str(last)):
            return replace(table, secrets=DealerChain(chain, last))
        case DealCalled():
            return replace(table, progress=_called(table, fact))
        case Committed() | NumbersLocked() | NumberShown() | NumbersSettled():
            return replace(table, progress=_step(table, fact))
        case DealGiven(_, Evidence() as evidence):
            return replace(table, progress=Settled(evidence))
        case DealAborted():
            deal = table.deal
            return replace(table, progress=Idle() if deal is None else Ended(deal))
        case _:
            return table


def _called(table: Table, fact: DealCalled) -> Progress:
    secrets = table.secrets
    secret = None if secrets is None else secrets.secret(fact.count)
    if secrets is None or secret is None:
        raise OutOfOrder(fact)
    day = table.state.settings.day
    dealer = table.state.table if day is UNSET else day.dealer
    call = call_deal(dealer, secrets.chain, fact.count, table.rules)
    bots = _seats(seat.kind == "bot" or seat.left for seat in table.state.seats)
    there = _seats(seat.online for seat in table.state.seats)
    return Committing(Commitments.begin(call, table.rules.players, bots), there, secret)


def _step(table: Table, fact: Committed | NumbersLocked | NumberShown | NumbersSettled) -> Progress:
    match table.progress, fact:
        case Committing(commitments, expected, secret), Committed(seat, str(commitment)):
            return Committing(commitments.commit(seat, commitment), expected, secret)
        case Committing(commitments, _, secret), NumbersLocked():
            committed = _seats(not heard for heard in table.state.fair.heard)
            return Revealing(commitments.lock(), committed, secret)
        case Revealing(locked, expected, secret), NumberShown(seat, str(number)):
            return Revealing(locked.reveal(seat, number), expected, secret)
        case Revealing(locked, _, secret), NumbersSettled():
            return Settled(settle(locked, table.rules, secret))
        case _:
            raise OutOfOrder(fact)


def _seats(chosen: Iterable[bool]) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, is_chosen in enumerate(chosen) if is_chosen)
