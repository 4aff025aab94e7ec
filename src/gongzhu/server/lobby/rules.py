"""Descriptions of rule sets and their options, for a page on which rules are chosen. All of it is
derived from the rules engine."""

import re
from functools import cache
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct, convert, json
from starlette.responses import Response

from gongzhu.bots import LEVELS
from gongzhu.bots.levels import SEARCHING_LEVELS
from gongzhu.rules import (
    PRESETS,
    ExampleRules,
    Family,
    RuleSet,
    RuleValue,
    changes_from,
    example_rules,
    option_values,
    options_of,
    rules_from_preset,
)
from gongzhu.rules import (
    explain as explain_options,
)
from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.edge.hosts import Hosts
from gongzhu.server.edge.operation import SVG, Operations
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.identity.sessions import Session
from gongzhu.server.identity.visit import Visit
from gongzhu.server.lobby.invitation import draw_link
from gongzhu.server.work.job import Priority, job
from gongzhu.server.work.pool import WorkerPool
from gongzhu.texts import Lang, say

OPERATIONS = Operations()


class PresetForm(Struct, frozen=True):
    """A preset (named rule set), for a page on which rules are chosen."""

    name: str
    """Name of the preset, by which requests refer to it."""
    family: Literal["gongzhu", "hearts"]
    title: str
    """Title in the language of the request."""
    about: str
    """The preset's origin and special features, in a sentence or two."""
    players: int
    """Number of players."""
    partners: bool
    """True if two players form a side."""
    rules: dict[str, RuleValue]
    """The values of all options, by key."""


class ExampleForm(Struct, frozen=True):
    """A rule file for a game as people play it, which is included in the program."""

    name: str
    """Name of the example."""
    family: Literal["gongzhu", "hearts"]
    title: str
    """Title in the language of the request."""
    source: str
    """The page, program or person that describes the game."""
    players: int
    """Number of players."""
    partners: bool
    """True if two players form a side."""
    preset: str
    """The preset that the rules are derived from."""
    rules: dict[str, RuleValue]
    """The options that differ from the preset."""


class FamilyForm(Struct, frozen=True):
    """One of the two games, Gong Zhu and Hearts."""

    family: Literal["gongzhu", "hearts"]
    title: str


class RulesForm(Struct, frozen=True):
    """GET /api/rules?lang=: all that a page for choosing rules and bots needs."""

    families: tuple[FamilyForm, ...]
    presets: tuple[PresetForm, ...]
    examples: tuple[ExampleForm, ...]
    levels: dict[str, str]
    """Names of the bots' levels by key, from the weakest to the strongest, followed by the
    operator's programs."""
    default_preset: str
    """Name of the preset that is selected at first."""
    default_level: str
    """Key of the level that is selected at first."""
    levels_about: dict[str, str] = {}
    """A short description of each level, by key."""
    looking_ahead: tuple[str, ...] = ()
    """The keys of levels that play better with more computing time."""
    thinking_ms: tuple[int, ...] = ()
    """Computing times in milliseconds that may be chosen for a level of `looking_ahead`, in the
    form `master@500ms`."""


class RulesAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/rules/explain?lang=: explain a rule set. `rules` has all its options by key, or
    only those that differ from `preset`. The response is `RulesExplained`."""

    rules: dict[str, RuleValue] = {}
    """Options by key."""
    preset: Annotated[str, Meta(max_length=60)] | None = None
    """Name of the preset from which `rules` differ. None if `rules` has all options; without
    `rules`, None stands for the server's default preset."""


class SentenceShown(Struct, frozen=True):
    """One rule as a sentence, in the language of the request."""

    text: str
    """The sentence."""
    option: str | None
    """The key of the option that it explains, or None if it explains none."""


class SectionShown(Struct, frozen=True):
    """The rules for one stage of the game, as sentences in the language of the request."""

    group: str
    """Key of the stage."""
    title: str
    sentences: tuple[SentenceShown, ...]


class RulesExplained(Struct, frozen=True):
    """A rule set explained in sentences. If the rules cannot be played, the response is a `Problem`
    (422) instead."""

    rules: dict[str, RuleValue]
    """The values of all options, by key."""
    preset: str | None
    """The preset that these rules are equal to, or None if there is none."""
    sections: tuple[SectionShown, ...]
    differs: tuple[str, ...]
    """The keys of options that differ from the preset in the request."""
    differences: tuple[str, ...] = ()
    """The differences of these options, as sentences, in the same order."""


