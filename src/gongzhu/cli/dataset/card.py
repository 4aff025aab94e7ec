"""The data card (`README.md`) of a data set: its rules, bots and scores, the command that made it,
and the meaning of its columns. If the rules are no preset, their rule file is written beside the
card."""

import shlex
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from math import sqrt
from pathlib import Path

from gongzhu.cli.dataset.contents import CARD, RULES, SUMS, DataSet
from gongzhu.records.parquet import COLUMNS
from gongzhu.rules import RuleSet, nearest_preset
from gongzhu.rules.loading import NamedRules
from gongzhu.rules.template import rule_file
from gongzhu.scorebook import write_whole
from gongzhu.texts import Lang, say


def write_card(folder: Path, found: DataSet, lang: Lang) -> None:
    """Write the data card in `lang`, and the rule file if the rules are no preset, into the folder
    of the data set. Existing files are replaced. Raises OSError."""
    if found.preset is None:
        write_whole(folder / RULES, [rule_file(_named(found.rule_set), lang).encode()])
    write_whole(folder / CARD, (f"{line}\n".encode() for line in _lines(found, lang)))


def _named(rules: RuleSet) -> NamedRules:
    """The rules under the name of the rule file, described as changes to the nearest preset."""
    base = nearest_preset(rules)
    return NamedRules(name=Path(RULES).stem, base=base, preset=None, rules=rules)


def _lines(found: DataSet, lang: Lang) -> Iterator[str]:
    rules = found.preset or say("dataset.card.own_rules", lang, file=RULES)
    title = say("dataset.card.title", lang, deals=f"{found.deals:,}", rules=rules)
    # The metadata header that dataset hubs read.
    yield from ("---", f'pretty_name: "{title}"', "license: cc0-1.0", "---", "")
    yield from (f"# {title}", "", say("dataset.card.about", lang, seed=found.seed), "")
    yield from ("```console", f"$ {_command(found)}", "```", "")
    yield from _facts(found, rules, lang)
    yield from _section("scores", lang)
    yield from _table(("seat", "bot", "mean"), _scores(found), lang)
    yield from _section("files", lang, sums=SUMS)
    yield from _section("columns", lang)
    columns = (
        (f"`{name}`", f"`{type_}`", say(f"dataset.column.{name}", lang))
        for name, type_ in COLUMNS.items()
    )
    yield from _table(("column", "type", "meaning"), columns, lang)


def _command(found: DataSet) -> str:
    """The command line that makes the same data set again."""
    bots = dict.fromkeys(found.bots) if len(set(found.bots)) == 1 else found.bots
    words = ["gongzhu", "dataset", ".", "--rules", found.preset or RULES]
    words += ["--bots", ",".join(bots), "--deals", str(found.deals), "--seed", found.seed]
    return shlex.join(words)


def _facts(found: DataSet, rules: str, lang: Lang) -> Iterator[str]:
    there = {
        "rules": rules,
        "bots": ", ".join(found.bots),
        "deals": f"{sum(shard.deals for shard in found.shards):,} / {found.deals:,}",
        "games": f"{sum(shard.games for shard in found.shards):,}",
        "shards": f"{len(found.shards)} / {found.count}",
        "seed": f"`{found.seed}`",
        "version": ", ".join(_versions(found)),
        "licence": "CC0-1.0",
    }
    rows = ((say(f"dataset.card.{name}", lang), value) for name, value in there.items())
    yield from _table(("what", "value"), rows, lang)


def _versions(found: DataSet) -> Iterator[str]:
    yield f"gongzhu {found.gongzhu}"
    if any(name.endswith(".parquet") for shard in found.shards for name in shard.files):
        yield f"pyarrow {version('pyarrow')}"


def _scores(found: DataSet) -> Iterator[tuple[str, ...]]:
    deals = sum(shard.deals for shard in found.shards)
    for seat, bot in enumerate(found.bots):
        mean = sum(shard.sums[seat] for shard in found.shards) / deals
        square = sum(shard.squares[seat] for shard in found.shards) / deals
        error = sqrt(max(0.0, square - mean * mean) / max(1, deals - 1))
        yield str(seat), bot, f"{mean:+.2f} ± {error:.2f}"


def _section(name: str, lang: Lang, **values: object) -> Iterator[str]:
    yield from (f"## {say(f'dataset.card.section.{name}', lang)}", "")
    yield from (say(f"dataset.card.text.{name}", lang, **values), "")


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]], lang: Lang) -> Iterator[str]:
    titles = [say(f"dataset.card.head.{head}", lang) for head in heads]
    for cells in (titles, ["---"] * len(heads), *rows):
        yield f"| {' | '.join(cells)} |"
    yield ""
