"""`gongzhu rules new`: asks the user how their table plays, and makes the text of a rule file with
the options that differ from a preset."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

import click
import typer
from msgspec import Struct

from gongzhu.cli.common import escaped, paragraph
from gongzhu.rules import (
    DEFAULT_PRESET,
    PRESETS,
    NamedRules,
    RuleError,
    RuleSet,
    changes_from,
    load_rules,
    option_values,
    options_of,
    rules_from_preset,
)
from gongzhu.rules.faults import toml_value
from gongzhu.rules.loading import parse_rules
from gongzhu.rules.option_table import Choice
from gongzhu.rules.options import NONE
from gongzhu.texts import Lang, say, typed

Changes = dict[str, Any]

_NUMBERED = re.compile(r"\s*[0-9]{1,2}\s*")
_DEALS = re.compile(r"([0-9]+)\s*(?:deals?|副)")
_POINTS = re.compile(r"([0-9]+)\s*(?:points?|分)?")
_NEUTRAL: Mapping[str, Changes] = {
    "lower_limit": {"lower_limit": NONE, "at_lower_limit": "loses", "past_lower_limit": "loses"},
    "upper_limit": {"upper_limit": NONE, "at_upper_limit": "plays-on"},
}
"""For each limit, the values that the limit and the options about it get when the limit is
removed."""
_NOTHING_EXPOSED: Changes = {
    "exposable": "all",
    "cancelled_doubler": "nothing",
    "face_down_first_trick": "bound",
}


class _RulesDraft(Struct):
    """The rules according to the answers so far: the preset from which the user starts, and the
    complete rules with all changes."""

    base: str
    """Name of the preset from which the user starts."""
    rules: RuleSet
    """The rules so far."""

    def change(self, changes: Changes) -> None:
        """Change options, given as values by key. Raises RuleError if the rules would be invalid,
        and then changes nothing."""
        values = changes_from(self.base, self.rules)
        if "players" in changes:
            # Another number of players removes other cards from the deck.
            values.pop("removed", None)
        _, self.rules = rules_from_preset(self.base, {**values, **changes})


def ask_rules(lang: Lang, usual_name: str) -> str:
    """Ask the questions about the rules and for a name (default: `usual_name`), and return the text
    of the rule file."""
    start = _ask_start(lang)
    draft = _RulesDraft(start.base, start.rules)
    _ask_players(draft, lang)
    if draft.rules.players % 2 == 0:
        _ask_choice(draft, "partners", lang)
    _ask_end(draft, lang)
    _ask_choice(draft, "sale" if draft.rules.family == "gongzhu" else "all_point_cards", lang)

    def read(line: str) -> str:
        parse_rules(_text(draft, line or usual_name, lang))
        return line or usual_name

    return _text(draft, _ask("name", read, lang, usual=usual_name), lang)


def _ask(key: str, read: Callable[[str], Any], lang: Lang, **values: object) -> Any:
    """Ask the question with the message `cli.rules.ask.KEY` until `read` accepts the answer, and
    return the result of `read`. `values` fill in the message. `read` refuses an answer by raising
    RuleError or click.BadParameter."""
    while True:
        question = say(f"cli.rules.ask.{key}", lang, **values)
        line = typer.prompt(question, default="", show_default=False, prompt_suffix=" › ")
        try:
            return read(line.strip())
        except RuleError as error:
            typer.secho(escaped(error.text(lang)), fg="red")
        except click.BadParameter as error:
            typer.secho(error.message, fg="red")


def _ask_start(lang: Lang) -> NamedRules:
    for place, name in enumerate(PRESETS, start=1):
        title = say(f"rules.preset.{name}.title", lang)
        typer.echo(f"{place:>4}  {name:<24}{title}")

    def read(line: str) -> NamedRules:
        if _NUMBERED.fullmatch(typed(line)):
            line = list(PRESETS)[_one_of(len(PRESETS), line, lang)]
        return load_rules(line or DEFAULT_PRESET)

    named: NamedRules = _ask("start", read, lang, usual=DEFAULT_PRESET)
    return named


def _ask_players(draft: _RulesDraft, lang: Lang) -> None:
    def read(line: str) -> None:
        text = typed(line)
        players = int(text) if _NUMBERED.fullmatch(text) else text or draft.rules.players
        if players == draft.rules.players:
            return
        alone = isinstance(players, int) and players % 2
        draft.change({"players": players, **({"partners": "none"} if alone else {})})

    _ask("players", read, lang, usual=draft.rules.players)


def _ask_choice(
    draft: _RulesDraft, key: Literal["partners", "sale", "all_point_cards"], lang: Lang
) -> None:
    """List the values of an option with their meanings, ask for one, and change the draft
    accordingly."""
    option, now = options_of()[key], str(option_values(draft.rules)[key])
    assert isinstance(option.form, Choice), "the options asked for have a few words"
    choices = ("others", "self", "choice") if key == "all_point_cards" else option.form.values
    typer.echo()
    for place, choice in enumerate(choices, start=1):
        paragraph(option.explain(choice, lang), f"{place:>4}  ")

    def read(line: str) -> None:
        if line:
            choice = choices[_one_of(len(choices), line, lang)]
            draft.change(
                {key: choice, **(_NOTHING_EXPOSED if (key, choice) == ("sale", NONE) else {})}
            )

    usual = choices.index(now) + 1 if now in choices else option.explain(now, lang)
    _ask(key, read, lang, usual=usual)


def _ask_end(draft: _RulesDraft, lang: Lang) -> None:
    rules = draft.rules
    kept = [key for key in ("lower_limit", "upper_limit", "deals") if getattr(rules, key) != NONE]
    typer.echo()
    for key in kept:
        paragraph(options_of()[key].explain(getattr(rules, key), lang), " " * 6)
    _ask("end", lambda line: draft.change(_ending(rules, line, lang)), lang)


def _ending(rules: RuleSet, line: str, lang: Lang) -> Changes:
    """The options that an answer about the end of the game changes. The answer gives a number of
    points, a number of deals (`12 deals`), or both. An empty one changes nothing. Raises
    click.BadParameter for anything else."""
    text = typed(line).casefold()
    if not text:
        return {}
    found = _DEALS.search(text)
    rest = _DEALS.sub("", text, count=1)
    points = [int(each) for each in _POINTS.findall(rest)]
    if len(points) > 1 or not (found or points) or re.search(r"[^\W\d_]", _POINTS.sub("", rest)):
        raise click.BadParameter(say("cli.rules.ask.no_end", lang))
    changes: Changes = {"deals": int(found[1]) if found else NONE}
    bad, good = (
        ("lower_limit", "upper_limit") if rules.aim == "high" else ("upper_limit", "lower_limit")
    )
    if not points:
        past = "wins" if rules.aim == "high" else "loses"
        return {**changes, **_NEUTRAL[bad], **_NEUTRAL[good], "past_upper_limit": past}
    sign = {"lower_limit": -1, "upper_limit": 1}
    changes[bad] = sign[bad] * points[0]
    if getattr(rules, good) != NONE:
        changes[good] = sign[good] * points[0]
    return changes


def _one_of(count: int, line: str, lang: Lang) -> int:
    """The index (from 0) of the list item that the user chose by typing `line`, the item's number
    from 1 to `count`. Raises click.BadParameter with a message in `lang` for any other text."""
    text = typed(line)
    if _NUMBERED.fullmatch(text) and 1 <= int(text) <= count:
        return int(text) - 1
    raise click.BadParameter(say("cli.rules.ask.no_number", lang, most=count))


def _text(draft: _RulesDraft, name: str, lang: Lang) -> str:
    lines = [f"preset = {toml_value(draft.base)}", f"name = {toml_value(name)}"]
    changes = changes_from(draft.base, draft.rules)
    if changes:
        lines.append("")
    for key, value in changes.items():
        lines.append(f"# {options_of()[key].title(lang)}")
        lines.append(f"{key} = {toml_value(value)}")
    return "\n".join([*lines, ""])
