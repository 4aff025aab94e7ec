"""The history of a deal up to a moment, from which it can be played on."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from gongzhu.cards import Card, Seat, seats
from gongzhu.rules import (
    Action,
    Claim,
    Deal,
    Event,
    Expose,
    Mode,
    Pass,
    Play,
    RuleSet,
    apply,
    start_deal,
)
from gongzhu.rules.apply import Step
from gongzhu.rules.events import Hands


class Story(Struct, frozen=True, kw_only=True):
    """The beginning of a deal, and everything done in it so far."""

    rules: RuleSet
    number: int
    """Number of the deal within its game, 0-based."""
    totals: tuple[int, ...]
    """Total of each side before the deal."""
    leader: Seat | None
    """The seat that leads first, as `start_deal` takes it."""
    hands: Hands
    """Hands before passing, by seat."""
    passes: tuple[tuple[Card, ...], ...] | None = None
    """Passed cards by seat; None if nothing has been passed."""
    exposures: tuple[dict[Card, Mode], ...] | None = None
    """Exposed cards by seat; None until all have chosen, and where nothing may be exposed."""
    plays: tuple[tuple[Seat, Card], ...] = ()
    claimed: Seat | None = None

    def told(self) -> Step:
        """The deal at this moment, and every event up to it.

        Raises IllegalAction, or ValueError for hands that cannot be dealt.
        """
        deal, events = start_deal(self.rules, self.hands, self.number, self.totals, self.leader)
        return follow(deal, events, list(self._actions()))

    def _actions(self) -> Iterator[tuple[Seat, Action]]:
        for at in seats(self.rules.players):
            if self.passes is not None:
                yield at, Pass(self.passes[at])
        for at in seats(self.rules.players):
            if self.exposures is not None:
                yield at, Expose(self.exposures[at])
        for at, card in self.plays:
            yield at, Play(card)
        if self.claimed is not None:
            yield self.claimed, Claim()


def follow(deal: Deal, events: tuple[Event, ...], actions: Sequence[tuple[Seat, Action]]) -> Step:
    """The deal after these actions, and `events` with the new ones added. Raises IllegalAction."""
    found = list(events)
    for seat, action in actions:
        deal, more = apply(deal, seat, action)
        found += more
    return deal, tuple(found)
