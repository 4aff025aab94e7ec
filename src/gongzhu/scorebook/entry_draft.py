"""A deal while it is being entered: determines the next question from the answers so far."""

from collections.abc import Generator
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import (
    QUEEN_OF_DIAMONDS,
    Captured,
    Card,
    Suit,
    show_cards,
)
from gongzhu.rules import (
    Game,
    Mode,
    MoonChoice,
    RuleSet,
    exposure_modes,
    hand_size,
    hearts_alike,
    key_cards,
    pack_of,
    point_cards,
)
from gongzhu.rules.facts import counting_hearts, points_sign
from gongzhu.rules.options import NONE
from gongzhu.rules.score import slam_points
from gongzhu.scorebook.entry import (
    DealEntry,
    all_tricks_of,
    missing_cards,
    slam_maker,
    unanswered_choice,
)
from gongzhu.scorebook.questions import (
    NOTHING,
    AskAllTricks,
    AskExposed,
    AskMissing,
    AskMoon,
    AskPile,
    AskQueen,
    AskTricks,
    CardsOfPile,
    EntryAnswer,
    EntryQuestion,
)

Piles = tuple[tuple[Card, ...], ...]


class EntryDraft(Struct, frozen=True):
    """The answers about a deal so far, which determine the next question. A changed draft is a new
    object."""

    game: Game
    """The game before the deal. It has the rules."""
    names: tuple[str, ...]
    """For each pile, the names of its owners."""
    old: DealEntry | None = None
    """The earlier entry, if the deal is being corrected. Its parts become the default answers."""
    answers: tuple[EntryAnswer, ...] = ()

    @property
    def rules(self) -> RuleSet:
        """The rules of the game."""
        return self.game.rules

    def pending(self) -> EntryQuestion | DealEntry:
        """The next question, or the finished entry if no question is left."""
        asking = _ask_deal(self)
        try:
            question = next(asking)
            for answer in self.answers:
                question = asking.send(answer)
        except StopIteration as done:
            entry: DealEntry = done.value
            return entry
        return question

    def answered(self, answer: EntryAnswer) -> "EntryDraft":
        """The draft with an answer to the pending question, as returned by that question's
        `read`."""
        return replace(self, answers=(*self.answers, answer))

    def counted(self) -> bool:
        """True if for some pile only the number of hearts was entered."""
        return any(isinstance(answer, Captured) for answer in self.answers)

    def back(self) -> "EntryDraft":
        """The draft without the last answer. Unchanged if there is none."""
        return replace(self, answers=self.answers[:-1])


def _ask_deal(draft: EntryDraft) -> Generator[EntryQuestion, EntryAnswer, DealEntry]:
    exposed = yield from _ask_exposed(draft)
    piles = yield from _ask_piles(draft)
    piles = yield from _ask_missing(draft, piles)
    tricks = yield from _ask_tricks(draft, piles)
    entry = DealEntry(piles, exposed, tricks)
    all_tricks = yield from _ask_all_tricks(draft, entry)
    entry = replace(entry, all_tricks=all_tricks)
    choice = yield from _ask_moon(draft, entry)
    return replace(entry, moon_choice=choice)


def _ask_exposed(draft: EntryDraft) -> Generator[EntryQuestion, EntryAnswer, dict[Card, Mode]]:
    before = draft.old.exposed if draft.old else {}
    exposed: dict[Card, Mode] = {}
    for mode in exposure_modes(draft.rules):
        keys = key_cards(draft.rules)
        free = tuple(card for card in keys if card not in exposed)
        default = show_cards(card for card in free if before.get(card) == mode)
        answer = yield AskExposed(mode, free, keys, default, draft.rules.doubler)
        assert isinstance(answer, tuple)
        exposed |= dict.fromkeys(answer, mode)
    return exposed


def _ask_piles(draft: EntryDraft) -> Generator[EntryQuestion, EntryAnswer, Piles]:
    """Ask which cards each pile captured, until no point card is left. Returns the cards of each
    pile."""
    rules = draft.rules
    told: list[Captured] = []
    taken: dict[Card, str] = {}
    for pile, name in enumerate(draft.names):
        found = {card for cards in _filled(rules, told) for card in cards}
        left = tuple(card for card in point_cards(rules) if card not in found)
        answer: EntryAnswer = ()
        if left:
            default = show_cards(_before(draft, pile, left, taken))
            counted = any(each.hearts for each in told)
            alike, pack = _countable(rules), pack_of(rules)
            answer = yield AskPile(pile, left, taken, pack, default, rules.doubler, alike, counted)
        if not isinstance(answer, Captured):
            assert isinstance(answer, tuple)
            answer = Captured(answer)
        told.append(answer)
        taken = taken | dict.fromkeys(answer.cards, name)
    return _filled(rules, told)


