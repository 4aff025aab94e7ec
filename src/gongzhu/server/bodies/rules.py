"""Bodies of the HTTP API for rule sets: the options to pick from, and rules explained in words."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.rules import RuleValue


class OptionValue(Struct, frozen=True):
    """One value that an option may have, and its meaning as text."""

    value: RuleValue
    text: str


class OptionForm(Struct, frozen=True):
    """An option of the rules, for a page on which rules are picked. `kind` determines which of the
    other fields are used."""

    key: str
    group: str
    title: str
    kind: Literal["choice", "flag", "whole", "cards", "choices"]
    values: tuple[OptionValue, ...] = ()
    """For `choice` and `flag`, all possible values; for `choices`, the possible words of the
    list."""
    least: int = 0
    """For `whole`, the smallest number; for `choices`, the least length of the list."""
    most: int = 0
    """For `whole`, the largest number; for `choices`, the greatest length of the list."""


class PresetForm(Struct, frozen=True):
    """A preset (named rule set), for a page on which rules are picked."""

    name: str
    family: Literal["gongzhu", "hearts"]
    title: str
    about: str
    players: int
    partners: bool
    rules: dict[str, RuleValue]


class FamilyForm(Struct, frozen=True):
    """One of the two games, with all options of its rules."""

    family: Literal["gongzhu", "hearts"]
    title: str
    options: tuple[OptionForm, ...]


class RulesForm(Struct, frozen=True):
    """GET /api/rules?lang=: everything that a page for picking rules and bots needs."""

    families: tuple[FamilyForm, ...]
    presets: tuple[PresetForm, ...]
    groups: dict[str, str]
    """Titles of the groups of options by key, in the order in which they are shown."""
    levels: dict[str, str]
    """Names of the levels of bots by key, from the weakest to the strongest."""
    default_preset: str
    default_level: str
    levels_about: dict[str, str] = {}
    """A short description of each level of bots."""
    looking_ahead: tuple[str, ...] = ()
    """The levels that play better with more time to think."""
    thinking_ms: tuple[int, ...] = ()
    """Thinking times in milliseconds that may be chosen for a level, as in `master@500ms`."""


class RulesAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/rules/explain?lang=: a rule set to explain; `rules` has all its options, or only
    those that differ from `preset`. Answers `RulesExplained`."""

    rules: dict[str, RuleValue] = {}
    preset: Annotated[str, Meta(max_length=60)] | None = None


class SentenceShown(Struct, frozen=True):
    """One rule in words, and the option that it explains."""

    text: str
    option: str | None


class SectionShown(Struct, frozen=True):
    """The rules for one stage of the game, in words."""

    group: str
    title: str
    sentences: tuple[SentenceShown, ...]


class RulesExplained(Struct, frozen=True):
    """A rule set explained in words; one that cannot be played is answered by a `Problem` (422)."""

    rules: dict[str, RuleValue]
    preset: str | None
    """The preset to which these rules are equal, if any."""
    sections: tuple[SectionShown, ...]
    decides: tuple[str, ...]
    """The options that have an effect under these rules; a page for picking rules hides the
    others."""
    differs: tuple[str, ...]
    """The options that differ from the preset that was asked about."""
    differences: tuple[str, ...] = ()
    """Each of the options that differ, in words."""
