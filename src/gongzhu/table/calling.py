"""How a game begins, and how the cards of each deal are dealt by the GZH1 protocol, from the call
for commitments on."""

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
    """Begin a game if no seat is open and all connected players are ready."""
    if _all_ready(draft) and all(seat.kind != "open" for seat in draft.state.seats):
        game = child_seed(_entropy(draft), "game")[:32]
        draft.add(GameBegan(game, len(draft.state.games)))
        call_deal(draft)


def next_if_ready(draft: LogEntryDraft) -> None:
    """Call the next deal of the game, so that its dealing begins, if all connected players are
    ready."""
    if _all_ready(draft):
        call_deal(draft)


def _all_ready(draft: LogEntryDraft) -> bool:
    """True if some player is connected, and all connected players whom no bot stands in for are
    ready."""
    there = [seat for seat in draft.state.seats if seat.online and not seat.stand_in]
    return bool(there) and all(seat.ready for seat in there)


def call_deal(draft: LogEntryDraft) -> None:
    """Call the next deal: ask the players for commitments to their random numbers. Begins a new
    chain of the dealer's secrets if the last one is used up."""
    fair = draft.state.fair
    count, previous = fair.count + 1, fair.previous
    if previous is None or fair.chain is None or fair.chain.place(count) is None:
        last = child_seed(_entropy(draft), "chain")
        previous = secrets_of(last, LONGEST_CHAIN)[0]
        draft.add(ChainBegan(Chain(previous, LONGEST_CHAIN, count), last))
    draft.add(DealCalled(count, previous))


def give_deal(draft: LogEntryDraft, evidence: Evidence) -> None:
    """Begin the game of a table whose deal was fixed beforehand, and deal it."""
    draft.add(GameBegan(child_seed(_entropy(draft), "game")[:32], 0))
    draft.add(DealGiven(evidence.deal, evidence))
    time_is_up(draft)


def commit(draft: LogEntryDraft, seat: Seat, count: int, commitment: str) -> None:
    """Record a player's commitment for the called deal. Raises CommandRefused for one that does not
    fit or comes too late."""
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
    """Record the number that a player reveals. Raises CommandRefused if it does not match the
    commitment, or comes too early or too late."""
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
    """Take the next steps of the GZH1 protocol for the current deal, until one has to wait for a
    player."""
    while isinstance(progress := draft.table.progress, Committing | Revealing):
        heard = draft.state.fair.heard
        if not all(heard[seat] for seat in progress.expected):
            return
        time_is_up(draft)


def time_is_up(draft: LogEntryDraft) -> None:
    """End the current wait of the GZH1 protocol: lock the commitments that have arrived, or deal
    the cards from the numbers that were revealed in time."""
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
    fair = draft.state.fair
    if count != fair.count:
        raise CommandRefused("unknown_count", count=count, called=fair.count)


def _entropy(draft: LogEntryDraft) -> str:
    if not is_hex32(draft.entropy):
        raise ValueError("fresh randomness is wanted here, as 64 digits of 0-9 and a-f")
    return draft.entropy
