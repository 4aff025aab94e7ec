"""The settings of a table, which its host chooses."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from gongzhu.rules import RuleError, RuleSet, RuleValue, rules_from_preset
from gongzhu.table.refusals import CommandRefused

TableName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)")]
PersonName = Annotated[str, Meta(min_length=1, max_length=24)]
"""The name of a player at a table. A name from outside must go through `clean_name` first."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """Time limits of a table, in seconds."""

    move: Annotated[int, Meta(ge=0, le=600)] = 0
    """Time limit in seconds for one decision of a player. 0 means no limit."""
    grace: Annotated[int, Meta(ge=5, le=3600)] = 60
    """Seconds before a bot takes over for a player who has disconnected."""
    idle: Annotated[int, Meta(ge=0, le=3600)] = 0
    """Only without a `move` limit: seconds before a bot takes over for a connected player who keeps
    other connected players waiting, until that player sends a command. 0 means never."""


class Talk(Struct, frozen=True, forbid_unknown_fields=True):
    """The kinds of talk that the host allows."""

    phrases: bool = True
    """True if players may send phrases and reactions, which are shown to each reader in their
    language."""
    text: bool = False
    """True if players may send text that they write themselves. Only allowed at private tables."""
    partners: bool = False
    """True if players may talk during a deal although they play in partnerships."""


Late = Literal["never", "after_deal", "at_once"]
"""When a new player gets a bot's seat during a game: `never`, `after_deal` (after the running
deal), or `at_once` (the game then counts as practice if a deal is running)."""


class DayDeal(Struct, frozen=True):
    """The deal of the day at a table of one player and three bots. Everybody plays the same deal,
    so its evidence is not shown at the table."""

    day: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$(?!\n)")]
    """The date in UTC, such as `2026-11-23`."""
    dealer: TableName
    """Name that the evidence of the deal has in place of the table's name."""
    practice: bool = False
    """True if the day is over, so that the result is not ranked."""


class Board(Struct, frozen=True):
    """The deal of a tournament round at one of its tables. All tables of the round play the same
    deal, so its evidence is not shown at the table."""

    tournament: TableName
    """Id of the tournament, which the evidence of the deal has in place of the table's name."""
    round: Annotated[int, Meta(ge=1)]
    """Number of the round, and of the deal in the evidence, from 1."""
    table: Annotated[int, Meta(ge=0)]
    """Number of the table within the round, from 0."""
    level: str | None = None
    """Level of the bots that play for absent players, or None for the server's default."""


class Settings(Struct, frozen=True):
    """All settings of a table: its rules, clock, access, allowed talk, and the occasion if there is
    one."""

    name: Annotated[str, Meta(max_length=40)]
    """The table's name as given by the host. May be empty."""
    preset: str | None
    """Name of the preset with exactly these rules, or None if there is none."""
    rules: RuleSet
    access: Literal["public", "private"] = "private"
    """A `public` table is listed in the lobby and can be watched. A `private` one is only reached
    by its link."""
    clock: Clock = Clock()
    talk: Talk = Talk()
    late: Late = "after_deal"
    """The time at which a new player gets a bot's seat during a game, if at all."""
    day: DayDeal | UnsetType = UNSET
    """The deal of the day that this table plays. Absent at any other table."""
    club: TableName | UnsetType = UNSET
    """Id of the club to which the table belongs. Absent at any other table."""
    board: Board | UnsetType = UNSET
    """The deal of a tournament that this table plays. Absent at any other table."""

    @property
    def fixed(self) -> bool:
        """True if the table plays a single deal fixed beforehand: the deal of the day, or one of a
        tournament."""
        return self.day is not UNSET or self.board is not UNSET


def check_talk(talk: Talk, access: Literal["public", "private"]) -> None:
    """Raise CommandRefused if a public table would allow free text."""
    if talk.text and access == "public":
        raise CommandRefused("text_in_public")


def read_rules(preset: str | None, changes: Mapping[str, RuleValue]) -> tuple[str | None, RuleSet]:
    """The rules that a host asks for: a preset with changed options, or if `preset` is None, all
    option values. Returns the name of the preset with exactly these rules (or None), and the rules.
    Raises CommandRefused."""
    try:
        return rules_from_preset(preset, changes)
    except RuleError as error:
        raise CommandRefused.by_rule_error(error) from error
