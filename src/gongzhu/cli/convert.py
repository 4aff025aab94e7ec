"""`gongzhu convert`: converts records from one format to another."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, BinaryIO, Literal

from gongzhu.cli.common import LANG, Force, LangName, option, refusing_at
from gongzhu.cli.files import RecordFile, opened, refuse_existing
from gongzhu.texts import Lang


def convert(
    file: RecordFile,
    to: Annotated[Literal["text", "jsonl"], option("cli.convert.to")],
    out: Annotated[Path | None, option("cli.convert.out", "--out", "-o", dir_okay=False)] = None,
    force: Force = False,
    lang: LangName = LANG,
) -> None:
    """Convert every record of a file, or write nothing if one of them cannot be read."""
    from gongzhu.records import RecordError, records_of, scan_file, write_jsonl, write_text
    from gongzhu.scorebook import write_whole

    if out is not None:
        refuse_existing(out, force, lang)
    write = write_text if to == "text" else write_jsonl
    with (
        opened(file, lang) as stream,
        refusing_at(file, RecordError, lang=lang),
        refusing_at(out or "-", OSError, lang=lang),
    ):
        chunks = _readable(file, write(records_of(scan_file(stream))), lang)
        if out is None:
            _copy(chunks, sys.stdout.buffer)
        elif out.exists() and not out.is_file():
            with out.open("wb") as device:
                _copy(chunks, device)
        else:
            write_whole(out, chunks)


def _readable(file: Path, chunks: Iterable[str], lang: Lang) -> Iterator[bytes]:
    """The chunks in UTF-8. Exits with an error message of its own if `file`, from which they are
    made, cannot be read, so that this is not confused with an error of writing."""
    with refusing_at(file, OSError, lang=lang):
        for chunk in chunks:
            yield chunk.encode()


def _copy(chunks: Iterable[bytes], target: BinaryIO) -> None:
    """Write all chunks to the target, after all of them have been read without error."""
    from shutil import copyfileobj
    from tempfile import TemporaryFile

    with TemporaryFile() as whole:
        whole.writelines(chunks)
        whole.seek(0)
        copyfileobj(whole, target)
        target.flush()
