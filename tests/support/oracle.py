"""A second reading of the rules, to hold against the engine: naive, slow and on plain data.

It was written from the settled rules alone and shares nothing with `gongzhu.rules` but the names
of options and their values. Cards are codes such as "QS", hands are sets of them, a move is a
tuple of words such as ("play", "QS"). Nothing is kept that can be found out again: hands, turns
and tricks follow each time from what was dealt, chosen and played.
"""

from copy import copy
from itertools import combinations, product

from tests.support.oracle_games import RANKS, first_leader, lead_card, pass_steps
from tests.support.oracle_scores import (
    Options,
    deal_scores,
    exposable,
    game_points,
    pile_count,
    slam_pile,
)

Move = tuple[str, ...]


class OracleDeal:
    """One deal: what was dealt, and the choices made since.

    `number` counts the deals of the game before it; `leader` leads it where it is not asked as in
    a first deal (see `later_leader`).
    """

    def __init__(
        self,
        options: Options,
        hands: list[set[str]],
        number: int = 0,
        leader: int | None = None,
        dealer: int = 0,
    ) -> None:
        self.options = options
        self.dealt = hands
        self.number = number
        self.leader = leader
        self.dealer = dealer
        self.passed: dict[int, Move] = {}
        self.exposed: dict[int, dict[str, str]] = {}
        self.plays: list[tuple[int, str]] = []
        self.claimed = False
        self.moon_choice: str | None = None

    def copy(self) -> "OracleDeal":
        """A deal that may go on differently."""
        other = copy(self)
        other.passed = dict(self.passed)
        other.exposed = dict(self.exposed)
        other.plays = list(self.plays)
        return other

    @property
    def players(self) -> int:
        return len(self.dealt)

    def steps(self) -> int:
        """How far in playing order cards are passed, 0 for not at all."""
        return pass_steps(self.options, self.number)

    def phase(self) -> str:
        if self.steps() and len(self.passed) < self.players:
            return "passing"
        if self.options["sale"] != "none" and len(self.exposed) < self.players:
            return "exposing"
        if not self.claimed and len(self.plays) < sum(len(hand) for hand in self.dealt):
            return "playing"
        if self.moon_choice is None and self.shooter() is not None:
            return "moon"
        return "ended"

    def shooter(self) -> int | None:
        """Who is asked whom a slam counts for, once no more cards are played: a pooled side's
        first seat."""
        if self.options["all_point_cards"] != "choice":
            return None
        return slam_pile(self.options, self.piles())

    def waiting_for(self) -> list[int]:
        """The seats whose choice is wanted now."""
        everyone = range(self.players)
        match self.phase():
            case "passing":
                return [seat for seat in everyone if seat not in self.passed]
            case "exposing":
                return [seat for seat in everyone if seat not in self.exposed]
            case "playing":
                return [self.turn()]
            case "moon":
                shooter = self.shooter()
                return [] if shooter is None else [shooter]
            case _:
                return []

    def hand(self, seat: int) -> set[str]:
        """What the seat holds now, passes counted once all have passed."""
        cards = set(self.dealt[seat])
        if len(self.passed) == self.players:
            giver = (seat - self.steps()) % self.players
            cards = cards - set(self.passed[seat]) | set(self.passed[giver])
        return cards - {card for _, card in self.plays}

    def tricks(self) -> list[list[tuple[int, str]]]:
        """The finished tricks; each a list of seat and card."""
        n = self.players
        return [self.plays[i : i + n] for i in range(0, len(self.plays) - n + 1, n)]

    def on_table(self) -> list[tuple[int, str]]:
        """The trick that is not finished."""
        return self.plays[len(self.tricks()) * self.players :]

    def captured(self) -> list[list[str]]:
        """All the cards that each seat has won, in order."""
        won: list[list[str]] = [[] for _ in self.dealt]
        for trick in self.tricks():
            won[winner(trick)] += [card for _, card in trick]
        return won

    def turn(self) -> int:
        if self.on_table():
            return (self.plays[-1][0] + 1) % self.players
        if self.tricks():
            return winner(self.tricks()[-1])
        if self.leader is not None:
            return self.leader
        return first_leader(
            self.options, [self.hand(seat) for seat, _ in enumerate(self.dealt)], self.dealer
        )

    def legal(self, seat: int) -> set[Move]:
        """Every move that the seat may make now; a claim needs no turn."""
        claim: set[Move] = {("claim",)} if self.may_claim() else set()
        if seat not in self.waiting_for():
            return claim
        match self.phase():
            case "passing":
                return {
                    ("pass", *sorted(cards))
                    for cards in combinations(self.hand(seat), self.options["pass_count"])
                }
            case "exposing":
                return self.legal_exposures(seat)
            case "playing":
                return claim | {("play", card) for card in self.legal_cards(seat)}
            case _:
                return {("moon", "others"), ("moon", "self")}

    def legal_exposures(self, seat: int) -> set[Move]:
        modes = {"open": ["", "open"], "face-down-or-up": ["", "down", "up"]}
        mine = sorted(exposable(self.options) & self.hand(seat))
        return {
            (
                "expose",
                *sorted(f"{card}:{mode}" for card, mode in zip(mine, chosen, strict=True) if mode),
            )
            for chosen in product(modes[self.options["sale"]], repeat=len(mine))
        }

    def legal_cards(self, seat: int) -> set[str]:
        hand = self.hand(seat)
        first_trick = not self.tricks()
        if not self.on_table():
            return self.legal_leads(seat, hand, first_trick)
        led = suit_of(self.on_table()[0][1])
        follow = {card for card in hand if suit_of(card) == led}
        if follow:
            return self.without_exposed(seat, follow)
        if first_trick and not self.options["first_trick_points"]:
            return {card for card in hand if card not in game_points(self.options)} or hand
        return hand

    def legal_leads(self, seat: int, hand: set[str], first_trick: bool) -> set[str]:
        if first_trick and self.leader is None and self.options["first_lead"] == "must-lead":
            return {lead_card(self.options, self.dealt)}
        leads = hand
        if self.options["hearts_must_be_broken"] and not self.hearts_broken():
            leads = {card for card in hand if suit_of(card) != "H"} or hand
        return self.without_exposed(seat, leads)

    def without_exposed(self, seat: int, cards: set[str]) -> set[str]:
        """Leave out what the seat exposed in suits that were not led yet, where it has others of
        the suit."""
        led = {suit_of(trick[0][1]) for trick in self.tricks()}
        bound = {
            card
            for card, mode in self.exposed.get(seat, {}).items()
            if not (mode == "down" and self.options["face_down_first_trick"] == "free")
        }
        bound = {card for card in bound if suit_of(card) not in led}
        free_suits = {suit_of(card) for card in cards - bound}
        return {card for card in cards if card not in bound or suit_of(card) not in free_suits}

    def hearts_broken(self) -> bool:
        for trick in self.tricks():
            for _, card in trick:
                if suit_of(card) == "H" and suit_of(trick[0][1]) != "H":
                    return True
                if card == "QS" and self.options["queen_breaks_hearts"]:
                    return True
        return False

    def may_claim(self) -> bool:
        """Whether cards are still played of which none can count, nor any trick."""
        if self.phase() != "playing" or self.options["queen_of_diamonds"]:
            return False
        takers = {self.pile_of(winner(trick)) for trick in self.tricks()}
        if self.options["all_tricks"] != "none" and len(takers) == 1:
            return False
        won = {card for cards in self.captured() for card in cards}
        return game_points(self.options) <= won

    def make(self, seat: int, move: Move) -> None:
        """Make a move that is legal."""
        match move:
            case ("pass", *cards):
                self.passed[seat] = tuple(cards)
            case ("expose", *cards):
                self.exposed[seat] = {card[:2]: card[3:] for card in cards}
            case ("play", card):
                self.plays.append((seat, card))
            case ("moon", choice):
                self.moon_choice = choice
            case _:
                self.claimed = True

    def modes(self, *, hidden: bool) -> dict[str, str]:
        """What is exposed; `hidden`: also what lies face down and was not played yet."""
        played = {card for _, card in self.plays}
        return {
            card: mode
            for mine in self.exposed.values()
            for card, mode in mine.items()
            if hidden or mode != "down" or card in played
        }

    def pile_of(self, seat: int) -> int:
        """The pile to which a seat's captures go."""
        return seat % pile_count(self.options)

    def piles(self) -> list[list[str]]:
        """The captures that are scored together."""
        piles: list[list[str]] = [[] for _ in range(pile_count(self.options))]
        for seat, cards in enumerate(self.captured()):
            piles[self.pile_of(seat)] += cards
        return piles

    def every_trick(self) -> int | None:
        """The pile that has taken all the tricks of the deal."""
        takers = [self.pile_of(winner(trick)) for trick in self.tricks()]
        return takers[0] if len(takers) == len(self.dealt[0]) and len({*takers}) == 1 else None

    def tricks_after_queen(self) -> list[int]:
        """For each pile, how many tricks it won after the one with the queen of diamonds."""
        counts = [0] * pile_count(self.options)
        owner = None
        for trick in self.tricks():
            pile = self.pile_of(winner(trick))
            if pile == owner:
                counts[pile] += 1
            if "QD" in [card for _, card in trick]:
                owner = pile
        return counts

    def scores(self, *, hidden: bool, choice: str | None = None) -> list[int]:
        """What each pile scores so far; `hidden` as in `modes`, `choice` in place of one made."""
        return deal_scores(
            self.options,
            self.piles(),
            self.modes(hidden=hidden),
            self.tricks_after_queen(),
            moon_choice=choice or self.moon_choice,
            every_trick=self.every_trick(),
        )

    def pig_captor(self) -> int | None:
        for trick in self.tricks():
            if "QS" in [card for _, card in trick]:
                return winner(trick)
        return None


def suit_of(card: str) -> str:
    return card[1]


def winner(trick: list[tuple[int, str]]) -> int:
    """Who played the highest card of the suit led."""
    led = suit_of(trick[0][1])
    following = [(RANKS.index(card[0]), seat) for seat, card in trick if suit_of(card) == led]
    return max(following)[1]
