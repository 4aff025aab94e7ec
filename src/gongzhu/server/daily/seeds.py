"""The random seeds of bots in the deal of the day. They depend only on the position, so that bots
answer the same play in the same way for every player."""

from gongzhu.cards import Seat
from gongzhu.dealing import child_seed
from gongzhu.rules import Deal


def day_seed(dealer_seed: str, deal: Deal, seat: Seat) -> str:
    """The seed for the next choice of a bot, which depends on the deal, the seat, the phase and the
    number of cards played, but not on the time or on who was connected."""
    public = deal.public
    played = len(public.tricks), len(public.trick)
    return child_seed(dealer_seed, "day", seat, public.phase.name, *played)
