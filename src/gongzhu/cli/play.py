"""`gongzhu play`: one person plays against bots in the terminal, either a match, which is saved, or
hands given in a file."""

import os
import sys
from codecs import BOM_UTF8
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from gongzhu.cli.common import LANG, LangName, fail, option, refusing
from gongzhu.cli.files import (
    LOOKED_AT,
    hands_of,
    is_file,
    named_rules,
    refuse_other_kind,
    user_folder,
)
from gongzhu.texts import Lang, SystemReason, say

if TYPE_CHECKING:
    from gongzhu.terminal.opening import Opening, Speed
    from gongzhu.terminal.saves import Saved

MOST_GAMES = 1000
"""Greatest number of games that can be agreed on for a match."""
LONGEST_NAME = 12
"""Greatest width of a player's name in columns, so that it fits beside a seat."""


def play(
    context: typer.Context,
    *,
    rules: Annotated[str | None, option("cli.rules_option", "--rules", "-r")] = None,
    level: Annotated[str | None, option("cli.play.level", "--level", "--bots", "-l")] = None,
    seed: Annotated[str | None, option("cli.play.seed")] = None,
    lang: LangName = LANG,
    name: Annotated[str | None, option("cli.play.name")] = None,
    games: Annotated[int | None, option("cli.play.games", min=1, max=MOST_GAMES)] = None,
    record: Annotated[Path | None, option("cli.play.record", dir_okay=False)] = None,
    deals: Annotated[Path | None, option("cli.play.deals", metavar="FILE")] = None,
    resume: Annotated[bool | None, option("cli.play.resume", "--resume/--new")] = None,
    save: Annotated[Path | None, option("cli.play.save", dir_okay=False)] = None,
    speed: Annotated[str, option("cli.play.speed")] = "normal",
    four_colour: Annotated[bool, option("cli.play.deck", "--four-colour/--two-colour")] = True,
    ascii_only: Annotated[bool, option("cli.play.ascii", "--ascii")] = False,
) -> None:
    """Let the person play in this terminal until they leave. Exits with status 2 if an option is
    invalid, or if this is no terminal."""
    if not at_terminal():
        fail(say("cli.play.no_terminal", lang))
    # Textual takes most of a second to load.
    from gongzhu.bots import DEFAULT_LEVEL, LEVELS, UnknownLevel, bot_of, read_level
    from gongzhu.rules import DEFAULT_PRESET
    from gongzhu.terminal.given_table import GivenTable
    from gongzhu.terminal.opening import Opening, new_setup
    from gongzhu.terminal.saves import lock_table

    pace, shown_name = _pace(speed, lang), _shown_name(name, lang)
    bots = level or DEFAULT_LEVEL
    with refusing(UnknownLevel, lang=lang):
        read_level(bots)
    match = {"--games": games, "--save": save, "--resume/--new": resume}
    if deals is not None and (stray := _given(match)):
        fail(say("cli.play.given", lang, options=stray))
    new = {"--rules": rules, "--level": level, "--seed": seed, "--name": name, "--games": games}
    if resume and (settled := _given(new)):
        fail(say("cli.play.settled", lang, options=settled))
    if record is not None:
        _check_record(record, lang)
    opening = partial(
        Opening,
        record=record,
        levels=LEVELS,
        level=bots,
        make_bot=bot_of,
        speed=pace,
        deck="four-colour" if four_colour else "two-colour",
        ascii=ascii_only,
    )
    if deals is not None:
        named = named_rules(rules or DEFAULT_PRESET, lang)
        hands = hands_of(deals, named.rules, lang)
        setup = new_setup(named, bots, seed=seed, name=shown_name, lang=lang)
        _run(opening(lang=lang, given=GivenTable(setup, bot_of(bots), hands)))
        return
    path = save or default_path()
    chosen = None if rules is None else named_rules(rules, lang)
    try:
        release = lock_table(path)
    except OSError as error:
        fail(_unwritable(path, error, lang))
    if release is None:
        fail(say("table.save.locked", lang, path=path))
    try:
        saved, trouble = _saved(path, resume, lang)
        source = context.get_parameter_source("lang")
        asked_for = source is not None and source.name == "COMMANDLINE"
        _run(
            opening(
                save=path,
                rules=chosen,
                seed=seed,
                name=shown_name,
                games=games or 0,
                lang=saved.lang if saved and not asked_for else lang,
                saved=saved,
                resume=resume,
                trouble=trouble,
            )
        )
    finally:
        release()


