"""Checks a data set: every file against its checksum, and that every listed shard is there."""

from collections.abc import Callable, Iterator
from pathlib import Path

from gongzhu.cli.dataset.contents import SUMS, DataSet
from gongzhu.cli.dataset.shards import sha256
from gongzhu.texts import Lang, SystemReason, say


def faults(
    folder: Path, found: DataSet, lang: Lang, advance: Callable[[], object]
) -> Iterator[str]:
    """One line for each file that is damaged, missing or not listed, and one if the checksum file
    does not match the contents."""
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
    try:
        if sha256(path) != wanted:
            yield say("dataset.check.damaged", lang, file=path)
    except FileNotFoundError:
        yield say("dataset.check.missing", lang, file=path)
    except OSError as error:
        yield say("cli.file", lang, file=path, error=SystemReason(error).text(lang))


def _sums(folder: Path) -> dict[str, str]:
    """The checksums by file name; empty if the checksum file cannot be read."""
    try:
        lines = (folder / SUMS).read_text("utf-8", "replace").splitlines()
    except OSError:
        return {}
    parts = (line.partition("  ") for line in lines)
    return {name: sum_ for sum_, _, name in parts}
