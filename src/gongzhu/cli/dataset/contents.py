"""The contents of a data set, stored in its file `dataset.json`: the settings that it is made with,
and its finished shards."""

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
"""Name of the rule file, which exists only if the rules are no preset."""

SHARD_DEALS = 10_000
"""Number of deals in a shard. The last shard of a data set may have fewer."""


class Shard(Struct, frozen=True, kw_only=True):
    """A finished shard: its number, its files with their checksums, and totals of its deals."""

    number: int
    """Number of the shard, 0-based."""
    deals: int
    """Number of deals in the shard."""
    games: int
    """Number of games that ended within the shard."""
    sums: tuple[int, ...]
    """For each seat, the sum of its scores over the deals."""
    squares: tuple[int, ...]
    """For each seat, the sum of the squares of its scores over the deals."""
    files: dict[str, str]
    """SHA-256 of each file of the shard in hexadecimal, by file name."""


class DataSet(Struct, frozen=True, kw_only=True):
    """The settings of a data set and its finished shards. The fields before `shards` determine
    every byte of the JSON Lines files."""

    format: int = 1
    """Version of the format of data sets."""
    gongzhu: str = __version__
    """Version of the program that made the data set."""
    preset: str | None
    """Name of the preset, or None if the rules are not exactly those of a preset."""
    rules: dict[str, Any]
    """The value of every option of the rules, by key."""
    bots: tuple[str, ...]
    """The level of the bot in each seat."""
    seed: str
    """The seed of the data set. Each shard has a seed derived from it."""
    deals: int
    """Number of deals in the complete data set, including those not played yet."""
    shard_deals: Annotated[int, Meta(ge=1)]
    """Number of deals in each shard but the last."""
    shards: tuple[Shard, ...] = ()
    """The finished shards, sorted by number."""

    @classmethod
    def of(cls, setup: SelfPlayConfig, deals: int) -> "DataSet":
        """A data set of `deals` deals played as `setup` says, with no shards yet."""
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
        """The rules as a `RuleSet`."""
        return rules_from_values(self.rules)

    def setup(self, number: int) -> SelfPlayConfig:
        """The settings of self-play for shard `number` (0-based). Its seed is `SEED/NUMBER`, and
        its first deal begins a new game."""
        return SelfPlayConfig(
            rules=self.rule_set,
            preset=self.preset,
            levels=self.bots,
            seed=f"{self.seed}/{number}",
        )

    def size(self, number: int) -> int:
        """Number of deals that shard `number` (0-based) has when it is complete."""
        return min(self.shard_deals, self.deals - number * self.shard_deals)

    def with_shard(self, shard: Shard) -> "DataSet":
        """A copy in which `shard` is added, or replaces the shard with the same number."""
        others = (one for one in self.shards if one.number != shard.number)
        return replace(self, shards=tuple(sorted((*others, shard), key=lambda one: one.number)))

    def differs(self, other: "DataSet") -> Iterator[tuple[str, object, object]]:
        """The settings in which two data sets differ, as (field, value here, value in `other`).
        `shards` is not compared. An option of the rules is named `rules.KEY`, with None for an
        absent value."""
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
    """The file name of shard `number` (0-based). `suffix` is `jsonl` or `parquet`."""
    return f"deals-{number:05}.{suffix}"


def read_contents(folder: Path) -> DataSet | None:
    """The data set in `folder`, or None if it has no file `dataset.json`. Raises OSError, and
    ValueError if that file is malformed."""
    try:
        data = (folder / CONTENTS).read_bytes()
    except FileNotFoundError:
        return None
    try:
        return msgspec.json.decode(data, type=DataSet)
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from error


def write_contents(folder: Path, found: DataSet) -> None:
    """Write `dataset.json` into the folder, and the checksums of all shards in the format of the
    program `sha256sum`. Raises OSError."""
    text = msgspec.json.format(msgspec.json.encode(found), indent=1)
    write_whole(folder / CONTENTS, [text, b"\n"])
    sums = sorted((name, sum_) for shard in found.shards for name, sum_ in shard.files.items())
    write_whole(folder / SUMS, (f"{sum_}  {name}\n".encode() for name, sum_ in sums))
