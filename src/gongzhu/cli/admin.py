"""`gongzhu admin`: commands to a server that runs on this machine."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.common import LANG, LangName, argument, fail, option
from gongzhu.cli.folders import user_folder
from gongzhu.cli.program import Program
from gongzhu.texts import Lang, say, width_of

if TYPE_CHECKING:
    from gongzhu.server.admin.commands import Answer, Asked, Value

FAILED = 1
_TIMES = ("at", "until", "made", "seen")
"""Columns whose values are times."""
_LASTS = re.compile(r"([1-9][0-9]{0,5})([mhd])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}


def _help(key: str) -> str:
    return say(f"admin.help.{key}", LANG)


app = Program(no_args_is_help=True)

Data = Annotated[Path | None, option("admin.help.data", "--data")]
AsJson = Annotated[bool, option("admin.help.json", "--json")]
Player = Annotated[str, argument("admin.help.who", "PLAYER")]
PlayerOrAddress = Annotated[str, argument("admin.help.banned", "PLAYER|ADDRESS")]


@app.command("players", "admin.help.players")
def players(
    search: Annotated[str, argument("admin.help.search", "SEARCH")] = "",
    data: Data = None,
    as_json: AsJson = False,
    lang: LangName = LANG,
) -> None:
    """List players."""
    from gongzhu.server.admin.commands import FindPlayers

    _run(FindPlayers(search), data, as_json, lang)


@app.command("player", "admin.help.player")
def player(who: Player, data: Data = None, as_json: AsJson = False, lang: LangName = LANG) -> None:
    """Show what the server knows about a player."""
    from gongzhu.server.admin.commands import ShowPlayer

    _run(ShowPlayer(who), data, as_json, lang)


@app.command("tables", "admin.help.tables")
def tables(data: Data = None, as_json: AsJson = False, lang: LangName = LANG) -> None:
    """List open tables."""
    from gongzhu.server.admin.commands import ListTables

    _run(ListTables(), data, as_json, lang)


@app.command("close", "admin.help.close")
def close(
    table: Annotated[str, argument("admin.help.table", "TABLE")],
    data: Data = None,
    as_json: AsJson = False,
    lang: LangName = LANG,
) -> None:
    """Close a table."""
    from gongzhu.server.admin.commands import CloseTable

    _run(CloseTable(table), data, as_json, lang)


@app.command("ban", "admin.help.ban")
def ban(
    who: PlayerOrAddress,
    *,
    until: Annotated[str | None, option("admin.help.until")] = None,
    data: Data = None,
    as_json: AsJson = False,
    lang: LangName = LANG,
) -> None:
    """Ban a player or an address."""
    from gongzhu.server.admin.commands import BanWho

    _run(BanWho(who, _time(until, lang)), data, as_json, lang)


@app.command("unban", "admin.help.unban")
def unban(
    who: PlayerOrAddress, data: Data = None, as_json: AsJson = False, lang: LangName = LANG
) -> None:
    """Lift the ban of a player or an address."""
    from gongzhu.server.admin.commands import UnbanWho

    _run(UnbanWho(who), data, as_json, lang)


@app.command("bans", "admin.help.bans")
def bans(data: Data = None, as_json: AsJson = False, lang: LangName = LANG) -> None:
    """List the bans."""
    from gongzhu.server.admin.commands import ListBans

    _run(ListBans(), data, as_json, lang)


@app.command("rename", "admin.help.rename")
def rename(
    who: Player,
    name: Annotated[str, argument("admin.help.name", "NAME")],
    *,
    data: Data = None,
    as_json: AsJson = False,
    lang: LangName = LANG,
) -> None:
    """Rename a player."""
    from gongzhu.server.admin.commands import RenamePlayer

    _run(RenamePlayer(who, name), data, as_json, lang)


@app.command("sign-out", "admin.help.sign_out")
def sign_out(
    who: Player, data: Data = None, as_json: AsJson = False, lang: LangName = LANG
) -> None:
    """Sign a player out on all devices."""
    from gongzhu.server.admin.commands import SignOut

    _run(SignOut(who), data, as_json, lang)


@app.command("recovery-code", "admin.help.recovery_code")
def recovery_code(
    who: Player, data: Data = None, as_json: AsJson = False, lang: LangName = LANG
) -> None:
    """Create a recovery code for a player who has lost theirs."""
    from gongzhu.server.admin.commands import GiveCode

    _run(GiveCode(who), data, as_json, lang)


@app.command("delete", "admin.help.delete")
def delete(who: Player, data: Data = None, as_json: AsJson = False, lang: LangName = LANG) -> None:
    """Delete a player's account."""
    from gongzhu.server.admin.commands import DeletePlayer

    _run(DeletePlayer(who), data, as_json, lang)


