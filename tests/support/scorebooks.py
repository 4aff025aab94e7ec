"""Scorebooks made by hand and by chance."""

from collections.abc import Mapping
from random import Random

from gongzhu.cards import Card
from gongzhu.rules import (
    PRESETS,
    Mode,
    MoonChoice,
    NamedRules,
    RuleSet,
    exposure_modes,
    hand_size,
    key_cards,
    load_rules,
    pack_of,
    piles,
    point_cards,
)
from gongzhu.rules.options import NONE
from gongzhu.scorebook import Book, DealEntry
from tests.support.tables import cards

NAMES = ("Ann", "Bo", "小王", "Di", "Ed", "小李", "Flo", "Gus")


def entry(
    *captures: str,
    exposed: Mapping[str, Mode] | None = None,
    tricks: tuple[int, ...] = (),
    moon: MoonChoice | None = None,
    all_tricks: int | None = None,
) -> DealEntry:
    """An entry with cards by their codes, such as `QS *H`."""
    modes = {Card(code): mode for code, mode in (exposed or {}).items()}
    return DealEntry(tuple(map(cards, captures)), modes, tricks, moon, all_tricks)


def book(rules: str, *deals: DealEntry, games: int | None = None) -> Book:
    """A book by a preset, with some deals in it."""
    named = load_rules(rules)
    started = Book(rules=named, names=NAMES[: named.rules.players], games=games)
    for deal in deals:
        started = started.add(deal)
    return started


def book_by(rules: RuleSet) -> Book:
    """An empty book by any rules."""
    preset = next((name for name, known in PRESETS.items() if known.rules == rules), None)
    named = NamedRules("ours", "gongzhu-pagat", preset, rules)
    return Book(rules=named, names=NAMES[: rules.players])


def random_entry(rules: RuleSet, rng: Random) -> DealEntry:
    """Any whole deal: point cards are left out now and then, and sometimes all go to one, with
    every trick or without."""
    owners = len(piles(rules))
    captures: list[list[Card]] = [[] for _ in range(owners)]
    everything = rng.random() < 0.2
    every_trick = everything and rules.all_tricks != NONE and rng.random() < 0.5
    maker = rng.randrange(owners)
    for card in pack_of(rules):
        if everything and card in point_cards(rules):
            captures[maker].append(card)
        elif rng.random() < 0.9:
            captures[maker if every_trick else rng.randrange(owners)].append(card)
    tricks = [0] * owners
    if rules.queen_of_diamonds:
        captor = next((place for place, pile in enumerate(captures) if Card("QD") in pile), maker)
        tricks[captor] = rng.randrange(hand_size(rules) - (not every_trick))
    modes = exposure_modes(rules)
    choices: tuple[MoonChoice | None, ...] = ("others", "self", None)
    return DealEntry(
        tuple(map(tuple, captures)),
        {card: rng.choice(modes) for card in key_cards(rules) if modes and rng.random() < 0.4},
        tuple(tricks) if any(tricks) else (),
        rng.choice(choices) if rules.all_point_cards == "choice" else None,
        maker if every_trick else None,
    )
