"""Samples other deals that a seat cannot distinguish from the one in play.

The hidden hands are sampled uniformly: all deals of the unseen cards that are consistent with the
seat's view are equally likely. The cards that the others passed each other, and their choices that
are still hidden, are then drawn uniformly from the possibilities that these hands leave.
"""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from gongzhu.bots.worlds import sample_worlds
from gongzhu.cards import Card, Seat, next_seat, seats
from gongzhu.packed.boards import cards_of
from gongzhu.research.actions import CLAIM, numbers_of
from gongzhu.research.episodes import SteppedDeal
from gongzhu.rules import (
    Deal,
    Expose,
    Mode,
    Phase,
    exposure_modes,
    legal_actions,
)
from gongzhu.view import view_of

Hands = list[set[Card]]


class OtherDeal:
    """A random deal that could have led to the same position: everything that `seat` may know is as
    in the given deal, and the hidden cards and choices of the other seats are drawn at random with
    `rng`. Replaying its actions from its hands leads to a position that `seat` cannot distinguish
    from the given one.

    Raises ValueError for a finished deal, in which nothing is hidden.
    """

    hands: tuple[tuple[Card, ...], ...]
    """The hands as dealt, by seat."""
    numbers: list[int]
    """The actions since dealing, in order, each as a number of `research.actions`."""

    def __init__(self, stepped: SteppedDeal, seat: Seat, rng: Random) -> None:
        if stepped.over:
            raise ValueError("the deal is over, nothing is hidden")
        self._stepped = stepped
        self._deal: Deal = stepped.deal
        self._public = stepped.deal.public
        self._view = view_of(stepped.deal, seat)
        self._me = seat
        self._rng = rng
        worlds = sample_worlds(self._view, 1, rng.getrandbits(63))
        hands = [set(cards_of(board)) for board in worlds.hands[0].tolist()]
        down = set(cards_of(int(worlds.down[0])))
        later = [*self._since_passing(hands, down)]
        self.numbers = [*self._passing(hands), *later]
        self.hands = tuple(tuple(sorted(hand)) for hand in hands)

    def _since_passing(self, hands: Hands, down: set[Card]) -> Iterator[int]:
        """The numbers of the actions after passing; `hands` are the present ones and are changed to
        those right after passing. `down` are the cards that lie face down."""
        public = self._public
        everyone = seats(public.players)
        if public.phase is Phase.EXPOSING:
            for seat in everyone[: self._stepped.seat]:
                yield from numbers_of(self._sealed_exposure(seat, hands[seat]))
        if public.phase not in (Phase.PLAYING, Phase.MOON):
            return
        if exposure_modes(self._deal.rules):
            for seat in everyone:
                modes: dict[Card, Mode] = dict.fromkeys(sorted(down & hands[seat]), "down")
                modes |= {shown.card: shown.mode for shown in public.exposed if shown.seat == seat}
                yield from numbers_of(Expose(modes))
        for seat, card in public.plays:
            hands[seat].add(card)
            yield card.index
        if public.claimed is not None:
            yield CLAIM

    def _sealed_exposure(self, seat: Seat, hand: set[Card]) -> Expose:
        """A random legal exposure for a seat with this hand, while other seats still have to
        choose; for the observing seat, its own."""
        deal = self._deal
        own = deal.own[seat]
        if seat == self._me:
            return Expose({shown.card: shown.mode for shown in own.exposures or ()})
        asked = replace(own, hand=tuple(sorted(hand)), exposures=None)
        choices = [*legal_actions(deal.rules, deal.public, asked, seat)]
        chosen = self._rng.choice(choices)
        assert isinstance(chosen, Expose), "exposing is all that is allowed now"
        return chosen

    def _passing(self, hands: Hands) -> Iterator[int]:
        """The numbers of the cards that all seats picked to pass; `hands` are those after passing
        and are changed to those that were dealt."""
        public = self._public
        everyone = seats(public.players)
        if public.phase is Phase.PASSING:
            for seat in everyone[: self._stepped.seat + 1]:
                yield from self._picks(seat, hands[seat])
        elif public.passing:
            passed = [
                self._pass_to(next_seat(seat, public.players, public.passing), hands)
                for seat in everyone
            ]
            for seat in everyone:
                hands[next_seat(seat, public.players, public.passing)] -= passed[seat]
            for seat in everyone:
                hands[seat] |= passed[seat]
                yield from sorted(card.index for card in passed[seat])

    def _picks(self, seat: Seat, hand: set[Card]) -> list[int]:
        """The numbers of the cards that a seat with this hand has picked to pass, while others
        still have to pick theirs: random ones, except for the observing seat."""
        stepped = self._stepped
        picked = stepped.picked if seat == stepped.seat else self._deal.own[seat].passed or ()
        if seat != self._me:
            picked = self._drawn(hand, len(picked))
        return [card.index for card in picked]

    def _pass_to(self, receiver: Seat, hands: Hands) -> set[Card]:
        """The cards that the seat `receiver` was passed, drawn from its hand unless they are known;
        `hands` are those after passing."""
        public, own = self._public, self._deal.own[self._me]
        if receiver == self._me:
            return {*(own.received or ())}
        if receiver == next_seat(self._me, public.players, public.passing):
            return {*(own.passed or ())}
        return {*self._drawn(hands[receiver], self._deal.rules.pass_count)}

    def _drawn(self, hand: set[Card], count: int) -> tuple[Card, ...]:
        return tuple(self._rng.sample(sorted(hand), count))
