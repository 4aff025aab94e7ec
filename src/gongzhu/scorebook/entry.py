"""The entry of a deal, and the check that such a deal is possible under the rules."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from gongzhu.cards import KEY_CARDS, QUEEN_OF_DIAMONDS, Card
from gongzhu.rules import (
    DealScore,
    GongzhuRules,
    HeartsRules,
    Mode,
    MoonChoice,
    RuleSet,
    default_moon_choice,
    exposure_modes,
    hand_size,
    pack_of,
    piles,
    point_cards,
    score_piles,
)
from gongzhu.texts import Lang, said, say


class ScoreError(ValueError):
    """Raised for input that is refused: the message `score.fault.PROBLEM`, filled from
    `details`."""

    def __init__(self, problem: str, **details: object) -> None:
        self.problem = problem
        self.details = details
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """Where the error is, what is wrong, and what is allowed."""
        return say(f"score.fault.{self.problem}", lang, **said(self.details, lang))


class DealEntry(Struct, frozen=True, omit_defaults=True):
    """The captured cards of one deal, and everything else that its score depends on.

    The fields are the keys of a line that `gongzhu score --jsonl` reads.
    """

    captures: tuple[tuple[Card, ...], ...]
    """Captured cards by pile; see `gongzhu.rules.piles`. Cards that count nothing may be left
    out."""
    exposed: dict[Card, Mode] = {}
    tricks_after_qd: tuple[int, ...] = ()
    """For each pile, the number of tricks that it won after the one with Q♦. Empty means 0 for
    all."""
    moon_choice: MoonChoice | None = None
    """The choice of a moon's shooter; None if no choice was made."""


def check_entry(rules: RuleSet, entry: DealEntry, whole: bool = False) -> DealEntry:
    """The entry, unchanged, if such a deal is possible under these rules. A `whole` entry must
    contain every pile.

    Raises ScoreError.

    >>> rules = load_rules("gongzhu-pagat").rules
    >>> entry = DealEntry((parse_cards("QS TC"), parse_cards("JD"), (), ()))
    >>> check_entry(rules, entry) == entry
    True
    """
    for fault in _faults(rules, entry, whole):
        raise fault
    return entry


def _faults(rules: RuleSet, entry: DealEntry, whole: bool) -> Iterator[ScoreError]:
    yield from _capture_faults(rules, entry.captures, whole)
    yield from _exposure_faults(rules, entry)
    if entry.tricks_after_qd:
        yield from _trick_faults(rules, entry)
    if entry.moon_choice:
        yield from _moon_faults(rules, entry)


def _capture_faults(
    rules: RuleSet, captures: Sequence[Sequence[Card]], whole: bool
) -> Iterator[ScoreError]:
    most = len(piles(rules))
    if whole and len(captures) != most:
        yield ScoreError("pile_count", count=len(captures), most=most)
    if not 0 < len(captures) <= most:
        yield ScoreError("piles", count=len(captures), most=most)
    pack = pack_of(rules)
    where: dict[Card, str] = {}
    for pile, cards in enumerate(captures):
        for number, card in enumerate(cards):
            place = f"captures[{pile}][{number}]"
            if card not in pack:
                yield ScoreError("not_in_pack", place=place, card=card.code)
            if card in where:
                yield ScoreError("repeated", place=place, card=card.code, other=where[card])
            where[card] = place


def _exposure_faults(rules: RuleSet, entry: DealEntry) -> Iterator[ScoreError]:
    modes = exposure_modes(rules)
    for card, mode in entry.exposed.items():
        if not modes:
            yield ScoreError("nothing_exposed")
        if card not in KEY_CARDS:
            keys = ", ".join(key.code for key in KEY_CARDS)
            yield ScoreError("not_key_card", card=card.code, keys=keys)
        if mode not in modes:
            allowed = ", ".join(modes)
            yield ScoreError("mode", card=card.code, mode=mode, allowed=allowed)


def _trick_faults(rules: RuleSet, entry: DealEntry) -> Iterator[ScoreError]:
    tricks = entry.tricks_after_qd
    if len(tricks) != len(entry.captures):
        yield ScoreError("trick_count", count=len(tricks), piles=len(entry.captures))
    most = hand_size(rules) - 1
    for pile, count in enumerate(tricks):
        if not 0 <= count <= most:
            yield ScoreError("tricks", place=f"tricks_after_qd[{pile}]", most=most)
    winners = [pile for pile, count in enumerate(tricks) if count]
    if not winners:
        return
    if not (isinstance(rules, GongzhuRules) and rules.queen_of_diamonds):
        yield ScoreError("tricks_not_counted")
    if len(winners) > 1:
        yield ScoreError("tricks_of_two", first=winners[0], second=winners[1])
    for pile, cards in enumerate(entry.captures):
        if QUEEN_OF_DIAMONDS in cards and pile != winners[0]:
            yield ScoreError("tricks_of_another", winner=winners[0], captor=pile)


def _moon_faults(rules: RuleSet, entry: DealEntry) -> Iterator[ScoreError]:
    if not isinstance(rules, HeartsRules):
        yield ScoreError("moon_in_gongzhu")
    elif shooter_of(rules, entry) is not None and rules.moon not in ("choice", entry.moon_choice):
        yield ScoreError("moon_is_fixed", choice=entry.moon_choice, moon=rules.moon)


def shooter_of(rules: RuleSet, entry: DealEntry) -> int | None:
    """The pile that shot the moon in Hearts; None if there was no moon."""
    if not isinstance(rules, HeartsRules):
        return None
    counting = point_cards(rules)
    captures = enumerate(entry.captures)
    return next((pile for pile, cards in captures if set(counting) <= set(cards)), None)


def score_entry(rules: RuleSet, entry: DealEntry, totals: Sequence[int] | None = None) -> DealScore:
    """The score of an entry that `check_entry` has accepted.

    `totals` are those of the sides before the deal. If the shooter of a moon made no choice, the
    default choice under these totals is used, or without totals 26 points for each of the others.

    >>> rules = PRESETS["gongzhu-pagat"].rules
    >>> entry = DealEntry((parse_cards("QS TC"), parse_cards("JD"), (), ()))
    >>> score_entry(rules, entry).points
    (-200, 100, 0, 0)
    """
    choice = entry.moon_choice
    shooter = shooter_of(rules, entry)
    if isinstance(rules, HeartsRules) and shooter is not None and totals and not choice:
        choice = default_moon_choice(rules, totals, shooter)
    tricks = entry.tricks_after_qd or (0,) * len(entry.captures)
    return score_piles(rules, entry.captures, entry.exposed, tricks, choice)


def missing_cards(rules: RuleSet, entry: DealEntry) -> tuple[Card, ...]:
    """The point cards that no pile has, sorted.

    >>> rules = PRESETS["gongzhu-hwa"].rules
    >>> entry = DealEntry((parse_cards("QS TC"), parse_cards("hearts all"), (), ()))
    >>> show_cards(missing_cards(rules, entry))
    'J♦'
    """
    taken = {card for cards in entry.captures for card in cards}
    return tuple(card for card in point_cards(rules) if card not in taken)
