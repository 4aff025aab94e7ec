"""The entry of a deal with real cards, and the check that such a deal is possible under the
rules."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import QUEEN_OF_DIAMONDS, Card
from gongzhu.rules import (
    DealScore,
    Game,
    Mode,
    MoonChoice,
    RuleSet,
    default_moon_choice,
    exposure_modes,
    hand_size,
    key_cards,
    pack_of,
    piles,
    point_cards,
    score_piles,
)
from gongzhu.rules.facts import slam_cards
from gongzhu.rules.options import NONE
from gongzhu.texts import Lang, said, say


class ScoreError(ValueError):
    """Raised for input that is refused. `problem` is the key of the message `score.fault.PROBLEM`
    in the text catalogues, filled from `details`."""

    def __init__(self, problem: str, **details: object) -> None:
        self.problem = problem
        self.details = details
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One sentence: the position of the error, what is wrong, and what is allowed."""
        return say(f"score.fault.{self.problem}", lang, **said(self.details, lang))


class DealEntry(Struct, frozen=True, omit_defaults=True):
    """The captured cards of one deal, and everything else on which its score depends. Tuples are by
    pile, in the order of `piles(rules)`.

    The fields are the keys of a JSON line that `gongzhu score --jsonl` reads.
    """

    captures: tuple[tuple[Card, ...], ...]
    """Captured cards of each pile. Cards that do not count may be left out."""
    exposed: dict[Card, Mode] = {}
    """The exposed cards, each with its mode."""
    tricks_after_qd: tuple[int, ...] = ()
    """For each pile, the number of tricks that it won after the one with Q♦. Empty means 0 for
    all."""
    moon_choice: MoonChoice | None = None
    """The choice of what a slam pays, if the rules give one, or None if none was made."""
    all_tricks: int | None = None
    """Index of the pile that captured every trick, or None if none did, or if the rules do not
    count it."""


def check_entry(rules: RuleSet, entry: DealEntry, whole: bool = False) -> DealEntry:
    """Return the entry unchanged if such a deal is possible under the rules. With `whole`, it must
    contain every pile. Otherwise the last piles may be missing.

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
    yield from _all_tricks_faults(rules, entry)


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
        if card not in key_cards(rules):
            keys = ", ".join(key.code for key in key_cards(rules))
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
    if not rules.queen_of_diamonds:
        yield ScoreError("tricks_not_counted")
    if len(winners) > 1:
        yield ScoreError("tricks_of_two", first=winners[0], second=winners[1])
    for pile, cards in enumerate(entry.captures):
        if QUEEN_OF_DIAMONDS in cards and pile != winners[0]:
            yield ScoreError("tricks_of_another", winner=winners[0], captor=pile)


def _moon_faults(rules: RuleSet, entry: DealEntry) -> Iterator[ScoreError]:
    way = rules.all_point_cards
    if way not in ("others", "self", "choice"):
        yield ScoreError("no_moon_choice")
    elif way not in ("choice", entry.moon_choice) and slam_maker(rules, entry) is not None:
        yield ScoreError("moon_is_fixed", choice=entry.moon_choice, moon=way)


def _all_tricks_faults(rules: RuleSet, entry: DealEntry) -> Iterator[ScoreError]:
    told = entry.all_tricks
    if told is not None and rules.all_tricks == NONE:
        yield ScoreError("all_tricks_not_counted")
    if told is not None and not 0 <= told < len(entry.captures):
        yield ScoreError("all_tricks", value=told, most=len(entry.captures) - 1)
    winner = all_tricks_of(rules, entry)
    if winner is None:
        return
    for pile, cards in enumerate(entry.captures):
        if cards and pile != winner:
            yield ScoreError("all_tricks_of_two", winner=winner, other=pile, card=cards[0].code)
    left = [card.code for card in missing_cards(rules, entry)]
    if left:
        yield ScoreError("all_tricks_miss", winner=winner, cards=", ".join(left))
    if any(count for pile, count in enumerate(entry.tricks_after_qd) if pile != winner):
        yield ScoreError("all_tricks_after_queen", winner=winner)


def all_tricks_of(rules: RuleSet, entry: DealEntry) -> int | None:
    """Index of the pile that captured every trick, or None if no pile did, if the entry does not
    show it, or if the rules give nothing for it.

    It is the entry's `all_tricks` if that is given. If not, it is the pile that has all cards of
    the pack, or else the pile that won all tricks but one after Q♦, since it must have won Q♦ in
    the first trick.
    """
    if rules.all_tricks == NONE:
        return None
    if entry.all_tricks is not None:
        return entry.all_tricks
    for pile, cards in enumerate(entry.captures):
        if len(cards) == len(pack_of(rules)):
            return pile
    later = hand_size(rules) - 1
    return next((pile for pile, count in enumerate(entry.tricks_after_qd) if count == later), None)


def slam_maker(rules: RuleSet, entry: DealEntry) -> int | None:
    """Index of the pile with all the cards that a slam needs, or None if there is none."""
    needed = slam_cards(rules)
    captures = enumerate(entry.captures)
    return next((pile for pile, cards in captures if needed and needed <= set(cards)), None)


def score_entry(rules: RuleSet, entry: DealEntry, game: Game | None = None) -> DealScore:
    """The score of an entry that `check_entry` accepts.

    `game` is the game before the deal. If a choice of what a slam pays is missing, the default
    choice in that game is used (`default_moon_choice`), or without a game `others`.

    >>> rules = PRESETS["gongzhu-pagat"].rules
    >>> entry = DealEntry((parse_cards("QS TC"), parse_cards("JD"), (), ()))
    >>> score_entry(rules, entry).points
    (-200, 100, 0, 0)
    """
    choice = entry.moon_choice
    if game and not choice and rules.all_point_cards == "choice":
        choice = unanswered_choice(game, entry)
    tricks = entry.tricks_after_qd or (0,) * len(entry.captures)
    return score_piles(
        rules,
        entry.captures,
        entry.exposed,
        tricks,
        moon_choice=choice,
        all_tricks=all_tricks_of(rules, entry),
    )


def unanswered_choice(game: Game, entry: DealEntry) -> MoonChoice:
    """The default choice of what a slam pays, for an entry without one. `game` is the game before
    the deal."""
    choices: tuple[MoonChoice, ...] = ("others", "self")
    scores = {
        choice: score_entry(game.rules, replace(entry, moon_choice=choice)) for choice in choices
    }
    return default_moon_choice(game, scores)


def missing_cards(rules: RuleSet, entry: DealEntry) -> tuple[Card, ...]:
    """The point cards in no pile, sorted.

    >>> rules = PRESETS["gongzhu-hwa"].rules
    >>> entry = DealEntry((parse_cards("QS TC"), parse_cards("hearts all"), (), ()))
    >>> show_cards(missing_cards(rules, entry))
    'J♦'
    """
    taken = {card for cards in entry.captures for card in cards}
    return tuple(card for card in point_cards(rules) if card not in taken)
