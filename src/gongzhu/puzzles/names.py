"""The names of the players of a puzzle, for its sentences."""

from collections.abc import Sequence

from gongzhu.texts import Lang, say
from gongzhu.view import View


def names_of(view: View, lang: Lang) -> tuple[str, ...]:
    """By seat; the seat that is asked is `you`. Clockwise from it the others are named alike,
    whichever way the game goes round."""
    rules, seat = view.rules, view.seat
    assert seat is not None
    others = say("puzzles.names", lang).split()
    around = others if rules.players == len(others) + 1 else [others[0], *others[2:]]
    if rules.direction == "anticlockwise":
        around = around[::-1]
    order = [say("puzzles.you", lang), *around]
    return tuple(order[(at - seat) % rules.players] for at in range(rules.players))


def with_names(sentence: str, names: Sequence[str]) -> str:
    """A sentence of a puzzle with the names in their places."""
    for seat, name in enumerate(names):
        sentence = sentence.replace(f"{{{seat}}}", name)
    return sentence
