"""`gongzhu move-data`: copies a server's data folder into a PostgreSQL database."""

import asyncio
from typing import Annotated

import typer

from gongzhu.cli.common import LangName, as_lang, fail, system_language
from gongzhu.cli.folders import data_folder
from gongzhu.cli.long_work import progress
from gongzhu.cli.serve.command import DatabaseFile
from gongzhu.cli.serve.settings import database_of
from gongzhu.texts import say

LANG = system_language()


def _help(key: str) -> str:
    return say(f"store.move.{key}", LANG)


# Kept as text: it may be the address of a database, which gets an error message of its own.
DataFolder = Annotated[str | None, typer.Option("--data", metavar="DIR", help=_help("data"))]
EmptyDatabase = Annotated[
    str | None,
    typer.Option("--database", envvar="GONGZHU_DATABASE", show_envvar=True, help=_help("database")),
]


def move_data(
    *,
    data: DataFolder = None,
    database: EmptyDatabase = None,
    database_file: DatabaseFile = None,
    lang: LangName = LANG,
) -> None:
    """Copy a folder into a database, and print what is in it and what to do next."""
    language = as_lang(lang)
    from gongzhu.store import StoreError, check_postgres

    folder = data_folder(data, language, "move")
    try:
        address = check_postgres(database_of(database, database_file, language) or "")
        from gongzhu.store.moving import move_folder

        counts = asyncio.run(move_folder(folder, address, progress))
    except StoreError as error:
        fail(error.text(language))
    typer.echo(say("store.move.done", language, **counts.as_values()))
    typer.echo(say("store.move.next", language, folder=folder))
