"""`gongzhu move-data`: copies a server's data folder into a PostgreSQL database."""

import asyncio
from typing import Annotated

import typer

from gongzhu.cli.common import LANG, LangName, fail, option
from gongzhu.cli.folders import data_folder
from gongzhu.cli.long_work import progress
from gongzhu.cli.serve.command import DatabaseFile
from gongzhu.cli.serve.settings import database_of
from gongzhu.texts import say


def _help(key: str) -> str:
    return say(f"store.move.{key}", LANG)


# Kept as text: it may be the address of a database, which gets an error message of its own.


def move_data(
    *,
    data: Annotated[str | None, option("store.move.data", metavar="DIR")] = None,
    database: Annotated[
        str | None, option("store.move.database", envvar="GONGZHU_DATABASE", show_envvar=True)
    ] = None,
    database_file: DatabaseFile = None,
    lang: LangName = LANG,
) -> None:
    """Copy a folder into a database, and print what is in it and what to do next."""
    from gongzhu.store import StoreError, check_postgres

    folder = data_folder(data, lang, "move")
    try:
        address = check_postgres(database_of(database, database_file, lang) or "")
        from gongzhu.store.moving import move_folder

        counts = asyncio.run(move_folder(folder, address, progress))
    except StoreError as error:
        fail(error.text(lang))
    typer.echo(say("store.move.done", lang, **counts.as_values()))
    typer.echo(say("store.move.next", lang, folder=folder))
