"""The page about security: every requirement of the standard has its line, and what a line names
is there."""

import ast
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import typer

from gongzhu.cli.main import app
from gongzhu.cli.program import Late
from tests.docs.reading import DOCS, ROOT, name_of

PAGES = (DOCS / "security.md", DOCS / "zh" / "security.md")
STATES = {"达到": "met", "不适用": "n/a", "未达到": "open", "管理员": "operator"}
# For each section of OWASP ASVS 5.0.0, the levels of its requirements in their order.
LEVELS = {
    "1.1": "22",
    "1.2": "1111122223",
    "1.3": "112222222223",
    "1.4": "222",
    "1.5": "123",
    "2.1": "122",
    "2.2": "112",
    "2.3": "12223",
    "2.4": "22",
    "3.1": "3",
    "3.2": "113",
    "3.3": "12223",
    "3.4": "11222233",
    "3.5": "11122333",
    "3.6": "3",
    "3.7": "22333",
    "4.1": "12233",
    "4.2": "23333",
    "4.3": "22",
    "4.4": "1222",
    "5.1": "2",
    "5.2": "112333",
    "5.3": "113",
    "5.4": "222",
    "6.1": "122",
    "6.2": "111111112222",
    "6.3": "11223333",
    "6.4": "112233",
    "6.5": "22222333",
    "6.6": "2223",
    "6.7": "33",
    "6.8": "2222",
    "7.1": "222",
    "7.2": "1111",
    "7.3": "22",
    "7.4": "11222",
    "7.5": "223",
    "7.6": "22",
    "8.1": "1233",
    "8.2": "1123",
    "8.3": "133",
    "8.4": "23",
    "9.1": "111",
    "9.2": "1222",
    "10.1": "22",
    "10.2": "223",
    "10.3": "22223",
    "10.4": "1111122222233333",
    "10.5": "22222",
    "10.6": "22",
    "10.7": "222",
    "11.1": "2233",
    "11.2": "22233",
    "11.3": "11233",
    "11.4": "1222",
    "11.5": "23",
    "11.6": "23",
    "11.7": "33",
    "12.1": "12233",
    "12.2": "11",
    "12.3": "22223",
    "13.1": "2333",
    "13.2": "222223",
    "13.3": "2233",
    "13.4": "1222233",
    "14.1": "22",
    "14.2": "12223333",
    "14.3": "122",
    "15.1": "12233",
    "15.2": "12233",
    "15.3": "1222222",
    "15.4": "3333",
    "16.1": "2",
    "16.2": "22222",
    "16.3": "2222",
    "16.4": "222",
    "16.5": "2223",
    "17.1": "23",
    "17.2": "22223333",
    "17.3": "22",
}
WANTED = [
    f"{section}.{number}"
    for section, levels in LEVELS.items()
    for number, level in enumerate(levels, start=1)
    if level in "12"
]
each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)


def lines(page: Path) -> list[list[str]]:
    """Number, subject, state and reason of every requirement."""
    text = page.read_text("utf-8")
    found = re.findall(r"^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.+) \|$", text, re.MULTILINE)
    return [list(cells) for cells in found]


@cache
def functions_of(path: str) -> frozenset[str]:
    """The names of the functions of a file."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in tree.body if isinstance(node, kinds))


def test_the_standard_is_whole() -> None:
    assert Counter("".join(LEVELS.values())) == {"1": 70, "2": 184, "3": 91}


@each_page
def test_every_requirement_has_one_line(page: Path) -> None:
    assert [line[0] for line in lines(page)] == WANTED


def test_both_languages_say_the_same_of_each() -> None:
    english, chinese = map(lines, PAGES)
    assert {line[2] for line in english} <= set(STATES.values())
    assert [line[2] for line in english] == [STATES[line[2]] for line in chinese]


@each_page
def test_what_is_open_is_told_at_the_end(page: Path) -> None:
    text = page.read_text("utf-8").rpartition("\n## ")[2]
    still = [line[0] for line in lines(page) if STATES.get(line[2], line[2]) == "open"]
    assert sorted(re.findall(r"\d+\.\d+\.\d+", text)) == sorted(still)
    assert {str(len(WANTED)), str(len(still))} <= set(re.findall(r"\d+", text))


def test_what_shows_it_is_there() -> None:
    named = 0
    for number, _, state, why in lines(PAGES[0]):
        for path, function in re.findall(r"`([\w./-]+)::(\w+)`", why):
            assert function in functions_of(path), f"{number}: {path}::{function}"
            named += 1
        for path in re.findall(r"`((?:src|web|packaging|proof)/[\w./-]+)`", why):
            assert (ROOT / path).exists(), f"{number}: {path}"
        if state == "met":
            assert "`" in why or "](" in why, number
    assert named > 150


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
