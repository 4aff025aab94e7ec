"""The statistics of one deal for one seat.

A *slam or moon* here means capturing all cards of `moon_cards(rules)`. A pile has tried one if it
made it, or if it held at least eight hearts when another pile took the first of these cards. The
effect of an exposure is the score of the player's pile minus the score of the same captured cards
without the factor of that exposed card.
"""

from collections.abc import Collection, Sequence

from msgspec import Struct

from gongzhu.cards import HEARTS, PIG, QUEEN_OF_DIAMONDS, SHEEP, Card, Seat, Suit
from gongzhu.records import DealRecord
from gongzhu.rules import Mode, RuleSet, piles, point_cards, score_piles, side_of
from gongzhu.rules.evolve import winning_index
from gongzhu.rules.facts import moon_cards, pile_of
from gongzhu.stats.spread import Spread
from gongzhu.stats.statistics import (
    Companion,
    Figures,
    RuleSetStatistics,
    Statistics,
    Versus,
    joined,
    placing_of,
    rules_key,
)

TRIED_FROM = 8
"""Least number of hearts in a pile for which a failed slam or moon counts as tried."""


class _Trick(Struct, frozen=True):
    cards: tuple[Card, ...]
    pile: int
    """Index of the pile that captured the trick."""


def deal_statistics(record: DealRecord, seat: Seat, table: Sequence[Companion]) -> Statistics:
    """The statistics of one deal for the player in `seat`, including the result of the game if the
    deal ended it. `table` has the player of each seat, by seat.

    The record must be of a valid deal. This is not checked.
    """
    rules = record.rules
    owners = piles(rules)
    mine = pile_of(rules, seat)
    figures = _figures(record, seat, mine)
    won = 0
    if record.game_over:
        placing = placing_of(record, seat)
        won = int(placing.place == 1)
        figures += Figures(places={placing.place: 1}, last=int(placing.last))
    scores = Spread.of(record.scores[mine])
    against: dict[Companion, Versus] = {}
    for place, seats in enumerate(owners):
        for other in seats:
            if other == seat:
                continue
            companion = _seen_from(rules, seat, other, table[other])
            theirs = Spread.of(record.scores[place])
            met = against.get(companion)
            against[companion] = (
                Versus(companion, scores, theirs, int(record.game_over), won)
                if met is None
                # One deal and one game, however many bots of the level are at the table.
                else Versus(companion, scores, met.theirs + theirs, met.games, met.wins)
            )
    kept = RuleSetStatistics(rules, figures, joined(against.values()))
    return Statistics({rules_key(rules): kept})


def _seen_from(rules: RuleSet, seat: Seat, other: Seat, companion: Companion) -> Companion:
    partner = rules.partners != "none" and side_of(rules, seat) == side_of(rules, other)
    return Companion(companion.name, companion.level, partner)


def _figures(record: DealRecord, seat: Seat, mine: int) -> Figures:
    rules = record.rules
    tricks = _tricks(record)
    captured = [
        [card for trick in tricks if trick.pile == place for card in trick.cards]
        for place, _ in enumerate(piles(rules))
    ]
    counting = point_cards(rules)
    pile = set(captured[mine]).intersection(counting)
    goal = moon_cards(rules)
    made = pile.issuperset(goal)
    return Figures(
        scores={record.scores[mine]: 1},
        pigs=int(PIG in pile),
        sheep=int(SHEEP in pile),
        doublers=int(rules.doubler in pile),
        hearts=len(pile.intersection(HEARTS)),
        tried=int(made or _tried(tricks, mine, goal)),
        made=int(made),
        sweeps=int(goal != set(counting) and pile.issuperset(counting)),
        exposed=_exposed(record, seat, mine, captured),
    )


def _tricks(record: DealRecord) -> list[_Trick]:
    """The complete tricks of the deal, in order."""
    players = record.rules.players
    found = []
    for start in range(0, len(record.plays) - players + 1, players):
        plays = record.plays[start : start + players]
        cards = tuple(card for _, card in plays)
        found.append(_Trick(cards, pile_of(record.rules, plays[winning_index(cards)][0])))
    return found


def _tried(tricks: Sequence[_Trick], mine: int, goal: Collection[Card]) -> bool:
    held = 0
    for trick in tricks:
        if trick.pile == mine:
            held += sum(card.suit is Suit.HEARTS for card in trick.cards)
        elif any(card in goal for card in trick.cards):
            break
    return held >= TRIED_FROM


def _exposed(
    record: DealRecord, seat: Seat, mine: int, captured: Sequence[Sequence[Card]]
) -> dict[Card, Spread]:
    """For each card that the seat exposed, how much exposing it changed the score of the seat's
    pile. `mine` is the index of that pile."""
    if not record.exposures[seat]:
        return {}
    everything = {card: mode for modes in record.exposures for card, mode in modes.items()}
    after_queen = _tricks_after_queen(record)

    def scored(exposed: dict[Card, Mode]) -> int:
        score = score_piles(
            record.rules,
            captured,
            exposed,
            after_queen,
            moon_choice=record.moon_choice,
            all_tricks=_all_tricks(record),
        )
        return score.points[mine]

    score = scored(everything)
    return {
        card: Spread.of(
            score - scored({held: mode for held, mode in everything.items() if held != card})
        )
        for card in sorted(record.exposures[seat])
    }


def _all_tricks(record: DealRecord) -> int | None:
    """Index of the pile that captured every trick, or None if several piles captured tricks."""
    captors = {trick.pile for trick in _tricks(record)}
    return captors.pop() if len(captors) == 1 else None


def _tricks_after_queen(record: DealRecord) -> list[int]:
    """For each pile, how many tricks it won after the trick in which it captured Q♦, or 0 for all
    piles if Q♦ was not captured."""
    tricks = _tricks(record)
    counts = [0] * len(piles(record.rules))
    owner = None
    for trick in tricks:
        if trick.pile == owner:
            counts[owner] += 1
        if QUEEN_OF_DIAMONDS in trick.cards:
            owner = trick.pile
    return counts
