"""Makes a shard of a data set, or reads one that exists: its file of records, its Parquet file, and
its totals."""

import hashlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from gongzhu.cli.dataset.contents import DataSet, Shard, file_name
from gongzhu.cli.played_deals import Output, part_of, played, scores_by_seat
from gongzhu.computing import Pool
from gongzhu.dealing import child_seed
from gongzhu.records import (
    Verifier,
    read_jsonl,
    scan_jsonl,
    write_parquet,
)


def make_shard(
    folder: Path,
    found: DataSet,
    number: int,
    pool: Pool,
    step: Callable[[], object],
    *,
    parquet: bool,
) -> Shard:
    """Play the deals of shard `number` (0-based) and write its files into `folder`, the Parquet
    file only if `parquet`. Each file gets its final name when it is complete. `step` is called
    after each deal. If it raises, the shard leaves no files. Raises OSError."""
    lines = folder / file_name(number, "jsonl")
    with (
        Output(str(lines)) as output,
        closing(played(found.setup(number), found.size(number), pool)) as deals,
    ):
        for deal in deals:
            output.write(deal.line)
            step()
        output.finish()
    shard = shard_there(folder, found, number, parquet=parquet)
    assert shard is not None
    return shard


def shard_again(folder: Path, found: DataSet, number: int, *, parquet: bool) -> Shard | None:
    """Shard `number` as it exists in `folder`, if it need not be played again, otherwise None. It
    is accepted if all its files match the checksums in `found`. It is also accepted if only its
    file of records matches, or is not listed in `found`, and all its deals are legal. With
    `parquet`, the Parquet file is then written again. Raises OSError."""
    known = next((shard for shard in found.shards if shard.number == number), None)
    lines, columns = (file_name(number, suffix) for suffix in ("jsonl", "parquet"))
    files = known.files if known else {}
    sums = {path.name: sha256(path) for path in (folder / lines, folder / columns) if path.exists()}
    if known and sums == files and (columns in sums or not parquet):
        return known
    if lines not in sums or files.get(lines, sums[lines]) != sums[lines]:
        return None
    with (folder / lines).open("rb") as file:
        if any(Verifier().verify(scan_jsonl(file))):
            return None
    return shard_there(folder, found, number, parquet=parquet)


def shard_there(folder: Path, found: DataSet, number: int, *, parquet: bool) -> Shard | None:
    """Shard `number` with its totals computed from its file of records. With `parquet`, its Parquet
    file is written too. None if the records have another number of deals, seed, rules or players
    than this shard. Raises OSError."""
    lines = folder / file_name(number, "jsonl")
    columns = folder / file_name(number, "parquet")
    setup = found.setup(number)
    with lines.open("rb") as file:
        records = list(read_jsonl(file))
    if (
        len(records) != found.size(number)
        or records[0].dealer_seed != child_seed(setup.seed, 0, 0)
        or any(record.rules != setup.rules or record.players != setup.names for record in records)
    ):
        return None
    if parquet:
        part = part_of(columns)
        try:
            write_parquet(part, records)
            part.replace(columns)
        finally:
            part.unlink(missing_ok=True)
    scores = list(zip(*map(scores_by_seat, records), strict=True))
    there = [lines, columns] if parquet else [lines]
    return Shard(
        number=number,
        deals=len(records),
        games=sum(record.game_over for record in records),
        sums=tuple(sum(of_seat) for of_seat in scores),
        squares=tuple(sum(score * score for score in of_seat) for of_seat in scores),
        files={path.name: sha256(path) for path in there},
    )


def sha256(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
