"""The part of a deal and of its events that one seat, or a spectator, may see.

Everything that a table sends to players and spectators goes through `view_of` or `see`. Both list
what may be seen. Everything else stays hidden.
"""

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import Card, Seat
from gongzhu.rules import (
    Action,
    CardPlayed,
    CardsExposed,
    CardsPassed,
    Claimed,
    Deal,
    DealBegan,
    DealEnded,
    Event,
    ExposureChosen,
    MoonChosen,
    MoonShot,
    Own,
    PassChosen,
    Phase,
    PlayBegan,
    Public,
    Reason,
    RuleSet,
    TrickTaken,
    hand_size,
    legal_actions,
    must_act,
    playable,
    why_illegal,
)
from gongzhu.rules.evolve import begin_own, begin_public, evolve_own, evolve_public


class View(Struct, frozen=True):
    """The part of a deal that one seat may know: the public part and the seat's own. For a
    spectator, `seat` and `own` are None."""

    rules: RuleSet
    seat: Seat | None
    public: Public
    own: Own | None

    def legal_actions(self) -> tuple[Action, ...]:
        """Every action that the seat may take now, or empty for a spectator."""
        if self.own is None:
            return ()
        assert self.seat is not None, "who has a half has a seat"
        return tuple(legal_actions(self.rules, self.public, self.own, self.seat))

    def playable(self) -> tuple[Card, ...]:
        """The cards that the seat may play now, or empty if it is not the seat's turn to play, and
        for a spectator."""
        turn = self.public.turn if self.public.phase is Phase.PLAYING else None
        if self.own is None or turn is None or turn != self.seat:
            return ()
        return playable(self.rules, self.public, self.own)

    def must_act(self) -> bool:
        """True if the deal waits for an action of this seat, and False for a spectator."""
        if self.own is None:
            return False
        assert self.seat is not None, "who has a half has a seat"
        return must_act(self.public, self.own, self.seat)

    def why_illegal(self, action: Action) -> Reason | None:
        """The rule that forbids the action to this seat, or None if the action is legal. Every
        action is illegal for a spectator."""
        if self.own is None:
            return Reason("no_seat")
        assert self.seat is not None, "who has a half has a seat"
        return why_illegal(self.rules, self.public, self.own, self.seat, action)

    def cards_left(self, seat: Seat) -> int:
        """Number of cards in the hand of any seat."""
        public = self.public
        in_trick = (seat - (public.leader or 0)) % self.rules.players < len(public.trick)
        return hand_size(self.rules) - len(public.tricks) - in_trick


def view_of(deal: Deal, seat: Seat | None) -> View:
    """The view that a seat has of a deal. `seat` None means a spectator.

    >>> rules = load_rules("gongzhu-hwa").rules
    >>> deal, _ = start_deal(rules, deal_hands(rules, "a seed"))
    >>> view_of(deal, 0).own == deal.own[0], view_of(deal, None).own
    (True, None)
    """
    return View(deal.rules, seat, deal.public, None if seat is None else deal.own[seat])


def see(event: Event, seat: Seat | None) -> Event | None:
    """The part of an event that a seat may see, with hidden fields set to None, or None if it may
    see nothing of it. `seat` None means a spectator.

    >>> rules = load_rules("gongzhu-pagat").rules
    >>> deal, (began,) = start_deal(rules, deal_hands(rules, "a seed"))
    >>> began.hands[0] == deal.own[0].hand, see(began, Seat(1)).hands[0]
    (True, None)
    """
    match event:
        case CardPlayed() | TrickTaken():  # first, since most events are these
            return event
        case DealBegan(number, totals, passing, leader, hands):
            own = tuple(hand if at == seat else None for at, hand in enumerate(hands))
            return DealBegan(number, totals, passing, leader, own)
        case PassChosen(chooser) | ExposureChosen(chooser):
            return event if chooser == seat else None
        case CardsPassed(passing, cards):
            giver = None if seat is None else (seat - passing) % len(cards)
            mine = tuple(given if at in (seat, giver) else None for at, given in enumerate(cards))
            return CardsPassed(passing, mine)
        case CardsExposed() | PlayBegan() | Claimed():
            return event
        case MoonShot() | MoonChosen() | DealEnded():
            return event
        case _:
            assert_never(event)


def open_view(rules: RuleSet, event: DealBegan, seat: Seat | None) -> View:
    """The first view of a deal, from its first event as `see` gave it to this seat (None for a
    spectator).

    >>> rules = load_rules("gongzhu-pagat").rules
    >>> deal, (began,) = start_deal(rules, deal_hands(rules, "a seed"))
    >>> open_view(rules, see(began, Seat(1)), Seat(1)) == view_of(deal, Seat(1))
    True
    """
    own = None if seat is None else begin_own(event, seat)
    return View(rules, seat, begin_public(rules, event), own)


def evolve_view(view: View, event: Event) -> View:
    """The view after the next event, given as `see` returned it to the view's seat. Skip events for
    which that is None. The result equals `view_of` of the deal after the event.

    >>> rules = load_rules("gongzhu-pagat").rules
    >>> deal, _ = start_deal(rules, deal_hands(rules, "a seed"))
    >>> after, (event,) = apply(deal, Seat(1), Expose({}))
    >>> evolve_view(view_of(deal, Seat(1)), event) == view_of(after, Seat(1))
    True
    """
    own = view.own
    if own is not None:
        assert view.seat is not None, "who has a half has a seat"
        own = evolve_own(view.public, own, event, view.seat)
    return replace(view, public=evolve_public(view.rules, view.public, event), own=own)
