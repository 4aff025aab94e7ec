"""The command `gongzhu dataset`: bots play deals for research, and their records are written shard
by shard."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.common import (
    FAULT,
    LANG,
    Force,
    LangName,
    argument,
    fail,
    fail_at,
    option,
    refusing_at,
)
from gongzhu.cli.files import RulesName, refuse_existing
from gongzhu.cli.long_work import (
    INTERRUPTED,
    ClusterAddress,
    Jobs,
    Stopped,
    long_work,
    progress,
    workers,
)
from gongzhu.cli.simulate import setup_of
from gongzhu.texts import Lang, SystemReason, say

if TYPE_CHECKING:
    from gongzhu.cli.dataset.contents import DataSet
    from gongzhu.computing import Pool


def dataset(
    *,
    out: Annotated[Path, argument("cli.dataset.out", "FOLDER")],
    rules: RulesName = "gongzhu-pagat",
    bots: Annotated[
        str, option("cli.dataset.bots", "--bots", "-b", metavar="LEVEL[,LEVEL…]")
    ] = "steady",
    deals: Annotated[
        int,
        option("cli.dataset.deals", "--deals", "-n", min=1, max=10**9),
    ] = 10_000,
    seed: Annotated[str, option("cli.dataset.seed", "--seed", "-s")] = "1",
    shard: Annotated[int | None, option("cli.dataset.shard", min=0, metavar="K")] = None,
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    parquet: Annotated[bool | None, option("cli.dataset.parquet", "--parquet/--no-parquet")] = None,
    resume: Annotated[bool, option("cli.dataset.resume", "--resume")] = False,
    force: Force = False,
    check: Annotated[bool, option("cli.dataset.check", "--check")] = False,
    lang: LangName = LANG,
) -> None:
    """Make all shards of a data set in the folder `out`, or only number `shard`. With `check`,
    compare the existing files with their checksums instead. After Ctrl-C, keep the complete shards
    and exit with status 130. Exits with status 2 if the folder holds another data set."""
    from gongzhu.cli.dataset.contents import CARD, RULES, SUMS, DataSet, file_name

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
    names = (file_name(number, suffix) for number in numbers for suffix in ("jsonl", "parquet"))
    there_already = [] if resume or force else [out / name for name in names]
    for path in filter(Path.exists, there_already):
        fail(say("dataset.exists", lang, file=path))
    try:
        with workers(jobs, cluster, lang, setup.levels) as pool:
            _make(out, found, numbers, pool, parquet=with_parquet, resume=resume, lang=lang)
    except OSError as error:
        fail_at(error.filename or out, error, lang)


def _contents(out: Path, lang: Lang) -> "DataSet | None":
    from gongzhu.cli.dataset.contents import CONTENTS, read_contents

    try:
        with refusing_at(out, OSError, lang=lang):
            return read_contents(out)
    except ValueError as error:
        fail(say("dataset.broken", lang, file=out / CONTENTS, error=error))


def _check(out: Path, found: "DataSet | None", lang: Lang) -> None:
    """Print one line for each damaged, missing or unlisted file and exit with status 1. If there is
    none, print one line. Exits with status 2 if `found` is None, that is if the folder holds no
    data set."""
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
    """True if Parquet files are to be written. `asked` is the option of the command. If it is None,
    they are written if pyarrow is installed. Exits with status 2 if they were asked for without
    it."""
    from gongzhu.records import parquet_there

    if asked and not parquet_there():
        fail(say("dataset.no_pyarrow", lang))
    return parquet_there() if asked is None else asked


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
    from gongzhu.cli.dataset.shards import make_shard, shard_again

    out.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    deals = made = 0
    with long_work(sum(map(found.size, numbers))) as work:
        for number in numbers:
            shard = shard_again(out, found, number, parquet=parquet) if resume else None
            if shard is not None:
                for _ in range(shard.deals):
                    work.advance()
            else:
                try:
                    shard = make_shard(out, found, number, pool, work.step, parquet=parquet)
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


def faults(
    folder: Path, found: "DataSet", lang: Lang, advance: Callable[[], object]
) -> Iterator[str]:
    """Messages, one for each file in `folder` that is damaged, missing or not listed in the
    contents `found`, and one if the file of checksums does not match the contents. `advance` is
    called after each shard."""
    from gongzhu.cli.dataset.contents import SUMS

    for shard in found.shards:
        for name, wanted in shard.files.items():
            yield from _fault(folder / name, wanted, lang)
        advance()
    known = {name: wanted for shard in found.shards for name, wanted in shard.files.items()}
    for path in sorted(folder.glob("deals-*")):
        if path.name not in known:
            yield say("dataset.check.unknown", lang, file=path, sums=SUMS)
    if _sums(folder) != known:
        yield say("dataset.check.sums", lang, file=folder / SUMS)


def _fault(path: Path, wanted: str, lang: Lang) -> Iterator[str]:
    from gongzhu.cli.dataset.shards import sha256

    try:
        if sha256(path) != wanted:
            yield say("dataset.check.damaged", lang, file=path)
    except FileNotFoundError:
        yield say("dataset.check.missing", lang, file=path)
    except OSError as error:
        yield say("cli.file", lang, file=path, error=SystemReason(error).text(lang))


def _sums(folder: Path) -> dict[str, str]:
    """The checksums by file name, as the file SHA256SUMS lists them, or empty if it cannot be
    read."""
    from gongzhu.cli.dataset.contents import SUMS

    try:
        lines = (folder / SUMS).read_text("utf-8", "replace").splitlines()
    except OSError:
        return {}
    parts = (line.partition("  ") for line in lines)
    return {name: sum_ for sum_, _, name in parts}
