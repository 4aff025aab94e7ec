"""Replays a record: computes every state and event of its deal."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from gongzhu.cards import Card, Seat, show_cards
from gongzhu.records.fault import Detail, RecordError, RecordFault, RecordPosition
from gongzhu.records.model import DealRecord, record_deal
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Claim,
    Deal,
    Expose,
    Game,
    IllegalAction,
    Pass,
    Phase,
    Play,
    RuleSet,
    apply,
    exposure_modes,
    hand_size,
    pack_of,
    pass_steps,
    start_deal,
    unanswered_moon,
)
from gongzhu.rules.apply import Step
from gongzhu.rules.events import Hands
from gongzhu.rules.facts import first_lead_by_card


class Transition(NamedTuple):
    """An action in a replayed record, with the deal before and after it."""

    before: Deal
    """The deal before the action."""
    seat: Seat
    """The seat that took it."""
    action: Action
    step: Step
    """The deal after the action, with its events."""


def replay(record: DealRecord) -> Iterator[Step]:
    """Yields the deal after each action of a record, with the events of that action. The first item
    is the beginning of the deal.

    Raises RecordError for an action that the rules forbid.

    >>> [record] = read_text(Path("examples/friday.gzn").read_text("utf-8"))
    >>> *_, (deal, events) = replay(record)
    >>> type(events[-1]).__name__
    'DealEnded'
    """
    yield _begun(record)
    for transition in transitions(record):
        yield transition.step


def transitions(record: DealRecord) -> Iterator[Transition]:
    """Yields every action of a record in order: each seat's pass, each seat's exposures, each play,
    the claim, and the choice of what a slam pays (the default choice if the record has none).

    Raises RecordError for an action that the rules forbid.

    >>> [record] = read_text(Path("examples/friday.gzn").read_text("utf-8"))
    >>> first = next(transitions(record))
    >>> first.seat, first.action
    (0, Expose(modes={<Card.QUEEN_OF_SPADES: 'QS'>: 'open'}))
    """
    deal, _ = _begun(record)
    last_play = len(record.plays) or None
    for seat, action, number in _actions(record):
        step = _applied(record, deal, seat, action, number)
        yield Transition(deal, seat, action, step)
        deal, _ = step
    if deal.public.phase is Phase.PLAYING:
        left = sum(len(own.hand) for own in deal.own)
        raise _error(record, "unfinished", last_play, count=left)
    shooter = deal.public.turn
    if shooter is None and record.moon_choice is not None:
        raise _error(record, "no_moon")
    if shooter is not None:
        choice = ChooseMoon(record.moon_choice or unanswered_moon(record.rules, deal.public))
        yield Transition(deal, shooter, choice, apply(deal, shooter, choice))


def _actions(record: DealRecord) -> Iterator[tuple[Seat, Pass | Expose | Play | Claim, int | None]]:
    """Yields every action up to the last trick with its seat, and with the number of the play (from
    1) that it is or follows, or None before the first play."""
    for seat, action in _before_play(record):
        yield seat, action, None
    for number, (seat, card) in enumerate(record.plays, start=1):
        yield seat, Play(card), number
    if record.claimed is not None:
        yield record.claimed, Claim(), len(record.plays) or None


def replayed(record: DealRecord) -> tuple[DealRecord, Game]:
    """The record with its results (first leader, scores, totals, end of the game) computed from its
    plays, and the game after its deal.

    Raises RecordError for an action that the rules forbid.

    >>> [record] = read_text(Path("examples/friday.gzn").read_text("utf-8"))
    >>> again, game = replayed(record)
    >>> again == record, game.totals == record.totals
    (True, True)
    """
    *_, (deal, _) = replay(record)
    after = Game(record.rules, record.totals_before, record.deal).after_deal(deal.public)
    right = record_deal(deal, after, players=record.players, preset=record.preset)
    return replace(
        record,
        first_leader=right.first_leader,
        scores=right.scores,
        totals=right.totals,
        game_over=right.game_over,
        winners=right.winners,
        losers=right.losers,
    ), after


def _begun(record: DealRecord) -> Step:
    by_card = first_lead_by_card(record.rules, record.deal)
    leader = record.first_leader
    if not by_card and record.plays and record.plays[0][0] != leader:
        raise _error(record, "leader_and_play", 1, leader=leader, seat=record.plays[0][0])
    try:
        return start_deal(
            record.rules,
            record.hands,
            record.deal,
            record.totals_before,
            None if by_card else leader,
        )
    except ValueError as error:
        fault = wrong_hands(record.rules, record.hands)
        assert fault, "the hands are wrong"
        position = RecordPosition(game=record.game, deal=record.deal)
        raise RecordError(replace(fault, position=position)) from error


def wrong_hands(rules: RuleSet, hands: Hands) -> RecordFault | None:
    """The fault that prevents these hands from being dealt under the rules, or None if there is
    none."""
    if len(hands) != rules.players:
        details = {"count": len(hands), "players": rules.players}
        return RecordFault("hands_count", details=details)
    pack = pack_of(rules)
    held = Counter(card for hand in hands for card in hand)
    extra = show_cards(sorted((held - Counter(pack)).keys()))
    missing = show_cards(card for card in pack if card not in held)
    if extra and missing:
        return RecordFault("hands_exchanged", details={"extra": extra, "missing": missing})
    if extra:
        return RecordFault("hands_extra", details={"extra": extra})
    if missing:
        return RecordFault("hands_missing", details={"missing": missing})
    size = hand_size(rules)
    for seat, hand in enumerate(hands):
        if len(hand) != size:
            details = {"seat": seat, "count": len(hand), "size": size}
            return RecordFault("hands_uneven", details=details)
    return None


def _before_play(record: DealRecord) -> Iterator[tuple[Seat, Pass | Expose]]:
    if record.passes is None and pass_steps(record.rules, record.deal):
        raise _error(record, "no_passes")
    for seat, cards in enumerate(record.passes or ()):
        yield Seat(seat), Pass(cards)
    may_expose = exposure_modes(record.rules)
    for seat, modes in enumerate(record.exposures):
        if modes or may_expose:
            yield Seat(seat), Expose(modes)


def _applied(
    record: DealRecord,
    deal: Deal,
    seat: Seat,
    action: Pass | Expose | Play | Claim,
    number: int | None = None,
) -> Step:
    try:
        return apply(deal, seat, action)
    except IllegalAction as error:
        problem, cards = _attempt(action)
        shown = show_cards(cards) or "–"
        raise _error(
            record, problem, number, seat=seat, cards=shown, reason=error.reason
        ) from error


def _attempt(action: Pass | Expose | Play | Claim) -> tuple[str, Iterable[Card]]:
    """The message key for an illegal action, and the cards that the action names."""
    match action:
        case Pass(cards):
            return "illegal_pass", cards
        case Expose(modes):
            return "illegal_exposure", modes
        case Play(card):
            return "illegal_play", (card,)
        case Claim():
            return "illegal_claim", ()
        case _:
            assert_never(action)


def _error(
    record: DealRecord, problem: str, number: int | None = None, **details: Detail
) -> RecordError:
    return RecordError(
        RecordFault(
            problem, RecordPosition(game=record.game, deal=record.deal, play=number), details
        )
    )
