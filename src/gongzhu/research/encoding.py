"""Converts views into observations, and observations into views."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.cards import PACK, Card, Seat, seats
from gongzhu.packed.packing import key_place
from gongzhu.research.actions import key_cards_by_digit
from gongzhu.research.layout import TOTAL_BITS, Layout
from gongzhu.rules import (
    CardPlayed,
    CardsExposed,
    CardsPassed,
    Claimed,
    DealBegan,
    Event,
    Exposure,
    ExposureChosen,
    Mode,
    MoonShot,
    PassChosen,
    Phase,
    PlayBegan,
    RuleSet,
    TrickTaken,
    exposure_modes,
    hand_size,
    key_cards,
    pack_of,
    pass_steps,
    piles,
    score_table,
    side_of,
    sides,
    winning_index,
)
from gongzhu.rules.facts import first_lead_by_card
from gongzhu.view import View, evolve_view, open_view

Bytes: TypeAlias = NDArray[np.uint8]
"""An array of bytes that are 0 or 1."""

NO_OBSERVATION = "no seat of a deal in progress sees this"
"""The message of the ValueError for a view that is not a seat's in a deal in progress."""
PHASES = (Phase.PASSING, Phase.EXPOSING, Phase.PLAYING, Phase.MOON)
"""The phases in which a seat acts, in the order of their bytes in an observation."""
MODES: tuple[Mode, ...] = ("open", "down", "up")
"""The modes of exposing, in the order of their bytes in an observation."""
MOST_TOTAL = (1 << TOTAL_BITS - 1) - 1
"""The largest absolute value of a total that fits into an observation."""


def encode(view: View, picked: Iterable[Card] = ()) -> Bytes:
    """The observation of a seat's view: uint8 [L]. `picked` are the cards picked for passing so
    far.

    For a deal that has ended it shows the knowledge of the seat before the end. Raises ValueError
    for a spectator's view, and for a deal number or totals that do not fit into their bits.

    >>> rules = PRESETS["hearts-denexa"].rules
    >>> deal, _ = start_deal(rules, deal_hands(rules, "a seed"))
    >>> view = view_of(deal, 0)
    >>> decode(rules, encode(view))[0] == view
    True
    """
    public, own, me = view.public, view.own, view.seat
    if own is None or me is None:
        raise ValueError("only a seat's view has an observation")
    if public.number >> 16:
        raise ValueError(f"deal numbers are 0 to 65535, not {public.number}")
    if any(abs(total) > MOST_TOTAL for total in public.totals):
        raise ValueError(f"totals are at most {MOST_TOTAL} either way, not {list(public.totals)}")
    layout = Layout(public.players)
    indices: list[int] = []

    def put(section: slice, ones: Iterable[int]) -> None:
        start = section.start
        indices.extend([start + one for one in ones])

    put(layout.own("hand"), _indices(own.hand))
    put(layout.own("suits_led"), [suit.order for suit in public.suits_led])
    put(layout.own("passed"), _indices(own.passed or picked))
    put(layout.own("phase"), [PHASES.index(public.phase)] if public.phase in PHASES else [])
    put(layout.own("received"), _indices(own.received or ()))
    put(layout.own("hearts_broken"), [0] * public.hearts_broken)
    put(layout.own("exposures_chosen"), [0] * (own.exposures is not None))
    put(layout.own("number"), _bits(public.number, 16))
    exposed = dict.fromkeys([*public.exposed, *(own.exposures or ())])
    tricks = public.begun_tricks
    first = public.tricks[0].leader if public.tricks else public.leader
    for row, seat in enumerate(_from(me, public.players)):
        mine = [(trick[0][1].suit, card) for trick in tricks for at, card in trick if at == seat]
        put(layout.seat("played", row), [card.index for _, card in mine])
        out = {led.order for led, card in mine if card.suit is not led}
        put(layout.seat("shown_out", row), out)
        put(layout.seat("face_down", row), range(public.face_down[seat]))
        put(layout.seat("captured", row), _indices(public.captured[seat]))
        put(layout.seat("leads", row), [0] * (public.leader == seat))
        put(layout.seat("led_first", row), [0] * (first == seat))
        put(layout.seat("is_passed_to", row), [0] * (row == public.passing % public.players))
        put(layout.seat("is_seat", row), [0] * (row == me))
        shown = [
            3 * key_place(item.card) + MODES.index(item.mode)
            for item in exposed
            if item.seat == seat
        ]
        put(layout.seat("exposed", row), shown)
        total = public.totals[side_of(view.rules, seat)]
        put(layout.seat("total", row), _bits(total, TOTAL_BITS))
        put(layout.seat("claimed", row), [0] * (public.claimed == seat))
    for card, seat in zip(public.trick, _from(public.leader or 0, public.players), strict=False):
        put(layout.seat("on_table", (seat - me) % public.players), [card.index])
    for row, trick in enumerate(tricks):
        put(layout.trick("cards", row), _indices(card for _, card in trick))
        put(layout.trick("suit", row), [trick[0][1].suit.order])
    observation = np.zeros(layout.size, np.uint8)
    observation[indices] = 1
    return observation


