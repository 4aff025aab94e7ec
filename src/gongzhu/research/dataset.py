"""Reading data sets that `gongzhu dataset` made: deals, and their decisions as an environment has
them."""

from collections.abc import Iterator
from errno import ENOENT
from pathlib import Path
from typing import NamedTuple

from gongzhu.cards import Card, Seat
from gongzhu.records import DealRecord, parquet_there, read_jsonl, read_parquet
from gongzhu.records.replay import transitions
from gongzhu.research.actions import numbers_of
from gongzhu.research.encoding import Bytes, encode
from gongzhu.research.stepping import mask_of, rewards_of
from gongzhu.rules import Pass
from gongzhu.view import view_of


class Decision(NamedTuple):
    """A choice of a seat among several actions."""

    seat: Seat
    observation: Bytes
    """The observation: uint8 [L]."""
    mask: Bytes
    """1 for each action that it might have taken: uint8 [ACTIONS]."""
    action: int
    """The number of the one that it took."""
    reward: int
    """Points of its side in the deal, more being better in either game."""


def read_dataset(folder: str | Path) -> Iterator[DealRecord]:
    """The deals of a folder, shard by shard: from columns where they are there and pyarrow is
    installed, else from lines. Raises RecordError and ValueError for what is no deal, OSError for
    what cannot be read, and for a folder without deals; ModuleNotFoundError for columns alone
    where pyarrow is missing."""
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
    """Every choice of a deal in its order; a pass is three, and what was forced is left out.

    The deal is played again by the rules: raises RecordError at what cannot have happened.

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
