"""Describes rule sets and their options for a page on which rules are picked; everything comes from
the rules engine."""

from functools import cache
from typing import Annotated, Literal, assert_never, get_args

from msgspec import Meta, Struct, convert, json
from starlette.responses import Response

from gongzhu.bots import LEVELS
from gongzhu.bots.levels import SEARCHING_LEVELS
from gongzhu.rules import (
    PRESETS,
    ExampleRules,
    RuleSet,
    RuleValue,
    changes_from,
    example_rules,
    options_of,
    rules_from_preset,
)
from gongzhu.rules import (
    explain as explain_options,
)
from gongzhu.rules.option_table import (
    FORMS,
    CardList,
    Choice,
    ChoiceList,
    Flag,
    Option,
    Whole,
    all_option_values,
    matters,
)
from gongzhu.rules.options import Group
from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.edge.operation import Operation
from gongzhu.server.edge.problems import reply
from gongzhu.server.identity.visit import Visit
from gongzhu.server.work.job import Priority, job
from gongzhu.server.work.pool import WorkerPool
from gongzhu.texts import Lang, say


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


class ExampleForm(Struct, frozen=True):
    """A rule file of a game that people play, which comes with the program."""

    name: str
    family: Literal["gongzhu", "hearts"]
    title: str
    source: str
    """Where the game is described."""
    players: int
    partners: bool
    preset: str
    rules: dict[str, RuleValue]
    """The options that differ from the preset."""


class FamilyForm(Struct, frozen=True):
    """One of the two games, with all options of its rules."""

    family: Literal["gongzhu", "hearts"]
    title: str
    options: tuple[OptionForm, ...]


class RulesForm(Struct, frozen=True):
    """GET /api/rules?lang=: everything that a page for picking rules and bots needs."""

    families: tuple[FamilyForm, ...]
    presets: tuple[PresetForm, ...]
    examples: tuple[ExampleForm, ...]
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
    """A rule set explained in words. Rules that cannot be played are answered by a `Problem` (422)
    instead."""

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
    """How each of the options in `differs` differs, in words."""


TIMES = (100, 500, 2000)
"""The thinking times that players are offered for bots, in milliseconds."""


@cache
def rules_form(lang: Lang, config: ServerConfig) -> RulesForm:
    """Everything that a page for picking rules needs: every option of both games, every preset, and
    the levels of bots."""
    outside = {program.name: program.name for program in config.outside}
    longest = 1000 * config.limits.thinking_seconds
    return RulesForm(
        families=tuple(
            FamilyForm(
                family,
                say(f"rules.family.{family}", lang),
                tuple(_form(option, lang) for option in options_of(family).values()),
            )
            for family in FORMS
        ),
        presets=tuple(_preset(name, lang) for name in PRESETS),
        examples=tuple(_example(example, lang) for example in example_rules()),
        groups={group: say(f"rules.group.{group}", lang) for group in get_args(Group)},
        levels={level: say(f"table.level.{level}", lang) for level in LEVELS} | outside,
        levels_about={level: say(f"table.level_about.{level}", lang) for level in LEVELS}
        | dict.fromkeys(outside, say("table.outside_about", lang)),
        default_preset=config.default_preset,
        default_level=config.default_level,
        looking_ahead=tuple(level for level in LEVELS if level in SEARCHING_LEVELS),
        thinking_ms=tuple(time for time in TIMES if time <= longest),
    )


def explained(rules: RuleSet, preset: str | None, base: str | None, lang: Lang) -> RulesExplained:
    """A rule set in words; `preset` is the preset that it equals, if any, `base` the preset that it
    is compared with."""
    values = all_option_values(rules)
    before = all_option_values(PRESETS[base].rules) if base in PRESETS else values
    options = options_of(rules.family)
    differs = tuple(key for key in options if values[key] != before.get(key))
    return RulesExplained(
        rules=plain_values(rules),
        preset=preset,
        sections=tuple(
            SectionShown(
                section.group,
                section.title,
                tuple(SentenceShown(item.text, item.option) for item in section.sentences),
            )
            for section in explain_options(rules, lang)
        ),
        decides=tuple(key for key in options if matters(rules, key)),
        differs=differs,
        differences=tuple(options[key].explain(values[key], lang) for key in differs),
    )


def plain_values(rules: RuleSet) -> dict[str, RuleValue]:
    """Every option of a rule set by its key, with its value in the plain types of JSON."""
    return convert(all_option_values(rules), dict[str, RuleValue])


def _preset(name: str, lang: Lang) -> PresetForm:
    rules = PRESETS[name].rules
    return PresetForm(
        name=name,
        family=rules.family,
        title=say(f"rules.preset.{name}.title", lang),
        about=say(f"rules.preset.{name}.about", lang),
        players=rules.players,
        partners=rules.partners != "none",
        rules=plain_values(rules),
    )


def _example(example: ExampleRules, lang: Lang) -> ExampleForm:
    rules, base = example.named.rules, example.named.base
    return ExampleForm(
        name=example.name,
        family=rules.family,
        title=say(f"examples.{example.name}", lang),
        source=example.source,
        players=rules.players,
        partners=rules.partners != "none",
        preset=base,
        rules=convert(changes_from(base, rules), dict[str, RuleValue]),
    )


def _form(option: Option, lang: Lang) -> OptionForm:
    key, group, title = option.key, option.group, option.title(lang)
    match option.form:
        case Choice(values):
            shown = tuple(OptionValue(value, option.explain(value, lang)) for value in values)
            return OptionForm(key, group, title, "choice", shown)
        case Flag():
            shown = tuple(
                OptionValue(value, option.explain(value, lang)) for value in (True, False)
            )
            return OptionForm(key, group, title, "flag", shown)
        case Whole(least, most):
            return OptionForm(key, group, title, "whole", (), least, most)
        case CardList():
            return OptionForm(key, group, title, "cards")
        case ChoiceList(words, least, most):
            shown = tuple(
                OptionValue(word, say(f"rules.option.{key}.{word}", lang)) for word in words
            )
            return OptionForm(key, group, title, "choices", shown, least, most)
        case _:
            assert_never(option.form)


@job(Priority.SOON)
def explain_rules(asked: RulesAsked, default_preset: str, lang: Lang) -> bytes:
    """Explain a rule set in words: a `RulesExplained` in JSON. Raises RuleError."""
    preset = asked.preset if asked.preset or asked.rules else default_preset
    exact, rules = rules_from_preset(preset, asked.rules)
    return json.encode(explained(rules, exact, asked.preset or exact, lang))


async def show_rules(visit: Visit, config: ServerConfig) -> Response:
    """GET /api/rules: answer all options, presets and levels of bots."""
    return reply(rules_form(visit.lang, config))


async def explain(
    visit: Visit, body: RulesAsked, config: ServerConfig, pool: WorkerPool
) -> Response:
    """POST /api/rules/explain: answer the explanation of a rule set in words."""
    work = pool.do(explain_rules, visit.asker(), body, config.default_preset, visit.lang)
    return reply(await visit.unless_gone(work))


OPERATIONS = (
    Operation("GET", "/api/rules", show_rules, RulesForm),
    Operation(
        "POST", "/api/rules/explain", explain, RulesExplained, limit="explanations_per_minute"
    ),
)
