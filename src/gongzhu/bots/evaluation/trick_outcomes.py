"""The expected outcome of a trick after playing a card: its winner, and the points in it."""

from collections.abc import Sequence

from gongzhu.bots.evaluation import add_up
from gongzhu.bots.evaluation.reading import Others, Reading
from gongzhu.bots.evaluation.sweep import SweepChances
from gongzhu.cards import Card, Seat, next_seat, seats
from gongzhu.rules import winning_index

LEAD_COST_WEIGHT = 0.3
"""The fraction of the cost of leading to the next trick that counts, since a better card to lead
may turn up."""


class TrickOutcomes:
    """The expected outcomes of the trick on the table for each card that the seat may lead or add
    to it."""

    def __init__(self, reading: Reading, others: Others, sweep: SweepChances) -> None:
        self._reading = reading
        self._others = others
        self._sweep = sweep
        public = reading.public
        self._so_far = [reading.stakes.trick(at, public.trick) for at in seats(public.players)]
        free = not public.tricks and not reading.rules.first_trick_points
        self._anything = not free or reading.omitted == "first"
        self._burden = 0.0 if reading.omitted == "lead" else LEAD_COST_WEIGHT
        self._tricks = len(reading.own.hand) - 1
        """Number of tricks after this one."""
        self._known_added: dict[Card, list[tuple[Seat, float]]] = {}
        self._exits: dict[Card, float] = {}

    def points(self, card: Card) -> float:
        """Points that playing `card` now is expected to bring this side: through this trick, the
        lead that it may win, and the sweep that it may help or end."""
        reading, stakes = self._reading, self._reading.stakes
        trick = (*reading.public.trick, card)
        index = winning_index(trick)
        added = self._added(trick[index])
        gains = stakes.gains(card)
        total = 0.0
        for winner, chance in self._winners(trick, index, gains):
            gain = 0.0
            if reading.omitted != ("trick" if winner == reading.seat else "give"):
                gain += gains[winner]
            if reading.omitted != "trick":
                gain += self._so_far[winner]
                times = stakes.times[winner]
                for seat, points in added:
                    if seat != winner and not (points < 0 and stakes.allied(seat, winner)):
                        gain += points * times
            brought = stakes.to_me(winner, gain) + self._sweep.points(winner, trick)
            if winner == reading.seat:
                brought += self._burden * self._on_lead(card)
            total += chance * brought
        return total

    def _added(self, best: Card) -> list[tuple[Seat, float]]:
        """The seats that will still add points to a trick that the card `best` is winning, each
        with these points."""
        known = self._known_added.get(best)
        if known is None:
            added = [
                (seat, self._others.adds(seat, best, anything=self._anything))
                for seat in self._reading.later
            ]
            known = self._known_added[best] = [(seat, points) for seat, points in added if points]
        return known

    def _winners(
        self, trick: tuple[Card, ...], index: int, gains: Sequence[float]
    ) -> list[tuple[Seat, float]]:
        """The seats that may win the trick, each with its probability. `index` is the index in
        `trick` of the winning card so far; `gains` has, by seat, the points that the card just
        played adds."""
        public, later = self._reading.public, self._reading.later
        assert public.leader is not None
        winners = [(next_seat(public.leader, public.players, index), 1.0)]
        for seat in later:
            gain = self._so_far[seat] + gains[seat]
            beats = self._others.beats(seat, trick[index], gain, last=seat == later[-1])
            if beats:
                winners = [(winner, chance * (1 - beats)) for winner, chance in winners]
                winners.append((seat, beats))
        return winners

    def _on_lead(self, played: Card) -> float:
        """Points, mostly negative, of having to lead to the next trick without the card `played`;
        near 0 if a low card is left that gives the lead away."""
        exits = []
        for held in self._reading.held.values():
            kept = held[1:] if held and held[0] is played else held
            if kept:
                exits.append(self._exit(kept[0]))
        return max(exits, default=0.0)

    def _exit(self, card: Card) -> float:
        """Points that leading the card to the next trick is expected to bring; if it wins, this
        seat must lead again."""
        known = self._exits.get(card)
        if known is None:
            reading, stakes = self._reading, self._reading.stakes
            gains = stakes.gains(card)
            wins, added = 1.0, 0.0
            for seat in reading.others:
                last = seat == reading.others[-1]
                wins *= 1 - self._others.beats(seat, card, gains[seat], last=last)
                added += self._others.adds(seat, card)
            gain = gains[reading.seat] + added * stakes.times[reading.seat]
            again = 0.0
            if gain < 0:
                again = add_up([wins**time for time in range(1, self._tricks + 1)])
            lost = -stakes.alone(card) / stakes.rivals
            known = self._exits[card] = min(0.0, gain) * again + (1 - wins) * lost
        return known
