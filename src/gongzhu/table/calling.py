"""Begins games, and deals the cards of each deal by the GZH1 protocol (docs/fair-deals.md), from
the call for commitments on."""

from gongzhu.cards import Seat
from gongzhu.dealing import (
    LONGEST_CHAIN,
    Chain,
    Contribution,
    Evidence,
    NumberRefused,
    Revealed,
    Withheld,
    child_seed,
    secrets_of,
)
from gongzhu.dealing.fair import is_hex32
from gongzhu.table.facts import (
    ChainBegan,
    Committed,
    DealCalled,
    DealGiven,
    GameBegan,
    Happened,
    NumberShown,
    NumbersLocked,
    NumbersSettled,
)
from gongzhu.table.log_entry_draft import LogEntryDraft
from gongzhu.table.progress import Committing, Revealing, Settled
from gongzhu.table.refusals import CommandRefused


def begin_if_ready(draft: LogEntryDraft) -> None:
    """Begin a game if no seat is open, at least one player is connected, and all connected players
    are ready."""
    if _all_ready(draft) and all(seat.kind != "open" for seat in draft.state.seats):
        game = child_seed(_entropy(draft), "game")[:32]
        draft.add(GameBegan(game, len(draft.state.games)))
        call_deal(draft)


def next_if_ready(draft: LogEntryDraft) -> None:
    """Call the next deal of the game if at least one player is connected and all connected players
    are ready."""
    if _all_ready(draft):
        call_deal(draft)


def _all_ready(draft: LogEntryDraft) -> bool:
    """True if at least one player is connected, and all of them are ready. Players for whom a bot
    stands in are not considered."""
    there = [seat for seat in draft.state.seats if seat.online and not seat.stand_in]
    return bool(there) and all(seat.ready for seat in there)


def call_deal(draft: LogEntryDraft) -> None:
    """Call the next deal: ask the players for commitments to random numbers. If the dealer's chain
    of secrets is used up, a new one is begun first, which needs `draft.entropy`."""
    fair = draft.state.fair
    count, previous = fair.count + 1, fair.previous
    if previous is None or fair.chain is None or fair.chain.place(count) is None:
        last = child_seed(_entropy(draft), "chain")
        previous = secrets_of(last, LONGEST_CHAIN)[0]
        draft.add(ChainBegan(Chain(previous, LONGEST_CHAIN, count), last))
    draft.add(DealCalled(count, previous))


def give_deal(draft: LogEntryDraft, evidence: Evidence) -> None:
    """Begin the game at a table whose single deal was fixed beforehand (`Settings.fixed`), and deal
    the cards in `evidence`."""
    draft.add(GameBegan(child_seed(_entropy(draft), "game")[:32], 0))
    draft.add(DealGiven(evidence.deal, evidence))
    time_is_up(draft)


def commit(draft: LogEntryDraft, seat: Seat, count: int, commitment: str) -> None:
    """Record the commitment of a seat to its random number for deal number `count`. The same
    commitment again changes nothing. Raises CommandRefused for another deal, a second or malformed
    commitment, or if commitments are no longer accepted."""
    _is_called(draft, count)
    match draft.table.progress:
        case Committing(commitments):
            try:
                after = commitments.commit(seat, commitment)
            except NumberRefused as refused:
                raise CommandRefused.by_dealing(refused) from refused
            if after != commitments:
                draft.add(Committed(seat, commitment))
                go_on(draft)
        case Revealing(locked) if _committed(locked.contributions[seat]) == commitment:
            pass  # The same commitment was sent again.
        case _:
            raise CommandRefused("too_late")


def _committed(given: Contribution) -> str | None:
    return given.commitment if isinstance(given, Withheld | Revealed) else None


def reveal(draft: LogEntryDraft, seat: Seat, count: int, number: str) -> None:
    """Record the random number that a seat reveals for deal number `count`. The same number again
    changes nothing. Raises CommandRefused for another deal, a number that does not match the
    commitment, or if numbers are not accepted yet or any more."""
    _is_called(draft, count)
    match draft.table.progress:
        case Revealing(locked):
            try:
                after = locked.reveal(seat, number)
            except NumberRefused as refused:
                raise CommandRefused.by_dealing(refused) from refused
            if after != locked:
                draft.add(NumberShown(seat, number))
                go_on(draft)
        case Committing():
            raise CommandRefused("not_locked")
        case _:
            raise CommandRefused("too_late")


def go_on(draft: LogEntryDraft) -> None:
    """Take all steps of the GZH1 protocol that need not wait for a message from a player."""
    while isinstance(progress := draft.table.progress, Committing | Revealing):
        heard = draft.state.fair.heard
        if not all(heard[seat] for seat in progress.expected):
            return
        time_is_up(draft)


def time_is_up(draft: LogEntryDraft) -> None:
    """End the current wait of the GZH1 protocol: lock the commitments sent so far, or else compute
    and deal the cards from the numbers revealed so far. Does nothing if there is no such wait."""
    match draft.table.progress:
        case Committing(commitments):
            draft.add(NumbersLocked(commitments.lock().contributions))
        case Revealing(locked):
            draft.add(NumbersSettled(locked.contributions))
            time_is_up(draft)
        case Settled(evidence):
            _, events = draft.table.game.deal(evidence.hands)
            for event in events:
                draft.add(Happened(event))


def _is_called(draft: LogEntryDraft, count: int) -> None:
    """Raise CommandRefused if `count` is not the number of the deal called last."""
    fair = draft.state.fair
    if count != fair.count:
        raise CommandRefused("unknown_count", count=count, called=fair.count)


def _entropy(draft: LogEntryDraft) -> str:
    """The fresh randomness of the draft. Raises ValueError if the caller passed none."""
    if not is_hex32(draft.entropy):
        raise ValueError("fresh randomness is wanted here, as 64 digits of 0-9 and a-f")
    return draft.entropy
