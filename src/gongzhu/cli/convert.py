"""`gongzhu convert`: converts a file of deal records between JSON Lines and the text format."""

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
    """Write every record of `file` to `out` (default: standard output) in the format `to`. If one
    of them cannot be read, write nothing and exit with status 2."""
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
    """The chunks of text encoded in UTF-8. An OSError from producing them is reported as an error
    of reading `file`, from which they are made, and ends the program with status 2, so that it is
    not taken for an error of writing."""
    with refusing_at(file, OSError, lang=lang):
        for chunk in chunks:
            yield chunk.encode()


def _copy(chunks: Iterable[bytes], target: BinaryIO) -> None:
    """Write all chunks to `target`, but only after all have been produced: if producing one raises,
    nothing is written."""
    from shutil import copyfileobj
    from tempfile import TemporaryFile

    with TemporaryFile() as whole:
        whole.writelines(chunks)
        whole.seek(0)
        copyfileobj(whole, target)
        target.flush()
