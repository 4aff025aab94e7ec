"""What pages say of the server's guard is so."""

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest
import typer

from gongzhu.cli.main import app
from gongzhu.cli.program import Late
from tests.docs.reading import DOCS, ROOT, name_of

PAGES = (DOCS / "security.md", DOCS / "zh" / "security.md")
each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)


@cache
def functions_of(path: str) -> frozenset[str]:
    """The names of the functions of a file."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in tree.body if isinstance(node, kinds))


def test_what_shows_that_the_standard_is_met_is_there() -> None:
    text = (ROOT / "proof" / "asvs.md").read_text("utf-8")
    for path, function in re.findall(r"`([\w./-]+)::(\w+)`", text):
        assert function in functions_of(path), f"{path}::{function}"
    for path in re.findall(r"`((?:src|web|packaging|proof)/[\w./-]+)`", text):
        assert (ROOT / path).exists(), path


@each_page
def test_limits_are_those_of_the_program(page: Path) -> None:
    """The numbers that hosts may set stand in the table of limits as they are."""
    command = typer.main.get_command(app)
    assert isinstance(command, typer.core.TyperGroup)
    serve = command.commands["serve"]
    assert isinstance(serve, Late)
    known = {
        name: option.default
        for option in serve.load().params
        for name in option.opts
        if isinstance(option.default, int | float)
    }
    text = (page.parent / "hosting.md").read_text("utf-8")
    seen = set()
    for row in re.findall(r"^\|.*\|.*\|.*`--.*\|$", text, re.MULTILINE):
        _, much, names = [cell.strip() for cell in row.strip("|").split("|")]
        numbers = {float(one.replace(",", "")) for one in re.findall(r"\d[\d,]*", much)}
        for name in re.findall(r"`(--[\w-]+)`", names):
            if numbers and name in known:
                assert known[name] in numbers | {1024 * one for one in numbers}, row
                seen.add(name)
    assert len(seen) >= 12


def test_every_library_is_pinned_by_its_hash() -> None:
    for file in sorted((ROOT / "requirements").glob("*.txt")):
        text = re.sub(r"^\s*#.*\n", "", file.read_text("utf-8"), flags=re.MULTILINE)
        for line in text.replace("\\\n", " ").splitlines():
            if line.strip() and not line.startswith("-"):
                assert re.match(r"[\w.\[\]-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", line), line
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    for name, package in locked["packages"].items():
        assert not name or str(package["integrity"]).startswith("sha512-"), name
