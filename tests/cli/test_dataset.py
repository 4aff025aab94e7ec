"""`gongzhu dataset`: shards that can be made alone, their sums, and what is refused."""

import hashlib
import os
import signal
import sys
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from pyarrow import parquet
from typer.testing import CliRunner, Result

from gongzhu.bots import warm
from gongzhu.bots.selfplay import play_deals
from gongzhu.cli import played_deals
from gongzhu.cli.dataset import contents, shards
from gongzhu.cli.main import app
from gongzhu.cli.simulate import setup_of
from gongzhu.records import DealRecord, read_jsonl, read_parquet, write_jsonl
from gongzhu.records.parquet import COLUMNS
from gongzhu.research import decisions, read_dataset

DEALS = 4
"""Deals of a shard in these tests."""
MADE = ["--rules", "hearts-denexa", "--bots", "random", "--deals", "10", "--seed", "s"]


@pytest.fixture(autouse=True)
def _small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "SHARD_DEALS", DEALS)


def run(*words: object, status: int = 0) -> Result:
    """Run `gongzhu` with these words; it must end with `status`."""
    result = CliRunner(env={"GONGZHU_LANG": "en"}).invoke(app, list(map(str, words)))
    assert result.exit_code == status, result.output
    return result


def make(folder: Path, *words: object, status: int = 0) -> Result:
    return run("dataset", folder, *MADE, *words, status=status)


def check(folder: Path, status: int = 0) -> list[str]:
    return run("dataset", folder, "--check", status=status).stdout.splitlines()


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def records_in(path: Path) -> list[DealRecord]:
    return list(read_jsonl(path.read_text("utf-8")))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole data set of three shards."""
    folder: Path = tmp_path_factory.mktemp("made") / "data"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contents, "SHARD_DEALS", DEALS)
        assert make(folder).stderr.startswith(
            f"{folder}: 3 of 3 shards are there. Deals played: 10,"
        )
    return folder


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    """One of one's own to spoil."""
    folder = tmp_path / "copy"
    folder.mkdir()
    for name, content in files(made).items():
        (folder / name).write_bytes(content)
    return folder


def test_the_shards_of_a_data_set_and_their_sums(made: Path) -> None:
    names = [f"deals-0000{shard}.{form}" for shard in range(3) for form in ("jsonl", "parquet")]
    there = files(made)
    assert sorted(there) == ["README.md", "SHA256SUMS", "dataset.json", *names]
    sums = [f"{hashlib.sha256(there[name]).hexdigest()}  {name}" for name in names]
    assert there["SHA256SUMS"].decode().splitlines() == sums
    sizes = [len(records_in(made / name)) for name in names[::2]]
    assert sizes == [4, 4, 2]
    assert check(made) == [f"{made}: every file is as it was written. Deals: 10, shards: 3 of 3."]


@pytest.mark.rest
def test_a_shard_made_alone_is_the_same(made: Path, tmp_path: Path) -> None:
    make(tmp_path, "--shard", 2, "--jobs", 2)
    alone, together = files(tmp_path), files(made)
    names = {name for name in alone if name.startswith("deals-")}
    assert names == {"deals-00002.jsonl", "deals-00002.parquet"}
    assert {name: alone[name] for name in names} == {name: together[name] for name in names}
    # What `simulate` writes for the seed of the shard.
    words = ["--rules", "hearts-denexa", "--bots", "random", "--deals", 2, "--seed", "s/2"]
    same = run("simulate", *words, "--out", "-").stdout_bytes
    assert same == together["deals-00002.jsonl"]
    make(tmp_path, "--shard", 0)
    make(tmp_path, "--resume")
    assert files(tmp_path) == together


def test_every_deal_is_legal_and_in_columns_the_same(made: Path) -> None:
    for lines in sorted(made.glob("*.jsonl")):
        run("verify", lines)
        assert list(read_parquet(lines.with_suffix(".parquet"))) == records_in(lines)
    table = parquet.read_table(made / "deals-00000.parquet")
    assert table.column_names == list(COLUMNS)


