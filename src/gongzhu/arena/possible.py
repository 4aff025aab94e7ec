"""Checks that the position in a request to a bot can occur in a game.

A bot considers every deal that fits its view, and cannot work if there is none. So each play in the
request is checked against the rules, and at the end the unseen cards must fit into the others'
hands.
"""

from itertools import combinations

from gongzhu.arena.request import BotRequest
from gongzhu.cards import Card, Seat, seats
from gongzhu.rules import (
    CardPlayed,
    Event,
    Play,
    RuleSet,
    exposure_modes,
    hand_size,
    pack_of,
    pass_steps,
    sides,
)
from gongzhu.rules.facts import first_lead_by_card, key_cards, lead_card, must_lead_card
from gongzhu.texts import Lang, said, say
from gongzhu.view import View
from gongzhu.view.knowledge import Holders, Seats, know

MOST_DEALS = 1 << 16
"""The least number of a deal in its game that is too large for an observation of
`gongzhu.research`."""
MOST_TOTAL = 1 << 23
"""The least total that is too large for an observation of `gongzhu.research` and for the search."""


class ImpossiblePosition(ValueError):
    """Raised for a position that no deal can reach, with the field of the request that is wrong and
    the reason: the last part of the message key `arena.position.WHY`, whose placeholders `values`
    fill."""

    def __init__(self, field: str, why: str, /, **values: object) -> None:
        self._field = field
        self._why = why
        self._values = values
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """A message of one line: the field and the fault in it."""
        told = say(f"arena.position.{self._why}", lang, **said(self._values, lang))
        return say("rules.at", lang, where=self._field, told=told)


def check_fields(request: BotRequest, rules: RuleSet) -> None:
    """Raise ImpossiblePosition if the value of a field is wrong by itself or together with the
    rules, independently of the cards played."""
    players = rules.players
    by_seat = (("exposures", players), ("captured", players), ("face_down", players))
    for field, length in (*by_seat, ("totals", len(sides(rules)))):
        found = len(getattr(request, field))
        if found not in (0, length):
            raise ImpossiblePosition(field, "length", wanted=length, found=found)
    if request.seat not in seats(players):
        raise ImpossiblePosition("seat", "range", low=0, high=players - 1, found=request.seat)
    if not 0 <= request.deal < MOST_DEALS:
        raise ImpossiblePosition("deal", "range", low=0, high=MOST_DEALS - 1, found=request.deal)
    for total in request.totals:
        if not -MOST_TOTAL <= total < MOST_TOTAL:
            raise ImpossiblePosition(
                "totals", "range", low=-MOST_TOTAL, high=MOST_TOTAL - 1, found=total
            )
    passing = pass_steps(rules, request.deal)
    if request.passing not in (None, passing):
        raise ImpossiblePosition(
            "passing", "passing", deal=request.deal, wanted=passing, found=request.passing
        )
    if request.type == "moon":
        if rules.all_point_cards != "choice":
            raise ImpossiblePosition("type", "no_moon")
        if request.hand:
            raise ImpossiblePosition("hand", "all_played")
    if request.type in ("pass", "expose") and (request.history or request.trick):
        raise ImpossiblePosition("history" if request.history else "trick", "before_play")
    for trick in request.history:
        if len(trick) != players:
            raise ImpossiblePosition("history", "length", wanted=players, found=len(trick))
    if len(request.trick) >= players:
        raise ImpossiblePosition("trick", "full", most=players - 1, found=len(request.trick))
    if (request.passed is None) != (request.received is None):
        raise ImpossiblePosition("passed", "one_of_two")
    if request.passed is not None and (request.type == "pass" or not passing):
        raise ImpossiblePosition("passed", "not_passed")
    for field in ("passed", "received"):
        cards = getattr(request, field)
        if cards is not None and len(set(cards)) != rules.pass_count:
            raise ImpossiblePosition(
                field, "length", wanted=rules.pass_count, found=len(set(cards))
            )
    _check_exposures(request, rules)


