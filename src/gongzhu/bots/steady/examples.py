"""Example positions in which a piece of advice decides what the bot does; the strategy pages show
them, and tests check them."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

from msgspec import Struct, convert

from gongzhu.cards import Card, Seat, next_seat
from gongzhu.rules import PRESETS, RuleSet, winning_index

Stage = Literal["passing", "exposing", "playing"]


class FinishedTrick(Struct, frozen=True):
    """A finished trick of an example position: its leader, its cards and its winner."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


class Example(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position in the view of one seat, and the choice of the steady bot in it; loaded from
    `examples.toml`.

    Cards are written as codes with spaces between, such as `"QS TD"`.
    """

    rules: str
    """Name of the preset with the rules."""
    phase: Stage = "playing"
    """The stage of the deal."""
    hand: str
    """The cards in the hand, in the order in which the example lists them."""
    answer: str
    """The cards that the bot plays, passes or exposes; empty if it exposes nothing."""
    about: str = ""
    """The cards that the advice's sentence mentions, if they differ from the answer."""
    seat: int = 0
    """The seat that must choose."""
    leader: int = 0
    """The seat that led the first of `tricks`; if there are none, the seat that led `trick` or is
    to lead."""
    tricks: tuple[str, ...] = ()
    """The finished tricks, each with its cards in playing order."""
    trick: str = ""
    """The cards on the table, in playing order."""
    passed: str = ""
    """The cards that the seat has passed, in the playing phase."""
    exposed: str = ""
    """The exposed cards that the seat can see."""
    held: dict[int, str] = {}
    """Cards in other hands that the position requires, by seat; the reader does not see them."""
    number: int | None = None
    """Number of the deal in its game, 0-based, on which the passing depends; None for a deal
    without passing that any seat may lead."""

    @property
    def rule_set(self) -> RuleSet:
        """The options of the preset."""
        return PRESETS[self.rules].rules

    def finished(self) -> tuple[FinishedTrick, ...]:
        """The tricks before the one on the table, with their leaders and winners."""
        found: list[FinishedTrick] = []
        leader = Seat(self.leader)
        for text in self.tricks:
            cards = cards_of(text)
            winner = next_seat(leader, self.rule_set.players, winning_index(cards))
            found.append(FinishedTrick(leader, cards, winner))
            leader = winner
        return tuple(found)

    def trick_leader(self) -> Seat:
        """The seat that led, or is to lead, the trick on the table."""
        before = self.finished()
        return before[-1].winner if before else Seat(self.leader)


@cache
def _data() -> dict[str, object]:
    return tomllib.loads(files(__package__).joinpath("examples.toml").read_text("utf-8"))


@cache
def advice_groups() -> dict[str, tuple[str, ...]]:
    """The names of all pieces of advice, in groups by the group's name, in the order of the
    strategy pages."""
    return convert(_data()["groups"], dict[str, tuple[str, ...]])


@cache
def examples() -> dict[str, tuple[Example, ...]]:
    """The positions for each piece of advice, by its name; the first one is shown to readers."""
    lines = {name: rows for name, rows in _data().items() if name != "groups"}
    return convert(lines, dict[str, tuple[Example, ...]], strict=False)


def cards_of(text: str) -> tuple[Card, ...]:
    """The cards whose codes are in a text, separated by spaces."""
    return tuple(Card(code) for code in text.split())
