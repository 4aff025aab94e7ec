"""The program `gongzhu`: a module or a folder for each command.

Commands import what they need when they run, so that `--help` stays quick.
"""

from typing import Annotated

import typer

from gongzhu import __version__
from gongzhu.cli import admin, backup, bot, convert, rules, serve, verify, verify_deal
from gongzhu.cli.advice.command import advice
from gongzhu.cli.arena.command import arena
from gongzhu.cli.arena.ladder import ladder
from gongzhu.cli.common import help_text
from gongzhu.cli.hint.command import hint
from gongzhu.cli.play.command import play
from gongzhu.cli.puzzles.command import app as puzzles
from gongzhu.cli.review.command import review
from gongzhu.cli.score.command import score
from gongzhu.cli.simulate.command import simulate
from gongzhu.cli.stats.command import stats

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, help=help_text("about"))
app.command("serve", help=serve.ABOUT)(serve.serve)
app.command("play", help=help_text("play.about"))(play)
app.add_typer(rules.app, name="rules", help=help_text("rules.about"))
app.command("score", help=help_text("score.about"))(score)
app.command("simulate", help=help_text("simulate.about"))(simulate)
app.command("arena", help=help_text("arena.about"))(arena)
app.command("ladder", help=help_text("ladder.about"))(ladder)
app.command("hint", help=help_text("hint.about"))(hint)
app.command("review", help=help_text("review.about"))(review)
app.add_typer(puzzles, name="puzzles", help=help_text("puzzles.about"))
app.command("advice", help=help_text("advice.about"))(advice)
app.command("bot", help=help_text("bot.about"))(bot.bot)
app.command("verify", help=help_text("verify.about"))(verify.verify)
app.command("verify-deal", help=help_text("verify_deal.about"))(verify_deal.verify_deal)
app.command("stats", help=help_text("stats.about"))(stats)
app.command("convert", help=help_text("convert.about"))(convert.convert)
app.add_typer(admin.app, name="admin", help=admin.ABOUT)
app.command("backup", help=backup.ABOUT)(backup.backup)
app.command("restore", help=backup.RESTORE_ABOUT)(backup.restore)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"gongzhu {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help=help_text("version")),
    ] = False,
) -> None: ...


def main() -> None:
    """Run the command line."""
    app()