def _check_exposures(request: BotRequest, rules: RuleSet) -> None:
    modes = exposure_modes(rules)
    shown: set[Card] = set()
    for exposed in request.exposures:
        for card, mode in exposed.items():
            if card not in key_cards(rules) or mode not in modes or card in shown:
                raise ImpossiblePosition("exposures", "not_exposed", card=card, mode=mode)
            shown.add(card)
    if any(request.face_down) and "down" not in modes:
        raise ImpossiblePosition("face_down", "none_down")
    if any(not 0 <= count <= len(key_cards(rules)) for count in request.face_down):
        raise ImpossiblePosition("face_down", "face_down", most=len(key_cards(rules)))


def check_dealt(request: BotRequest, rules: RuleSet, dealt: tuple[Card, ...]) -> None:
    """Raise ImpossiblePosition unless `dealt`, the seat's hand before passing, has cards of the
    pack in the right number."""
    strange = [card for card in dealt if card not in pack_of(rules)]
    if strange:
        raise ImpossiblePosition("hand", "not_in_pack", card=strange[0])
    if len(set(request.hand)) < len(request.hand):
        raise ImpossiblePosition("hand", "twice")
    # A request about a moon needs no cards: all have been played by then.
    with_cards = request.type != "moon" or request.history
    if with_cards and len(dealt) != hand_size(rules):
        raise ImpossiblePosition("hand", "size", wanted=hand_size(rules), found=len(dealt))


def check_event(view: View, event: Event) -> None:
    """Raise ImpossiblePosition if an event is a play that the rules or earlier events exclude;
    `view` is the view before the event."""
    if not isinstance(event, CardPlayed):
        return
    public, rules = view.public, view.rules
    first = not public.tricks and not public.trick
    if first and first_lead_by_card(rules, public.number):
        named = lead_card(rules)
        if named is not None and must_lead_card(rules) and event.card is not named:
            raise ImpossiblePosition("history", "must_lead", card=named, found=event.card)
        if named is not None and view.own and named in view.own.hand and event.seat != view.seat:
            raise ImpossiblePosition("leader", "has_lead_card", card=named, found=event.seat)
    if event.seat == view.seat:
        reason = view.why_illegal(Play(event.card))
        if reason is not None:
            raise ImpossiblePosition("history", "illegal", card=event.card, why=reason)
    elif not know(view).may_hold(event.seat, event.card):
        raise ImpossiblePosition("history", "not_held", seat=event.seat, card=event.card)


def check_hidden(view: View) -> None:
    """Raise ImpossiblePosition unless the unseen cards, including those that lie face down, fit
    into the hands of the others."""
    assert view.own is not None
    for exposure in view.public.exposed:
        mine = exposure.card in view.own.hand
        if mine and exposure.seat != view.seat:
            raise ImpossiblePosition("exposures", "mine", card=exposure.card)
    holders = know(view).holders
    for card, at in holders.items():
        if not at:
            raise ImpossiblePosition("history", "held_by_nobody", card=card)
    crowded = _crowded(view, holders)
    if crowded:
        homed, group = crowded
        raise ImpossiblePosition("history", "no_room", cards=homed, seats=[*group])
    if all(_crowded(view, laid) for laid in _laid_down(view, holders)):
        raise ImpossiblePosition("face_down", "none_to_lay")


def _crowded(view: View, holders: Holders) -> tuple[int, Seats] | None:
    """A set of seats that must hold more cards than are missing in their hands, with the number of
    these cards; None if there is no such set.

    If there is none, a deal exists by Hall's theorem, since all others together hold exactly the
    unseen cards.
    """
    others = [seat for seat in seats(view.public.players) if seat != view.seat]
    room = {seat: view.cards_left(seat) for seat in others}
    for size in range(1, len(others) + 1):
        for group in combinations(others, size):
            homed = sum(set(at) <= set(group) for at in holders.values())
            if homed > sum(room[seat] for seat in group):
                return homed, group
    return None


def _laid_down(view: View, holders: Holders) -> list[Holders]:
    """The possible holders of the unseen cards, once for each possible arrangement of key cards
    that the other seats have exposed face down; unchanged holders alone if no other seat has a card
    face down."""
    shown = {exposure.card for exposure in view.public.exposed}
    hidden = [card for card in key_cards(view.rules) if card in holders and card not in shown]
    cases = [holders]
    for seat, count in enumerate(view.public.face_down):
        if seat == view.seat:
            continue
        cases = [
            case | dict.fromkeys(laid, (Seat(seat),))
            for case in cases
            for laid in combinations([card for card in hidden if seat in case[card]], count)
        ]
    return cases
