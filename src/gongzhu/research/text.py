"""Writes a deal as text: with all hands visible, or with the knowledge of one seat."""

from collections.abc import Iterable

from gongzhu.cards import Card, Suit, seats, show_cards
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Claim,
    Deal,
    Expose,
    Exposure,
    Own,
    Pass,
    Phase,
    Play,
    Public,
)


def draw(deal: Deal) -> str:
    """A few lines for each seat: its number (with `>` if it is its turn), its card on the table,
    its hand by suits, and the point cards that it has captured; after the end also a line with the
    scores by pile."""
    public = deal.public
    lines = []
    for seat in seats(public.players):
        index = (seat - (public.leader or 0)) % public.players
        table = str(public.trick[index]) if index < len(public.trick) else ""
        held = deal.own[seat].hand
        suits = [[card for card in held if card.suit is suit] for suit in reversed(Suit)]
        hand = "  ".join(show_cards(cards) for cards in suits if cards)
        sign = ">" if public.turn == seat and public.phase is not Phase.ENDED else " "
        lines.append(f"{sign} {seat}  {table:<3}  {hand}".rstrip())
        if public.captured[seat]:
            lines.append(f"     +   {show_cards(public.captured[seat])}")
    if public.scores is not None:
        lines.append("     =   " + "  ".join(f"{points:+d}" for points in public.scores))
    return "\n".join(lines)


def public_facts(public: Public) -> str:
    """The facts of a deal that all players know before its end, on one line."""
    told = [f"deal {public.number}", f"passing {public.passing:+d}", f"{public.phase.value}"]
    if any(public.totals):
        told.append(f"totals {' '.join(map(str, public.totals))}")
    if public.exposed:
        told.append(f"exposed {_exposures(public.exposed)}")
    if any(public.face_down):
        told.append(f"face down {' '.join(map(str, public.face_down))}")
    told += [f"{trick.leader}: {_cards(trick.cards)}" for trick in public.tricks]
    if public.leader is not None and public.phase is not Phase.ENDED:
        told.append(f"{public.leader}: {_cards(public.trick)}".rstrip())
    if public.claimed is not None:
        told.append(f"claimed by {public.claimed}")
    return " | ".join(told)


def own_facts(own: Own, picked: Iterable[Card] = ()) -> str:
    """The facts that only one seat knows, on one line; `picked` are the cards that it has picked
    for passing so far."""
    told = [f"hand {_cards(own.hand)}".rstrip()]
    passed = own.passed or tuple(sorted(picked))
    if passed:
        told.append(f"passes {_cards(passed)}")
    if own.received is not None:
        told.append(f"received {_cards(own.received)}")
    if own.exposures is not None:
        told.append(f"exposes {_exposures(own.exposures) or 'nothing'}")
    return " | ".join(told)


def words_of(action: Action) -> str:
    """An action as a short text; different actions have different texts."""
    match action:
        case Play(card):
            return card.code
        case Pass(cards):
            return _cards(cards)
        case Expose(modes):
            told = " ".join(f"{card.code}:{mode}" for card, mode in modes.items())
            return f"expose {told or 'nothing'}"
        case ChooseMoon(choice):
            return f"moon for {choice}"
        case Claim():
            return "claim"


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(card.code for card in cards)


def _exposures(exposures: Iterable[Exposure]) -> str:
    return " ".join(f"{shown.seat}:{shown.card.code}:{shown.mode}" for shown in exposures)
