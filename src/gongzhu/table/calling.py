"""From one deal to the next: games begin, and GZH1 brings each deal about."""

from gongzhu.cards import Seat
from gongzhu.dealing import LONGEST_CHAIN, Chain, child_seed, secrets_of
from gongzhu.dealing import Refused as NumberRefused
from gongzhu.dealing.fair import is_hex32
from gongzhu.table.draft import Draft
from gongzhu.table.facts import (
    ChainBegan,
    Committed,
    DealCalled,
    GameBegan,
    Happened,
    NumberShown,
    NumbersLocked,
    NumbersSettled,
)
from gongzhu.table.refusals import Refused


def begin_if_ready(draft: Draft) -> None:
    """Begin a game when no seat is open and all players who are there are ready."""
    if _all_ready(draft) and all(seat.kind != "open" for seat in draft.state.seats):
        game = child_seed(_entropy(draft), "game")[:32]
        draft.add(GameBegan(game, len(draft.state.games)))
        call_deal(draft)


def next_if_ready(draft: Draft) -> None:
    """Call the next deal of the game when all players who are there are ready."""
    if _all_ready(draft):
        call_deal(draft)


def _all_ready(draft: Draft) -> bool:
    """Whether somebody is there, and everybody who is there and plays itself is ready."""
    there = [seat for seat in draft.state.seats if seat.online and not seat.stand_in]
    return bool(there) and all(seat.ready for seat in there)


def call_deal(draft: Draft) -> None:
    """Call the next deal, of a new chain where the last one is used up."""
    fair = draft.state.fair
    count = fair.count + 1
    if fair.chain is None or fair.chain.place(count) is None:
        last = child_seed(_entropy(draft), "chain")
        anchor = secrets_of(last, LONGEST_CHAIN)[0]
        draft.add(ChainBegan(Chain(anchor, LONGEST_CHAIN, count), last))
    previous = draft.state.fair.previous
    assert previous is not None, "a chain begins with its anchor"
    draft.add(DealCalled(count, previous))


def commit(draft: Draft, seat: Seat, count: int, commitment: str) -> None:
    """A player's commitment comes in."""
    _is_called(draft, count)
    gathering, locked = draft.table.gathering, draft.table.locked
    if gathering is None:
        assert locked is not None, "numbers are waited for"
        if getattr(locked.contributions[seat], "commitment", None) != commitment:
            raise Refused("too_late")
        return
    try:
        after = gathering.commit(seat, commitment)
    except NumberRefused as refused:
        raise Refused.by_dealing(refused) from refused
    if after != gathering:
        draft.add(Committed(seat, commitment))
        go_on(draft)


def reveal(draft: Draft, seat: Seat, count: int, number: str) -> None:
    """A player shows its number."""
    _is_called(draft, count)
    locked = draft.table.locked
    if locked is None:
        raise Refused("not_locked")
    try:
        after = locked.reveal(seat, number)
    except NumberRefused as refused:
        raise Refused.by_dealing(refused) from refused
    if after != locked:
        draft.add(NumberShown(seat, number))
        go_on(draft)


def go_on(draft: Draft) -> None:
    """Lock, and settle, as soon as nothing is waited for any more."""
    while draft.state.stage == "calling":
        heard = draft.state.fair.heard
        if not all(heard[seat] for seat in draft.table.expected):
            return
        time_is_up(draft)


def time_is_up(draft: Draft) -> None:
    """Lock, or settle, with what has come."""
    table = draft.table
    if table.gathering is not None:
        draft.add(NumbersLocked(table.gathering.lock().contributions))
        return
    assert table.locked is not None, "numbers are waited for"
    draft.add(NumbersSettled(table.locked.contributions))
    evidence = draft.table.evidence
    assert evidence is not None, "the numbers are settled"
    _, events = draft.table.game.deal(evidence.hands)
    for event in events:
        draft.add(Happened(event))


def _is_called(draft: Draft, count: int) -> None:
    fair = draft.state.fair
    if count != fair.count:
        raise Refused("unknown_count", count=count, called=fair.count)
    if draft.state.stage != "calling":
        raise Refused("too_late")


def _entropy(draft: Draft) -> str:
    if not is_hex32(draft.entropy):
        raise ValueError("fresh randomness is wanted here, as 64 digits of 0-9 and a-f")
    return draft.entropy
