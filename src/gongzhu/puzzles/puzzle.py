"""A puzzle, how it is written to a file, and the puzzles that come with the program.

A puzzle is written as one JSON object in a line. Those that come with the program are in `data`;
their licence is CC0.
"""

from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from gongzhu.arena.answering import rules_of, view_in
from gongzhu.arena.request import BotRequest, request_of
from gongzhu.bots.search.analysis import Estimate
from gongzhu.review.sheet import Continuation
from gongzhu.rules import PRESETS, Action, Family, RuleSet
from gongzhu.rules.actions import same_action
from gongzhu.texts import Lang, say
from gongzhu.view import View

Theme = Literal[
    "passing",
    "exposing",
    "pig",  # in Hearts the queen of spades
    "sheep",  # in omnibus Hearts the jack of diamonds
    "doubler",
    "slam",  # all hearts, in Hearts the moon
    "stop",  # the slam of somebody else
    "partner",
    "exit",  # a low card that gives the lead away
    "ending",  # the last tricks
    "hearts",
    "points",
]
THEMES: tuple[Theme, ...] = get_args(Theme)


class PuzzleChoice(Struct, frozen=True):
    """One of the choices in a puzzle, and how good it is."""

    actions: tuple[Action, ...]
    """Actions with the same value, such as playing neighbouring cards."""
    behind: float
    """How far this choice is behind the best, in points of the seat's side minus the others'
    average."""
    points: float
    """Average points of the seat's side in the deal; in Hearts fewer are better."""


class PuzzleSpread(Struct, frozen=True):
    """How the points of the deal are distributed over the deals that fit the position, after the
    best and after the second-best choice."""

    low: int
    """Lower end of the first bin, in points."""
    step: int
    """Width of a bin, in points."""
    best: tuple[int, ...]
    """Deals in a thousand that fall into each bin after the best choice."""
    second: tuple[int, ...]


class Tried(Struct, frozen=True):
    """How well bots of one level did in a puzzle."""

    missed: float
    """The share of its tries in which it chose something other than the best, 0 to 1."""
    action: Action | None = None
    """The action that it chose most often when it missed; None if it never missed, or missed in
    many ways."""


class Puzzle(Struct, frozen=True, kw_only=True):
    """A position in which one choice is far better than every other."""

    id: str
    rules: str
    """The preset's name; empty for custom rules."""
    theme: Theme
    rating: int
    deviation: int
    """The standard error of the rating."""
    request: BotRequest
    """The position, as a request of the outside-bot protocol; fields that can be computed from the
    others may be left out, and `asked` fills them in."""
    best: Action
    lead: Estimate
    """How far the best choice is ahead of the next, with its 99% interval: the smallest of the
    leads that were measured in different ways."""
    choices: tuple[PuzzleChoice, ...]
    """The choices from best to worst."""
    spread: PuzzleSpread
    line: Continuation
    """The rest of a typical deal that fits, from the best choice to its end."""
    tries: dict[str, Tried]
    """How well bots did, by level."""
    sentence: dict[Lang, str]
    """Why the best choice is better than the next, by language; `{0}` stands for the name of seat
    0."""

    def rule_set(self) -> RuleSet:
        """The rules under which the puzzle is played."""
        return PRESETS[self.rules].rules if self.rules else rules_of(self.request)

    def view(self) -> View:
        """The view of the seat that must choose. Raises ImpossiblePosition if no deal leads to
        it."""
        return view_in(self.request, self.rule_set())

    def asked(self) -> BotRequest:
        """The position as a complete request of the outside-bot protocol. Raises ImpossiblePosition
        if no deal leads to it."""
        return request_of(self.view())

    def solved_by(self, action: Action) -> bool:
        """True if an action is the best choice or equivalent to it."""
        return any(same_action(action, each) for each in self.choices[0].actions)


def written(puzzle: Puzzle) -> bytes:
    """Encode a puzzle as a line of JSON; request fields that follow from the others are left
    out."""
    fields: dict[str, Any] = msgspec.to_builtins(puzzle, str_keys=True)
    request: dict[str, Any] = fields["request"]
    for field in ("captured", *(["rules", "game"] if puzzle.rules else [])):
        del request[field]
    for field in ("trick", "history", "exposures", "passed", "received", "face_down", "totals"):
        if not request[field] or not any(request[field]):
            del request[field]
    return msgspec.json.encode(fields)


def read_puzzle(line: bytes) -> Puzzle:
    """Decode a puzzle from a line. Raises msgspec.DecodeError."""
    fields = msgspec.json.decode(line, type=dict[str, Any])
    preset = PRESETS.get(fields.get("rules", ""))
    if preset is not None:
        fields["request"] = {
            **fields.get("request", {}),
            "game": preset.rules.family,
            "rules": {},
        }
    return msgspec.convert(fields, Puzzle)


FAMILIES: tuple[Family, ...] = ("gongzhu", "hearts")


@cache
def shipped(family: Family) -> tuple[Puzzle, ...]:
    """The puzzles for one of the two games that come with the program, in the order of the file."""
    lines = (files("gongzhu.puzzles") / "data" / f"{family}.jsonl").read_bytes().splitlines()
    return tuple(map(read_puzzle, lines))


def puzzle_of_the_day(family: Family, day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody: the puzzles take turns, and start over after the
    last."""
    puzzles = shipped(family)
    return puzzles[day.toordinal() % len(puzzles)]


def names_of(view: View, lang: Lang) -> tuple[str, ...]:
    """What to call the players, by seat. The seat to choose is `you`; the others are named
    clockwise from it, whichever way the game goes round."""
    rules, seat = view.rules, view.seat
    assert seat is not None
    others = say("puzzles.names", lang).split()
    around = others[: rules.players - 1]
    if rules.direction == "anticlockwise":
        around = around[::-1]
    order = [say("puzzles.you", lang), *around]
    return tuple(order[(at - seat) % rules.players] for at in range(rules.players))
