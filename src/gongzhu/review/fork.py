"""A fork: a recorded deal that is played on differently from one of its positions."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import Card, Seat, seats
from gongzhu.records import DealRecord, record_deal, replay
from gongzhu.rules import (
    Action,
    Claim,
    Deal,
    Event,
    Expose,
    Game,
    Mode,
    Pass,
    Phase,
    Play,
    RuleSet,
    apply,
    start_deal,
)
from gongzhu.rules.apply import Step
from gongzhu.rules.events import Hands
from gongzhu.rules.facts import pile_of


class DealHistory(Struct, frozen=True, kw_only=True):
    """The history of a deal up to some position, from which it can be replayed: its beginning, and
    every action in it."""

    rules: RuleSet
    number: int
    """Number of the deal within its game, 0-based."""
    totals: tuple[int, ...]
    """Total of each side before the deal."""
    leader: Seat | None
    """The seat that leads first if the cards do not determine it (an argument of `start_deal`);
    otherwise None."""
    hands: Hands
    """Hands before passing, by seat."""
    passes: tuple[tuple[Card, ...], ...] | None = None
    """Passed cards by seat; None if nothing has been passed."""
    exposures: tuple[dict[Card, Mode], ...] | None = None
    """Exposed cards by seat; None until all have chosen, and if the rules allow no exposing."""
    plays: tuple[tuple[Seat, Card], ...] = ()
    """The cards played, in order, each with the seat that played it."""
    claimed: Seat | None = None
    """The seat that ended the deal by a claim, or None."""

    def replayed(self) -> Step:
        """The deal in this position and every event up to it, found by replaying the actions.

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
    """The deal after these actions, and `events` followed by the events of the actions. Raises
    IllegalAction."""
    found = list(events)
    for seat, action in actions:
        deal, more = apply(deal, seat, action)
        found += more
    return deal, tuple(found)


Hidden = Literal["kept", "redrawn"]


class ForkPoint(Struct, frozen=True):
    """A position of a deal from which a fork may begin."""

    ply: int
    """Number of actions in the deal before the position."""
    deal: Deal
    """The deal in this position."""
    events: tuple[Event, ...]
    """All events from the beginning of the deal to this position."""


class NoForkPoint(ValueError):
    """Raised for a number of actions `ply` that is not from 0 to `most`: after them the deal has no
    more choices, so that it cannot be played on."""

    def __init__(self, ply: int, most: int) -> None:
        self.ply = ply
        self.most = most
        super().__init__(f"{ply} is not from 0 to {most}")


def fork_point_at(record: DealRecord, ply: int) -> ForkPoint:
    """The position after the first `ply` actions of a recorded deal; each pass, exposure and card
    is an action. In a phase in which all players choose at once, it is the position before the
    first of them chose.

    Raises RecordError for a record of an impossible deal, and NoForkPoint if the deal cannot be
    played on from there.
    """
    steps = list(replay(record))
    most = len(steps) - 2
    if not 0 <= ply <= most:
        raise NoForkPoint(ply, most)
    phase = steps[ply][0].public.phase
    if phase in (Phase.PASSING, Phase.EXPOSING):
        ply = next(at for at, (deal, _) in enumerate(steps) if deal.public.phase is phase)
    events = tuple(event for _, events in steps[: ply + 1] for event in events)
    return ForkPoint(ply, steps[ply][0], events)


def points_by_seat(record: DealRecord) -> tuple[int, ...]:
    """The points of each seat's pile in a recorded deal, as on the score sheet; partners who pool
    their piles have the same."""
    rules = record.rules
    return tuple(record.scores[pile_of(rules, seat)] for seat in seats(rules.players))


def fork_names(
    record: DealRecord, seat: Seat | None, level_of: Callable[[Seat], str]
) -> tuple[str, ...]:
    """The players' names in the record of a fork, by seat. If one player played on from `seat`,
    that player keeps the name, and the other seats are named after the bot levels given by
    `level_of`, such as `steady-2`; if one player moved every seat (`seat` is None), all names are
    the original ones."""
    return tuple(
        name if seat in (None, at) else f"{level_of(Seat(at))}-{at}"
        for at, name in enumerate(record.players)
    )


def fork_record(
    record: DealRecord, deal: Deal, names: Sequence[str], origin: str, hidden: Hidden
) -> DealRecord:
    """The record of a fork of `record` that has been played to its end, `deal`. `origin` is the
    text made by `origin_text`."""
    after = Game(record.rules, record.totals_before, record.deal).after_deal(deal.public)
    made = record_deal(
        deal,
        after,
        players=tuple(names),
        preset=record.preset,
        game=record.game,
        dealer_seed=record.dealer_seed if hidden == "kept" else None,
    )
    return replace(made, event=record.event, date=record.date, origin=origin)


def origin_text(
    source: str, record: DealRecord, ply: int, hidden: Hidden, seat: Seat | None
) -> str:
    """The text that describes the origin of a fork: its source, the game, the deal, the number of
    actions `ply` before the fork, and whether the hands are the original ones. `source` is the
    game's id, the event named in a file, or empty."""
    where = [source] if source else []
    where.append(f"game {record.game}, deal {record.deal}, ply {ply}")
    hands = "hands kept" if hidden == "kept" else f"hands redrawn for seat {seat}"
    return ", ".join([*where, hands])