def test_the_card_tells_how_it_was_made_and_what_came_of_it(made: Path) -> None:
    card = (made / "README.md").read_text("utf-8")
    words = "--rules hearts-denexa --bots random --deals 10 --seed s"
    assert f"$ gongzhu dataset . {words}\n" in card
    assert "| deals that are here | 10 / 10 |" in card
    deals = list(read_dataset(made))
    for seat in range(4):
        mean = sum(record.scores[seat] for record in deals) / 10
        assert f"| {seat} | random | {mean:+.2f} ± " in card
    for name, type_ in COLUMNS.items():
        assert f"| `{name}` | `{type_}` | " in card


def test_rules_of_ones_own_lie_beside_the_card_and_make_the_same_again(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('preset = "hearts-denexa"\nlimit = 50\n', "utf-8")
    asked = ["--bots", "random", "--deals", "5", "--seed", "s", "--no-parquet"]
    first, second = tmp_path / "first", tmp_path / "second"
    run("dataset", first, "--rules", house, *asked)
    card = (first / "README.md").read_text("utf-8")
    assert "$ gongzhu dataset . --rules dataset.toml --bots random --deals 5 --seed s\n" in card
    run("dataset", second, "--rules", first / "dataset.toml", *asked)
    assert files(second) == files(first)


def test_a_folder_without_deals_is_not_an_empty_data_set(made: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no data set"):
        next(read_dataset(tmp_path))
    for columns in made.glob("*.parquet"):
        (tmp_path / columns.name).write_bytes(columns.read_bytes())
    assert list(read_dataset(tmp_path)) == list(read_dataset(made))


def test_columns_alone_ask_for_the_library_that_reads_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deals-0000000-0000009.parquet").write_bytes(b"")
    monkeypatch.setattr("gongzhu.research.dataset.parquet_there", lambda: False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(ModuleNotFoundError, match="pyarrow"):
        next(read_dataset(tmp_path))


def test_readers_get_the_deals_and_the_decisions_of_each(made: Path, tmp_path: Path) -> None:
    deals = list(read_dataset(made))
    assert len(deals) == 10
    make(tmp_path, "--no-parquet")
    assert list(read_dataset(tmp_path)) == deals
    for record in deals[:2]:
        found = list(decisions(record))
        assert all(one.mask[one.action] == 1 and one.mask.sum() > 1 for one in found)
        assert all(one.reward == -record.scores[one.seat] for one in found)
        passes = 3 * 4 if record.passes else 0
        assert passes < len(found) < passes + 52


def test_files_that_are_there_are_kept(copy: Path) -> None:
    before = files(copy)
    result = make(copy, status=2)
    assert f"{copy}/deals-00000.jsonl exists already" in result.stderr
    (copy / "deals-00000.jsonl").write_bytes(b"")
    assert make(copy, "--force").exit_code == 0
    assert files(copy) == before
    for words, told in (
        (["--seed", "t"], "seed = s, not t"),
        (["--bots", "random,novice"], "bots = random,random,random,random, not random,nov"),
        (["--rules", "hearts-gilfoy"], "preset = hearts-denexa, not hearts-gilfoy"),
    ):
        result = make(copy, *words, "--force", status=2)
        assert f"{copy} holds another data set: {told}" in result.stderr
    assert files(copy) == before


def test_a_folder_with_a_readme_of_ones_own_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine", "utf-8")
    assert "README.md: already exists" in make(tmp_path, status=2).stderr
    assert files(tmp_path) == {"README.md": b"mine"}


def test_a_check_names_what_is_damaged_missing_or_unknown(copy: Path) -> None:
    before = files(copy)
    spoilt = bytearray(before["deals-00001.jsonl"])
    spoilt[-3] ^= 1
    (copy / "deals-00001.jsonl").write_bytes(spoilt)
    (copy / "deals-00002.parquet").unlink()
    (copy / "deals-00007.jsonl").write_bytes(b"")
    (copy / "SHA256SUMS").write_text("", "utf-8")
    assert check(copy, status=1) == [
        f"{copy}/deals-00001.jsonl: damaged; its SHA-256 does not match",
        f"{copy}/deals-00002.parquet: missing",
        f"{copy}/deals-00007.jsonl: not in SHA256SUMS",
        f"{copy}/SHA256SUMS: does not list the files that should be here",
    ]
    (copy / "deals-00007.jsonl").unlink()
    result = make(copy, "--resume")
    assert "Deals played: 4," in result.stderr
    assert files(copy) == before


def test_shards_from_elsewhere_are_taken_over_if_they_are_right(copy: Path) -> None:
    before = files(copy)
    for name in ("dataset.json", "README.md", "SHA256SUMS"):
        (copy / name).unlink()
    text = before["deals-00001.jsonl"].decode()
    wrong = text.replace('"game_over":false', '"game_over":true', 1)
    assert wrong != text
    (copy / "deals-00001.jsonl").write_text(wrong, "utf-8")
    (copy / "deals-00002.jsonl").write_bytes(before["deals-00000.jsonl"])
    assert "Deals played: 6," in make(copy, "--resume").stderr
    assert files(copy) == before


@pytest.mark.rest
@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_no_half_shard_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: Path, jobs: int
) -> None:

    def interrupted(*words: object) -> object:
        for number, deal in enumerate(played_deals.played(*words)):  # type: ignore[arg-type]
            if number == 1 and (tmp_path / "deals-00000.jsonl").exists():
                os.kill(os.getpid(), signal.SIGINT)
            yield deal

    with monkeypatch.context() as patch:
        patch.setattr(shards, "played", interrupted)
        result = make(tmp_path, "--jobs", jobs, status=130)
    assert result.stderr.splitlines()[-1].startswith("Stopped; no shard is left half made.")
    assert {path.stem for path in tmp_path.glob("deals-*")} == {"deals-00000"}
    assert check(tmp_path)[0].endswith("Deals: 4, shards: 1 of 3.")
    make(tmp_path, "--resume")
    assert files(tmp_path) == files(made)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--bots", "best"], "--bots best: there is no such bot level"),
        (["--bots", "master@10ms"], "a level has no time here"),
        (["--shard", 3], "--shard 3: the last shard is 2"),
        (["--seed", "a\x1bb"], "must be printable text"),
        (["--rules", "gongzhu"], 'rules = "gongzhu": '),
    ],
)
def test_bad_values_are_refused_in_one_line(tmp_path: Path, words: list[object], told: str) -> None:
    folder = tmp_path / "data"
    for lang, expected in (("en", told), ("zh", "")):
        result = make(folder, *words, "--lang", lang, status=2)
        assert result.stderr.startswith("gongzhu: ")
        assert result.stderr.count("\n") == 1
        assert expected in result.stderr
    assert not folder.exists()


