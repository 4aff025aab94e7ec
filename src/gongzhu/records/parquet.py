"""The Parquet format of records, for data frames: one row for each deal.

The columns are the fields of `DealRecord`, in its order, with three exceptions. A card is its index
in the sorted pack, 0 to 51. `plays` is split into `play_seats` and `play_cards`, and `rules` is the
JSON text of the options. Needs pyarrow, which comes with `gongzhu[research]`.
"""

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from gongzhu.cards import PACK
from gongzhu.records.jsonl import scan_jsonl
from gongzhu.records.model import DealRecord, records_of
from gongzhu.rules import option_values

ROWS = 1000
"""Number of rows in a row group, which is held in memory as a whole."""

COLUMNS = {
    "format": "int8",
    "preset": "string",
    "rules": "string",
    "players": "list<string>",
    "game": "int32",
    "deal": "int32",
    "dealer_seed": "string",
    "first_leader": "int8",
    "hands": "list<list<int8>>",
    "passes": "list<list<int8>>",
    "exposures": "list<map<int8, string>>",
    "play_seats": "list<int8>",
    "play_cards": "list<int8>",
    "claimed": "int8",
    "moon_choice": "string",
    "scores": "list<int32>",
    "totals_before": "list<int32>",
    "totals": "list<int32>",
    "game_over": "bool",
    "winners": "list<int8>",
    "losers": "list<int8>",
    "comments": "map<string, string>",
    "timings": "list<int32>",
    "event": "string",
    "date": "string",
    "origin": "string",
}
"""The Parquet type of each column, in order."""

_NAMES: dict[int, str] = {card.index: card.value for card in PACK}


def parquet_there() -> bool:
    """True if pyarrow is installed."""
    return find_spec("pyarrow") is not None


def write_parquet(path: Path, records: Iterable[DealRecord]) -> None:
    """Write records to a file, replacing an existing one. The same records give the same bytes with
    the same version of pyarrow. Raises OSError."""
    from pyarrow import Table
    from pyarrow.parquet import ParquetWriter

    schema = _schema()
    rows: list[dict[str, Any]] = []
    with ParquetWriter(path, schema, compression="zstd") as writer:
        for record in records:
            rows.append(_row(record))
            if len(rows) == ROWS:
                writer.write_table(Table.from_pylist(rows, schema))
                rows.clear()
        if rows:
            writer.write_table(Table.from_pylist(rows, schema))


def read_parquet(path: Path) -> Iterator[DealRecord]:
    """Yields the records of a file, checked as by `read_jsonl`. A RecordError has the number of the
    row, from 1, as its line. Raises OSError, and ValueError for a file that is not Parquet, has
    other columns, or has cells of wrong types."""
    from pyarrow.parquet import ParquetFile

    with ParquetFile(path) as file:
        if file.schema_arrow.names != list(COLUMNS):
            raise ValueError(f"{path}: the columns are not those of deals")
        batches = file.iter_batches(ROWS)
        rows = (row for batch in batches for row in batch.to_pylist())
        lines = (_line(row, f"{path}: row {number}") for number, row in enumerate(rows, 1))
        yield from records_of(scan_jsonl(lines))


def _schema() -> Any:
    """The pyarrow schema of the columns."""
    import pyarrow as pa

    small, number, text = pa.int8(), pa.int32(), pa.string()
    types = {
        "bool": pa.bool_(),
        "int8": small,
        "int32": number,
        "string": text,
        "list<int8>": pa.list_(small),
        "list<int32>": pa.list_(number),
        "list<string>": pa.list_(text),
        "list<list<int8>>": pa.list_(pa.list_(small)),
        "list<map<int8, string>>": pa.list_(pa.map_(small, text)),
        "map<string, string>": pa.map_(text, text),
    }
    return pa.schema([(name, types[type_]) for name, type_ in COLUMNS.items()])


def _row(record: DealRecord) -> dict[str, Any]:
    row = {name: getattr(record, name) for name in record.__struct_fields__}
    row["rules"] = msgspec.json.encode(option_values(record.rules)).decode()
    row["hands"] = _codes(record.hands)
    row["passes"] = None if record.passes is None else _codes(record.passes)
    row["exposures"] = [
        [(card.index, mode) for card, mode in modes.items()] for modes in record.exposures
    ]
    row["comments"] = list(record.comments.items())
    plays = row.pop("plays")
    row["play_seats"] = [seat for seat, _ in plays]
    row["play_cards"] = [card.index for _, card in plays]
    return row


def _codes(hands: Iterable[Iterable[Any]]) -> list[list[int]]:
    return [[card.index for card in hand] for hand in hands]


def _line(row: dict[str, Any], place: str) -> bytes:
    """The JSONL line equivalent to a row, so that the same reader checks both formats. `place`
    names the row in errors. Raises ValueError for a row with a missing cell or a cell of another
    type."""
    try:
        seats, cards = row.pop("play_seats"), row.pop("play_cards")
        deal = {
            **row,
            "rules": msgspec.Raw(row["rules"].encode()),
            "hands": _names(row["hands"]),
            "passes": None if row["passes"] is None else _names(row["passes"]),
            "exposures": [
                {_NAMES.get(card, card): mode for card, mode in modes} for modes in row["exposures"]
            ],
            "plays": list(zip(seats, _names([cards])[0], strict=True)),
            "comments": dict(row["comments"]),
        }
        return msgspec.json.encode(deal)
    except (AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"{place} is no deal ({error})") from error


def _names(hands: Iterable[Iterable[int]]) -> list[list[str | int]]:
    """Card codes for card numbers. A number that is no card is kept, for the JSONL reader to
    report."""
    return [[_NAMES.get(card, card) for card in hand] for hand in hands]
