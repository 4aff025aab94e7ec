"""The contents of a data set: how it was made, and the shards that are there, in `dataset.json`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from gongzhu import __version__
from gongzhu.bots.selfplay import SelfPlayConfig
from gongzhu.cards import seats
from gongzhu.rules import RuleSet, option_values, rules_from_values
from gongzhu.scorebook import write_whole

CONTENTS = "dataset.json"
SUMS = "SHA256SUMS"
CARD = "README.md"
RULES = "dataset.toml"
"""A rule file; only for rules that are no preset."""

SHARD_DEALS = 10_000
"""Deals of a shard; the last one may have fewer."""


class Shard(Struct, frozen=True, kw_only=True):
    """A shard that is there, and what its deals came to."""

    number: int
    """0-based."""
    deals: int
    games: int
    """Games that ended in it."""
    sums: tuple[int, ...]
    """Scores added up, by seat."""
    squares: tuple[int, ...]
    """Squares of the scores added up, by seat."""
    files: dict[str, str]
    """The SHA-256 of each of its files, in hexadecimal, by name."""


class DataSet(Struct, frozen=True, kw_only=True):
    """A data set. Whatever stands before its shards settles every byte of them."""

    format: int = 1
    gongzhu: str = __version__
    """The version of the program."""
    preset: str | None
    rules: dict[str, Any]
    bots: tuple[str, ...]
    """By seat."""
    seed: str
    deals: int
    """Deals of all its shards together, those that are still to be made too."""
    shard_deals: Annotated[int, Meta(ge=1)]
    shards: tuple[Shard, ...] = ()
    """Those that are there, in order."""

    @classmethod
    def of(cls, setup: SelfPlayConfig, deals: int) -> "DataSet":
        """One without shards."""
        levels = tuple(setup.level(seat) for seat in seats(setup.rules.players))
        return cls(
            preset=setup.preset,
            rules=msgspec.json.decode(msgspec.json.encode(option_values(setup.rules))),
            bots=levels,
            seed=setup.seed,
            deals=deals,
            shard_deals=SHARD_DEALS,
        )

    @property
    def count(self) -> int:
        """The number of shards that there are to be."""
        return -(-self.deals // self.shard_deals)

    @property
    def rule_set(self) -> RuleSet:
        """The rules."""
        return rules_from_values(self.rules)

    def setup(self, number: int) -> SelfPlayConfig:
        """The self-play of a shard, which begins with a game of its own."""
        return SelfPlayConfig(
            rules=self.rule_set,
            preset=self.preset,
            levels=self.bots,
            seed=f"{self.seed}/{number}",
        )

    def size(self, number: int) -> int:
        """The deals of a shard."""
        return min(self.shard_deals, self.deals - number * self.shard_deals)

    def with_shard(self, shard: Shard) -> "DataSet":
        """The same with one more shard, or with another in its place."""
        others = (one for one in self.shards if one.number != shard.number)
        return replace(self, shards=tuple(sorted((*others, shard), key=lambda one: one.number)))

    def differs(self, other: "DataSet") -> Iterator[tuple[str, object, object]]:
        """Whatever settles the deals and is not the same: its name, here, in the other."""
        for name in self.__struct_fields__:
            here, there = getattr(self, name), getattr(other, name)
            if name == "rules":
                for key in here | there:
                    if here.get(key) != there.get(key):
                        yield f"rules.{key}", here.get(key), there.get(key)
            elif name == "bots" and here != there:
                yield name, ",".join(here), ",".join(there)
            elif name != "shards" and here != there:
                yield name, here, there


def file_name(number: int, suffix: str) -> str:
    """The name of a shard's file; `suffix`: `jsonl` or `parquet`."""
    return f"deals-{number:05}.{suffix}"


def read_contents(folder: Path) -> DataSet | None:
    """The contents of a folder; None where it holds no data set. Raises OSError, and ValueError
    where the file that tells them is broken."""
    try:
        data = (folder / CONTENTS).read_bytes()
    except FileNotFoundError:
        return None
    try:
        return msgspec.json.decode(data, type=DataSet)
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from error


def write_contents(folder: Path, found: DataSet) -> None:
    """Write the contents, and the sums in the form of `sha256sum`. Raises OSError."""
    text = msgspec.json.format(msgspec.json.encode(found), indent=1)
    write_whole(folder / CONTENTS, [text, b"\n"])
    sums = sorted((name, sum_) for shard in found.shards for name, sum_ in shard.files.items())
    write_whole(folder / SUMS, (f"{sum_}  {name}\n".encode() for name, sum_ in sums))
