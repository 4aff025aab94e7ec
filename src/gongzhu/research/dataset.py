"""Reads data sets made by `gongzhu dataset`: the deals, and their decisions as an environment
presents them."""

from collections.abc import Iterator
from errno import ENOENT
from pathlib import Path
from typing import NamedTuple

from gongzhu.cards import Card, Seat
from gongzhu.records import DealRecord, parquet_there, read_jsonl, read_parquet
from gongzhu.records.replay import transitions
from gongzhu.research.actions import numbers_of
from gongzhu.research.encoding import Bytes, encode
from gongzhu.research.episodes import mask_of, rewards_of
from gongzhu.rules import Pass
from gongzhu.view import view_of


class Decision(NamedTuple):
    """A choice that a seat made among several legal actions, as one sample for learning; made by
    `decisions`."""

    seat: Seat
    """The seat that chose."""
    observation: Bytes
    """The observation of the seat: uint8 [L]."""
    mask: Bytes
    """The legal actions: uint8 [ACTIONS], 1 for each legal one."""
    action: int
    """The number (`gongzhu.research.actions`) of the action that was taken."""
    reward: int
    """Points of the seat's side in the deal, with the sign reversed where fewer are better."""


def read_dataset(folder: str | Path) -> Iterator[DealRecord]:
    """The deals of a folder, file by file: from Parquet files if there are any and pyarrow is
    installed, otherwise from JSONL files.

    Raises RecordError and ValueError for invalid records; OSError for files that cannot be read and
    for a folder without deals; ModuleNotFoundError if there are only Parquet files and pyarrow is
    missing.
    """
    shards = sorted({path.with_suffix("") for path in Path(folder).glob("deals-*.*")})
    if not shards:
        raise FileNotFoundError(ENOENT, "no data set", str(folder))
    for shard in shards:
        lines, columns = shard.with_suffix(".jsonl"), shard.with_suffix(".parquet")
        if columns.exists() and (parquet_there() or not lines.exists()):
            yield from read_parquet(columns)
        else:
            with lines.open("rb") as file:
                yield from read_jsonl(file)


def decisions(record: DealRecord) -> Iterator[Decision]:
    """Every choice of a deal among several legal actions, in order; each card passed is a choice.

    The deal is replayed under the rules; raises RecordError for an impossible record.

    >>> [record] = read_text(Path("examples/friday.gzn").read_text("utf-8"))
    >>> first = next(decisions(record))
    >>> first.seat
    0
    """
    played = list(transitions(record))
    rewards = rewards_of(played[-1].step[0])
    for before, seat, action, _ in played:
        view = view_of(before, seat)
        picked: tuple[Card, ...] = ()
        for number in numbers_of(action):
            mask = mask_of(view, picked)
            if mask.sum() > 1:
                yield Decision(seat, encode(view, picked), mask, number, rewards[seat])
            if isinstance(action, Pass):
                picked = action.cards[: len(picked) + 1]