def decode(rules: RuleSet, observation: Sequence[int] | Bytes) -> tuple[View, tuple[Card, ...]]:
    """The view from which an observation was made, and the cards picked for passing so far.

    Raises ValueError if it is not an observation of a deal in progress under these rules. It does
    not check that every play was legal, nor that the hidden cards fit into the hands of the others.

    >>> rules = load_rules("hearts-denexa").rules
    >>> deal, _ = start_deal(rules, deal_hands(rules, "a seed"))
    >>> view, picked = decode(rules, encode(view_of(deal, 0)))
    >>> view == view_of(deal, 0), picked
    (True, ())
    """
    layout = Layout(rules.players)
    seen = np.asarray(observation)
    if seen.shape != (layout.size,):
        raise ValueError(f"an observation has {layout.size} bytes, not {seen.shape}")
    try:
        reading = _Reading(rules, layout, seen)
        events = list(reading.events())
        view = open_view(rules, reading.began(), reading.me)
        for event in events:
            view = evolve_view(view, event)
        if reading.phase is Phase.MOON:
            view = evolve_view(view, MoonShot(_slam_maker(view)))
    except (StopIteration, RuntimeError, LookupError) as error:
        raise ValueError(NO_OBSERVATION) from error
    passed = view.own.passed if view.own else None
    picked = () if passed else reading.passed
    if not (_can_be(view, picked) and np.array_equal(encode(view, picked), seen)):
        raise ValueError(NO_OBSERVATION)
    return view, picked


def _slam_maker(view: View) -> Seat:
    """The seat that has made a slam and may choose its payment. Raises LookupError if none has."""
    slam = score_table(view.rules, view.public).slam
    if slam is None:
        raise LookupError
    return piles(view.rules)[slam][0]


def _can_be(view: View, picked: tuple[Card, ...]) -> bool:
    """True if a decoded view is possible: the rules have its phase, and the seat's cards are
    consistent with it and with the pack."""
    rules, public, own = view.rules, view.public, view.own
    assert own is not None
    passing = public.phase is Phase.PASSING
    match public.phase:
        case Phase.PASSING:
            fits = public.passing != 0
        case Phase.EXPOSING:
            fits = bool(exposure_modes(rules))
        case Phase.MOON:
            chosen = rules.all_point_cards == "choice"
            fits = chosen and bool(own.hand) == (public.claimed is not None)
        case _:
            fits = (own.exposures is not None) == bool(exposure_modes(rules))
    given, got = {*(own.passed or picked)}, {*(own.received or ())}
    mine = {*own.dealt} - given | got
    passed = rules.pass_count if public.passing and not passing else 0
    exposed = {*public.exposed, *(own.exposures or ())}
    seen = [*own.hand, *(card for _, card in public.plays)]
    return (
        fits
        and len(own.dealt) == hand_size(rules)
        and {*own.dealt, *seen} <= {*pack_of(rules)}
        and len({*seen}) == len(seen)
        and given <= {*own.dealt}
        and not given & got
        and len(got) == passed
        and (len(given) <= rules.pass_count if passing else len(given) == passed)
        and len({item.card for item in exposed}) == len(exposed)
        and {item.card for item in exposed} <= {*key_cards(rules)}
        and {item.mode for item in exposed} <= {*exposure_modes(rules)}
        and all((item.seat == view.seat) == (item.card in mine) for item in exposed)
    )


def _indices(cards: Iterable[Card]) -> list[int]:
    return [card.index for card in cards]


def _bits(number: int, size: int) -> list[int]:
    """The positions of the 1 bits, from the lowest, among the `size` lowest bits of a number in
    two's complement."""
    return [bit for bit in range(size) if number >> bit & 1]


def _from(first: int, players: int) -> list[Seat]:
    """All seats in playing order, beginning with `first`."""
    return [Seat((first + step) % players) for step in range(players)]


