"""From the command line to the table: checks the options, and looks for a saved match."""

import os
import sys
from codecs import BOM_UTF8
from collections.abc import Callable
from pathlib import Path
from typing import get_args

from msgspec import Struct
from rich.cells import cell_len

from gongzhu.bots import DEFAULT_LEVEL, LEVELS, UnknownLevel, bot_of, read_level
from gongzhu.cli.common import fail, is_file, named_rules, refuse_other_kind
from gongzhu.cli.file_kind import LOOKED_AT
from gongzhu.cli.folders import user_folder
from gongzhu.cli.given import hands_of
from gongzhu.rules import DEFAULT_PRESET
from gongzhu.table import CommandRefused, clean_name
from gongzhu.terminal.app import TableApp
from gongzhu.terminal.given_table import GivenTable
from gongzhu.terminal.look import Deck
from gongzhu.terminal.opening import Opening, Speed, new_setup
from gongzhu.terminal.saves import Saved, SaveError, load_table, lock_table
from gongzhu.texts import Lang, SystemReason, say

LONGEST_NAME = 12
"""Largest width of a name in cells, so that it fits beside a seat."""


class Asked(Struct, frozen=True, kw_only=True):
    """The options of `gongzhu play` as given; None for those that were not."""

    rules: str | None
    level: str | None
    seed: str | None
    lang: Lang
    lang_given: bool
    name: str | None
    games: int | None
    record: Path | None
    deals: Path | None = None
    """The file with given hands."""
    resume: bool | None
    save: Path | None
    speed: str
    deck: Deck
    ascii: bool


def launch(asked: Asked) -> None:
    """Play until the person leaves. Exits with an error message and status 2 if something is
    wrong."""
    speed, name = _speed(asked), _name(asked)
    _check(asked)
    if asked.deals is not None:
        _play_given(asked, asked.deals, speed, name)
    else:
        _play_match(asked, speed, name)


def _play_given(asked: Asked, file: Path, speed: Speed, name: str | None) -> None:
    """Play the hands of a file one after another; nothing is saved."""
    rules = named_rules(asked.rules or DEFAULT_PRESET, asked.lang)
    given = hands_of(file, rules.rules, asked.lang)
    level = asked.level or DEFAULT_LEVEL
    setup = new_setup(rules, level, seed=asked.seed, name=name, lang=asked.lang)
    opening = Opening(
        record=asked.record,
        levels=LEVELS,
        level=level,
        make_bot=bot_of,
        lang=asked.lang,
        speed=speed,
        deck=asked.deck,
        ascii=asked.ascii,
        given=GivenTable(setup, bot_of(level), given),
    )
    _run(opening)


def _play_match(asked: Asked, speed: Speed, name: str | None) -> None:
    path = asked.save or default_path()
    rules = named_rules(asked.rules, asked.lang) if asked.rules is not None else None
    release = _lock(path, asked.lang)
    try:
        saved, trouble = _saved(path, asked)
        opening = Opening(
            save=path,
            record=asked.record,
            rules=rules,
            levels=LEVELS,
            level=asked.level or DEFAULT_LEVEL,
            make_bot=bot_of,
            seed=asked.seed,
            name=name,
            games=asked.games or 0,
            lang=saved.lang if saved and not asked.lang_given else asked.lang,
            speed=speed,
            deck=asked.deck,
            ascii=asked.ascii,
            saved=saved,
            resume=asked.resume,
            trouble=trouble,
        )
        app = _run(opening)
        if app.seated and path.exists():
            sys.stdout.write(say("table.leave.saved", app.lang) + "\n")
    finally:
        release()


def _run(opening: Opening) -> TableApp:
    app = TableApp(opening)
    app.run()
    if app.return_code:
        sys.exit(app.return_code)
    return app


def default_path() -> Path:
    """The default path of the saved match, by the conventions of the system."""
    return user_folder("state") / "table.json"


def _speed(asked: Asked) -> Speed:
    speeds: tuple[Speed, ...] = get_args(Speed)
    found = next((speed for speed in speeds if speed == asked.speed), None)
    refused = {"value": asked.speed, "allowed": ", ".join(speeds)}
    return found or fail(say("cli.play.bad_speed", asked.lang, **refused))


def _name(asked: Asked) -> str | None:
    """The person's name as the table shows it. Exits with an error message if it cannot be used."""
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
    if asked.level is not None:
        try:
            read_level(asked.level)
        except UnknownLevel as error:
            fail(error.text(asked.lang))
    given = {
        "--rules": asked.rules,
        "--level": asked.level,
        "--seed": asked.seed,
        "--name": asked.name,
        "--games": asked.games,
    }
    match = {
        "--games": asked.games,
        "--save": asked.save,
        "--resume/--new": asked.resume,
    }
    stray = [option for option, value in match.items() if value is not None]
    if stray and asked.deals is not None:
        fail(say("cli.play.given", asked.lang, options=", ".join(stray)))
    settled = [option for option, value in given.items() if value is not None]
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


def _lock(path: Path, lang: Lang) -> Callable[[], None]:
    try:
        release = lock_table(path)
    except OSError as error:
        fail(_unwritable(path, error, lang))
    if release is None:
        fail(say("table.save.locked", lang, path=path))
    return release


def _saved(path: Path, asked: Asked) -> tuple[Saved | None, str]:
    """The saved match, or the reason why the file holds none. Exits with an error message if
    `--resume` needs one."""
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
