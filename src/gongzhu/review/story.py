"""What was done in a deal up to a moment, from which it is played on."""

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
    """The beginning of a deal, and all that was done in it so far."""

    rules: RuleSet
    number: int
    """Of the deal within its game, 0-based."""
    totals: tuple[int, ...]
    """Of each side before the deal."""
    leader: Seat | None
    """As `start_deal` wants it."""
    hands: Hands
    """By seat, before passing."""
    passes: tuple[tuple[Card, ...], ...] | None = None
    """By seat; None where nothing was passed yet, or nothing is."""
    exposures: tuple[dict[Card, Mode], ...] | None = None
    """By seat; None before all have chosen, and where nothing may be exposed."""
    plays: tuple[tuple[Seat, Card], ...] = ()
    claimed: Seat | None = None

    def told(self) -> Step:
        """The deal by then, and every event up to it.

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
    """The deal after these actions, and its events with theirs. Raises IllegalAction."""
    found = list(events)
    for seat, action in actions:
        deal, more = apply(deal, seat, action)
        found += more
    return deal, tuple(found)