class _Reading:
    """An observation that is being decoded into the events that led to it, section by section (see
    `gongzhu.research.layout`)."""

    def __init__(self, rules: RuleSet, layout: Layout, seen: Bytes) -> None:
        self.rules = rules
        self.layout = layout
        self.seen = seen
        self.rows = range(rules.players)
        self.me = Seat(self.marked("is_seat"))
        self.number = self.whole(layout.own("number"))
        self.phase = PHASES[int(np.argmax(seen[layout.own("phase")]))]
        self.passed = self.cards(layout.own("passed"))
        self.received = self.cards(layout.own("received"))

    def events(self) -> Iterator[Event]:
        """The events that the seat has seen since the beginning of the deal, without that
        beginning."""
        if len(self.passed) == self.rules.pass_count:
            yield PassChosen(self.me, self.passed)
        if self.received:
            passing = pass_steps(self.rules, self.number)
            given: list[tuple[Card, ...] | None] = [None] * self.rules.players
            given[(self.me - passing) % self.rules.players] = self.received
            given[self.me] = self.passed
            yield CardsPassed(passing, tuple(given))
        if self.ones(self.layout.own("exposures_chosen")):
            yield ExposureChosen(self.me, tuple(self.exposures(0)))
        if self.phase in (Phase.PLAYING, Phase.MOON):
            yield from self.play()

    def began(self) -> DealBegan:
        """The event that begins the deal, with the hand that the seat was dealt."""
        totals = [0] * len(sides(self.rules))
        for row in self.rows:
            total = self.whole(self.layout.seat("total", row))
            negative = total >> TOTAL_BITS - 1
            totals[side_of(self.rules, self.at(row))] = total - (negative << TOTAL_BITS)
        played = self.cards(self.layout.seat("played", 0))
        held = {*self.cards(self.layout.own("hand")), *played} - {*self.received}
        if self.received:
            held |= {*self.passed}
        hands: list[tuple[Card, ...] | None] = [None] * self.rules.players
        hands[self.me] = tuple(sorted(held))
        leader = None
        if not first_lead_by_card(self.rules, self.number):
            leader = self.at(self.marked("led_first"))
        steps = pass_steps(self.rules, self.number)
        return DealBegan(self.number, tuple(totals), steps, leader, tuple(hands))

    def play(self) -> Iterator[Event]:
        """The events after all exposures have been chosen: the exposures being shown, the play, and
        a claim if there was one."""
        rules, players = self.rules, self.rules.players
        exposures = {row: list(self.exposures(row)) for row in self.rows}
        played = {
            card: self.at(row)
            for row in self.rows
            for card in self.cards(self.layout.seat("played", row))
        }
        laid = {item.card for row in self.rows for item in exposures[row] if item.mode == "down"}
        if exposure_modes(rules):
            by_seat = {self.at(row): row for row in self.rows}
            shown = [
                item
                for seat in seats(players)
                for item in exposures[by_seat[seat]]
                if item.mode != "down"
            ]
            down = [
                len(self.ones(self.layout.seat("face_down", by_seat[seat])))
                + sum(played.get(card) == seat for card in laid)
                for seat in seats(players)
            ]
            yield CardsExposed(tuple(shown), tuple(down))
        leader = self.at(self.marked("led_first"))
        yield PlayBegan(leader)
        for row in range(self.layout.most_tricks):
            by = {played[card]: card for card in self.cards(self.layout.trick("cards", row))}
            order = [at for at in _from(leader, players) if at in by]
            for at in order:
                yield CardPlayed(at, by[at], by[at] in laid)
            if len(order) == players:
                leader = order[winning_index([by[at] for at in order])]
                yield TrickTaken(leader)
        for row in self.rows:
            if self.ones(self.layout.seat("claimed", row)):
                yield Claimed(self.at(row))

    def exposures(self, row: int) -> Iterator[Exposure]:
        """The exposures known to the observing seat of the seat that a row describes."""
        for index in self.ones(self.layout.seat("exposed", row)):
            card = key_cards_by_digit(self.rules)[index // 3]
            if card is None:
                raise LookupError
            yield Exposure(self.at(row), card, MODES[index % 3])

    def at(self, row: int) -> Seat:
        """The seat that a row describes; row 0 is for the observing seat."""
        return Seat((self.me + row) % self.rules.players)

    def marked(self, section: str) -> int:
        """The index of the only row in which this section, of one byte, is 1. Raises StopIteration
        if there is none."""
        return next(row for row in self.rows if self.seen[self.layout.seat(section, row)][0])

    def ones(self, section: slice) -> list[int]:
        """The positions of the ones in `section`, relative to its beginning."""
        return np.flatnonzero(self.seen[section]).tolist()

    def cards(self, section: slice) -> tuple[Card, ...]:
        """The cards of `section`, in ascending order."""
        return tuple(PACK[index] for index in self.ones(section))

    def whole(self, section: slice) -> int:
        """The unsigned number in `section`, lowest bit first."""
        return sum(1 << bit for bit in self.ones(section))
