"""Plays on deals that fit a view with bots that choose from views, such as `steady`."""

from collections.abc import Sequence
from random import Random

from gongzhu.bots import Bot
from gongzhu.bots.selfplay import next_to_act
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.cards import Card, Seat, seats
from gongzhu.packed.boards import board_of, cards_of
from gongzhu.review.true_deal import values_of_result
from gongzhu.rules import (
    Action,
    Deal,
    Exposure,
    GongzhuRules,
    Own,
    Phase,
    Play,
    apply,
)
from gongzhu.view import View, view_of


def deal_in(view: View, boards: Sequence[int], down: int) -> Deal:
    """A deal with these hands (`boards`, by seat) and these cards lying face down (`down`, a
    board); everything else is as in the view.

    The cards that the others passed are left out, except those passed to the seat itself.
    """
    seat, mine, public = view.seat, view.own, view.public
    assert seat is not None
    assert mine is not None
    played: dict[Seat, list[Card]] = {at: [] for at in seats(public.players)}
    for leader, cards in (
        *((trick.leader, trick.cards) for trick in public.tricks),
        (public.leader or Seat(0), public.trick),
    ):
        for place, card in enumerate(cards):
            played[Seat((leader + place) % public.players)].append(card)
    hidden = set(cards_of(down))
    giver = None if mine.received is None else (seat - public.passing) % public.players

    def own(at: Seat) -> Own:
        if at == seat:
            return mine
        hand = tuple(sorted(cards_of(boards[at])))
        exposures = None
        if public.phase is Phase.PLAYING and isinstance(view.rules, GongzhuRules):
            shown = (each for each in public.exposed if each.seat == at)
            face_down = (Exposure(at, card, "down") for card in hand if card in hidden)
            exposures = (*shown, *face_down)
        gave = mine.received if at == giver else None
        return Own(
            hand=hand,
            dealt=tuple(sorted((*hand, *played[at]))),
            passed=gave,
            received=None if gave is None else (),
            exposures=exposures,
        )

    return Deal(view.rules, public, tuple(own(at) for at in seats(public.players)))


def value_played_on(deal: Deal, seat: Seat, action: Action, bot: Bot, side: int) -> float:
    """The utility of an action to a side when the bot plays all seats afterwards: points minus the
    rivals' average (with the sign reversed in Hearts)."""
    deal, _ = apply(deal, seat, action)
    counting = packed_rules(deal.rules).points
    while deal.public.phase is not Phase.ENDED:
        at = next_to_act(deal)
        if deal.public.phase is Phase.PLAYING and not _counts(deal, counting):
            # Nothing that counts is left: any card will do.
            view = view_of(deal, at)
            deal, _ = apply(deal, at, Play(view.playable()[0]))
            continue
        deal, _ = apply(deal, at, bot.choose(view_of(deal, at), _NO_CHANCE, 0.0))
    return values_of_result(deal)[side]


_NO_CHANCE = Random(0)
"""The random numbers passed to `steady`, which ignores them."""


def _counts(deal: Deal, counting: int) -> bool:
    left = board_of(deal.public.trick)
    for own in deal.own:
        left |= board_of(own.hand)
    rules = deal.rules
    diamonds = isinstance(rules, GongzhuRules) and rules.queen_of_diamonds
    return bool(left & counting) or diamonds
