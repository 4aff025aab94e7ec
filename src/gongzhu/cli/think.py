"""`gongzhu think`: bots, hints and reviews for servers on other machines."""

from typing import Annotated, Any

import typer

from gongzhu.cli.common import LangName, as_lang, fail, system_language
from gongzhu.cli.serve.command import MOST_THINKERS, Bots, DatabaseFile
from gongzhu.cli.serve.settings import database_of
from gongzhu.texts import say

LANG = system_language()


def _option(key: str, *names: str, **more: Any) -> Any:
    return typer.Option(*names, help=say(f"server.think.{key}", LANG), **more)


ServersDatabase = Annotated[
    str | None, _option("database", "--database", envvar="GONGZHU_DATABASE", show_envvar=True)
]
Processes = Annotated[
    int | None, _option("processes", "--processes", min=1, max=MOST_THINKERS, metavar="N")
]


def think(
    *,
    database: ServersDatabase = None,
    database_file: DatabaseFile = None,
    processes: Processes = None,
    bot: Bots = None,
    lang: LangName = LANG,
) -> None:
    """Think until Ctrl-C or SIGTERM."""
    language = as_lang(lang)
    import uvloop

    from gongzhu.server.config import ConfigError, cores, outside_levels
    from gongzhu.server.outside_bots import as_option
    from gongzhu.server.thinking.processes import COMMAND
    from gongzhu.server.thinking.remote import kind_of_thinkers
    from gongzhu.server.thinking.wire import WARM
    from gongzhu.store import StoreError, check_postgres

    try:
        outside = outside_levels(bot or ())
        place = check_postgres(database_of(database, database_file, language) or "")
    except (ConfigError, StoreError) as error:
        fail(error.text(language))
    from gongzhu.server.thinking.elsewhere import think as answer
    from gongzhu.store.postgres_questions import QuestionTaker

    count = processes or cores()

    def ready() -> None:
        typer.echo(say("server.think.thinking", language, count=count))

    async def run() -> None:
        taker = QuestionTaker(place, kind_of_thinkers(outside), count)
        await answer(taker, (*COMMAND, WARM, as_option(outside)), count, ready)

    try:
        uvloop.run(run())
    except StoreError as error:
        fail(error.text(language), 1)
