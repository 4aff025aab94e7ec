"""Positions in which a line of advice decides what the bot does: to be read, tried, and tested."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

from msgspec import Struct, convert

from gongzhu.cards import Card, Seat, next_seat
from gongzhu.rules import PRESETS, RuleSet, winning_place

Stage = Literal["passing", "exposing", "playing"]


class FinishedTrick(Struct, frozen=True):
    """A trick before the one on the table."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


class Example(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position as one seat sees it, and what the steady bot does there.

    Cards are codes with spaces between, `"QS TD"`.
    """

    rules: str
    """A preset's name."""
    phase: Stage = "playing"
    hand: str
    """Held now, in the order in which it was written."""
    answer: str
    """Played, passed or exposed; empty: nothing is exposed."""
    about: str = ""
    """The cards that the sentence names, where they are not the answer."""
    seat: int = 0
    leader: int = 0
    """The seat that led the first of `tricks`, else `trick`, or that is to lead."""
    tricks: tuple[str, ...] = ()
    trick: str = ""
    passed: str = ""
    exposed: str = ""
    held: dict[int, str] = {}
    """Cards in other hands that the position needs, by seat; the reader does not see them."""
    number: int | None = None
    """Of the deal in its game, from 0; None: one without passing that anybody may lead."""

    @property
    def rule_set(self) -> RuleSet:
        """The options of the preset."""
        return PRESETS[self.rules].rules

    def finished(self) -> tuple[FinishedTrick, ...]:
        """The tricks before this one, with their leaders and winners."""
        found: list[FinishedTrick] = []
        leader = Seat(self.leader)
        for text in self.tricks:
            cards = cards_of(text)
            winner = next_seat(leader, self.rule_set.players, winning_place(cards))
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
    """The names of all lines of advice, in groups, in the order in which people read them."""
    return convert(_data()["groups"], dict[str, tuple[str, ...]])


@cache
def examples() -> dict[str, tuple[Example, ...]]:
    """The positions of every line of advice, by its name; the first is the one for readers."""
    lines = {name: rows for name, rows in _data().items() if name != "groups"}
    return convert(lines, dict[str, tuple[Example, ...]], strict=False)


def cards_of(text: str) -> tuple[Card, ...]:
    """The cards of these codes."""
    return tuple(Card(code) for code in text.split())
