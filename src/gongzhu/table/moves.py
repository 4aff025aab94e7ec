"""Moves in a running deal: which seats must move, what they may do, and what follows."""

from msgspec import UNSET

from gongzhu.cards import Seat
from gongzhu.dealing import Evidence
from gongzhu.rules import (
    Action,
    Claim,
    Deal,
    ExposureChosen,
    Game,
    GameResult,
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
from gongzhu.rules.deal import Public
from gongzhu.rules.legal import waiting
from gongzhu.table.commands import BotAct
from gongzhu.table.facts import BotFailed, BotHurried, Chose, DealScored, GameEnded, Happened
from gongzhu.table.log_entry_draft import LogEntryDraft
from gongzhu.table.progress import Playing
from gongzhu.table.refusals import CommandRefused
from gongzhu.table.state import Ask
from gongzhu.table.table import Table, anybody_there, bot_plays, in_game

MOST_DEALS = 200
"""Most deals of a game. Some rules have limits that are never reached, or packs in which hardly a
card counts. A game to a thousand points takes about ten deals."""


def act(draft: LogEntryDraft, seat: Seat, action: Action, after: int | None) -> None:
    """Carry out a player's action in the deal. `after` is the last log entry that the player knew;
    raises CommandRefused if the position has changed since."""
    if after is not None and after < draft.table.position_seq:
        raise CommandRefused("stale")
    _apply(draft, seat, action)


def bot_act(draft: LogEntryDraft, choice: BotAct) -> None:
    """Carry out a bot's choice. Raises CommandRefused if no bot has to choose for the seat any
    more, or if the position has changed since the bot began to think."""
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
        # Each event gets the deal after all of them: nothing reads the deal in between.
        draft.add(Happened(event), deal)
        if isinstance(event, PassChosen | ExposureChosen):
            draft.add(Chose(event.seat))
    if deal.public.scores is not None:
        _score(draft, deal.public, deal.public.scores, progress.evidence)


def _score(
    draft: LogEntryDraft, public: Public, scores: tuple[int, ...], evidence: Evidence
) -> None:
    """Score a deal that has ended, and end the game if it is over too."""
    after = draft.table.game.after_deal(public)
    of_day = draft.state.settings.day is not UNSET
    draft.add(DealScored(scores, after.totals, None if of_day else evidence))
    result = after.result
    if result is None and (of_day or after.number >= MOST_DEALS):
        result = broken_off(after)
    if result is not None:
        _end(draft, result)


def _end(draft: LogEntryDraft, result: GameResult) -> None:
    match = draft.table.match.after(result)
    draft.add(
        GameEnded(result.winners, result.losers, match.strips, match.round_points, match.lost)
    )


def break_off(draft: LogEntryDraft) -> None:
    """End the running game of a table that closes, without a winner, if at least one deal of it was
    scored. Only ended games are kept, for the players who have a seat then, or for all players if
    none is left."""
    state = draft.state
    if in_game(state) and state.deals:
        _end(draft, GameResult((), (), (0,) * len(state.totals)))


def broken_off(game: Game) -> GameResult:
    """The result of a game that the table itself ends, as after too many deals: the side with the
    best total wins, no side loses, and the game is worth nothing. The records of its deals do not
    show this end, since no rule of the game calls for it."""
    best = (min if game.rules.family == "hearts" else max)(game.totals)
    winners = tuple(side for side, total in enumerate(game.totals) if total == best)
    return GameResult(winners, (), (0,) * len(game.totals))


def must_choose(table: Table) -> tuple[Seat, ...]:
    """The seats that the running deal waits for."""
    if not isinstance(table.progress, Playing):
        return ()
    return waiting(table.progress.deal)


def bots_to_move(table: Table) -> tuple[tuple[Seat, str | None], ...]:
    """The seats for which a bot must choose now, each with the bot's level (None: the server's
    default).

    Empty while no player is connected.
    """
    bots = [seat for seat in must_choose(table) if bot_plays(table, seat)]
    if not bots or not anybody_there(table.state):
        return ()
    return tuple((seat, table.state.seats[seat].level) for seat in bots)


def ask_of(table: Table, seat: Seat | None) -> Ask | None:
    """The question that the table asks the player in a seat; None if there is none.

    A player is asked even while a bot plays for them: the first answer counts.
    """
    if seat is None or not isinstance(table.progress, Playing):
        return None
    sitting = table.state.seats[seat]
    if sitting.kind != "player" or sitting.left:
        return None
    return ask_in(table.progress.deal, seat)


def ask_in(deal: Deal, seat: Seat) -> Ask | None:
    """The question that a deal asks a seat; None if the deal does not wait for that seat."""
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
