"""The inputs of the network: the knowledge of one seat as the indices of the inputs that are 1; all
others are 0.

The inputs come in groups, in this order. Seats are numbered relative to the own seat: 0 is the own
seat, 1 the next in playing order.

- the hand; the cards played, by seat; those on the table, by other seat; the captured cards that
  count, by seat; the suits in which each other seat has been seen to be void;
- the suit led, the card that wins the trick so far, and the seat that played it;
- the number of cards of each suit in the hand, and of each suit held by the others; the hand size;
- in Hearts: the own passed cards that are not played yet, by the seat that has them; the cards
  received; the number of seats by which cards are passed; whether this is the passing phase; hearts
  broken;
- in Gong Zhu: the exposed key cards, and which seat holds each; the suits led to complete tricks;
  partners; exposing allowed; the key card for which an exposure is being decided.
"""

from collections.abc import Iterable, Sequence

from gongzhu.cards import ACE_OF_HEARTS, DOUBLER, PACK, PIG, SHEEP, Card, Suit
from gongzhu.rules import Phase
from gongzhu.view import View

CARDS, SUITS, SEATS = 52, 4, 4
LENGTHS = 14
"""Number of possible lengths of a suit in a hand, 0 to 13."""
KEYS = (DOUBLER, SHEEP, ACE_OF_HEARTS, PIG)
"""The key cards."""
COUNTING = {
    card: place
    for place, card in enumerate(card for card in PACK if card.suit is Suit.HEARTS or card in KEYS)
}
"""The cards that score in either game, each with its index in the input group of captured cards."""

(
    HAND,
    PLAYED,
    TABLE,
    CAPTURED,
    VOID,
    LED,
    BEST,
    WINNER,
    OWN_LENGTHS,
    LENGTHS_OUT,
    HAND_SIZE,
) = (0, 52, 260, 416, 480, 492, 496, 548, 552, 608, 664)
"""The index of the first input of each group that both games have."""
PASSED, RECEIVED, STEPS, IN_PASSING, BROKEN = 678, 834, 886, 890, 891
EXPOSED, HOLDERS, SUITS_LED, PARTNERS, SALE, ASKED = 678, 682, 698, 702, 703, 704
HEARTS_INPUTS, GONGZHU_INPUTS = 892, 708
"""The number of inputs in Hearts, and in Gong Zhu."""


def inputs_of(
    view: View,
    hand: Iterable[Card],
    *,
    passed: Sequence[Card] = (),
    exposed: Sequence[Card] = (),
    asked: Card | None = None,
) -> list[int]:
    """The indices of the inputs that are 1, for the view's seat, which must act.

    Before play, a decision is made in steps: `hand` is the hand without the cards `passed` in
    earlier steps; `exposed` are the key cards already exposed, and `asked` is the key card to be
    decided now.
    """
    public, own, seat = view.public, view.own, view.seat
    assert own is not None
    assert seat is not None
    numbers = [card.index for card in hand]
    lengths = [0] * SUITS
    for number in numbers:
        lengths[number // 13] += 1
    out = [13 - length for length in lengths]
    inputs = [HAND + number for number in numbers]
    for trick in public.tricks:
        at = (trick.winner - seat) % SEATS
        place = (trick.leader - seat) % SEATS
        led = trick.cards[0].suit
        for card in trick.cards:
            _add_played(inputs, card, place, led)
            out[card.suit.order] -= 1
            if card in COUNTING:
                inputs.append(CAPTURED + len(COUNTING) * at + COUNTING[card])
            place = (place + 1) % SEATS
    if public.trick:
        _add_table(view, inputs)
        for card in public.trick:
            out[card.suit.order] -= 1
    inputs += [OWN_LENGTHS + LENGTHS * suit + length for suit, length in enumerate(lengths)]
    inputs += [LENGTHS_OUT + LENGTHS * suit + length for suit, length in enumerate(out)]
    inputs.append(HAND_SIZE + len(numbers))
    if view.rules.aim == "low":
        _add_hearts(view, inputs, passed)
    else:
        _add_gongzhu(view, inputs, exposed, asked)
    # A void seat fails to follow suit in many tricks.
    return list(dict.fromkeys(inputs))


def _add_played(inputs: list[int], card: Card, place: int, led: Suit) -> None:
    inputs.append(PLAYED + CARDS * place + card.index)
    if place and card.suit is not led:
        inputs.append(VOID + SUITS * (place - 1) + led.order)


def _add_table(view: View, inputs: list[int]) -> None:
    public = view.public
    assert public.leader is not None
    assert view.seat is not None
    place = (public.leader - view.seat) % SEATS
    led = public.trick[0].suit
    best = max(card for card in public.trick if card.suit is led)
    inputs += [LED + led.order, BEST + best.index]
    for card in public.trick:
        _add_played(inputs, card, place, led)
        inputs.append(TABLE + CARDS * (place - 1) + card.index)
        if card is best:
            inputs.append(WINNER + place)
        place += 1


def _add_hearts(view: View, inputs: list[int], passed: Sequence[Card]) -> None:
    public, own = view.public, view.own
    assert own is not None
    steps = public.passing % SEATS
    if steps:
        gone = {card for trick in public.tricks for card in trick.cards} | set(public.trick)
        kept = [card for card in (*(own.passed or ()), *passed) if card not in gone]
        inputs += [PASSED + CARDS * (steps - 1) + card.index for card in kept]
        if public.phase is Phase.PLAYING:
            inputs += [RECEIVED + card.index for card in own.received or ()]
    inputs.append(STEPS + steps)
    if public.phase is Phase.PASSING:
        inputs.append(IN_PASSING)
    if public.hearts_broken:
        inputs.append(BROKEN)


def _add_gongzhu(
    view: View, inputs: list[int], exposed: Sequence[Card], asked: Card | None
) -> None:
    public, seat, rules = view.public, view.seat, view.rules
    assert seat is not None
    inputs += [EXPOSED + KEYS.index(card) for card in exposed]
    inputs += [HOLDERS + KEYS.index(card) for card in exposed]
    gone = {card for trick in public.tricks for card in trick.cards} | set(public.trick)
    for exposure in public.exposed:
        key = KEYS.index(exposure.card)
        inputs.append(EXPOSED + key)
        if exposure.card not in gone:
            inputs.append(HOLDERS + len(KEYS) * ((exposure.seat - seat) % SEATS) + key)
    inputs += [SUITS_LED + suit.order for suit in public.suits_led]
    if rules.partners != "none":
        inputs.append(PARTNERS)
    if rules.sale != "none":
        inputs.append(SALE)
    if asked:
        inputs.append(ASKED + KEYS.index(asked))
