"""The beginning of `gongzhu score`: chooses the scorebook to continue, or asks for the rules,
names, number of games and forfeit of a new one."""

import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from gongzhu.cli.files import user_folder
from gongzhu.cli.score.dialog import Dialog, ScoreCommand, small_number, typed_path
from gongzhu.rules import (
    DEFAULT_PRESET,
    PRESETS,
    NamedRules,
    RuleError,
    RuleSet,
    load_rules,
    sides,
)
from gongzhu.scorebook import MOST_GAMES, Book, BookFile, ScoreError, check_forfeit, check_names
from gongzhu.texts import Lang, say, typed

Read = TypeVar("Read")

_YES = ("", "y", "yes", "是", "好", "继续")
_NO = ("n", "no", "否", "不", "新", "new")


def books_folder() -> Path:
    """The folder of the user's scorebooks if no file is given."""
    return user_folder("data") / "scores"


def start(dialog: Dialog, file: Path | None, rules: NamedRules | None) -> tuple[Book, BookFile]:
    """Open or create a scorebook, and return it with its file. `file` is the path asked for, and
    `rules` are the rules asked for. Both may be None. Without either, the person may continue their
    newest book.

    Raises ScoreError if `file` exists and is no scorebook or has other rules, and OSError if it
    cannot be read or created.
    """
    if file:
        if file.exists():
            return _go_on(BookFile(file), rules)
        BookFile(file).check_place()
    earlier = _newest()
    if earlier and not file and not rules and _resumes(dialog, earlier[0]):
        return earlier
    dialog.message("welcome", style="bold")
    before = earlier[0] if earlier else None
    chosen = rules or _ask_rules(dialog, before)
    names = _ask_names(dialog, chosen, before)
    games = _ask_games(dialog)
    book = Book(rules=chosen, names=names, games=games, forfeit=_ask_forfeit(dialog))
    # Named by time, so that the books of the folder sort by when they were begun.
    path = file or books_folder() / f"{datetime.now():%Y-%m-%d-%H%M%S}.json"
    return book, BookFile(path)


def _go_on(file: BookFile, rules: NamedRules | None) -> tuple[Book, BookFile]:
    book = file.load()
    if rules and rules.rules != book.rules.rules:
        raise ScoreError("other_rules", rules=book.rules.name)
    return book, file


def _newest() -> tuple[Book, BookFile] | None:
    """The newest readable book in the default folder, with its file, or None if there is none."""
    for path in sorted(books_folder().glob("*.json"), reverse=True):
        file = BookFile(path)
        try:
            return file.load(), file
        except (OSError, ScoreError):
            continue
    return None


def _resumes(dialog: Dialog, book: Book) -> bool:
    """True if the book is to be continued. The person is asked if its last game is unfinished.
    Otherwise the result is False."""
    counted = book.counted()
    if not counted or counted[-1].result:
        return False
    dialog.message(
        "unfinished", names=say("score.show.joint", dialog.lang).join(book.names), deal=len(counted)
    )

    def yes(line: str) -> bool:
        word = typed(line).strip().casefold()
        if word in _YES + _NO:
            return word in _YES
        raise ScoreError("ask_yes")

    return _ask(dialog, lambda lang: say("score.ask.go_on", lang), yes)


def _ask_rules(dialog: Dialog, before: Book | None) -> NamedRules:
    usual = before.rules if before else load_rules(DEFAULT_PRESET)
    dialog.message("rules")
    for place, name in enumerate(PRESETS, start=1):
        title = say(f"rules.preset.{name}.title", dialog.lang)
        dialog.show(f"{place:>4}  {name:<24}{title}")

    def read(line: str) -> NamedRules:
        text = line.strip()
        if not text:
            return usual
        place = small_number(text, len(PRESETS))
        if place is not None:
            text = list(PRESETS)[place - 1]
        return load_rules(str(typed_path(text)))

    return _ask(dialog, lambda lang: say("score.ask.rules", lang, usual=usual.name), read)


def _ask_names(dialog: Dialog, rules: NamedRules, before: Book | None) -> tuple[str, ...]:
    players = rules.rules.players
    usual = before.names if before and len(before.names) == players else ()

    def read(line: str) -> tuple[str, ...]:
        text = line.strip()
        if not text:
            return usual or _numbered(players, dialog.lang)
        parts = re.split(r"[,，、;；]", text) if re.search(r"[,，、;；]", text) else text.split()
        return check_names(tuple(part.strip() for part in parts), players)

    def prompt(lang: Lang) -> str:
        names = say("score.show.joint", lang).join(usual) or say("score.ask.numbered", lang)
        way = say(f"score.ask.direction.{rules.rules.direction}", lang)
        return say("score.ask.names", lang, players=players, way=way, usual=names)

    if rules.rules.partners != "none":
        dialog.message("partners", pairs=_pairs(rules.rules, dialog.lang))
    return _ask(dialog, prompt, read)


def _pairs(rules: RuleSet, lang: Lang) -> str:
    """The partners, listed by their seat numbers from 1."""
    told = (
        say("score.ask.pair", lang, first=first + 1, second=second + 1)
        for first, second in sides(rules)
    )
    return say("score.show.joint", lang).join(told)


def _numbered(players: int, lang: Lang) -> tuple[str, ...]:
    return tuple(say("score.ask.player", lang, number=seat + 1) for seat in range(players))


def _ask_games(dialog: Dialog) -> int | None:
    def read(line: str) -> int | None:
        text = line.strip()
        if not text:
            return None
        games = small_number(text, MOST_GAMES)
        if games is None:
            raise ScoreError("ask_games", most=MOST_GAMES)
        return games

    return _ask(dialog, lambda lang: say("score.ask.games", lang), read)


def _ask_forfeit(dialog: Dialog) -> str:
    def prompt(lang: Lang) -> str:
        return say("score.ask.forfeit", lang, usual=usual_forfeits(lang))

    return _ask(dialog, prompt, lambda line: read_forfeit(line, dialog.lang))


def _ask(dialog: Dialog, prompt: Callable[[Lang], str], read: Callable[[str], Read]) -> Read:
    """Ask the question `prompt(lang)` until `read` accepts the answer, and return the result of
    `read`, which refuses an answer by raising ScoreError or RuleError."""
    while True:
        line = dialog.ask(lambda lang: f"{prompt(lang)} › ")
        if isinstance(line, ScoreCommand):
            dialog.message("not_yet")
            continue
        try:
            return read(line)
        except (ScoreError, RuleError) as error:
            dialog.show_text(error.text(dialog.lang), "red")


_USUAL = ("oink", "table", "strip")
_NONE = ("none", "无", "不罚")


def usual_forfeits(lang: Lang) -> str:
    """The usual forfeits as one line, numbered from 1."""
    return " · ".join(f"{place} {each}" for place, each in enumerate(_said(lang), start=1))


def read_forfeit(line: str, lang: Lang) -> str:
    """The forfeit that a typed line means. A number stands for one of the usual forfeits (from 1),
    a word for none gives the empty text, and any other line is the forfeit itself. Raises
    ScoreError if the text is too long or cannot be shown."""
    text = " ".join(line.split())
    if typed(text).casefold() in _NONE:
        return ""
    place = small_number(text, len(_USUAL))
    return check_forfeit(text) if place is None else _said(lang)[place - 1]


def _said(lang: Lang) -> list[str]:
    return [say(f"score.ask.forfeits.{key}", lang) for key in _USUAL]
