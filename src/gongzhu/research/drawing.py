"""Draws a deal as text with all hands visible, using only cards and symbols."""

from gongzhu.cards import Suit, seats, show_cards
from gongzhu.rules import Deal, Phase


def draw(deal: Deal) -> str:
    """A few lines for each seat: its number (with `>` if it is its turn), its card on the table,
    its hand by suits, and the point cards that it has captured."""
    public = deal.public
    lines = []
    for seat in seats(public.players):
        place = (seat - (public.leader or 0)) % public.players
        table = str(public.trick[place]) if place < len(public.trick) else ""
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
