"""A puzzle as text: its line in the list, its position, and its answer."""

from collections.abc import Iterator, Sequence

import msgspec

from gongzhu.bots.reasons.wording import action_text, points_text, with_names
from gongzhu.cards import Card, Seat, next_seat
from gongzhu.cli.advice.show import drawn, sorted_hand
from gongzhu.puzzles import Puzzle, PuzzleChoice
from gongzhu.puzzles.puzzle import names_of
from gongzhu.rules import Phase, Public
from gongzhu.texts import Lang, say, wrap
from gongzhu.texts.wrap import width_of
from gongzhu.view import View

WIDTH = 80
"""Largest width of the text in columns: longer lines are hard to read."""
NAME = 34
"""Width in columns of the name of a choice."""
FIGURE = 14
"""Width in columns of a figure."""
BARS = 24
"""Length in columns of the longest bar in a chart of points."""


def listed_json(puzzle: Puzzle) -> str:
    """A puzzle as one line of JSON; `request` and `best` are as in the outside-bot protocol."""
    shown = {
        "id": puzzle.id,
        "rules": puzzle.rules,
        "theme": puzzle.theme,
        "rating": puzzle.rating,
        "request": puzzle.asked(),
        "best": puzzle.best,
        "lead": puzzle.lead,
    }
    return msgspec.json.encode(shown).decode()


def listed(puzzle: Puzzle, lang: Lang) -> str:
    """A puzzle as one line of text, without its answer."""
    return f"{puzzle.id}  {puzzle.rating:4}  {puzzle.rules:<22}  {theme_title(puzzle, lang)}"


def theme_title(puzzle: Puzzle, lang: Lang) -> str:
    """The name of a puzzle's theme, worded for its game."""
    return say(f"puzzles.theme.{puzzle.rule_set().family}.{puzzle.theme}", lang)


def head(puzzle: Puzzle, lang: Lang) -> str:
    """The line above a position. It does not name the theme, which would give too much away."""
    rules = say(f"rules.preset.{puzzle.rules}.title", lang) if puzzle.rules else ""
    return say("puzzles.head", lang, id=puzzle.id, rules=rules, rating=puzzle.rating)


def position_lines(view: View, lang: Lang) -> Iterator[str]:
    """What the seat knows, as lines of text."""
    public, own = view.public, view.own
    assert own is not None
    names = names_of(view, lang)
    for exposure in public.exposed:
        sign = {"open": "×2", "up": "×4", "down": "×2"}[exposure.mode]
        yield say("puzzles.exposed", lang, name=names[exposure.seat], card=exposure.card, sign=sign)
    if own.passed and own.received:
        cards = [" ".join(map(str, sorted_hand(each))) for each in (own.passed, own.received)]
        yield say("puzzles.passed", lang, passed=cards[0], received=cards[1])
    for number, trick in enumerate(public.tricks, start=1):
        cards_played = _played(public, trick.leader, trick.cards, names)
        yield f"{number:>3}. {cards_played}  → {names[trick.winner]}"
    if public.phase is Phase.PLAYING:
        if public.trick and public.leader is not None:
            on_table = _played(public, public.leader, public.trick, names)
            yield say("puzzles.on_table", lang, cards=on_table)
        else:
            yield say("strategy.to_lead", lang)
    yield ""
    yield from drawn(sorted_hand(own.hand))
    key = {Phase.PASSING: "pass", Phase.EXPOSING: "expose"}.get(public.phase, "play")
    receiver = names[((view.seat or 0) + public.passing) % public.players]
    yield say(f"puzzles.ask.{key}", lang, name=receiver)


def answer_lines(puzzle: Puzzle, view: View, lang: Lang) -> Iterator[str]:
    """The reason, the choices with their figures, and the distribution of points."""
    names = names_of(view, lang)
    yield from wrap(with_names(puzzle.sentence[lang], names), WIDTH)
    yield ""
    heads = [say(f"hints.table.{head}", lang) for head in ("behind", "points")]
    yield from _row("", _figures(*heads))
    for choice in puzzle.choices:
        behind = f"−{choice.behind:.1f}" if choice.behind else "0"
        figures = _figures(behind, points_text(view.rules, choice.points, lang))
        yield from _row(_named(choice, lang), figures)
    yield ""
    best, second = (_named(choice, lang) for choice in puzzle.choices[:2])
    yield from wrap(say("puzzles.spread", lang, best=best, second=second), WIDTH)
    spread = puzzle.spread
    most = max(*spread.best, *spread.second, 1)
    for place, (here, there) in enumerate(zip(spread.best, spread.second, strict=True)):
        low = spread.low + place * spread.step
        bars = ["█" * round(BARS * share / most) for share in (here, there)]
        yield f"  {_number(low):>6}  {bars[0]:<{BARS}}  {bars[1]}".rstrip()


def _figures(*figures: str) -> str:
    return "".join(" " * (FIGURE - width_of(figure)) + figure for figure in figures)


def _row(name: str, figures: str) -> Iterator[str]:
    """A choice with its figures; the names of choices with the same result may take several
    lines."""
    *lines, last = wrap(name, NAME)
    yield from (f"  {line}" for line in lines)
    yield f"  {last}{' ' * (NAME - width_of(last))}{figures}"


def _named(choice: PuzzleChoice, lang: Lang) -> str:
    return " / ".join(action_text(action, lang, "plain") for action in choice.actions)


def _number(number: int) -> str:
    return f"{number}".replace("-", "−")


def _played(public: Public, leader: Seat, cards: Sequence[Card], names: Sequence[str]) -> str:
    seats = (next_seat(leader, public.players, place) for place in range(len(cards)))
    pairs = zip(seats, cards, strict=True)
    return " · ".join(f"{names[seat]} {card}" for seat, card in pairs)
