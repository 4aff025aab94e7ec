"""Positions and cards as lines of text, and choices read from card codes, for `gongzhu advice`,
`gongzhu hint` and `gongzhu puzzles`."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from gongzhu.bots.steady.examples import Example, advice_groups, cards_of, examples
from gongzhu.cards import Card, Seat, Suit, next_seat
from gongzhu.rules import Action, Expose, Pass, Phase, Play, exposure_modes
from gongzhu.texts import Lang, say, width_of, wrap
from gongzhu.view import View

NOTHING = "-"
"""The text by which the user chooses to expose no card."""
WIDTH = 80
"""Greatest width of the text in columns: longer lines are hard to read."""
ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""The suits of a hand from left to right."""


def action_of(view: View, cards: tuple[Card, ...]) -> Action | None:
    """The action that means these cards in the current phase of the view: pass them, expose them
    (in the first mode that the rules allow), or play the card. None if a card is to be played and
    there is not exactly one, and in other phases. The action may be illegal."""
    match view.public.phase:
        case Phase.PASSING:
            return Pass(cards)
        case Phase.EXPOSING:
            return Expose(dict.fromkeys(cards, exposure_modes(view.rules)[0]))
        case Phase.PLAYING if len(cards) == 1:
            return Play(cards[0])
    return None


def list_lines(lang: Lang) -> Iterator[str]:
    """Lines that list all pieces of advice in groups, each by its name, such as `pass_pig`, and its
    title."""
    widest = max(map(len, examples()))
    for group, lines in advice_groups().items():
        yield say(f"strategy.group.{group}", lang)
        yield from (f"  {line:<{widest}}  {say(f'strategy.title.{line}', lang)}" for line in lines)
        yield ""
    yield from wrap(say("strategy.hint", lang), WIDTH)


def position_lines(example: Example, lang: Lang) -> Iterator[str]:
    """An example position as lines of text: the rules, exposed and passed cards, the tricks so far,
    the current trick, and the hand."""
    yield say(f"rules.preset.{example.rules}.title", lang)
    for key, text in (("exposed", example.exposed), ("passed", example.passed)):
        if text:
            yield say(f"strategy.{key}", lang, cards=_named(cards_of(text)))
    for number, trick in enumerate(example.finished()):
        head = say("strategy.tricks", lang) if number == 0 else ""
        taken = say("strategy.taken", lang, who=seat_name(example, trick.winner, lang))
        yield _row(head, f"{_trick(example, trick.leader, trick.cards, lang)}  ({taken})", lang)
    if example.trick:
        on_table = _trick(example, example.trick_leader(), cards_of(example.trick), lang)
        yield _row(say("strategy.trick", lang), on_table, lang)
    elif example.phase == "playing":
        yield say("strategy.to_lead", lang)
    yield ""
    yield from drawn(sorted_hand(cards_of(example.hand)))


def question(example: Example, lang: Lang) -> str:
    """The question to the reader about an example position: which card to play, or which cards to
    pass or expose."""
    return say(f"strategy.ask.{_kind(example)}", lang)


def solution_lines(line: str, lang: Lang) -> list[str]:
    """For the piece of advice named `line`: the choice of the bot `steady` in its first example
    position, and the text of the advice, as wrapped lines."""
    return [solution(examples()[line][0], lang), *wrap(reason(line, lang), WIDTH)]


def solution(example: Example, lang: Lang) -> str:
    """A sentence that says which cards the bot `steady` plays, passes or exposes in an example
    position."""
    key = _kind(example) if example.answer else f"{_kind(example)}_none"
    return say(f"strategy.answer_is.{key}", lang, cards=_named(cards_of(example.answer)))


def reason(line: str, lang: Lang) -> str:
    """The text of the piece of advice named `line`, filled in with the cards of its first example
    position."""
    example = examples()[line][0]
    cards = " ".join(map(str, cards_of(example.about or example.answer)))
    return say(f"advice.{line}", lang, cards=cards)


def seat_name(example: Example, seat: Seat, lang: Lang) -> str:
    """The name of a seat as seen by the reader: you, left, across or right. Example positions are
    all for four players."""
    names = ["you", "left", "across", "right"]
    if example.rule_set.direction == "anticlockwise":
        names = ["you", "right", "across", "left"]
    return say(f"strategy.seat.{names[(seat - example.seat) % 4]}", lang)


def sorted_hand(cards: Iterable[Card]) -> list[Card]:
    """Cards in the order of a hand at the table: by suit as in ORDER, and from high to low within
    each suit."""
    return sorted(cards, key=lambda card: (ORDER.index(card.suit), -card.rank.order))


def drawn(cards: Sequence[Card]) -> list[str]:
    """Four lines of text that draw the cards side by side, each four columns wide."""
    ranks = [str(card)[:-1] for card in cards]
    signs = [str(card)[-1] for card in cards]
    return [
        "┌──┐" * len(cards),
        "".join(f"│{rank:<2}│" for rank in ranks),
        "".join(f"│{sign} │" for sign in signs),
        "└──┘" * len(cards),
    ]


def played(leader: Seat, cards: Sequence[Card], players: int, name: Callable[[Seat], str]) -> str:
    """The cards of a trick in order, each after the name of its player. `leader` played the first
    of them, and `name` gives the name of a seat."""
    seats = (next_seat(leader, players, place) for place in range(len(cards)))
    return " · ".join(f"{name(seat)} {card}" for seat, card in zip(seats, cards, strict=True))


def _trick(example: Example, leader: Seat, cards: Sequence[Card], lang: Lang) -> str:
    players = example.rule_set.players
    return played(leader, cards, players, lambda seat: seat_name(example, seat, lang))


def _named(cards: Iterable[Card]) -> str:
    return " ".join(map(str, sorted_hand(cards)))


def _kind(example: Example) -> str:
    return {"passing": "pass", "exposing": "expose", "playing": "play"}[example.phase]


def _row(head: str, text: str, lang: Lang) -> str:
    """A line of text after a heading, which is padded to the width of the widest heading."""
    widest = max(width_of(say(f"strategy.{key}", lang)) for key in ("tricks", "trick"))
    return f"{head}{' ' * (widest - width_of(head))}  {text}"
