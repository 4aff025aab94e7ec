"""Appending finished deals to a file of records, each exactly once."""

import os
from pathlib import Path

from gongzhu.records import DealRecord, write_jsonl


def append_record(path: Path, record: DealRecord) -> None:
    """Append the record to the file and flush it to the disk, unless it is the last line already.

    If the last line is an unfinished copy of this record, it is completed. So a program that was
    killed may simply repeat its last call. Raises OSError if the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    line = "".join(write_jsonl([record])).encode().rstrip(b"\n")
    with path.open("a+b") as file:
        end = file.seek(0, os.SEEK_END)
        file.seek(max(0, end - len(line) - 2))
        tail = file.read()
        begun = tail.removesuffix(b"\n").rpartition(b"\n")[2]
        if tail.endswith(b"\n") or not tail:
            if begun == line:
                return
            missing = line
        elif line.startswith(begun):
            missing = line.removeprefix(begun)
        else:
            missing = b"\n" + line
        file.write(missing + b"\n")
        file.flush()
        os.fsync(file.fileno())
