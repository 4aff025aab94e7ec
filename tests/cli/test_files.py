"""A file given to the wrong command is named for what it is, with the command it belongs to."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gongzhu.cli.files import FileKind, file_kind
from gongzhu.cli.main import app

HERE = Path(__file__).parents[2]


def run(*words: object, status: int = 0) -> Result:
    result = CliRunner(env={"GONGZHU_LANG": "en"}).invoke(app, [str(word) for word in words])
    assert result.exit_code == status, result.output
    return result


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[FileKind, Path]:
    """A file of every kind that a command writes, by the commands themselves."""
    folder = tmp_path_factory.mktemp("kinds")
    found: dict[FileKind, Path] = {
        "records": folder / "deals.jsonl",
        "evidence": HERE / "web/src/verify/example.jsonl",
        "scorebook": HERE / "tests/web/exported_book.json",
        "ledger": folder / "match",
        "rules": folder / "ours.toml",
    }
    run("simulate", "-r", "gongzhu-pagat", "-n", "1", "-b", "random", "-o", found["records"])
    match = ("arena", "random", "random", "-r", "gongzhu-pagat", "-n", "1")
    run(*match, "--ledger", found["ledger"])
    found["rules"].write_text(run("rules", "template", "gongzhu-pagat").stdout, "utf-8")
    return found


def test_every_kind_is_known_by_how_it_begins(files: dict[FileKind, Path]) -> None:
    for kind, path in files.items():
        assert file_kind(path.read_bytes()[:4096]) == kind
    assert file_kind(b'[Format "1"]\n') == "records"
    assert file_kind(b"SQLite format 3\0") == "backup"
    assert file_kind(b'{"program":"gongzhu play","format":1}') == "save"


@pytest.mark.parametrize(
    "start", [b"", b"Dear all,", b"{}", b"[]", b"\xff\xfe\x00", b"a = 1", b'{"a":' * 999]
)
def test_anything_else_is_of_no_kind(start: bytes) -> None:
    assert file_kind(start) is None


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("verify",), "records"),
        (("convert", "--to", "text"), "records"),
        (("hint",), "records"),
        (("verify-deal",), "evidence"),
        (("score", "--file"), "scorebook"),
        (("rules", "check"), "rules"),
        (("restore",), "backup"),
    ],
)
def test_a_wrong_file_says_what_it_is(
    words: tuple[str, ...], wanted: FileKind, files: dict[FileKind, Path], tmp_path: Path
) -> None:
    whither = {
        "records": "gongzhu verify",
        "evidence": "gongzhu verify-deal",
        "scorebook": "gongzhu score --file",
        "ledger": "--ledger",
        "rules": "--rules",
    }
    data = ("--data", tmp_path / "server") if words == ("restore",) else ()
    for kind, path in files.items():
        if kind != wanted:
            told = run(*words, path, *data, status=2).stderr
            assert told.count("\n") == 1
            assert told.startswith(f"gongzhu: {path}: this is ")
            assert whither[kind] in told
