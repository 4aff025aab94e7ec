"""The start of the program: nothing is imported that is not needed, and nothing is missing."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from gongzhu.cli.main import PLACES, app
from gongzhu.texts import say, width_of
from tests.support.fresh_python import run_code

SLOW = {"numba", "numpy", "pydantic", "rich", "starlette", "textual", "uvicorn"}
"""Each of these takes longer than a page of help by itself."""
OF_EVERY_COMMAND = {
    f"gongzhu.cli.{name}" for name in ("common", "files", "main", "program", "usage")
}


def modules_of(*words: str) -> set[str]:
    """Every module that is there once the program has run with these words."""
    return modules_after(words)


def modules_after(*runs: Sequence[str]) -> set[str]:
    """Every module that is there once the program has run with each of these words."""
    code = f"""
import contextlib, json, sys
from gongzhu.cli.main import app
for words in {[list(words) for words in runs]!r}:
    with contextlib.suppress(SystemExit):
        app(words, prog_name="gongzhu")
print("", json.dumps([*sys.modules]), sep="\\n")
"""
    return set(json.loads(run_code(code).splitlines()[-1]))


def commands_among(modules: set[str]) -> set[str]:
    """The modules of commands."""
    own = {name for name in modules if name.startswith("gongzhu.cli.")}
    return own - OF_EVERY_COMMAND


@pytest.mark.smoke
@pytest.mark.parametrize("words", [["--help"], ["--version"], []])
def test_the_list_of_commands_imports_none_of_them(words: Sequence[str]) -> None:
    modules = modules_of(*words)
    assert not modules & SLOW
    assert not commands_among(modules)


@pytest.mark.smoke
def test_the_help_of_a_command_imports_that_command_alone() -> None:
    modules = modules_of("score", "--help")
    assert not modules & (SLOW | {"msgspec", "gongzhu.rules"})
    assert commands_among(modules) == {"gongzhu.cli.score", "gongzhu.cli.score.command"}
    assert not modules_after(*([name, "--help"] for name in PLACES)) & SLOW


@pytest.mark.smoke
def test_commands_that_do_not_search_import_no_kernels() -> None:
    searching = {"numba", "numpy", "llvmlite"}
    assert not modules_of("rules", "list") & searching
    assert not modules_of("verify", "examples/friday.gzn") & searching
    bots = ("--bots", "random,novice,steady", "--out", os.devnull)
    assert not modules_of("simulate", "--rules", "gongzhu-pagat", "--deals", "1", *bots) & searching


@pytest.mark.parametrize("name", PLACES)
def test_every_command_has_its_line_and_its_page(name: str) -> None:
    runner = CliRunner(env={"GONGZHU_LANG": "en"})
    about = say(PLACES[name][1], "en")
    page = runner.invoke(app, [name, "--help"], prog_name="gongzhu")
    assert page.output.startswith(f"Usage: gongzhu {name} ")
    assert "".join(about.split()) in "".join(page.output.split())
    assert "Print this help and exit." in page.output
    listed = runner.invoke(app, ["--help"], prog_name="gongzhu").output
    assert f"\n  {name} " in listed
    assert about.split(".")[0].split()[0] in listed


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", ["serve", "score", "puzzles", "admin"])
def test_pages_of_help_fit_the_terminal(name: str, lang: str, columns: int) -> None:
    env = {"GONGZHU_LANG": lang, "COLUMNS": str(columns)}
    page = CliRunner(env=env).invoke(app, [name, "--help"], prog_name="gongzhu").output
    broad = [line for line in page.splitlines() if width_of(line) > columns]
    assert all(len(line.split()) <= 3 for line in broad), "nothing but names is too wide"
    if lang == "zh":
        assert "选项：" in page
        assert "显示这段帮助后退出。" in page


@pytest.mark.smoke
def test_what_typer_adds_to_a_page_is_chinese_too() -> None:
    # In a process of its own: modules of commands ask for the language when they are imported.
    code = """
import contextlib
from gongzhu.cli.main import PLACES, app
for name in PLACES:
    with contextlib.suppress(SystemExit):
        app([name, "--help"], prog_name="gongzhu")
"""
    pages = run_code(code, GONGZHU_LANG="zh", COLUMNS="100")
    assert pages.count("用法：gongzhu ") == pages.count("[选项]") == len(PLACES)
    for word in ("OPTIONS", "COMMAND [", "default:", "required", "env var", "range", "<str>"):
        assert word not in pages


def completed(*words: str) -> list[str]:
    """The words that a shell is offered for the last of these words."""
    line = " ".join(["gongzhu", *words])
    env = {
        "_GONGZHU_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words)),
        "GONGZHU_LANG": "en",
    }
    return CliRunner(env=env).invoke(app, [], prog_name="gongzhu").output.split()


def test_words_are_completed() -> None:
    assert completed("") == list(PLACES)
    assert completed("ver") == ["verify", "verify-deal"]
    assert completed("rules", "") == ["list", "show", "check", "template", "new"]
    assert {"--rules", "--jsonl", "--file"} <= {*completed("score", "--")}
    assert {"--version", "--install-completion"} <= {*completed("--")}


def test_a_command_stands_for_itself_once_it_is_loaded() -> None:
    program = typer.main.get_command(app)
    assert isinstance(program, typer.core.TyperGroup)
    for name, late in program.commands.items():
        command = late.load()  # type: ignore[attr-defined]
        assert command.name == name
        assert isinstance(command, typer.core.TyperGroup) == (name in ("rules", "puzzles", "admin"))


@pytest.mark.smoke
@pytest.mark.parametrize("words", [["puzzles", "list"], ["rules", "list"], ["--version"]])
def test_a_full_disk_is_told_in_one_line(words: list[str]) -> None:
    program = [sys.executable, "-c", "from gongzhu.cli.main import main; main()", *words]
    environment = os.environ | {"GONGZHU_LANG": "en"}
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            program, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=environment
        )
    told = "gongzhu: cannot write any more: No space left on device\n"
    assert (ended.returncode, ended.stderr) == (1, told)


@pytest.mark.smoke
@pytest.mark.parametrize("stream", [0, 1, 2])
def test_a_stream_that_is_closed_is_no_fault_to_tell(stream: int) -> None:
    code = (
        "import sys; from gongzhu.cli import main;"
        "main.app = lambda: sys.stdout.write('written'); main.main()"
    )
    command = shlex.join([sys.executable, "-c", code])
    ended = subprocess.run(
        ["sh", "-c", f"{command} {stream}>&-"], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == ("" if stream == 1 else "written")


@pytest.mark.smoke
def test_a_reader_that_has_left_is_no_fault_to_tell() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    program = [sys.executable, "-c", "from gongzhu.cli.main import main; main()", "--version"]
    ended = subprocess.run(program, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (1, b"")


@pytest.mark.smoke
def test_a_command_without_its_extra_says_what_to_install() -> None:
    code = """
import importlib.abc, sys
class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "starlette":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
sys.argv = ["gongzhu", "serve", "--no-open"]
from gongzhu.cli.main import main
try:
    main()
except SystemExit as end:
    print(end.code)
"""
    assert "starlette, which is not installed: pip install 'gongzhu[all]'" in run_code(code)
