"""The form for data frames: what comes back, and what is refused."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from hypothesis import given, settings
from pyarrow import parquet

from gongzhu.records import DealRecord, RecordError, read_parquet, write_parquet
from gongzhu.records.parquet import COLUMNS, ROWS
from gongzhu.rules import PRESETS
from tests.support.recorded import records, some_records


@settings(max_examples=20)
@given(records())
def test_every_record_comes_back(
    tmp_path_factory: pytest.TempPathFactory, found: list[DealRecord]
) -> None:
    path = tmp_path_factory.getbasetemp() / "deals.parquet"
    write_parquet(path, found)
    assert list(read_parquet(path)) == found


def test_all_presets_in_one_file_of_several_groups(tmp_path: Path) -> None:
    path = tmp_path / "deals.parquet"
    some = [record for name in PRESETS for record in some_records(name)]
    found = (some * (1 + ROWS // len(some)))[: ROWS + 1]
    write_parquet(path, found)
    assert list(read_parquet(path)) == found
    assert parquet.ParquetFile(path).num_row_groups == 2
    write_parquet(path, [])
    assert list(read_parquet(path)) == []


def changed(path: Path, name: str, change: Callable[[Any], Any]) -> None:
    """Change a column's cell in the second row."""
    table = parquet.read_table(path)
    cells = table[name].to_pylist()
    cells[1] = change(cells[1])
    column = pyarrow.array(cells, table.schema.field(name).type)
    place = table.schema.names.index(name)
    parquet.write_table(table.set_column(place, table.schema.field(name), column), path)


@pytest.mark.parametrize(
    ("name", "cell", "error", "told"),
    [
        ("play_cards", [52] * 52, RecordError, "plays"),
        ("play_cards", [0], ValueError, "row 2 is no deal"),
        ("play_cards", None, ValueError, "row 2 is no deal"),
        ("rules", "{", RecordError, "JSON"),
        ("rules", None, ValueError, "row 2 is no deal"),
        ("hands", None, ValueError, "row 2 is no deal"),
        ("hands", [[-1] * 13] * 4, RecordError, "hands"),
        ("scores", [1], RecordError, "scores"),
        ("format", 2, RecordError, "format"),
    ],
)
def test_a_cell_that_is_none_of_a_deal_is_named(
    tmp_path: Path, name: str, cell: object, error: type[Exception], told: str
) -> None:
    path = tmp_path / "deals.parquet"
    write_parquet(path, some_records("gongzhu-pagat", 3))
    changed(path, name, lambda _: cell)
    with pytest.raises(error, match=told):
        list(read_parquet(path))


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "deals.parquet"
    parquet.write_table(pyarrow.table({"a": [1]}), path)
    with pytest.raises(ValueError, match="columns"):
        list(read_parquet(path))
    path.write_bytes(b"no Parquet")
    with pytest.raises(ValueError, match="Parquet"):
        list(read_parquet(path))
    with pytest.raises(OSError, match="nowhere"):
        list(read_parquet(tmp_path / "nowhere"))


def test_the_columns_are_the_fields_of_a_record() -> None:
    fields = [name for name in COLUMNS if name != "play_seats"]
    assert [name.replace("play_cards", "plays") for name in fields] == list(
        DealRecord.__struct_fields__
    )
