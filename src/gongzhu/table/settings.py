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
    """Times that the table waits, in seconds."""

    move: Annotated[int, Meta(ge=0, le=600)] = 0
    """For one decision of a player; 0: without limit."""
    grace: Annotated[int, Meta(ge=5, le=3600)] = 60
    """For an absent player, before a bot plays for it."""
    idle: Annotated[int, Meta(ge=0, le=3600)] = 0
    """Where there is no limit, for a player who is there and keeps others waiting, before a bot
    plays for it until it does something; 0: for ever."""


class Talk(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host lets players say to each other."""

    phrases: bool = True
    """Phrases and reactions, each reader's in his own language."""
    text: bool = False
    """Lines that players write themselves; at private tables only."""
    partners: bool = False
    """At a table of partners, to talk while a deal is played."""


class DayDeal(Struct, frozen=True):
    """The deal of a day, which is the same at every table that plays it: one deal for one player
    and three bots. Its evidence is not told at the table, since others are still to play it."""

    day: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$(?!\n)")]
    """The day by Universal Time, such as `2026-11-23`."""
    dealer: TableName
    """The name under which the deals of the days are dealt, in place of the table's own."""
    practice: bool = False
    """True where the day is over, and the result does not count."""


class Settings(Struct, frozen=True):
    """The rules of the table, its clock, who may see it, and what may be said there."""

    name: Annotated[str, Meta(max_length=40)]
    """The name that the host gave the table; may be empty."""
    preset: str | None
    """The name of the preset where the rules are exactly that preset's."""
    rules: RuleSet
    access: Literal["public", "private"] = "private"
    """Public tables stand in the lobby and may be watched; only its link leads to a private one."""
    clock: Clock = Clock()
    talk: Talk = Talk()
    day: DayDeal | UnsetType = UNSET
    """Left out at all other tables."""


def check_talk(talk: Talk, access: Literal["public", "private"]) -> None:
    """Raise CommandRefused if a public table would allow players to write lines of their own."""
    if talk.text and access == "public":
        raise CommandRefused("text_in_public")


def read_rules(preset: str | None, changes: Mapping[str, RuleValue]) -> tuple[str | None, RuleSet]:
    """The rules that a host asks for: a preset with changes, as in `rules_from_preset`. Raises
    CommandRefused."""
    try:
        return rules_from_preset(preset, changes)
    except RuleError as error:
        raise CommandRefused.by_rule_error(error) from error
