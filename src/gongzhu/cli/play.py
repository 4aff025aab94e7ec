"""`gongzhu play`: one person plays against bots in the terminal, a match or given hands."""

import os
import sys
from codecs import BOM_UTF8
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer
from msgspec import Struct

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
    from gongzhu.terminal.opening import Opening
    from gongzhu.terminal.pace import Speed
    from gongzhu.terminal.saves import Saved

MOST_GAMES = 1000
"""Most games that can be agreed on for a match."""
LONGEST_NAME = 12
"""Largest width of a name in cells, so that it fits beside a seat."""


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
    """Play at a table in this terminal."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        fail(say("cli.play.no_terminal", lang))
    source = context.get_parameter_source("lang")
    given = source is not None and source.name == "COMMANDLINE"
    launch(Asked(lang_given=given, **context.params))


class Asked(Struct, frozen=True, kw_only=True):
    """The options of `gongzhu play` as given; None for those that were not."""

    rules: str | None = None
    level: str | None = None
    seed: str | None = None
    lang: Lang
    lang_given: bool = False
    """True if the command line names the language."""
    name: str | None = None
    games: int | None = None
    record: Path | None = None
    deals: Path | None = None
    """The file with given hands."""
    resume: bool | None = None
    save: Path | None = None
    speed: str = "normal"
    four_colour: bool = True
    ascii_only: bool = False


def launch(asked: Asked) -> None:
    """Play until the person leaves. Exits with an error message and status 2 if something is
    wrong."""
    # Textual takes most of a second to load.
    from gongzhu.bots import DEFAULT_LEVEL, LEVELS, bot_of
    from gongzhu.rules import DEFAULT_PRESET
    from gongzhu.terminal.given_table import GivenTable
    from gongzhu.terminal.opening import Opening, new_setup
    from gongzhu.terminal.saves import lock_table

    lang, level = asked.lang, asked.level or DEFAULT_LEVEL
    speed, name = _speed(asked), _name(asked)
    _check(asked)
    opening = partial(
        Opening,
        record=asked.record,
        levels=LEVELS,
        level=level,
        make_bot=bot_of,
        speed=speed,
        deck="four-colour" if asked.four_colour else "two-colour",
        ascii=asked.ascii_only,
    )
    if asked.deals is not None:
        named = named_rules(asked.rules or DEFAULT_PRESET, lang)
        hands = hands_of(asked.deals, named.rules, lang)
        setup = new_setup(named, level, seed=asked.seed, name=name, lang=lang)
        _run(opening(lang=lang, given=GivenTable(setup, bot_of(level), hands)))
        return
    path = asked.save or default_path()
    rules = None if asked.rules is None else named_rules(asked.rules, lang)
    try:
        release = lock_table(path)
    except OSError as error:
        fail(_unwritable(path, error, lang))
    if release is None:
        fail(say("table.save.locked", lang, path=path))
    try:
        saved, trouble = _saved(path, asked)
        match = opening(
            save=path,
            rules=rules,
            seed=asked.seed,
            name=name,
            games=asked.games or 0,
            lang=saved.lang if saved and not asked.lang_given else lang,
            saved=saved,
            resume=asked.resume,
            trouble=trouble,
        )
        _run(match)
    finally:
        release()


def _run(opening: "Opening") -> None:
    """Run the app, and say afterwards that the match was saved. Exits with the status of the app if
    that is not 0."""
    from gongzhu.terminal.app import TableApp

    app = TableApp(opening)
    app.run()
    if app.return_code:
        sys.exit(app.return_code)
    if opening.save is not None and app.seated and opening.save.exists():
        sys.stdout.write(say("table.leave.saved", app.lang) + "\n")


def default_path() -> Path:
    """The default path of the saved match, by the conventions of the system."""
    return user_folder("state") / "table.json"


def _speed(asked: Asked) -> "Speed":
    from gongzhu.terminal.pace import Speed

    speeds: tuple[Speed, ...] = get_args(Speed)
    found = next((speed for speed in speeds if speed == asked.speed), None)
    refused = {"value": asked.speed, "allowed": ", ".join(speeds)}
    return found or fail(say("cli.play.bad_speed", asked.lang, **refused))


def _name(asked: Asked) -> str | None:
    """The person's name as the table shows it. Exits with an error message if it cannot be used."""
    from rich.cells import cell_len

    from gongzhu.table import CommandRefused, clean_name

    if asked.name is None:
        return None
    refused = say("cli.play.bad_name", asked.lang, value=repr(asked.name), most=LONGEST_NAME)
    try:
        name = clean_name(asked.name)
    except CommandRefused:
        fail(refused)
    return name if asked.name.isprintable() and cell_len(name) <= LONGEST_NAME else fail(refused)


def _check(asked: Asked) -> None:
    """Exit with an error message if an option has an impossible value, before any file is
    opened."""
    from gongzhu.bots import UnknownLevel, read_level

    if asked.level is not None:
        with refusing(UnknownLevel, lang=asked.lang):
            read_level(asked.level)
    match = {"--games": asked.games, "--save": asked.save, "--resume/--new": asked.resume}
    stray = [option for option, value in match.items() if value is not None]
    if stray and asked.deals is not None:
        fail(say("cli.play.given", asked.lang, options=", ".join(stray)))
    names = ("rules", "level", "seed", "name", "games")
    settled = [f"--{name}" for name in names if getattr(asked, name) is not None]
    if asked.resume and settled:
        fail(say("cli.play.settled", asked.lang, options=", ".join(settled)))
    if asked.record:
        _check_record(asked.record, asked.lang)


def _check_record(path: Path, lang: Lang) -> None:
    """Exit with an error message if records cannot be appended to this file."""
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


def _saved(path: Path, asked: Asked) -> "tuple[Saved | None, str]":
    """The saved match, or the reason why the file holds none. Exits with an error message if
    `--resume` needs one."""
    from gongzhu.bots import bot_of
    from gongzhu.terminal.saves import SaveError, load_table

    try:
        saved = load_table(path, bot_of)
    except SaveError as error:
        # A new match would have to rename the file.
        if asked.resume or not os.access(path.parent, os.W_OK):
            fail(error.text(asked.lang))
        return None, error.text(asked.lang)
    if saved is None and asked.resume:
        fail(say("table.save.none", asked.lang, path=path))
    return saved, ""
