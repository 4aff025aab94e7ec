"""The position that a request describes, as a view: what the other side of the protocol sees."""

from collections.abc import Iterable

from gongzhu.arena.request import PHASES, Played, Request
from gongzhu.cards import PIG, Card, Seat, Suit, seats
from gongzhu.rules import (
    Exposure,
    Mode,
    Own,
    Public,
    RuleError,
    RuleFault,
    RuleSet,
    Trick,
    pass_steps,
    point_cards,
    rules_from_values,
    sides,
    winning_place,
)
from gongzhu.rules.faults import toml_value
from gongzhu.view import View


def rules_of(request: Request, rules: RuleSet | None = None) -> RuleSet:
    """The rules that a request is asked under: its own, and `rules`, if there are any, where it
    brings none. Raises RuleError where they are none, or of the other game."""
    under = rules if rules and not request.rules else rules_from_values(request.rules)
    if request.game != under.family:
        allowed = toml_value(under.family)
        fault = RuleFault("game", toml_value(request.game), "other_game", allowed)
        raise RuleError("", fault)
    return under


def view_in(request: Request, rules: RuleSet) -> View:
    """What the bot sees that is asked; what a request leaves out is as at a deal's beginning."""
    players, seat = rules.players, request.seat
    tricks = tuple(
        Trick(cards[0][0], tuple(card for _, card in cards), _winner(cards))
        for cards in request.history
    )
    trick = tuple(card for _, card in request.trick)
    leader = request.trick[0][0] if request.trick else request.leader
    played = {card for cards in (*request.history, request.trick) for _, card in cards}
    exposures = request.exposures or ({},) * players
    mine = _exposed(seat, exposures[seat])
    known = tuple(
        item
        for other in seats(players)
        for item in _exposed(other, exposures[other])
        if item.mode != "down" or item.card in played
    )
    down = [*(request.face_down or (0,) * players)]
    down[seat] = sum(item.mode == "down" and item.card not in played for item in mine)
    counting = point_cards(rules)
    passing = request.passing
    if passing is None:
        passing = pass_steps(rules, request.deal)
    public = Public(
        number=request.deal,
        totals=request.totals or (0,) * len(sides(rules)),
        passing=passing,
        phase=PHASES[request.type],
        leader=leader,
        trick=trick,
        tricks=tricks,
        captured=tuple(
            tuple(card for card in cards if card in counting)
            for cards in request.captured or ((),) * players
        ),
        exposed=known,
        face_down=tuple(down),
        suits_led=tuple(dict.fromkeys(trick.cards[0].suit for trick in tricks)),
        hearts_broken=_broken(rules, (*(trick.cards for trick in tricks), trick)),
    )
    own = Own(
        hand=tuple(sorted(request.hand)),
        dealt=_dealt(request),
        passed=request.passed,
        received=request.received,
        exposures=mine if request.type in ("play", "moon") else None,
    )
    return View(rules, seat, public, own)


def _winner(cards: Played) -> Seat:
    return cards[winning_place(tuple(card for _, card in cards))][0]


def _exposed(seat: Seat, modes: dict[Card, Mode]) -> tuple[Exposure, ...]:
    return tuple(Exposure(seat, card, modes[card]) for card in sorted(modes))


def _broken(rules: RuleSet, tricks: Iterable[tuple[Card, ...]]) -> bool:
    """Whether a heart was discarded, or the queen of spades played where that counts as one."""
    return any(
        (card.suit is Suit.HEARTS and card.suit is not trick[0].suit)
        or (card is PIG and rules.queen_breaks_hearts)
        for trick in tricks
        for card in trick
    )


def _dealt(request: Request) -> tuple[Card, ...]:
    """The hand as it was dealt: with what was played and passed, without what was received."""
    mine = {
        card
        for cards in (*request.history, request.trick)
        for seat, card in cards
        if seat == request.seat
    }
    held = mine | set(request.hand)
    if request.received is not None:
        held = (held - set(request.received)) | set(request.passed or ())
    return tuple(sorted(held))
