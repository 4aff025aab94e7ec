"""What the pages show is so: their examples are run, and what they print is compared."""

import ast
import doctest
import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gongzhu.cli.main import app

ROOT = Path(__file__).parents[2]
PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")})
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
MATCHES = doctest.ELLIPSIS


def blocks(page: Path, language: str) -> Iterator[tuple[int, str]]:
    """The fenced blocks of a page in a language, with the line on which each one begins."""
    text = page.read_text("utf-8")
    for found in FENCE.finditer(text):
        if found[1] == language:
            yield text[: found.start()].count("\n") + 1, found[2]


def pages_with(language: str) -> list[Path]:
    """The pages with such blocks, but for Chinese ones that show the same as the English."""
    found: dict[tuple[str, ...], Path] = {}
    for page in PAGES:
        if shown := tuple(code for _, code in blocks(page, language)):
            found.setdefault(shown, page)
    assert found, language
    return [*found.values()]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", pages_with("python"), ids=name_of)
def test_python(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    parser, names = doctest.DocTestParser(), dict[str, object]()
    runner = doctest.DocTestRunner(optionflags=MATCHES)
    for line, code in blocks(page, "python"):
        test = parser.get_doctest(code, names, name_of(page), str(page), line)
        assert test.examples, f"{name_of(page)}:{line}: nothing to run"
        runner.run(test, clear_globs=False)
        names = test.globs
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.long
@pytest.mark.parametrize("notebook", sorted((ROOT / "docs").rglob("*.ipynb")), ids=name_of)
def test_the_cells_of_a_notebook_show_what_they_give(notebook: Path) -> None:
    """The page that it is made of is run every day."""
    names = dict[str, object]()
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        shown = ["".join(output["data"]["text/plain"]) for output in cell["outputs"]]
        *statements, last = ast.parse("".join(cell["source"])).body
        if isinstance(last, ast.Expr) and shown:
            exec(compile(ast.Module(statements, []), notebook.name, "exec"), names)
            given = eval(compile(ast.Expression(last.value), notebook.name, "eval"), names)
            assert [repr(given)] == shown
        else:
            exec("".join(cell["source"]), names)
            assert not shown


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block, with what it is said to print."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def ran(command: str) -> str:
    """What a command of the program prints, in English unless it asks for another language."""
    command, _, source = command.partition(" < ")
    program, *words = shlex.split(command)
    assert program == "gongzhu", command
    runner = CliRunner(env={"COLUMNS": "80", "GONGZHU_LANG": "en"})
    given = Path(source).read_text("utf-8") if source else ""
    result = runner.invoke(app, words, given, catch_exceptions=False)
    assert result.exit_code in (0, 1), result.stderr
    return result.stdout


@pytest.mark.rest
@pytest.mark.parametrize("page", pages_with("console"), ids=name_of)
def test_console(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`$ cat FILE` shows a file that the commands after it use; the rest is run."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for line, block in blocks(page, "console"):
        for command, output in commands(block):
            if command.startswith("cat "):
                Path(command.removeprefix("cat ")).write_text(output, "utf-8")
            else:
                told = ran(command)
                matches = doctest.OutputChecker().check_output(output, told, MATCHES)
                assert matches, f"{name_of(page)}:{line}: {command}\n{told}"