_RULES_PATH = re.compile(r"/rules/[a-z0-9-]{1,60}(\?with=[\w-]{1,1500})?", re.ASCII)
"""Matches the path of a preset's page, with or without changes of its rules. A QR code is drawn for
no other path."""
TIMES = (100, 500, 2000)
"""Computing times in milliseconds that players may choose for bots."""


@cache
def rules_form(lang: Lang, config: ServerConfig) -> RulesForm:
    """All that a page for choosing rules needs, except the options themselves, which the client
    knows: presets, examples, and levels of bots, with texts in `lang`. Cached."""
    outside = {program.name: program.name for program in config.outside}
    longest = 1000 * config.limits.thinking_seconds
    return RulesForm(
        families=tuple(
            FamilyForm(family, say(f"rules.family.{family}", lang)) for family in get_args(Family)
        ),
        presets=tuple(_preset(name, lang) for name in PRESETS),
        examples=tuple(_example(example, lang) for example in example_rules()),
        levels={level: say(f"table.level.{level}", lang) for level in LEVELS} | outside,
        levels_about={level: say(f"table.level_about.{level}", lang) for level in LEVELS}
        | dict.fromkeys(outside, say("table.outside_about", lang)),
        default_preset=config.default_preset,
        default_level=config.default_level,
        looking_ahead=tuple(level for level in LEVELS if level in SEARCHING_LEVELS),
        thinking_ms=tuple(time for time in TIMES if time <= longest),
    )


def explained(rules: RuleSet, preset: str | None, base: str | None, lang: Lang) -> RulesExplained:
    """A rule set in sentences. `preset` is the preset that it equals, or None. `base` is the preset
    that it is compared with. If `base` is None or unknown, there are no differences."""
    changes = changes_from(base, rules) if base in PRESETS else {}
    options = options_of()
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
        differs=tuple(changes),
        differences=tuple(options[key].explain(value, lang) for key, value in changes.items()),
    )


def plain_values(rules: RuleSet) -> dict[str, RuleValue]:
    """The values of all options of a rule set by key, in the plain types of JSON."""
    return convert(option_values(rules), dict[str, RuleValue])


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


@job(Priority.SOON)
def explain_rules(asked: RulesAsked, default_preset: str, lang: Lang) -> bytes:
    """Explain a rule set: a `RulesExplained` in JSON. `default_preset` applies if the request has
    neither a preset nor options. Raises RuleError if the rules are faulty."""
    preset = asked.preset if asked.preset or asked.rules else default_preset
    exact, rules = rules_from_preset(preset, asked.rules)
    return json.encode(explained(rules, exact, asked.preset or exact, lang))


@OPERATIONS.get("/api/rules")
async def show_rules(visit: Visit, config: ServerConfig) -> RulesForm:
    """Respond with all presets, examples and levels of bots."""
    return rules_form(visit.lang, config)


@OPERATIONS.get("/api/rules/code.svg", SVG, limit="invitations_per_minute")
async def draw_rules(
    visit: Visit, session: Session | None, hosts: Hosts, pool: WorkerPool
) -> Response:
    """Respond with a QR code (SVG) of the page with the path in the query parameter `path`, which
    may contain changes of the rules. Needs no session. Refusal: 404 for a path that is not a page
    of rules."""
    path = visit.request.query_params.get("path", "")
    if _RULES_PATH.fullmatch(path) is None:
        raise ApiError(404, "no_link")
    scheme, host = hosts.places(visit.request)[0]
    drawn = pool.do(draw_link, visit.asker(session), f"{scheme}://{host}{path}")
    picture = await visit.unless_gone(drawn)
    return Response(picture, media_type=f"{SVG}; charset=utf-8")


@OPERATIONS.post("/api/rules/explain", RulesExplained, limit="explanations_per_minute")
async def explain(visit: Visit, body: RulesAsked, config: ServerConfig, pool: WorkerPool) -> bytes:
    """Respond with a rule set explained in sentences. Refusal: 422 for faulty rules."""
    work = pool.do(explain_rules, visit.asker(), body, config.default_preset, visit.lang)
    return await visit.unless_gone(work)
