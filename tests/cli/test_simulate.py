"""`gongzhu simulate`: the file it writes, what it says, and what it refuses."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gongzhu.bots.selfplay import SelfPlayConfig, play_deals
from gongzhu.cli.main import app
from gongzhu.cli.played_deals import PlayedDeal, Summary
from gongzhu.records import DealRecord, read_jsonl
from gongzhu.rules import PRESETS

PROGRAM = Path(sys.executable).with_name("gongzhu")
PAGAT = ["--rules", "gongzhu-pagat", "--seed", "7", "--bots", "random"]


def run(*words: object, status: int = 0, lang: str = "en") -> Result:
    """Run `gongzhu` with these words; it must end with `status`."""
    result = CliRunner(env={"GONGZHU_LANG": lang}).invoke(app, list(map(str, words)))
    assert result.exit_code == status, result.output
    return result


def simulate(*words: object, status: int = 0) -> Result:
    return run("simulate", *words, status=status)


def records_in(path: Path) -> list[DealRecord]:
    return list(read_jsonl(path.read_text("utf-8")))


def test_writes_the_deals_that_the_bots_play(tmp_path: Path) -> None:
    out = tmp_path / "deals.jsonl"
    words = ["--rules", "hearts-denexa", "--seed", "7", "--bots", "steady,random", "--deals", "9"]
    result = simulate(*words, "--out", out)
    rules = PRESETS["hearts-denexa"].rules
    setup = SelfPlayConfig(
        rules=rules, preset="hearts-denexa", levels=("steady", "random"), seed="7", budget=0.1
    )
    expected = [record for record, _ in zip(play_deals(setup), range(9), strict=False)]
    assert records_in(out) == expected
    assert result.stdout == ""
    assert [path.name for path in tmp_path.iterdir()] == ["deals.jsonl"]
    assert "everything is correct" in run("verify", out).stdout


@pytest.mark.rest
def test_players_without_a_search_play_the_same_by_the_same_seed(tmp_path: Path) -> None:
    once, again = tmp_path / "once.jsonl", tmp_path / "again.jsonl"
    words = ["--rules", "gongzhu-pagat", "--seed", "7", "--bots", "policy,network", "--deals", "4"]
    result = simulate(*words, "--out", once)
    simulate(*words, "--out", again, "--jobs", "2")
    assert once.read_bytes() == again.read_bytes()
    assert records_in(once)[0].players == ("policy-0", "network-1", "policy-2", "network-3")
    assert "network-3" in result.stderr
    assert "everything is correct" in run("verify", once).stdout


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_played_and_verified(tmp_path: Path, name: str) -> None:
    out = tmp_path / "deals.jsonl"
    simulate("--rules", name, "--seed", name, "--deals", 3, "--out", out)
    assert [record.preset for record in records_in(out)] == [name] * 3
    assert {player.partition("-")[0] for player in records_in(out)[0].players} == {"steady"}
    assert "Deals: 3" in run("verify", out).stdout


def test_rule_files_are_played_too(tmp_path: Path) -> None:
    rules, out = tmp_path / "ours.toml", tmp_path / "deals.jsonl"
    rules.write_text('preset = "gongzhu-pagat"\nlower_limit = -500\n', "utf-8")
    simulate("--rules", rules, "--deals", 2, "--out", out, "--seed", "a")
    assert [record.preset for record in records_in(out)] == [None, None]
    run("verify", out)


@pytest.mark.rest
@pytest.mark.parametrize("jobs", [2, 3])
def test_any_number_of_jobs_writes_the_same_file(tmp_path: Path, jobs: int) -> None:
    one, more = tmp_path / "one", tmp_path / "more"
    simulate(*PAGAT, "--deals", 25, "--out", one)
    simulate(*PAGAT, "--deals", 25, "--out", more, "--jobs", jobs)
    assert more.read_bytes() == one.read_bytes()


def test_a_longer_run_begins_with_the_shorter_one(tmp_path: Path) -> None:
    short, long = tmp_path / "short", tmp_path / "long"
    simulate(*PAGAT, "--deals", 4, "--out", short)
    simulate(*PAGAT, "--deals", 8, "--out", long)
    assert long.read_bytes().startswith(short.read_bytes())
    assert len(records_in(long)) == 8


def test_a_seed_is_chosen_and_shown_where_none_is_given(tmp_path: Path) -> None:
    files = [tmp_path / name for name in "abc"]
    words = ["--rules", "gongzhu-wiki", "--bots", "random", "--deals", "2"]
    seeds = [
        simulate(*words, "--out", out).stderr.splitlines()[0].removeprefix("seed: ")
        for out in files[:2]
    ]
    assert seeds[0] != seeds[1]
    simulate(*words, "--out", files[2], "--seed", seeds[0])
    assert files[2].read_bytes() == files[0].read_bytes() != files[1].read_bytes()


def test_standard_output(tmp_path: Path) -> None:
    out = tmp_path / "deals.jsonl"
    simulate(*PAGAT, "--deals", 3, "--out", out)
    assert simulate(*PAGAT, "--deals", 3, "--out", "-").stdout_bytes == out.read_bytes()


def test_the_summary_has_averages_by_level_and_player(tmp_path: Path) -> None:
    out = tmp_path / "deals.jsonl"
    words = ["--rules", "gongzhu-pagat", "--seed", "7", "--bots", "random,steady", "--deals", "30"]
    lines = simulate(*words, "--out", out).stderr.splitlines()
    assert lines[0].startswith("Deals: 30, ")
    shown = {name: float(mean) for name, mean, *_ in map(str.split, lines[1:])}
    scores = [record.scores for record in records_in(out)]
    for seat, name in enumerate(("random-0", "steady-1", "random-2", "steady-3")):
        assert shown[name] == pytest.approx(sum(score[seat] for score in scores) / 30, abs=0.01)
    assert shown["random"] == pytest.approx((shown["random-0"] + shown["random-2"]) / 2, abs=0.02)
    assert shown["random"] < shown["steady"]
    over = sum(record.game_over for record in records_in(out))
    assert f"games finished: {over}," in lines[0]


def test_pooled_partners_have_the_score_of_their_pile(tmp_path: Path) -> None:
    rules, out = tmp_path / "ours.toml", tmp_path / "deals.jsonl"
    rules.write_text('preset = "gongzhu-pagat"\npartners = "pooled"\n', "utf-8")
    result = simulate("--rules", rules, "--deals", 1, "--out", out, "--seed", "a")
    (scores,) = (record.scores for record in records_in(out))
    shown = [float(line.split()[1]) for line in result.stderr.splitlines()[1:]]
    assert shown == [*scores, *scores]


class TestInterrupted:
    """Ctrl-C comes while the third deal is counted."""

    @pytest.fixture(autouse=True)
    def _interrupt(self, monkeypatch: pytest.MonkeyPatch) -> None:
        add = Summary.add

        def add_and_interrupt(self: Summary, deal: PlayedDeal) -> None:
            add(self, deal)
            if self.deals == 3:
                os.kill(os.getpid(), signal.SIGINT)

        monkeypatch.setattr(Summary, "add", add_and_interrupt)

    def test_whole_lines_are_kept_beside_the_old_file(self, tmp_path: Path) -> None:
        out = tmp_path / "deals.jsonl"
        out.write_text("as it was", "utf-8")
        result = simulate(*PAGAT, "--deals", 1000, "--out", out, "--force", status=130)
        assert len(records_in(tmp_path / "deals.jsonl.part")) == 3
        assert out.read_text("utf-8") == "as it was"
        last = result.stderr.splitlines()[-1]
        assert last == f"Stopped. The 3 deals played so far are in {out}.part."

    @pytest.mark.rest
    def test_and_so_they_are_with_several_jobs(self, tmp_path: Path) -> None:
        out = tmp_path / "deals.jsonl"
        simulate(*PAGAT, "--deals", 1000, "--out", out, "--jobs", 2, status=130)
        assert len(records_in(tmp_path / "deals.jsonl.part")) == 3

    def test_the_signal_means_again_what_it_did(self, tmp_path: Path) -> None:
        before = signal.getsignal(signal.SIGINT)
        simulate(*PAGAT, "--deals", 1000, "--out", tmp_path / "a", status=130)
        assert signal.getsignal(signal.SIGINT) is before

    def test_the_last_deal_of_a_run_makes_it_whole(self, tmp_path: Path) -> None:
        out = tmp_path / "deals.jsonl"
        simulate(*PAGAT, "--deals", 3, "--out", out)
        assert len(records_in(out)) == 3


def test_a_bot_that_breaks_down_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "deals.jsonl"
    out.write_text("as it was", "utf-8")

    def broken(self: Summary, deal: PlayedDeal) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Summary, "add", broken)
    result = CliRunner().invoke(
        app, ["simulate", *PAGAT, "--deals", "3", "--out", str(out), "--force"]
    )
    assert isinstance(result.exception, ZeroDivisionError)
    assert out.read_text("utf-8") == "as it was"
    assert [path.name for path in tmp_path.iterdir()] == ["deals.jsonl"]


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--deals", "0", "--deals 0: must be a whole number from 1"),
        ("--jobs", "0", "--jobs 0: must be a whole number from 1 to 256"),
        ("--jobs", "257", "--jobs 257: must be a whole number from 1 to 256"),
        ("--budget", "-1", "--budget -1.0: must be a number of seconds, 0 or more"),
        ("--budget", "nan", "--budget nan: must be a number of seconds, 0 or more"),
        ("--bots", "best", "--bots best: there is no such bot level; choose from random, "),
        ("--bots", "best", "steady, strong, master, policy, network\n"),
        ("--bots", "random,", "--bots : there is no such bot level; choose from random, "),
        ("--bots", "random" + ",random" * 4, "must be at most 4 levels, one for each seat"),
        ("--seed", "a\x1bb", r"--seed 'a\x1bb': must be printable text"),
        ("--rules", "gongzhu", 'rules = "gongzhu": '),
    ],
)
def test_bad_values_are_refused_in_one_line(
    tmp_path: Path, option: str, value: str, told: str
) -> None:
    words = [*PAGAT, "--deals", "2", "--out", str(tmp_path / "a"), option, value]
    for lang, expected in (("en", told), ("zh", "")):
        result = run("simulate", *words, "--lang", lang, status=2)
        assert result.stderr.startswith("gongzhu: ")
        assert result.stderr.count("\n") == 1
        assert expected in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(
    tmp_path: Path,
) -> None:
    nowhere = tmp_path / "nowhere" / "deals.jsonl"
    result = simulate(*PAGAT, "--deals", 10**9, "--out", nowhere, status=2)
    assert result.stderr == f"gongzhu: {nowhere}: No such file or directory\n"
    result = simulate(*PAGAT, "--deals", 10**9, "--out", tmp_path, status=2)
    assert result.stderr == f"gongzhu: {tmp_path}: Is a directory\n"
    for nameless in (".", "/", ""):
        result = simulate(*PAGAT, "--deals", 10**9, "--out", nameless, status=2)
        assert result.stderr == f"gongzhu: {nameless}: Is a directory\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("taken", ["deals.jsonl", "deals.jsonl.part"])
def test_a_file_is_not_written_over_without_force(tmp_path: Path, taken: str) -> None:
    there, out = tmp_path / taken, tmp_path / "deals.jsonl"
    there.write_text("a letter", "utf-8")
    result = simulate(*PAGAT, "--deals", 10**9, "--out", out, status=2)
    assert result.stderr.startswith(f"gongzhu: {there}: already exists")
    assert "--force" in result.stderr
    assert there.read_text("utf-8") == "a letter"
    simulate(*PAGAT, "--deals", 2, "--out", out, "--force")
    assert len(records_in(out)) == 2


def test_a_device_is_written_to_and_not_replaced() -> None:
    simulate(*PAGAT, "--deals", 2, "--out", os.devnull)
    assert not Path(os.devnull).is_file()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    link.symlink_to(real)
    simulate(*PAGAT, "--deals", 2, "--out", link)
    assert link.is_symlink()
    assert len(records_in(real)) == 2


@pytest.mark.smoke
def test_a_reader_may_leave_early() -> None:
    command = [str(PROGRAM), "simulate", *PAGAT, "--deals", "100000", "--out", "-"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b'{"format":1')
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.rest
@pytest.mark.parametrize(("to_terminal", "bar"), [(False, True), (True, False)])
def test_a_bar_is_drawn_where_nothing_else_is(tmp_path: Path, to_terminal: bool, bar: bool) -> None:
    ours, theirs = os.openpty()
    target = theirs if to_terminal else subprocess.DEVNULL
    out = "-" if to_terminal else str(tmp_path / "a")
    command = [str(PROGRAM), "simulate", *PAGAT, "--deals", "2", "--out", out]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen(command, stdout=target, stderr=theirs, env=environment) as process:
        os.close(theirs)
        shown = b""
        # A terminal that its last user has left fails to be read.
        with contextlib.suppress(OSError):
            while chunk := os.read(ours, 4096):
                shown += chunk
        os.close(ours)
    assert process.returncode == 0
    assert (b"2/2" in shown) == bar
    assert b"Deals: 2, " in shown


@pytest.mark.rest
def test_both_languages_say_what_happened(tmp_path: Path) -> None:
    words = [*PAGAT, "--deals", "2", "--out", tmp_path / "a"]
    assert "Deals: 2," in simulate(*words).stderr
    assert "2 副牌" in simulate(*words, "--lang", "zh", "--force").stderr
    assert (
        "让机器人互相对打"
        in subprocess.run(
            [PROGRAM, "simulate", "--help"],
            env=os.environ | {"GONGZHU_LANG": "zh", "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    )