@app.command("new-key", "admin.help.new_key")
def new_key(data: Data = None, as_json: AsJson = False, lang: LangName = LANG) -> None:
    """Replace the key by which addresses are marked."""
    from gongzhu.server.admin.commands import NewKey

    _run(NewKey(), data, as_json, lang)


@app.command("reports", "admin.help.reports")
def reports(data: Data = None, as_json: AsJson = False, lang: LangName = LANG) -> None:
    """List the reports that players have sent."""
    from gongzhu.server.admin.commands import ListReports

    _run(ListReports(), data, as_json, lang)


@app.command("say", "admin.help.say")
def say_to_all(
    message: Annotated[str, argument("admin.help.message", "MESSAGE")],
    data: Data = None,
    as_json: AsJson = False,
    lang: LangName = LANG,
) -> None:
    """Send a message to all connected players."""
    from gongzhu.server.admin.commands import SayToAll
    from gongzhu.table import CommandRefused
    from gongzhu.table.names import clean_text

    try:
        asked = SayToAll(clean_text(message))
    except CommandRefused as refused:
        fail(refused.text(lang))
    _run(asked, data, as_json, lang)


@app.command("log", "admin.help.log")
def show_log(data: Data = None, as_json: AsJson = False, lang: LangName = LANG) -> None:
    """List the admin commands that were given."""
    from gongzhu.server.admin.commands import ShowLog

    _run(ShowLog(), data, as_json, lang)


def _run(asked: "Asked", data: Path | None, as_json: bool, lang: Lang) -> None:
    """Send a command to the server, and print its answer."""
    import msgspec
    from msgspec.structs import astuple

    from gongzhu.server.admin.commands import LONGEST_TEXT
    from gongzhu.server.admin.socket import ask

    folder = data or user_folder("data")
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


def _shown(answer: "Answer", lang: Lang) -> str:
    """The rows of an answer as text: a single wide row as one line per column, otherwise as a
    table."""
    if not answer.rows:
        return say("admin.nothing", lang)
    heads = {key: say(f"admin.column.{key}", lang) for key in answer.rows[0]}
    lines: list[tuple[str, ...]]
    if len(answer.rows) == 1 and len(heads) > 6:
        lines = [(heads[key], _cell(key, value)) for key, value in answer.rows[0].items()]
    else:
        lines = [tuple(heads.values())]
        lines += [tuple(_cell(key, value) for key, value in row.items()) for row in answer.rows]
    wide = [max(map(width_of, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell + " " * (width - width_of(cell)) for cell, width in zip(line, wide, strict=True)
        ).rstrip()
        for line in lines
    )


def _cell(key: str, value: "Value") -> str:
    if value is None or value == "":
        return "–"
    if key in _TIMES and isinstance(value, int):
        return datetime.fromtimestamp(value / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    return str(value)


def _time(until: str | None, lang: Lang) -> int | None:
    """A time in milliseconds since 1970, given as a duration from now (`7d`, `12h`, `30m`) or in
    ISO 8601 (UTC unless it names a zone). Exits with an error message for anything else."""
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
