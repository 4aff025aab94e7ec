"""Scorebooks made by hand and by chance."""

from collections.abc import Mapping
from random import Random

from gongzhu.cards import KEY_CARDS, Card
from gongzhu.rules import (
    PRESETS,
    GongzhuRules,
    HeartsRules,
    Mode,
    MoonChoice,
    NamedRules,
    RuleSet,
    exposure_modes,
    hand_size,
    load_rules,
    pack_of,
    piles,
    point_cards,
)
from gongzhu.scorebook import Book, DealEntry
from tests.support.tables import cards

NAMES = ("Ann", "Bo", "小王", "Di", "Ed")


def entry(
    *captures: str,
    exposed: Mapping[str, Mode] | None = None,
    tricks: tuple[int, ...] = (),
    moon: MoonChoice | None = None,
) -> DealEntry:
    """An entry with cards by their codes, such as `QS *H`."""
    modes = {Card(code): mode for code, mode in (exposed or {}).items()}
    return DealEntry(tuple(map(cards, captures)), modes, tricks, moon)


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
    """Any whole deal: point cards are left out now and then, and sometimes all go to one."""
    owners = len(piles(rules))
    captures: list[list[Card]] = [[] for _ in range(owners)]
    everything = rng.random() < 0.2
    shooter = rng.randrange(owners)
    for card in pack_of(rules):
        if everything and card in point_cards(rules):
            captures[shooter].append(card)
        elif rng.random() < 0.9:
            captures[rng.randrange(owners)].append(card)
    tricks = [0] * owners
    if isinstance(rules, GongzhuRules) and rules.queen_of_diamonds:
        captor = next((place for place, pile in enumerate(captures) if Card("QD") in pile), 0)
        tricks[captor] = rng.randrange(hand_size(rules))
    modes = exposure_modes(rules)
    choices: tuple[MoonChoice | None, ...] = ("others", "self", None)
    open_moon = isinstance(rules, HeartsRules) and rules.moon == "choice"
    return DealEntry(
        tuple(map(tuple, captures)),
        {card: rng.choice(modes) for card in KEY_CARDS if modes and rng.random() < 0.4},
        tuple(tricks) if any(tricks) else (),
        rng.choice(choices) if open_moon else None,
    )
