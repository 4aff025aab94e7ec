"""What bots leave to chance in the deal of the day: by the position alone, so that whoever plays
the same is answered the same."""

from gongzhu.cards import Seat
from gongzhu.dealing import child_seed
from gongzhu.rules import Deal


def day_seed(dealer_seed: str, deal: Deal, seat: Seat) -> str:
    """The seed for the next choice of a seat. Cards that were played count, and neither time nor
    who was connected when."""
    public = deal.public
    played = len(public.tricks), len(public.trick)
    return child_seed(dealer_seed, "day", seat, public.phase.name, *played)
