"""Begins deals and applies actions to them: each function returns the next state with its events.
No other module changes a deal."""

from collections.abc import Sequence
from typing import assert_never

from gongzhu.cards import Card, Seat, next_seat
from gongzhu.rules.actions import (
    Action,
    ChooseMoon,
    Claim,
    Expose,
    IllegalAction,
    Mode,
    Pass,
    Play,
    Reason,
)
from gongzhu.rules.deal import Deal, Own
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
from gongzhu.rules.evolve import begin_own, begin_public, evolve_own, evolve_public, trick_winner
from gongzhu.rules.facts import (
    asks_first_lead,
    dealer_of,
    first_lead_by_card,
    hand_size,
    lead_card,
    pack_of,
    pass_steps,
    piles,
    sides,
)
from gongzhu.rules.legal import exposure_modes, why_illegal
from gongzhu.rules.options import RuleSet
from gongzhu.rules.score import score_table

Step = tuple[Deal, tuple[Event, ...]]


def start_deal(
    rules: RuleSet,
    hands: Sequence[Sequence[Card]],
    number: int = 0,
    totals: Sequence[int] | None = None,
    leader: Seat | None = None,
) -> Step:
    """Begin deal `number` (0-based) of a game. `hands` has the cards of each seat, by seat.

    `totals` has the total of each side before the deal (default: all 0). `leader` is the seat that
    leads first: required if the last deal decides it (option `later_lead`), forbidden if the holder
    of a card leads, and otherwise by default computed as if this game were the first of its match.
    Raises ValueError if the hands are not the whole pack dealt evenly, or if the leader or the
    number of totals does not fit.

    >>> rules = PRESETS["hearts-denexa"].rules
    >>> deal, events = start_deal(rules, deal_hands(rules, "a seed"))
    >>> deal.public.phase.value, [type(event).__name__ for event in events]
    ('passing', ['DealBegan'])
    """
    sorted_hands = tuple(tuple(sorted(hand)) for hand in hands)
    if sorted(card for hand in sorted_hands for card in hand) != list(pack_of(rules)):
        raise ValueError("the hands are not exactly the pack of these rules")
    if [len(hand) for hand in sorted_hands] != [hand_size(rules)] * rules.players:
        raise ValueError(f"every one of {rules.players} hands has {hand_size(rules)} cards")
    before = (0,) * len(sides(rules)) if totals is None else tuple(totals)
    if len(before) != len(sides(rules)):
        raise ValueError(f"totals are for {len(sides(rules))} sides")
    by_card = first_lead_by_card(rules, number)
    if leader is None and not by_card and asks_first_lead(rules, number):
        leader = seat_that_leads(rules, dealer_of(rules, number))
    if by_card != (leader is None) or (leader is not None and not 0 <= leader < rules.players):
        raise ValueError(
            "a card decides who leads" if by_card else "the last deal decides who leads"
        )
    began = DealBegan(number, before, pass_steps(rules, number), leader, sorted_hands)
    deal = begin_deal(rules, began)
    if began.passing or exposure_modes(rules):
        return deal, (began,)
    return _record(deal, (began,), PlayBegan(_first_leader(deal)))


def apply(deal: Deal, seat: Seat, action: Action) -> Step:
    """The deal after `seat` took `action`, with the events that this caused, in order.

    Raises IllegalAction if the rules forbid the action to the seat. `deal` itself never changes.

    >>> rules = PRESETS["gongzhu-pagat"].rules
    >>> deal, _ = start_deal(rules, deal_hands(rules, "a seed"))
    >>> after, events = apply(deal, Seat(0), Expose({}))
    >>> events
    (ExposureChosen(seat=0, exposures=()),)
    """
    if not 0 <= seat < deal.rules.players:
        raise IllegalAction(Reason("no_such_seat", count=deal.rules.players - 1))
    reason = why_illegal(deal.rules, deal.public, deal.own[seat], seat, action)
    if reason:
        raise IllegalAction(reason)
    match action:
        case Play(card):
            return _play(deal, seat, card)
        case Pass(cards):
            return _pass(deal, seat, cards)
        case Expose(modes):
            return _expose(deal, seat, modes)
        case ChooseMoon(choice):
            return _end(*_record(deal, (), MoonChosen(seat, choice)))
        case Claim():
            return _finish(*_record(deal, (), Claimed(seat)))
        case _:
            assert_never(action)


def begin_deal(rules: RuleSet, began: DealBegan) -> Deal:
    """The deal right after the cards were dealt. No hand in `began.hands` may be None.

    >>> rules = PRESETS["gongzhu-pagat"].rules
    >>> deal, events = start_deal(rules, deal_hands(rules, "a seed"))
    >>> begin_deal(rules, events[0]) == deal
    True
    """
    own = tuple(begin_own(began, Seat(seat)) for seat in range(rules.players))
    return Deal(rules, begin_public(rules, began), own)


