"""Rule sets, for pickers and in words."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.rules import RuleValue


class OptionValue(Struct, frozen=True):
    """One value that an option may take, and what it means."""

    value: RuleValue
    text: str


class OptionForm(Struct, frozen=True):
    """An option for a picker. `kind` says which of the other fields count."""

    key: str
    group: str
    title: str
    kind: Literal["choice", "flag", "whole", "cards", "choices"]
    values: tuple[OptionValue, ...] = ()
    """choice, flag: all of them; choices: the words that a list is made of."""
    least: int = 0
    """whole: the least number; choices: the shortest list."""
    most: int = 0


class PresetForm(Struct, frozen=True):
    """A preset for a picker."""

    name: str
    family: Literal["gongzhu", "hearts"]
    title: str
    about: str
    players: int
    partners: bool
    rules: dict[str, RuleValue]


class FamilyForm(Struct, frozen=True):
    """One of the two games."""

    family: Literal["gongzhu", "hearts"]
    title: str
    options: tuple[OptionForm, ...]


class RulesForm(Struct, frozen=True):
    """GET /api/rules?lang=: all that a rule picker is made from."""

    families: tuple[FamilyForm, ...]
    presets: tuple[PresetForm, ...]
    groups: dict[str, str]
    """Titles of the groups of options, in their order."""
    levels: dict[str, str]
    """Levels of bots, from the weakest up, and their names."""
    default_preset: str
    default_level: str
    levels_about: dict[str, str] = {}
    """Each level described in a few words."""
    looking_ahead: tuple[str, ...] = ()
    """The levels that make something of more time to think."""
    thinking_ms: tuple[int, ...] = ()
    """Times to think that a level may be given, as in `master@500ms`, in milliseconds."""


class RulesAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/rules/explain?lang=: `rules` complete, or what differs from `preset`."""

    rules: dict[str, RuleValue] = {}
    preset: Annotated[str, Meta(max_length=60)] | None = None


class SentenceShown(Struct, frozen=True):
    """One rule in words, and the option that it explains."""

    text: str
    option: str | None


class SectionShown(Struct, frozen=True):
    """The rules of one stage of the game."""

    group: str
    title: str
    sentences: tuple[SentenceShown, ...]


class RulesExplained(Struct, frozen=True):
    """The whole rule set; a rule set that cannot be played is answered by a `Problem` (422)."""

    rules: dict[str, RuleValue]
    preset: str | None
    """The preset that these rules are exactly, if any."""
    sections: tuple[SectionShown, ...]
    decides: tuple[str, ...]
    """The options that decide something under these rules; a picker hides the others."""
    differs: tuple[str, ...]
    """The options that differ from the preset that was asked about."""
    differences: tuple[str, ...] = ()
    """Each of them in words."""
