"""Deals made by hand: only the cards that matter are named, by their codes."""

from collections.abc import Mapping
from typing import Any

from gongzhu.cards import Card, Seat
from gongzhu.rules import (
    Deal,
    Expose,
    Mode,
    Pass,
    Phase,
    Play,
    RuleSet,
    apply,
    hand_size,
    pack_of,
    rules_from_preset,
    start_deal,
)
from gongzhu.view import view_of


def cards(text: str) -> tuple[Card, ...]:
    """`QS TC` as cards, in that order; `*H` stands for all the cards of a suit."""
    found: list[Card] = []
    for word in text.split():
        if word[0] == "*":
            found += [card for card in Card if card.code[1] == word[1]]
        else:
            found.append(Card(word))
    return tuple(found)


def preset(name: str, **changes: Any) -> RuleSet:
    """The rules of a preset, with some options changed as a rule file changes them."""
    return rules_from_preset(name, changes)[1]


def full_hands(rules: RuleSet, named: Mapping[int, str]) -> tuple[tuple[Card, ...], ...]:
    """Whole hands with the named cards in them; the rest of the pack is dealt round the table."""
    hands = [list(cards(named.get(seat, ""))) for seat in range(rules.players)]
    given = {card for hand in hands for card in hand}
    rest = [card for card in pack_of(rules) if card not in given]
    while rest:
        for hand in hands:
            if len(hand) < hand_size(rules):
                hand.append(rest.pop(0))
    return tuple(tuple(hand) for hand in hands)


def begin(
    rules: RuleSet,
    named: Mapping[int, str] | None = None,
    number: int = 0,
    leader: int | None = None,
) -> Deal:
    """A deal with the named cards in these seats' hands."""
    captor = None if leader is None else Seat(leader)
    return start_deal(rules, full_hands(rules, named or {}), number, leader=captor)[0]


def pass_cards(deal: Deal, *passes: str) -> Deal:
    """All seats pass, from seat 0 on."""
    for seat, text in enumerate(passes):
        deal, _ = apply(deal, Seat(seat), Pass(cards(text)))
    return deal


def expose(deal: Deal, **modes: Mode) -> Deal:
    """All seats choose; each of the named cards is exposed by its holder: `QS="open"`."""
    for seat, own in enumerate(deal.own):
        mine = {Card(code): mode for code, mode in modes.items() if Card(code) in own.hand}
        deal, _ = apply(deal, Seat(seat), Expose(mine))
    return deal


def play(deal: Deal, text: str) -> Deal:
    """Play these cards, each by the seat whose turn it is; nothing is exposed before."""
    if deal.public.phase is Phase.EXPOSING:
        deal = expose(deal)
    for card in cards(text):
        turn = deal.public.turn
        assert turn is not None
        deal, _ = apply(deal, turn, Play(card))
    return deal


def play_on(deal: Deal) -> Deal:
    """Play to the end, always the lowest legal card."""
    while deal.public.phase is Phase.PLAYING:
        deal = play(deal, playable_codes(deal).split()[0])
    return deal


def playable_codes(deal: Deal) -> str:
    """What the seat on turn may play, as codes apart by spaces."""
    return " ".join(card.code for card in view_of(deal, deal.public.turn).playable())
