"""The contents of a data set, stored in `dataset.json`: how it was made, and its finished
shards."""

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
"""Name of the rule file, which is only written if the rules are no preset."""

SHARD_DEALS = 10_000
"""Deals per shard; the last one may have fewer."""


class Shard(Struct, frozen=True, kw_only=True):
    """A finished shard and the totals of its deals."""

    number: int
    """Number of the shard, 0-based."""
    deals: int
    games: int
    """Number of games that ended within the shard."""
    sums: tuple[int, ...]
    """Sum of the scores, by seat."""
    squares: tuple[int, ...]
    """Sum of the squares of the scores, by seat."""
    files: dict[str, str]
    """SHA-256 of each file of the shard in hexadecimal, by file name."""


class DataSet(Struct, frozen=True, kw_only=True):
    """A data set. The fields before `shards` determine every byte of its shards."""

    format: int = 1
    gongzhu: str = __version__
    """Version of the program that made it."""
    preset: str | None
    rules: dict[str, Any]
    bots: tuple[str, ...]
    """Names of the bots, by seat."""
    seed: str
    deals: int
    """Number of deals in all shards, including those not made yet."""
    shard_deals: Annotated[int, Meta(ge=1)]
    shards: tuple[Shard, ...] = ()
    """The finished shards, in order."""

    @classmethod
    def of(cls, setup: SelfPlayConfig, deals: int) -> "DataSet":
        """A data set without any shards yet."""
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
        """Number of shards in the complete data set."""
        return -(-self.deals // self.shard_deals)

    @property
    def rule_set(self) -> RuleSet:
        """The rules as a rule set."""
        return rules_from_values(self.rules)

    def setup(self, number: int) -> SelfPlayConfig:
        """The self-play that makes shard `number`; every shard begins with a new game."""
        return SelfPlayConfig(
            rules=self.rule_set,
            preset=self.preset,
            levels=self.bots,
            seed=f"{self.seed}/{number}",
        )

    def size(self, number: int) -> int:
        """Number of deals in shard `number`."""
        return min(self.shard_deals, self.deals - number * self.shard_deals)

    def with_shard(self, shard: Shard) -> "DataSet":
        """A copy with one more shard, or with one replaced."""
        others = (one for one in self.shards if one.number != shard.number)
        return replace(self, shards=tuple(sorted((*others, shard), key=lambda one: one.number)))

    def differs(self, other: "DataSet") -> Iterator[tuple[str, object, object]]:
        """The fields that determine the deals and differ: name, value here, value in `other`."""
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
    """The file name of a shard; `suffix` is `jsonl` or `parquet`."""
    return f"deals-{number:05}.{suffix}"


def read_contents(folder: Path) -> DataSet | None:
    """Read the contents of a folder; None if it holds no data set. Raises OSError, and ValueError
    if `dataset.json` is broken."""
    try:
        data = (folder / CONTENTS).read_bytes()
    except FileNotFoundError:
        return None
    try:
        return msgspec.json.decode(data, type=DataSet)
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from error


def write_contents(folder: Path, found: DataSet) -> None:
    """Write the contents, and the checksums in the format of `sha256sum`. Raises OSError."""
    text = msgspec.json.format(msgspec.json.encode(found), indent=1)
    write_whole(folder / CONTENTS, [text, b"\n"])
    sums = sorted((name, sum_) for shard in found.shards for name, sum_ in shard.files.items())
    write_whole(folder / SUMS, (f"{sum_}  {name}\n".encode() for name, sum_ in sums))
