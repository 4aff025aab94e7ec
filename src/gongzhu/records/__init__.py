"""Records of finished deals in three file formats: text for people (`.gzn`), JSONL for programs,
Parquet for data frames."""

from gongzhu.records.fault import RecordError, RecordFault, RecordPosition
from gongzhu.records.files import FileFormat, given_hands, scan_file
from gongzhu.records.jsonl import read_jsonl, scan_jsonl, write_jsonl
from gongzhu.records.model import (
    FORMAT,
    DealRecord,
    FileEntry,
    Once,
    presentable_record,
    record_deal,
    records_of,
)
from gongzhu.records.parquet import parquet_there, read_parquet, write_parquet
from gongzhu.records.replay import Transition, replay, replayed, transitions
from gongzhu.records.text_reader import read_text, scan_text
from gongzhu.records.text_writer import write_text
from gongzhu.records.verify import Verifier

__all__ = [
    "FORMAT",
    "DealRecord",
    "FileEntry",
    "FileFormat",
    "Once",
    "RecordError",
    "RecordFault",
    "RecordPosition",
    "Transition",
    "Verifier",
    "given_hands",
    "parquet_there",
    "presentable_record",
    "read_jsonl",
    "read_parquet",
    "read_text",
    "record_deal",
    "records_of",
    "replay",
    "replayed",
    "scan_file",
    "scan_jsonl",
    "scan_text",
    "transitions",
    "write_jsonl",
    "write_parquet",
    "write_text",
]
