"""`gongzhu move-data`: copies a server's data folder into a new PostgreSQL database."""

import asyncio
from typing import Annotated

import typer

from gongzhu.cli.common import LANG, LangName, option, refusing
from gongzhu.cli.files import data_folder
from gongzhu.cli.long_work import progress
from gongzhu.cli.serve import DatabaseFile, database_of
from gongzhu.texts import say


def _help(key: str) -> str:
    return say(f"store.move.{key}", LANG)


def move_data(
    *,
    # Text, not a path: the address of a database gets an error message of its own.
    data: Annotated[str | None, option("store.move.data", metavar="DIR")] = None,
    database: Annotated[
        str | None, option("store.move.database", envvar="GONGZHU_DATABASE")
    ] = None,
    database_file: DatabaseFile = None,
    lang: LangName = LANG,
) -> None:
    """Copy the data folder `data` into the database, and print how many rows it has and what to do
    next. The address of the database is given directly or in a file. Exits with status 2 on
    failure."""
    from gongzhu.store import StoreError, check_postgres

    folder = data_folder(data, lang, "move")
    with refusing(StoreError, lang=lang):
        address = check_postgres(database_of(database, database_file, lang) or "")
        from gongzhu.store.moving import move_folder

        counts = asyncio.run(move_folder(folder, address, progress))
    typer.echo(say("store.move.done", lang, **counts.as_values()))
    typer.echo(say("store.move.next", lang, folder=folder))
