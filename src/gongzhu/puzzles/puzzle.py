"""The type of a puzzle, its encoding in a file, and the puzzles that come with the program.

A puzzle is encoded as one line of JSON. The files that come with the program are in `data`; their
licence is CC0.
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
    "stop",  # stopping the slam of another seat
    "partner",
    "exit",  # a low card that gives the lead away
    "ending",  # the last tricks
    "hearts",
    "points",
]
THEMES: tuple[Theme, ...] = get_args(Theme)


class PuzzleChoice(Struct, frozen=True):
    """One of the choices in a puzzle, with its average result."""

    actions: tuple[Action, ...]
    """Actions with the same value, such as playing neighbouring cards."""
    behind: float
    """Distance behind the best choice, in points of the seat's side minus the others' average; 0
    for the best."""
    points: float
    """Average points of the seat's side in the deal; in Hearts fewer are better."""


class PuzzleSpread(Struct, frozen=True):
    """The distribution of the points of the deal over the deals that fit the position, after the
    best and after the second-best choice."""

    low: int
    """Lower end of the first bin, in points."""
    step: int
    """Width of a bin, in points."""
    best: tuple[int, ...]
    """By bin, the number of deals in a thousand after the best choice."""
    second: tuple[int, ...]


class Tried(Struct, frozen=True):
    """The results of the bots of one level in a puzzle."""

    missed: float
    """The fraction of the level's attempts in which it did not choose the best, 0 to 1."""
    action: Action | None = None
    """The action that it chose most often when it missed; None if it never missed, and for the
    level `random`."""


class Puzzle(Struct, frozen=True, kw_only=True):
    """A position in which one choice is far better than every other, with its solution and its
    rating (Glicko-2: about 1500 in the middle, larger is harder)."""

    id: str
    """Id of the puzzle, by which attempts refer to it."""
    rules: str
    """The preset's name; empty for custom rules."""
    theme: Theme
    """The subject of the puzzle, such as a key card."""
    rating: int
    """The rating."""
    deviation: int
    """The standard error of the rating."""
    request: BotRequest
    """The position, as a request of the outside-bot protocol. Fields that can be computed from the
    others may be missing; `asked` fills them in."""
    best: Action
    """The best choice."""
    lead: Estimate
    """The lead of the best choice over the next in points, with its 99% interval: the smallest of
    the leads measured with different seeds, exponents of the likelihood and bots playing on."""
    choices: tuple[PuzzleChoice, ...]
    """The choices from best to worst."""
    spread: PuzzleSpread
    """The distribution of the points after the best choice and the next."""
    line: Continuation
    """A typical continuation of the deal, from the best choice to the end."""
    tries: dict[str, Tried]
    """The results of bots in the puzzle, by level."""
    sentence: dict[Lang, str]
    """The reason why the best choice is better than the next, by language; `{0}` is a placeholder
    for the name of seat 0, and so on."""

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
    """A puzzle as a line of JSON, without line end; request fields that follow from the others are
    left out."""
    fields: dict[str, Any] = msgspec.to_builtins(puzzle, str_keys=True)
    request: dict[str, Any] = fields["request"]
    for field in ("captured", *(["rules", "game"] if puzzle.rules else [])):
        del request[field]
    for field in ("trick", "history", "exposures", "passed", "received", "face_down", "totals"):
        if not request[field] or not any(request[field]):
            del request[field]
    return msgspec.json.encode(fields)


def read_puzzle(line: bytes) -> Puzzle:
    """The puzzle in a line of JSON, as encoded by `written`. Raises msgspec.DecodeError."""
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
    """The puzzle of a day, the same for everybody: one shipped puzzle after the other, starting
    over after the last."""
    puzzles = shipped(family)
    return puzzles[day.toordinal() % len(puzzles)]


def names_of(view: View, lang: Lang) -> tuple[str, ...]:
    """The names of the players, by seat, in the texts of a puzzle. The seat that must choose is
    `you`; the others are named clockwise from it, even if the game goes anticlockwise."""
    rules, seat = view.rules, view.seat
    assert seat is not None
    others = say("puzzles.names", lang).split()
    around = others[: rules.players - 1]
    if rules.direction == "anticlockwise":
        around = around[::-1]
    order = [say("puzzles.you", lang), *around]
    return tuple(order[(at - seat) % rules.players] for at in range(rules.players))