def evolve_deal(deal: Deal, event: Event) -> Deal:
    """The deal after `event`, which must be the next event that `apply` produced. Repeated over all
    events, it replays a log.

    >>> rules = PRESETS["gongzhu-pagat"].rules
    >>> deal, _ = start_deal(rules, deal_hands(rules, "a seed"))
    >>> after, (event,) = apply(deal, Seat(0), Expose({}))
    >>> evolve_deal(deal, event) == after
    True
    """
    rules, public, own = deal.rules, deal.public, deal.own
    if isinstance(event, CardPlayed):
        seat = event.seat
        mine = evolve_own(public, own[seat], event, seat)
        own = (*own[:seat], mine, *own[seat + 1 :])
    elif isinstance(event, PassChosen | ExposureChosen | CardsPassed):
        own = tuple(evolve_own(public, mine, event, Seat(seat)) for seat, mine in enumerate(own))
    return Deal(rules, evolve_public(rules, public, event), own)


def _record(deal: Deal, events: tuple[Event, ...], event: Event) -> Step:
    """Append `event` to `events`, and return the deal after it with the extended events."""
    return evolve_deal(deal, event), (*events, event)


def _play(deal: Deal, seat: Seat, card: Card) -> Step:
    down = _lies_down(deal.own[seat], card)
    deal, events = _record(deal, (), CardPlayed(seat, card, down))
    if len(deal.public.trick) < deal.rules.players:
        return deal, events
    deal, events = _record(deal, events, TrickTaken(trick_winner(deal.public)))
    return _finish(deal, events) if not any(own.hand for own in deal.own) else (deal, events)


def _lies_down(own: Own, card: Card) -> bool:
    if not own.exposures:
        return False
    return any(shown.card is card and shown.mode == "down" for shown in own.exposures)


def _pass(deal: Deal, seat: Seat, cards: tuple[Card, ...]) -> Step:
    chosen = PassChosen(seat, tuple(sorted(cards)))
    deal, events = _record(deal, (), chosen)
    passed = tuple(own.passed for own in deal.own)
    if None in passed:
        return deal, events
    deal, events = _record(deal, events, CardsPassed(deal.public.passing, passed))
    if exposure_modes(deal.rules):
        return deal, events
    return _record(deal, events, PlayBegan(_first_leader(deal)))


def _expose(deal: Deal, seat: Seat, modes: dict[Card, Mode]) -> Step:
    exposures = tuple(Exposure(seat, card, modes[card]) for card in sorted(modes))
    deal, events = _record(deal, (), ExposureChosen(seat, exposures))
    chosen = [own.exposures for own in deal.own if own.exposures is not None]
    if len(chosen) < deal.rules.players:
        return deal, events
    shown = tuple(item for mine in chosen for item in mine if item.mode != "down")
    down = tuple(sum(item.mode == "down" for item in mine) for mine in chosen)
    deal, events = _record(deal, events, CardsExposed(shown, down))
    return _record(deal, events, PlayBegan(_first_leader(deal)))


def _first_leader(deal: Deal) -> Seat:
    """The seat that leads the first trick: `public.leader` if known, otherwise the holder of the
    lead card. Passing and exposing must be over."""
    if deal.public.leader is not None:
        return deal.public.leader
    named = lead_card(deal.rules)
    return next(Seat(seat) for seat, own in enumerate(deal.own) if named in own.hand)


def seat_that_leads(rules: RuleSet, dealer: Seat) -> Seat:
    """The first leader if neither a card nor the last deal decides (options `dealer`,
    `after-dealer` and `seat-0` of `first_lead`). `dealer` is the seat that deals."""
    match rules.first_lead:
        case "dealer":
            return dealer
        case "after-dealer":
            return next_seat(dealer, rules.players)
        case _:
            return Seat(0)


def _finish(deal: Deal, events: tuple[Event, ...]) -> Step:
    """End the deal after its last trick or a claim. If a slam was made and its maker has to choose
    what it pays, begin that choice instead."""
    rules = deal.rules
    if rules.all_point_cards == "choice":
        shooter = score_table(rules, deal.public).slam
        if shooter is not None:
            return _record(deal, events, MoonShot(piles(rules)[shooter][0]))
    return _end(deal, events)


def _end(deal: Deal, events: tuple[Event, ...]) -> Step:
    passed = tuple(own.passed for own in deal.own if own.passed is not None)
    ended = DealEnded(
        score_table(deal.rules, deal.public).points,
        tuple(own.dealt for own in deal.own),
        passed or None,
    )
    return _record(deal, events, ended)