def at_terminal() -> bool:
    """True if standard input, output and error are all terminals."""
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def _given(options: Mapping[str, object]) -> str:
    """The options whose value is not None, joined by commas. `options` maps each option's name to
    its value."""
    return ", ".join(option for option, value in options.items() if value is not None)


def _run(opening: "Opening") -> None:
    """Run the terminal game, and say afterwards that the match was saved. Exits with the status of
    the Textual app if that is not 0."""
    from gongzhu.terminal.app import TableApp

    app = TableApp(opening)
    app.run()
    if app.return_code:
        sys.exit(app.return_code)
    if opening.save is not None and app.seated and opening.save.exists():
        sys.stdout.write(say("table.leave.saved", app.lang) + "\n")


def default_path() -> Path:
    """The path of the saved match if `--save` is not given, by the conventions of the operating
    system."""
    return user_folder("state") / "table.json"


def _pace(asked: str, lang: Lang) -> "Speed":
    from gongzhu.terminal.opening import Speed

    speeds: tuple[Speed, ...] = get_args(Speed)
    found = next((speed for speed in speeds if speed == asked), None)
    refused = {"value": asked, "allowed": ", ".join(speeds)}
    return found or fail(say("cli.play.bad_speed", lang, **refused))


def _shown_name(asked: str | None, lang: Lang) -> str | None:
    """The name under which the person is shown, with single spaces and in Unicode form NFC, or None
    if `asked` is None. Exits with status 2 if the name is empty, wider than LONGEST_NAME or has
    characters that cannot be shown."""
    from rich.cells import cell_len

    from gongzhu.table import CommandRefused, clean_name

    if asked is None:
        return None
    refused = say("cli.play.bad_name", lang, value=repr(asked), most=LONGEST_NAME)
    try:
        name = clean_name(asked)
    except CommandRefused:
        fail(refused)
    return name if asked.isprintable() and cell_len(name) <= LONGEST_NAME else fail(refused)


def _check_record(path: Path, lang: Lang) -> None:
    """Create the file of records if it does not exist. Exits with status 2 if records cannot be
    appended to it."""
    refuse_other_kind(path, "records", lang)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()
        if is_file(path):
            with path.open("rb") as file:
                start = file.read(LOOKED_AT)
            if start.removeprefix(BOM_UTF8).lstrip()[:1] not in (b"", b"{"):
                fail(say("cli.play.no_jsonl", lang, file=path))
    except OSError as error:
        fail(_unwritable(path, error, lang))


def _unwritable(path: Path, error: OSError, lang: Lang) -> str:
    return say("table.save.unwritable", lang, path=path, detail=SystemReason(error).text(lang))


def _saved(path: Path, resume: bool | None, lang: Lang) -> "tuple[Saved | None, str]":
    """The saved match at `path`, with an empty text, or None, with the reason why the file cannot
    be resumed, which is empty if there is no file. Exits with status 2 if `resume` is true and
    there is no match to resume, or if the file could not be renamed."""
    from gongzhu.bots import bot_of
    from gongzhu.terminal.saves import SaveError, load_table

    try:
        saved = load_table(path, bot_of)
    except SaveError as error:
        # A new match would have to rename the file.
        if resume or not os.access(path.parent, os.W_OK):
            fail(error.text(lang))
        return None, error.text(lang)
    if saved is None and resume:
        fail(say("table.save.none", lang, path=path))
    return saved, ""
