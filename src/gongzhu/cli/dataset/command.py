"""`gongzhu dataset`: bots play deals for research, shard by shard."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.common import (
    LANG,
    Force,
    LangName,
    RulesName,
    argument,
    fail,
    fail_at,
    option,
    refuse_existing,
)
from gongzhu.cli.long_work import INTERRUPTED, interruptible, progress
from gongzhu.cli.simulate.command import setup_of
from gongzhu.cli.workers import ClusterAddress, Jobs, workers
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.cli.dataset.contents import DataSet
    from gongzhu.computing import Pool


FAULT = 1

Bots = Annotated[str, option("cli.dataset.bots", "--bots", "-b", metavar="LEVEL[,LEVEL…]")]
Deals = Annotated[
    int,
    option("cli.dataset.deals", "--deals", "-n", min=1, max=10**9),
]
Seed = Annotated[str, option("cli.dataset.seed", "--seed", "-s")]


def dataset(
    *,
    out: Annotated[Path, argument("cli.dataset.out", "FOLDER")],
    rules: RulesName = "gongzhu-pagat",
    bots: Bots = "steady",
    deals: Deals = 10_000,
    seed: Seed = "1",
    shard: Annotated[int | None, option("cli.dataset.shard", min=0, metavar="K")] = None,
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    parquet: Annotated[bool | None, option("cli.dataset.parquet", "--parquet/--no-parquet")] = None,
    resume: Annotated[bool, option("cli.dataset.resume", "--resume")] = False,
    force: Force = False,
    check: Annotated[bool, option("cli.dataset.check", "--check")] = False,
    lang: LangName = LANG,
) -> None:
    """Make the shards of a data set, or check the existing ones. If interrupted, keep the complete
    shards."""
    from gongzhu.cli.dataset.contents import CARD, RULES, SUMS, DataSet

    there = _contents(out, lang)
    if check:
        _check(out, there, lang)
        return
    setup = setup_of(rules, bots, seed, 0.0, lang)
    if "@" in bots:
        fail(say("dataset.timed", lang, bots=bots))
    found = DataSet.of(setup, deals)
    if shard is not None and shard >= found.count:
        fail(say("dataset.no_shard", lang, shard=shard, last=found.count - 1))
    if there is None:
        for name in (CARD, SUMS, *([RULES] if found.preset is None else [])):
            refuse_existing(out / name, force, lang)
    else:
        for name, wanted, other in found.differs(there):
            values = {"name": name, "there": other, "wanted": wanted}
            fail(say("dataset.another", lang, folder=out, **values))
        found = there
    with_parquet = _parquet(parquet, lang)
    numbers = range(found.count) if shard is None else range(shard, shard + 1)
    if not (resume or force):
        _refuse_shards(out, found, numbers, lang)
    try:
        with workers(jobs, cluster, lang, setup.levels) as pool:
            _make(out, found, numbers, pool, parquet=with_parquet, resume=resume, lang=lang)
    except OSError as error:
        fail_at(error.filename or out, error, lang)


def _contents(out: Path, lang: Lang) -> "DataSet | None":
    from gongzhu.cli.dataset.contents import CONTENTS, read_contents

    try:
        return read_contents(out)
    except OSError as error:
        fail_at(out, error, lang)
    except ValueError as error:
        fail(say("dataset.broken", lang, file=out / CONTENTS, error=error))


def _check(out: Path, found: "DataSet | None", lang: Lang) -> None:
    """Print a line for each fault, or one line if there is none."""
    from gongzhu.cli.dataset.check import faults

    if found is None:
        fail(say("dataset.none", lang, folder=out))
    sound = True
    with progress(len(found.shards)) as advance:
        for fault in faults(out, found, lang, advance):
            sound = False
            typer.echo(fault)
    if not sound:
        raise typer.Exit(FAULT)
    counts = {"shards": len(found.shards), "count": found.count}
    deals = sum(shard.deals for shard in found.shards)
    typer.echo(say("dataset.check.sound", lang, folder=out, deals=deals, **counts))


def _parquet(asked: bool | None, lang: Lang) -> bool:
    """True if Parquet files are to be written: if they were asked for, or by default if pyarrow is
    installed."""
    from gongzhu.records import parquet_there

    if asked and not parquet_there():
        fail(say("dataset.no_pyarrow", lang))
    return parquet_there() if asked is None else asked


def _refuse_shards(out: Path, found: "DataSet", numbers: range, lang: Lang) -> None:
    from gongzhu.cli.dataset.contents import file_name

    for number in numbers:
        for suffix in ("jsonl", "parquet"):
            path = out / file_name(number, suffix)
            if path.exists():
                fail(say("dataset.exists", lang, file=path))


def _make(
    out: Path,
    found: "DataSet",
    numbers: range,
    pool: "Pool",
    *,
    parquet: bool,
    resume: bool,
    lang: Lang,
) -> None:
    from gongzhu.cli.dataset.card import write_card
    from gongzhu.cli.dataset.contents import read_contents, write_contents
    from gongzhu.cli.dataset.shards import Stopped, make_shard, shard_again

    out.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    deals = made = 0
    with (
        interruptible() as interrupted,
        progress(sum(map(found.size, numbers))) as advance,
    ):
        for number in numbers:
            shard = shard_again(out, found, number, parquet=parquet) if resume else None
            if shard is not None:
                for _ in range(shard.deals):
                    advance()
            else:
                try:
                    shard = make_shard(
                        out,
                        found,
                        number,
                        pool,
                        parquet=parquet,
                        advance=advance,
                        stopped=interrupted,
                    )
                except Stopped:
                    break
                deals += shard.deals
            made += 1
            # Another process may have finished a shard in the meantime.
            found = (read_contents(out) or found).with_shard(shard)
            write_contents(out, found)
            write_card(out, found, lang)
    rate = deals / (time.monotonic() - began)
    counts = {"deals": deals, "rate": f"{rate:.0f}", "shards": len(found.shards)}
    told = say("dataset.made", lang, folder=out, count=found.count, **counts)
    sys.stderr.write(told + "\n")
    if made < len(numbers):
        sys.stderr.write(say("dataset.stopped", lang) + "\n")
        raise typer.Exit(INTERRUPTED)
