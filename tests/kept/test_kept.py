"""Files of every release are read by this version, and come to what they came to then."""

import json
from pathlib import Path

import pytest

from tests.kept.reading import KEPT, reading


@pytest.mark.parametrize(
    "folder", [file.parent for file in sorted(KEPT.glob("*/expected.json"))], ids=lambda at: at.name
)
def test_files_of_a_release_are_read(folder: Path) -> None:
    assert reading(folder) == json.loads((folder / "expected.json").read_text("utf-8"))
