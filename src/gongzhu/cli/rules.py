"""`gongzhu rules`: lists presets, explains rules in sentences, checks rule files and writes new
ones."""

import json
from pathlib import Path
from typing import Annotated, get_args

import typer
from msgspec.structs import astuple

from gongzhu.cli.common import (
    LANG,
    Force,
    LangName,
    argument,
    escaped,
    option,
    paragraph,
    refusing,
    refusing_at,
)
from gongzhu.cli.files import named_rules, refuse_existing, refuse_other_kind
from gongzhu.cli.program import Program
from gongzhu.rules import (
    PRESETS,
    Family,
    NamedRules,
    RuleError,
    RuleSet,
    UnreadableRules,
    changes_from,
    example_rules,
    explain,
    load_rules,
    option_values,
    options_of,
    rule_file,
)
from gongzhu.rules.faults import toml_value
from gongzhu.rules.options import NONE
from gongzhu.texts import Lang, say

app = Program(no_args_is_help=True)

Source = Annotated[str, argument("cli.rules.source", "RULES")]
AsJson = Annotated[bool, option("cli.rules.json", "--json")]
OfExamples = Annotated[bool, option("cli.rules.of_examples", "--examples")]


@app.command("list", "cli.rules.list")
def list_rules(
    of_examples: OfExamples = False, as_json: AsJson = False, lang: LangName = LANG
) -> None:
    """Print one line for each preset, or for each example rule file if `of_examples`. With
    `as_json`, one JSON list."""
    listed = _examples(lang) if of_examples else _presets(lang)
    if as_json:
        typer.echo(json.dumps(listed, ensure_ascii=False, indent=2))
        return
    for family in get_args(Family):
        typer.secho(say(f"rules.family.{family}", lang), bold=True)
        for each in listed:
            if each["family"] == family:
                typer.echo(f"  {each['name']:<24}{each['title']}")
                if of_examples:
                    paragraph(str(each["source"]), " " * 26)
        typer.echo()
    paragraph(say("cli.rules.hint_examples" if of_examples else "cli.rules.hint", lang))


def _presets(lang: Lang) -> list[dict[str, object]]:
    return [
        _entry(name, preset.rules, say(f"rules.preset.{name}.title", lang))
        for name, preset in PRESETS.items()
    ]


def _examples(lang: Lang) -> list[dict[str, object]]:
    return [
        _entry(name, named.rules, say(f"examples.{name}", lang))
        | {"preset": named.base, "source": source}
        for name, source, named in map(astuple, example_rules())
    ]


def _entry(name: str, rules: RuleSet, title: str) -> dict[str, object]:
    return {"name": name, "family": rules.family, "players": rules.players, "title": title}


@app.command("show", "cli.rules.show")
def show(source: Source, as_json: AsJson = False, lang: LangName = LANG) -> None:
    """Print the rules in sentences, or the value of every option as JSON."""
    named = named_rules(source, lang)
    if as_json:
        typer.echo(json.dumps(option_values(named.rules), ensure_ascii=False, indent=2))
    else:
        _show(named, lang)


@app.command("check", "cli.rules.check")
def check(source: Source, lang: LangName = LANG) -> None:
    """Print which options a rule file changes. If it is invalid, print all its faults and exit with
    status 1."""
    refuse_other_kind(Path(source), "rules", lang)
    try:
        with refusing(UnreadableRules, lang=lang):
            named = load_rules(source)
    except RuleError as error:
        typer.echo(error.text(lang))
        raise typer.Exit(1) from error
    if named.renamed:
        typer.echo(RuleError(source, *named.renamed).text(lang))
    changes = _changes(named)
    if not changes:
        same = say("cli.rules.same", lang, source=source, preset=named.preset)
        typer.echo(escaped(same))
        return
    head = say("cli.rules.changes", lang, source=source, base=named.base)
    typer.echo(escaped(head))
    options = options_of()
    for key, (old, new) in changes.items():
        was = say("cli.rules.was", lang, value=toml_value(old))
        typer.echo(f"\n  {typer.style(f'{key} = {toml_value(new)}', bold=True)}  {was}")
        paragraph(options[key].explain(new, lang), "    ")


@app.command("template", "cli.rules.template")
def template(source: Source, lang: LangName = LANG) -> None:
    """Print a rule file that lists every option with its values explained, set as in `source`."""
    typer.echo(rule_file(named_rules(source, lang), lang), nl=False)


@app.command("new", "cli.rules.new")
def new(
    file: Annotated[Path, argument("cli.rules.new_file", "FILE")],
    force: Force = False,
    lang: LangName = LANG,
) -> None:
    """Ask the user how their table plays, and write a rule file with the options that differ from a
    preset. Exits with status 2 if the file exists, unless `force`."""
    from gongzhu.cli.new_rules import ask_rules

    refuse_existing(file, force, lang)
    text = ask_rules(lang, file.stem)
    with refusing_at(file, OSError, lang=lang):
        file.write_text(text, "utf-8")
    typer.echo(f"\n{text}")
    paragraph(escaped(say("cli.rules.written", lang, file=file)))


def _show(named: NamedRules, lang: Lang) -> None:
    base = say(f"rules.preset.{named.base}.title", lang)
    if named.preset == named.name:
        typer.secho(f"{base}  ({named.name})", bold=True)
        paragraph(say(f"rules.preset.{named.base}.about", lang))
    else:
        typer.secho(named.name, bold=True)
        paragraph(say("cli.rules.starts_from", lang, base=named.base, title=base))
    changes = _changes(named)
    if changes:
        typer.secho(f"\n{say('cli.rules.differs', lang)}", bold=True)
    for key, (_, value) in changes.items():
        paragraph(options_of()[key].explain(value, lang), "  - ")
    for section in explain(named.rules, lang):
        typer.secho(f"\n{section.title}", bold=True)
        for sentence in section.sentences:
            paragraph(sentence.text, "  * " if sentence.option in changes else "  - ")


def _changes(named: NamedRules) -> dict[str, tuple[object, object]]:
    """The options in which the rules differ from the preset they are based on, by key, as (value in
    the preset, own value). For card values, only the cards whose values differ are included."""
    old = option_values(PRESETS[named.base].rules)
    changes: dict[str, tuple[object, object]] = {}
    for key, new in changes_from(named.base, named.rules).items():
        before = old[key]
        if isinstance(new, dict) and isinstance(before, dict):
            before = {card: before.get(card, NONE) for card in new}
        changes[key] = (before, new)
    return changes
