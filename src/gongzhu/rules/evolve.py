"""Computes the state of a deal after an event: the public part, and the part of one seat.

The state is made from all events, and a view from the events that its seat may see, both by
`evolve_public` and `evolve_own` alone. In this code base, `evolve_…` always names the function from
one state and one event to the next state. To fold is to run it over a sequence of events.
"""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from gongzhu.cards import PIG, Card, Seat, Suit
from gongzhu.rules.deal import Own, Phase, Public, Trick
from gongzhu.rules.events import (
    CardPlayed,
    CardsExposed,
    CardsPassed,
    Claimed,
    DealBegan,
    DealEnded,
    Event,
    Exposure,
    ExposureChosen,
    MoonChosen,
    MoonShot,
    PassChosen,
    PlayBegan,
    TrickTaken,
)
from gongzhu.rules.facts import counting_cards
from gongzhu.rules.options import RuleSet


def winning_index(cards: Sequence[Card]) -> int:
    """The index in `cards` (a trick in playing order, not empty) of the highest card of the suit
    led.

    >>> winning_index(parse_cards("9S KH QS AD"))
    2
    """
    best = 0
    for index, card in enumerate(cards):
        if card.suit is cards[best].suit and card.order > cards[best].order:
            best = index
    return best


def begin_public(rules: RuleSet, event: DealBegan) -> Public:
    """The public part of a deal right after the cards were dealt."""
    return Public(
        number=event.number,
        totals=event.totals,
        passing=event.passing,
        phase=Phase.PASSING if event.passing else Phase.EXPOSING,
        leader=event.leader,
        captured=((),) * rules.players,
        face_down=(0,) * rules.players,
    )


def begin_own(event: DealBegan, seat: Seat) -> Own:
    """The state that `seat` alone knows right after the cards were dealt: its hand. In the event
    this hand must not be None (hidden), or the function fails with an AssertionError; the hands of
    the others are not read."""
    hand = event.hands[seat]
    assert hand is not None, "a seat sees its own hand"
    return Own(hand=hand, dealt=hand)


def evolve_public(rules: RuleSet, public: Public, event: Event) -> Public:
    """The public part after `event`. Reads only public fields of the event, so hidden ones may be
    None."""
    match event:
        case CardPlayed(seat, card, was_down):
            return _card_played(rules, public, seat, card, was_down)
        case TrickTaken(seat):
            return _trick_taken(rules, public, seat)
        case DealBegan():
            return begin_public(rules, event)
        case PassChosen() | ExposureChosen():
            return public
        case MoonShot(seat):
            return replace(public, phase=Phase.MOON, shooter=seat)
        case CardsPassed():
            return replace(public, phase=Phase.EXPOSING)
        case CardsExposed(shown, face_down):
            return replace(public, exposed=shown, face_down=face_down)
        case PlayBegan(leader):
            return replace(public, phase=Phase.PLAYING, leader=leader)
        case Claimed(seat):
            return replace(public, claimed=seat)
        case MoonChosen(_, choice):
            return replace(public, moon_choice=choice)
        case DealEnded(scores, dealt, passed):
            return replace(public, phase=Phase.ENDED, scores=scores, dealt=dealt, passed=passed)
        case _:
            assert_never(event)


def _card_played(rules: RuleSet, public: Public, seat: Seat, card: Card, was_down: bool) -> Public:
    trick = (*public.trick, card)
    broken = public.hearts_broken
    if not broken:
        discarded = trick[0].suit is not card.suit
        broken = (card.suit is Suit.HEARTS and discarded) or (
            card is PIG and rules.queen_breaks_hearts
        )
    if not was_down:
        return replace(public, trick=trick, hearts_broken=broken)
    down = list(public.face_down)
    down[seat] -= 1
    return replace(
        public,
        trick=trick,
        hearts_broken=broken,
        exposed=(*public.exposed, Exposure(seat, card, "down")),
        face_down=tuple(down),
    )


def _trick_taken(rules: RuleSet, public: Public, seat: Seat) -> Public:
    cards = public.trick
    leader = public.leader
    assert leader is not None
    counting = counting_cards(rules)
    points = tuple(card for card in cards if card in counting)
    captured = public.captured
    if points:
        captured = (*captured[:seat], captured[seat] + points, *captured[seat + 1 :])
    led = cards[0].suit
    return replace(
        public,
        leader=seat,
        trick=(),
        tricks=(*public.tricks, Trick(leader, cards, seat)),
        captured=captured,
        suits_led=public.suits_led if led in public.suits_led else (*public.suits_led, led),
    )


def evolve_own(public: Public, own: Own, event: Event, seat: Seat) -> Own:
    """The state that `seat` alone knows after `event`, given the state before it. The fields
    of the event that this seat may see must not be None."""
    match event:
        case CardPlayed(player, played):
            if player != seat:
                return own
            return replace(own, hand=tuple([card for card in own.hand if card is not played]))
        case DealBegan():
            return begin_own(event, seat)
        case PassChosen(chooser, cards):
            return replace(own, passed=cards) if chooser == seat else own
        case CardsPassed(passing, by_giver):
            given = by_giver[seat]
            received = by_giver[(seat - passing) % public.players]
            assert given is not None, "a seat sees what it gave"
            assert received is not None, "a seat sees what it was given"
            kept = [card for card in own.hand if card not in given]
            return replace(own, hand=tuple(sorted([*kept, *received])), received=received)
        case ExposureChosen(chooser, exposures):
            return replace(own, exposures=exposures) if chooser == seat else own
        case _:
            return own


def trick_winner(public: Public) -> Seat:
    """The seat that wins the trick in progress, which must be complete."""
    assert public.leader is not None
    return Seat((public.leader + winning_index(public.trick)) % public.players)
