"""Which deals fit a view, found without any inference: every way to deal the unseen cards is
played through the rules again, and must look the same to the viewer."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from gongzhu.cards import Card, Seat, next_seat, seats
from gongzhu.packed.boards import board_of, cards_of
from gongzhu.rules import (
    Claim,
    Deal,
    Expose,
    IllegalAction,
    Mode,
    Pass,
    Phase,
    Play,
    apply,
    key_cards,
    pack_of,
    start_deal,
)
from gongzhu.rules.facts import first_lead_by_card
from gongzhu.rules.legal import exposure_modes
from gongzhu.view import View, view_of
from tests.support.playing import Taken

Fitting = tuple[tuple[int, ...], int]
"""Hands by seat, and the cards face down."""


def fits(view: View, hands: Sequence[int], down: int) -> bool:
    """Whether a deal of these hands now, boards by seat, with these cards face down, may have
    gone as the viewer saw it. The deal has not ended."""
    try:
        *_, (last, _) = replay(view, hands, down)
    except (IllegalAction, ValueError):
        return False
    return view_of(last, view.seat) == view


def replay(view: View, hands: Sequence[int], down: int) -> Iterator[tuple[Deal, Taken | None]]:
    """The deal from its beginning, each moment with who did what then; last as it is now.

    Raises IllegalAction or ValueError where it cannot have gone so.
    """
    public = view.public
    at_play = [set(cards_of(hand)) for hand in hands]
    for seat, card in played(view):
        at_play[seat].add(card)
    dealt, passes = before_passing(view, at_play)
    leader = None
    if not first_lead_by_card(view.rules, public.number):
        leader = public.tricks[0].leader if public.tricks else public.leader
    deal, _ = start_deal(
        view.rules, [sorted(hand) for hand in dealt], public.number, public.totals, leader
    )
    for seat, action in [*passes, *exposures(view, hands, down), *plays(view)]:
        yield deal, (seat, action)
        deal, _ = apply(deal, seat, action)
    yield deal, None


def played(view: View) -> Iterator[tuple[Seat, Card]]:
    """Every card played, and by whom."""
    public = view.public
    tricks = [(trick.leader, trick.cards) for trick in public.tricks]
    if public.trick and public.leader is not None:
        tricks.append((public.leader, public.trick))
    for leader, cards in tricks:
        for index, card in enumerate(cards):
            yield next_seat(leader, public.players, index), card


def before_passing(view: View, hands: list[set[Card]]) -> tuple[list[set[Card]], list[Taken]]:
    """The hands that were dealt, and the passes; what the viewer does not know of these makes no
    difference, so that anything will do."""
    public, own = view.public, view.own
    if not public.passing:
        return hands, []
    if public.phase is Phase.PASSING:
        if own is None or own.passed is None or view.seat is None:
            return hands, []
        return hands, [(view.seat, Pass(own.passed))]
    received = [set(sorted(hand)[: view.rules.pass_count]) for hand in hands]
    if own is not None and view.seat is not None:
        received[view.seat] = set(own.received or ())
        received[next_seat(view.seat, public.players, public.passing)] = set(own.passed or ())
    dealt, passes = [], list[Taken]()
    for seat in seats(public.players):
        given = received[next_seat(seat, public.players, public.passing)]
        dealt.append((hands[seat] - received[seat]) | given)
        passes.append((seat, Pass(tuple(sorted(given)))))
    return dealt, passes


def exposures(view: View, hands: Sequence[int], down: int) -> Iterator[Taken]:
    """What each seat exposed."""
    public, own = view.public, view.own
    if public.phase is Phase.PASSING or not exposure_modes(view.rules):
        return
    for seat in seats(public.players):
        modes: dict[Card, Mode] = {}
        if own is not None and seat == view.seat:
            if own.exposures is None:
                continue
            modes = {shown.card: shown.mode for shown in own.exposures}
        elif public.phase is Phase.EXPOSING:
            continue
        else:
            modes = {shown.card: shown.mode for shown in public.exposed if shown.seat == seat}
            modes |= dict.fromkeys(cards_of(hands[seat] & down), "down")
        yield seat, Expose(modes)


def plays(view: View) -> Iterator[Taken]:
    for seat, card in played(view):
        yield seat, Play(card)
    if view.public.claimed is not None:
        yield view.public.claimed, Claim()


def all_fitting(view: View) -> list[Fitting]:
    """Every deal that fits a view, where few cards are unseen."""
    return [
        (hands, down)
        for hands in all_hands(view)
        for down in all_down(view, hands)
        if fits(view, hands, down)
    ]


def all_hands(view: View) -> Iterator[tuple[int, ...]]:
    """Every way to deal the unseen cards into hands of their sizes."""
    seen = {card for _, card in played(view)} | set(view.own.hand if view.own else ())
    unseen = [card for card in pack_of(view.rules) if card not in seen]

    def deal(seat: int, left: list[Card]) -> Iterator[tuple[int, ...]]:
        if seat == view.public.players:
            yield ()
        elif view.own is not None and seat == view.seat:
            yield from ((board_of(view.own.hand), *rest) for rest in deal(seat + 1, left))
        else:
            for hand in combinations(left, view.cards_left(Seat(seat))):
                others = [card for card in left if card not in hand]
                yield from ((board_of(hand), *rest) for rest in deal(seat + 1, others))

    yield from deal(0, unseen)


def all_down(view: View, hands: Sequence[int]) -> Iterator[int]:
    """Every choice of as many key cards of each hand as its seat has face down."""
    ways: list[list[int]] = []
    for seat, hand in enumerate(hands):
        if view.own is not None and seat == view.seat:
            mine = [shown.card for shown in view.own.exposures or () if shown.mode == "down"]
            ways.append([board_of(mine) & hand])
        else:
            keys = [card for card in cards_of(hand) if card in key_cards(view.rules)]
            ways.append(
                [board_of(laid) for laid in combinations(keys, view.public.face_down[seat])]
            )
    yield from map(sum, product(*ways))
