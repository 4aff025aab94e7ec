"""`gongzhu admin`: sends commands of the operator to a server that runs on this machine. There is
one subcommand for each request type in `gongzhu.server.admin.commands`."""

import json
import re
from datetime import UTC, datetime, timedelta
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, get_args

import msgspec
import typer
from msgspec.structs import astuple, fields

from gongzhu.cli.common import LANG, LangName, aligned, argument, fail, option, refusing
from gongzhu.cli.files import user_folder
from gongzhu.cli.program import Program
from gongzhu.server.admin.commands import LONGEST_TEXT, AdminAnswer, Asked, Value
from gongzhu.texts import Lang, say

FAILED = 1
_TIMES = ("at", "until", "made", "seen")
"""Names of the columns whose integers are times in milliseconds since 1970."""
_LASTS = re.compile(r"([1-9][0-9]{0,5})([mhd])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}
_FIELDS: dict[str, Any] = {
    "search": Annotated[str, argument("admin.help.search", "SEARCH")],
    "player": Annotated[str, argument("admin.help.who", "PLAYER")],
    "table": Annotated[str, argument("admin.help.table", "TABLE")],
    "club": Annotated[str, argument("admin.help.which_club", "CLUB")],
    "who": Annotated[str, argument("admin.help.banned", "PLAYER|ADDRESS")],
    "until": Annotated[str | None, option("admin.help.until")],
    "name": Annotated[str, argument("admin.help.name", "NAME")],
    "text": Annotated[str, argument("admin.help.message", "MESSAGE")],
}
"""For each field of a request, by the field's name, the type annotation that makes it an argument
or option of the subcommand."""
_OPTIONS: dict[str, tuple[Any, object]] = {
    "data": (Annotated[Path | None, option("admin.help.data")], None),
    "as_json": (Annotated[bool, option("admin.help.json", "--json")], False),
    "lang": (LangName, LANG),
}
"""The options that every subcommand has, by parameter name: the type annotation and the default."""

app = Program(no_args_is_help=True)


def _add_command(request: type[Asked]) -> None:
    """Add to `app` the subcommand that sends requests of the type `request`. Its name is the
    request's msgspec tag, such as `close-club`, and its help text is the message `admin.help.NAME`,
    with `_` for `-`."""

    def run(*, data: Path | None, as_json: bool, lang: Lang, **given: Any) -> None:
        from gongzhu.table import CommandRefused
        from gongzhu.table.names import clean_text

        if "until" in given:
            given["until"] = _time(given["until"], lang)
        if "text" in given:
            with refusing(CommandRefused, lang=lang):
                given["text"] = clean_text(given["text"])
        _ask(request(**given), data or user_folder("data"), as_json, lang)

    params = [(each.name, _FIELDS[each.name], each.default) for each in fields(request)]
    params += [(name, *declared) for name, declared in _OPTIONS.items()]
    every = [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            annotation=annotation,
            default=Parameter.empty if default is msgspec.NODEFAULT else default,
        )
        for name, annotation, default in params
    ]
    run.__signature__ = Signature(every)  # type: ignore[attr-defined] # what Typer reads
    name = str(request.__struct_config__.tag)
    app.command(name, f"admin.help.{name.replace('-', '_')}")(run)


for _request in get_args(Asked):
    _add_command(_request)


def _ask(asked: Asked, folder: Path, as_json: bool, lang: Lang) -> None:
    """Send a request to the server whose data folder is `folder`, and print its answer as text, or
    as one JSON object if `as_json`. Exits with status 2 if a text is too long, and with status 1 if
    no server answers or if it refuses."""
    from gongzhu.server.admin.socket import ask

    if any(isinstance(told, str) and len(told) > LONGEST_TEXT for told in astuple(asked)):
        fail(say("admin.too_long", lang, most=LONGEST_TEXT))
    try:
        answer = ask(folder, asked)
    except PermissionError:
        fail(say("admin.not_yours", lang, folder=folder), FAILED)
    except OSError:
        fail(say("admin.no_server", lang, folder=folder), FAILED)
    except msgspec.MsgspecError:
        fail(say("admin.misfit", lang), FAILED)
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(answer), ensure_ascii=False))
        if answer.failed:
            raise typer.Exit(FAILED)
    elif answer.failed:
        fail(answer.text(lang), FAILED)
    else:
        typer.echo(answer.text(lang) if answer.code else _shown(answer, lang))


def _shown(answer: AdminAnswer, lang: Lang) -> str:
    """The rows of an answer as text: a table with a heading, or, for a single row of more than six
    columns, one line per column."""
    if not answer.rows:
        return say("admin.nothing", lang)
    lines = [[say(f"admin.column.{key}", lang) for key in answer.rows[0]]]
    lines += [[_cell(key, value) for key, value in row.items()] for row in answer.rows]
    if len(answer.rows) == 1 and len(answer.rows[0]) > 6:
        lines = [list(line) for line in zip(*lines, strict=True)]
    return "\n".join(aligned(lines, 2, right=False))


def _cell(key: str, value: Value) -> str:
    """The text of a value in column `key`: a date and time in UTC for the columns in `_TIMES`, and
    a dash for None and the empty text."""
    if value is None or value == "":
        return "–"
    if key in _TIMES and isinstance(value, int):
        return datetime.fromtimestamp(value / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    return str(value)


def _time(until: str | None, lang: Lang) -> int | None:
    """The time that `--until` gives, in milliseconds since 1970: a duration from now (`7d`, `12h`,
    `30m`) or a date and time in ISO 8601 (UTC unless it has an offset). None for None. Exits with
    status 2 for any other text."""
    if until is None:
        return None
    lasts = _LASTS.fullmatch(until)
    try:
        if lasts is not None:
            when = datetime.now(UTC) + timedelta(**{_UNITS[lasts[2]]: int(lasts[1])})
        else:
            when = datetime.fromisoformat(until)
            when = when if when.tzinfo else when.replace(tzinfo=UTC)
        return int(when.timestamp() * 1000)
    except (ValueError, OverflowError):
        fail(say("admin.bad_until", lang, until=until))