def test_columns_that_are_asked_for_need_pyarrow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = make(tmp_path, "--parquet", status=2)
    assert "pip install 'gongzhu[research]'" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format":1,"shard_deals":0}'])
def test_broken_contents_are_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "dataset.json").write_text(text, "utf-8")
    for words in ([], ["--check"]):
        result = run("dataset", tmp_path, *words, status=2)
        assert f"{tmp_path}/dataset.json: cannot be read" in result.stderr


def test_a_check_of_no_data_set_and_a_folder_that_is_none(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    assert f"{nowhere} holds no data set" in run("dataset", nowhere, "--check", status=2).stderr
    (tmp_path / "file").write_bytes(b"")
    assert "Not a directory" in make(tmp_path / "file", status=2).stderr


def test_bots_that_search_make_the_same_deals_again(tmp_path: Path) -> None:
    warm()
    words = ["--bots", "strong,network", "--deals", 1, "--no-parquet"]
    for name in "ab":
        make(tmp_path / name, *words)
    assert files(tmp_path / "a") == files(tmp_path / "b")
    told = msgspec.json.decode((tmp_path / "a" / "dataset.json").read_bytes())
    assert told["bots"] == ["strong", "network", "strong", "network"]


@pytest.mark.parametrize(
    ("bots", "deals", "first", "known"),
    [
        (
            "steady",
            1_000_000,
            20,
            "881d7d261ae36d458e17b8574c60850a262e35d39b0281dbf0de32bcdc74c57f",
        ),
        ("strong", 100_000, 3, "b1dcb9d84960eb7d550f5d047e7d684f8898638faa90e77bf943d5c60476aa4d"),
    ],
)
def test_the_data_sets_begin_as_their_known_sums_have_them(
    bots: str, deals: int, first: int, known: str
) -> None:
    """A change here makes all sums of a level in bench/results wrong: those of `strong` are of the
    time before it had a prior, and before points decided near a game's end."""
    whole = contents.DataSet.of(setup_of("gongzhu-pagat", bots, "1", 0.0, "en"), deals)
    lines = write_jsonl(islice(play_deals(whole.setup(0)), first))
    assert hashlib.sha256("".join(lines).encode()).hexdigest() == known
