"""`gongzhu simulate`: bots play each other, and every deal is recorded."""

import secrets
import sys
from contextlib import closing
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.common import (
    LANG,
    Force,
    LangName,
    RulesName,
    fail,
    fail_at,
    named_rules,
    option,
    refuse_existing,
)
from gongzhu.cli.given import asked_deals, hands_of
from gongzhu.cli.long_work import INTERRUPTED, interruptible, progress
from gongzhu.cli.workers import ClusterAddress, Jobs, workers
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.bots.selfplay import SelfPlayConfig
    from gongzhu.rules.events import Hands


Deals = Annotated[str, option("cli.simulate.deals", "--deals", "-n", metavar="N|FILE")]
Seed = Annotated[str | None, option("cli.simulate.seed", "--seed", "-s")]
Bots = Annotated[str, option("cli.simulate.bots", "--bots", "-b", metavar="LEVEL[,LEVEL…]")]


def simulate(
    *,
    rules: RulesName,
    deals: Deals,
    out: Annotated[str, option("cli.simulate.out", "--out", "-o", metavar="FILE")],
    seed: Seed = None,
    bots: Bots = "steady",
    budget: Annotated[float, option("cli.simulate.budget", metavar="SECONDS")] = 0.0,
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    force: Force = False,
    lang: LangName = LANG,
) -> None:
    """Play the deals and write their records. If interrupted, keep those played so far."""
    from gongzhu.cli.simulate.batch import played
    from gongzhu.cli.simulate.output import Output, part_of
    from gongzhu.cli.simulate.summary import Summary

    asked = asked_deals(deals, lang)
    if not (isfinite(budget) and budget >= 0):
        _refuse(lang, "budget", budget, "seconds")
    if out != "-":
        refuse_existing(Path(out), force, lang)
        try:
            refuse_existing(part_of(Path(out)), force, lang)
        except OSError as error:
            fail_at(out, error, lang)
    given: tuple[Hands, ...] = ()
    if not isinstance(asked, int):
        given = hands_of(asked, named_rules(rules, lang).rules, lang)
    count = asked if isinstance(asked, int) else len(given)
    setup = setup_of(rules, bots, seed, budget, lang)
    summary = Summary(setup)
    try:
        with (
            workers(jobs, cluster, lang, setup.levels) as pool,
            Output(out) as output,
            interruptible() as interrupted,
            progress(count, hidden=output.on_terminal) as advance,
            closing(played(setup, count, pool, given)) as records,
        ):
            for deal in records:
                output.write(deal.line)
                summary.add(deal)
                advance()
                if interrupted():
                    break
            if summary.deals == count:
                output.finish()
    except BrokenPipeError:
        raise
    except OSError as error:
        fail_at(out, error, lang)
    sys.stderr.write(summary.text(lang))
    if summary.deals < count:
        counts = {"count": summary.deals, "file": output.name}
        sys.stderr.write(say("simulate.interrupted", lang, **counts) + "\n")
        raise typer.Exit(INTERRUPTED)


def setup_of(
    source: str, bots: str, seed: str | None, budget: float, lang: Lang
) -> "SelfPlayConfig":
    """The self-play configuration asked for. Exits with an error message if it is not possible."""
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
