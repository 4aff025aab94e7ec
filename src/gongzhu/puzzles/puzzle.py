"""A puzzle, and the form in which it is written down: one JSON object in a line."""

from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from gongzhu.arena.position import rules_of, view_in
from gongzhu.arena.request import Request, request_of
from gongzhu.bots.search.analysis import Estimate
from gongzhu.rules import PRESETS, Action, Pass, RuleSet
from gongzhu.texts import Lang
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


class Choice(Struct, frozen=True):
    """A choice of a puzzle."""

    actions: tuple[Action, ...]
    """Actions that come to the same, such as neighbouring cards."""
    behind: float
    """Points behind the best: those of the seat's side less the average of the others'."""
    points: float
    """Points of the seat's side in the deal, on average; in Hearts fewer are better."""


class Spread(Struct, frozen=True):
    """How the points of the deal are spread over the deals that fit, for two choices."""

    low: int
    """Where the first bin begins, in points."""
    step: int
    """The width of a bin."""
    best: tuple[int, ...]
    """By bin, the deals in a thousand."""
    second: tuple[int, ...]


class Tried(Struct, frozen=True):
    """How a level of bots fared."""

    missed: float
    """The share of its tries in which it chose something else, 0 to 1."""
    action: Action | None = None
    """What it chose most often when it missed; None: nothing, or nothing in particular."""


class Puzzle(Struct, frozen=True, kw_only=True):
    """A position in which one choice is far better than every other."""

    id: str
    rules: str
    """The preset's name; empty for rules of one's own."""
    theme: Theme
    rating: int
    deviation: int
    """The standard error of the rating."""
    request: Request
    """The position; what follows from the rest may be left out, see `asked`."""
    best: Action
    lead: Estimate
    """How far the best choice is ahead of the next with its 99% interval: by that of the
    judgements which sets it least apart."""
    choices: tuple[Choice, ...]
    """From the best down."""
    spread: Spread
    tries: dict[str, Tried]
    """By level."""
    sentence: dict[Lang, str]
    """The reason why the best choice is better than the next; `{0}` is the name of seat 0."""

    def rule_set(self) -> RuleSet:
        """The rules that it is played by."""
        return PRESETS[self.rules].rules if self.rules else rules_of(self.request)

    def view(self) -> View:
        """The view of the seat that is asked. Raises ImpossiblePosition for what no deal comes
        to."""
        return view_in(self.request, self.rule_set())

    def asked(self) -> Request:
        """The request of the outside-bot protocol, whole. Raises ImpossiblePosition."""
        return request_of(self.view())

    def solved_by(self, action: Action) -> bool:
        """True if an action is the best choice, or comes to the same."""
        return any(_same(action, each) for each in self.choices[0].actions)


def written(puzzle: Puzzle) -> bytes:
    """The line of a puzzle: what follows from the rest is left out of its request."""
    fields: dict[str, Any] = msgspec.to_builtins(puzzle, str_keys=True)
    request: dict[str, Any] = fields["request"]
    for field in ("captured", *(["rules", "game"] if puzzle.rules else [])):
        del request[field]
    for field in ("trick", "history", "exposures", "passed", "received", "face_down", "totals"):
        if not request[field] or not any(request[field]):
            del request[field]
    return msgspec.json.encode(fields)


def read_puzzle(line: bytes) -> Puzzle:
    """The puzzle of a line. Raises msgspec.DecodeError."""
    fields = msgspec.json.decode(line, type=dict[str, Any])
    preset = PRESETS.get(fields.get("rules", ""))
    if preset is not None:
        fields["request"] = {
            **fields.get("request", {}),
            "game": preset.rules.family,
            "rules": {},
        }
    return msgspec.convert(fields, Puzzle)


def _same(one: Action, other: Action) -> bool:
    if isinstance(one, Pass) and isinstance(other, Pass):
        return set(one.cards) == set(other.cards)
    return one == other
