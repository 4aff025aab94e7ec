"""The names of the players of a puzzle, used in its sentences."""

from gongzhu.texts import Lang, say
from gongzhu.view import View


def names_of(view: View, lang: Lang) -> tuple[str, ...]:
    """The names by seat. The seat to choose is `you`; the others are named clockwise from it,
    whichever way the game goes round."""
    rules, seat = view.rules, view.seat
    assert seat is not None
    others = say("puzzles.names", lang).split()
    around = others if rules.players == len(others) + 1 else [others[0], *others[2:]]
    if rules.direction == "anticlockwise":
        around = around[::-1]
    order = [say("puzzles.you", lang), *around]
    return tuple(order[(at - seat) % rules.players] for at in range(rules.players))