def _countable(rules: RuleSet) -> bool:
    """True if hearts are point cards and all have the same value, so that their number suffices."""
    return bool(counting_hearts(rules)) and hearts_alike(rules)


def _before(
    draft: EntryDraft, pile: int, left: tuple[Card, ...], taken: dict[Card, str]
) -> tuple[Card, ...]:
    """The cards that the pile had in the earlier entry and can still have: those not in `taken`,
    and at most as many hearts as `left` has."""
    free = [card for card in draft.old.captures[pile] if card not in taken] if draft.old else []
    hearts = [card for card in free if card in counting_hearts(draft.rules)]
    over = set(hearts[len([card for card in left if card.suit is Suit.HEARTS]) :])
    return tuple(card for card in free if card not in over)


def _filled(rules: RuleSet, told: list[Captured]) -> Piles:
    """The piles, with actual cards in place of hearts entered as a number: the lowest hearts that
    are in no pile."""
    named = {card for captured in told for card in captured.cards}
    free = iter([card for card in counting_hearts(rules) if card not in named])
    return tuple((*each.cards, *islice(free, each.hearts)) for each in told)


def _ask_missing(draft: EntryDraft, piles: Piles) -> Generator[EntryQuestion, EntryAnswer, Piles]:
    """Ask for the owner of each point card that is in no pile, until each has an owner or is
    declared missing. Returns the completed piles."""
    filled = list(piles)
    left_out: set[Card] = set()
    while True:
        missing = missing_cards(draft.rules, DealEntry(tuple(filled)))
        cards = tuple(card for card in missing if card not in left_out)
        if not cards:
            return tuple(filled)
        old = missing_cards(draft.rules, draft.old) if draft.old else ()
        default = NOTHING[0] if set(cards) <= set(old) else None
        alike, counted = _countable(draft.rules), draft.counted()
        doubler = draft.rules.doubler
        answer = yield AskMissing(cards, draft.names, default, doubler, alike, counted)
        assert isinstance(answer, CardsOfPile)
        if answer.pile is None:
            left_out |= set(answer.cards)
        else:
            filled[answer.pile] += answer.cards


def _ask_tricks(
    draft: EntryDraft, piles: Piles
) -> Generator[EntryQuestion, EntryAnswer, tuple[int, ...]]:
    """If the rules count it, ask how many tricks the pile with Q♦ won after capturing it. Returns
    the number for each pile, or empty if the rules do not count it or nobody has Q♦."""
    if not draft.rules.queen_of_diamonds:
        return ()
    before = draft.old.tricks_after_qd if draft.old else ()
    winner = next((pile for pile, count in enumerate(before) if count), None)
    captor = next((pile for pile, cards in enumerate(piles) if QUEEN_OF_DIAMONDS in cards), None)
    if captor is None:
        default = "" if winner is None else draft.names[winner]
        answer = yield AskQueen(draft.names, default)
        assert answer is None or isinstance(answer, int)
        captor = answer
    if captor is None:
        return ()
    default_count = str(before[captor]) if before else None
    count = yield AskTricks(captor, hand_size(draft.rules) - 1, default_count)
    assert isinstance(count, int)
    return tuple(count if pile == captor else 0 for pile in range(len(piles)))


def _ask_all_tricks(
    draft: EntryDraft, entry: DealEntry
) -> Generator[EntryQuestion, EntryAnswer, int | None]:
    """If the rules count it, ask whether the pile with every point card captured every trick,
    unless other answers rule that out. Returns the index of that pile, or None."""
    if draft.rules.all_tricks == NONE or missing_cards(draft.rules, entry):
        return None
    holders = [pile for pile, cards in enumerate(entry.captures) if cards]
    others = [pile for pile, count in enumerate(entry.tricks_after_qd) if count]
    if len(holders) != 1 or not set(others) <= set(holders):
        return None
    (pile,) = holders
    if all_tricks_of(draft.rules, entry) == pile:
        return pile
    before = draft.old and draft.old.all_tricks == pile
    answer = yield AskAllTricks(pile, "y" if before else "")
    assert answer is None or isinstance(answer, int)
    return answer


def _ask_moon(
    draft: EntryDraft, entry: DealEntry
) -> Generator[EntryQuestion, EntryAnswer, MoonChoice | None]:
    """If a slam was made and the rules give a choice, ask what it pays. Returns the choice, or
    None."""
    rules = draft.rules
    maker = slam_maker(rules, entry)
    if maker is None or rules.all_point_cards != "choice":
        return None
    amount = slam_points(rules, entry.captures[maker], entry.exposed)
    if entry.all_tricks is not None and rules.all_tricks != NONE:
        amount += rules.all_tricks
    own = points_sign(rules) * amount
    default = (draft.old and draft.old.moon_choice) or unanswered_choice(draft.game, entry)
    answer = yield AskMoon(maker, -own, own, default)
    if answer == "self":
        return "self"
    assert answer == "others"
    return answer
