"""`gongzhu simulate`: bots play deals against each other, and every deal is written to a file of
records."""

import secrets
import sys
from contextlib import closing
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.common import LANG, Force, LangName, fail, option, refusing_at
from gongzhu.cli.files import RulesName, asked_deals, hands_of, named_rules, refuse_existing
from gongzhu.cli.long_work import INTERRUPTED, ClusterAddress, Jobs, long_work, workers
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.bots.selfplay import SelfPlayConfig
    from gongzhu.rules.events import Hands


def simulate(
    *,
    rules: RulesName,
    deals: Annotated[str, option("cli.simulate.deals", "--deals", "-n", metavar="N|FILE")],
    out: Annotated[str, option("cli.simulate.out", "--out", "-o", metavar="FILE")],
    seed: Annotated[str | None, option("cli.simulate.seed", "--seed", "-s")] = None,
    bots: Annotated[
        str, option("cli.simulate.bots", "--bots", "-b", metavar="LEVEL[,LEVEL…]")
    ] = "steady",
    budget: Annotated[float, option("cli.simulate.budget", metavar="SECONDS")] = 0.0,
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    force: Force = False,
    lang: LangName = LANG,
) -> None:
    """Let bots play the deals, write the records to `out` (`-` for standard output), and print a
    summary on standard error. After Ctrl-C, keep the deals played so far in the file OUT.part and
    exit with status 130."""
    from gongzhu.cli.played_deals import Output, Summary, part_of, played

    asked = asked_deals(deals, lang)
    if not (isfinite(budget) and budget >= 0):
        _refuse(lang, "budget", budget, "seconds")
    if out != "-":
        refuse_existing(Path(out), force, lang)
        with refusing_at(out, OSError, lang=lang):
            refuse_existing(part_of(Path(out)), force, lang)
    given: tuple[Hands, ...] = ()
    if not isinstance(asked, int):
        given = hands_of(asked, named_rules(rules, lang).rules, lang)
    count = asked if isinstance(asked, int) else len(given)
    setup = setup_of(rules, bots, seed, budget, lang)
    summary = Summary(setup)
    with (
        refusing_at(out, OSError, lang=lang),
        workers(jobs, cluster, lang, setup.levels) as pool,
        Output(out) as output,
        long_work(count, hidden=output.on_terminal) as work,
        closing(played(setup, count, pool, given)) as records,
    ):
        for deal in work.each(records):
            output.write(deal.line)
            summary.add(deal)
        if summary.deals == count:
            output.finish()
    sys.stderr.write(summary.text(lang))
    if summary.deals < count:
        counts = {"count": summary.deals, "file": output.name}
        sys.stderr.write(say("simulate.interrupted", lang, **counts) + "\n")
        raise typer.Exit(INTERRUPTED)


def setup_of(
    source: str, bots: str, seed: str | None, budget: float, lang: Lang
) -> "SelfPlayConfig":
    """The settings of self-play given on the command line. `source` names the rules, `bots` is a
    list of levels separated by commas, `seed` is drawn at random if it is None, and `budget` is the
    seconds for an action. Exits with status 2 if one is invalid."""
    from gongzhu.bots import UnknownLevel, read_level
    from gongzhu.bots.levels import UNSEARCHED
    from gongzhu.bots.selfplay import SelfPlayConfig

    named = named_rules(source, lang)
    levels = tuple(level.strip() for level in bots.split(","))
    if len(levels) > named.rules.players:
        _refuse(lang, "bots", bots, "seats", players=named.rules.players)
    try:
        for level in levels:
            if level not in UNSEARCHED:
                read_level(level, tuple(UNSEARCHED))
    except UnknownLevel as error:
        fail(f"--bots {error.text(lang)}")
    if seed is None:
        seed = secrets.token_hex(8)
        sys.stderr.write(say("simulate.chosen_seed", lang, seed=seed) + "\n")
    elif not seed.isprintable():
        _refuse(lang, "seed", repr(seed), "printable")
    return SelfPlayConfig(
        rules=named.rules, preset=named.preset, levels=levels, seed=seed, budget=budget
    )


def _refuse(lang: Lang, option: str, value: object, problem: str, **values: object) -> None:
    allowed = say(f"simulate.allowed.{problem}", lang, **values)
    fail(say("simulate.refused", lang, option=option, value=value, allowed=allowed))
