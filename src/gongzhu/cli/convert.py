"""`gongzhu convert`: converts records from one format to another."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, BinaryIO, Literal

from gongzhu.cli.common import LANG, Force, LangName, fail, fail_at, option, refuse_existing
from gongzhu.cli.verify import RecordFile, opened
from gongzhu.texts import say


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
    with opened(file, lang) as stream:
        chunks = _readable(write(records_of(scan_file(stream))))
        try:
            if out is None:
                _copy(chunks, sys.stdout.buffer)
            elif out.exists() and not out.is_file():
                with out.open("wb") as device:
                    _copy(chunks, device)
            else:
                write_whole(out, chunks)
        except _Unreadable as error:
            fail_at(file, error.cause, lang)
        except RecordError as error:
            fail(say("cli.file", lang, file=file, error=error.text(lang)))
        except BrokenPipeError:
            raise
        except OSError as error:
            fail_at(out or "-", error, lang)


class _Unreadable(Exception):
    """An error while reading the source file."""

    def __init__(self, cause: OSError) -> None:
        super().__init__()
        self.cause = cause


def _readable(chunks: Iterable[str]) -> Iterator[bytes]:
    """The chunks in UTF-8. An OSError of the source is raised as _Unreadable, so that it cannot be
    confused with an error of writing."""
    try:
        for chunk in chunks:
            yield chunk.encode()
    except OSError as error:
        raise _Unreadable(error) from error


def _copy(chunks: Iterable[bytes], target: BinaryIO) -> None:
    """Write all chunks to the target, after all of them have been read without error."""
    from shutil import copyfileobj
    from tempfile import TemporaryFile

    with TemporaryFile() as whole:
        whole.writelines(chunks)
        whole.seek(0)
        copyfileobj(whole, target)
        target.flush()
