"""Moves in a running deal: the seats that must move, their options, and the consequences."""

from msgspec import UNSET

from gongzhu.cards import Seat
from gongzhu.rules import (
    Action,
    Claim,
    Deal,
    ExposureChosen,
    IllegalAction,
    PassChosen,
    Phase,
    apply,
    exposure_modes,
    key_cards,
    must_act,
    playable,
    why_illegal,
)
from gongzhu.rules.legal import waiting
from gongzhu.table.commands import BotAct
from gongzhu.table.ending import score_deal
from gongzhu.table.facts import BotFailed, BotHurried, Chose, Happened, TookBack
from gongzhu.table.log_entry_draft import LogEntryDraft
from gongzhu.table.progress import Playing
from gongzhu.table.refusals import CommandRefused
from gongzhu.table.state import Ask
from gongzhu.table.table import Table, bot_plays, clock_runs

MOST_TAKEN_BACK = 100
"""Greatest number of times that cards can be taken back in one deal, which bounds the log."""


def act(draft: LogEntryDraft, seat: Seat, action: Action, after: int | None) -> None:
    """Carry out a player's action in the deal. `after` is the number of log entries that the player
    had received (None: not checked). Raises CommandRefused as stale if the position has changed
    since, or if the rules forbid the action."""
    if after is not None and after < draft.table.position_seq:
        raise CommandRefused("stale")
    _apply(draft, seat, action)


def bot_act(draft: LogEntryDraft, choice: BotAct) -> None:
    """Carry out a bot's choice. Raises CommandRefused as stale if no bot has to choose for the
    seat, or if the position has changed since the bot was asked."""
    seat = choice.seat
    thinking = [at for at, _ in bots_to_move(draft.table)]
    if seat not in thinking or choice.after < draft.table.position_seq:
        raise CommandRefused("stale")
    if choice.failure is not None:
        draft.add(BotFailed(seat, choice.failure))
    elif choice.hurried:
        draft.add(BotHurried(seat))
    _apply(draft, seat, choice.action)


def _apply(draft: LogEntryDraft, seat: Seat, action: Action) -> None:
    progress = draft.table.progress
    if not isinstance(progress, Playing):
        raise CommandRefused("no_deal")
    try:
        deal, events = apply(progress.deal, seat, action)
    except IllegalAction as illegal:
        raise CommandRefused.by_rule(illegal.reason) from illegal
    for event in events:
        # Each fact is given the deal after all events, because nothing reads the deals in between.
        draft.add(Happened(event), deal)
        if isinstance(event, PassChosen | ExposureChosen):
            draft.add(Chose(event.seat))
    if deal.public.scores is not None:
        score_deal(draft, deal.public, deal.public.scores, progress.evidence)


def take_back(draft: LogEntryDraft, seat: Seat) -> None:
    """Take back the last card of the player in `seat`, and all cards played after it. Raises
    CommandRefused if no deal is being played, another seat is not a bot's own, the player has
    played no card, or MOST_TAKEN_BACK is reached."""
    progress, state = draft.table.progress, draft.state
    if not isinstance(progress, Playing):
        raise CommandRefused("no_deal")
    if any(sitting.kind != "bot" for at, sitting in enumerate(state.seats) if at != seat):
        raise CommandRefused("not_alone")
    own = [number for number, (at, _) in enumerate(progress.deal.public.plays) if at == seat]
    if not own:
        raise CommandRefused("nothing_to_take_back")
    if progress.taken_back >= MOST_TAKEN_BACK:
        raise CommandRefused("too_often_back", most=MOST_TAKEN_BACK)
    draft.add(TookBack(seat, own[-1]))


def must_choose(table: Table) -> tuple[Seat, ...]:
    """The seats for which the running deal waits, or empty if no deal is being played."""
    if not isinstance(table.progress, Playing):
        return ()
    return waiting(table.progress.deal)


def bots_to_move(table: Table) -> tuple[tuple[Seat, str | None], ...]:
    """The seats for which a bot must choose now, each with the bot's level (None: the server's
    default).

    Empty while no player is connected, except at a table of a tournament.
    """
    bots = [seat for seat in must_choose(table) if bot_plays(table, seat)]
    if not bots or not clock_runs(table.state):
        return ()
    board = table.state.settings.board
    usual = None if board is UNSET else board.level
    return tuple((seat, table.state.seats[seat].level or usual) for seat in bots)


def ask_of(table: Table, seat: Seat | None) -> Ask | None:
    """The question for the player in a seat (None: a spectator), or None if there is none to
    answer.

    A player is asked even while a bot plays for them. The first answer counts.
    """
    if seat is None or not isinstance(table.progress, Playing):
        return None
    sitting = table.state.seats[seat]
    if sitting.kind != "player" or sitting.left or table.state.played_out:
        return None
    return ask_in(table.progress.deal, seat)


def ask_in(deal: Deal, seat: Seat) -> Ask | None:
    """The question that a deal asks a seat, or None if the deal does not wait for the seat."""
    rules, public, own = deal.rules, deal.public, deal.own[seat]
    if not must_act(public, own, seat):
        return None
    match public.phase:
        case Phase.PASSING:
            return Ask("pass", tuple(card.code for card in own.hand), rules.pass_count)
        case Phase.EXPOSING:
            modes = exposure_modes(rules)
            return Ask(
                "expose", modes={card.code: modes for card in key_cards(rules) if card in own.hand}
            )
        case Phase.PLAYING:
            cards = tuple(card.code for card in playable(rules, public, own))
            claim = why_illegal(rules, public, own, seat, Claim()) is None
            return Ask("play", cards, claim=claim)
        case _:
            # The moon is the only choice left: a deal that waits for a seat has not ended.
            return Ask("moon")
