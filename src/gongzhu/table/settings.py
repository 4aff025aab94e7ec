"""The settings of a table."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from gongzhu.rules import RuleError, RuleSet, RuleValue, rules_from_preset
from gongzhu.table.refusals import CommandRefused

TableName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)")]
PersonName = Annotated[str, Meta(min_length=1, max_length=24)]
"""The name of a person at the table; one from outside goes through `clean_name` first."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """Time limits of a table, in seconds."""

    move: Annotated[int, Meta(ge=0, le=600)] = 0
    """Time limit for one decision of a player; 0 means no limit."""
    grace: Annotated[int, Meta(ge=5, le=3600)] = 60
    """Time before a bot plays for an absent player."""
    idle: Annotated[int, Meta(ge=0, le=3600)] = 0
    """At a table without `move` limit, the time after which a bot plays for a connected player who
    keeps others waiting, until that player does something; 0 means never."""


class Talk(Struct, frozen=True, forbid_unknown_fields=True):
    """The kinds of talk that the host allows."""

    phrases: bool = True
    """True if players may send phrases and reactions, which each reader sees in their own
    language."""
    text: bool = False
    """True if players may send lines that they write themselves; at private tables only."""
    partners: bool = False
    """True if, at a table of partners, players may talk while a deal is played."""


Late = Literal["never", "after_deal", "at_once"]
"""When somebody who comes during a game takes a bot's seat: never, once the running deal is over,
or at once, in which case the game counts as practice if a deal is running."""


class DayDeal(Struct, frozen=True):
    """The deal of the day, which is the same at every table that plays it: one deal for one player
    and three bots. Its evidence is not shown at the table, since other players have still to play
    it."""

    day: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$(?!\n)")]
    """The day by Universal Time, such as `2026-11-23`."""
    dealer: TableName
    """The dealer's name used for deals of the day, in place of the table's own name."""
    practice: bool = False
    """True if the day is over, so that the result does not count."""


class Board(Struct, frozen=True):
    """One deal of a tournament, the same at all of its tables. Its evidence is not shown at the
    table, since other tables have still to play it."""

    tournament: TableName
    """The id of the tournament, and the dealer's name used for its deals in place of the table's
    own."""
    round: Annotated[int, Meta(ge=1)]
    """Number of the round, and of the deal under the dealer's name."""
    table: Annotated[int, Meta(ge=0)]
    """Number of the table in the round."""
    level: str | None = None
    """The level of bots that play for players; None for the server's default."""


class Settings(Struct, frozen=True):
    """The rules of the table, its clock, who may see it, and what may be said there."""

    name: Annotated[str, Meta(max_length=40)]
    """The name that the host gave the table; may be empty."""
    preset: str | None
    """The name of the preset, if the rules are exactly those of one."""
    rules: RuleSet
    access: Literal["public", "private"] = "private"
    """Public tables are listed in the lobby and may be watched; a private one is only reached by
    its link."""
    clock: Clock = Clock()
    talk: Talk = Talk()
    late: Late = "after_deal"
    day: DayDeal | UnsetType = UNSET
    """The deal of the day that this table plays; left out at all other tables."""
    club: TableName | UnsetType = UNSET
    """The id of the club whose table it is; left out at all other tables."""
    board: Board | UnsetType = UNSET
    """The deal of a tournament that this table plays; left out at all other tables."""

    @property
    def fixed(self) -> bool:
        """True if the table plays a single deal that was fixed beforehand, of a day or of a
        tournament."""
        return self.day is not UNSET or self.board is not UNSET


def check_talk(talk: Talk, access: Literal["public", "private"]) -> None:
    """Raise CommandRefused if a public table would allow players to write lines of their own."""
    if talk.text and access == "public":
        raise CommandRefused("text_in_public")


def read_rules(preset: str | None, changes: Mapping[str, RuleValue]) -> tuple[str | None, RuleSet]:
    """The rules that a host asks for, a preset with changes: the name of the preset with exactly
    these rules (or None), and the rules. Raises CommandRefused."""
    try:
        return rules_from_preset(preset, changes)
    except RuleError as error:
        raise CommandRefused.by_rule_error(error) from error
