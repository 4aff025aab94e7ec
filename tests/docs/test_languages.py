"""Each page says in Chinese what it says in English, as far as a program can tell: the same parts,
the same code and the same figures. So whoever changes one is reminded of the other."""

import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
# The changelog is written in English only.
ENGLISH_ONLY = {"changelog", "zh/index"}
ENGLISH = [
    page for page in sorted(DOCS.glob("*.md")) if page.name not in ("changelog.md", "index.md")
]

FENCE = re.compile(r"^```(\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
# A number of one digit may be a word in the other language.
FIGURE = re.compile(r"\d[\d,.]*\d")
each_page = pytest.mark.parametrize(
    "english", [*ENGLISH, ROOT / "README.md"], ids=lambda page: page.stem
)


def chinese(english: Path) -> Path:
    return DOCS / "zh" / english.name if english in ENGLISH else ROOT / "README.zh-CN.md"


def sections(page: Path) -> list[tuple[int, str]]:
    """The level and the text of each section, without its blocks of code."""
    text = FENCE.sub("", page.read_text("utf-8"))
    parts = re.split(r"^(#+) .*$", text, flags=re.MULTILINE)[1:]
    return [(len(mark), text) for mark, text in zip(parts[::2], parts[1::2], strict=True)]


def rows(section: str) -> list[str]:
    return re.findall(r"^\|.*\|$", section, re.MULTILINE)


def figures(text: str) -> list[str]:
    """The numbers in a text, sorted, since the other language turns sentences round."""
    return sorted(FIGURE.findall(text))


def shape(section: tuple[int, str]) -> tuple[int, int, list[int]]:
    """A section's level, how many items its lists have, and how many cells its tables' rows."""
    level, text = section
    items = re.findall(r"^ *(?:\*|\d+\.) ", text, re.MULTILINE)
    return level, len(items), [row.count("|") for row in rows(text)]


def kept(language: str, code: str) -> list[str]:
    """What of a block of code does not depend on the reader's language."""
    if language in ("console", "text"):
        commands = re.findall(r"^\$ (.*)$", code, re.MULTILINE)
        return [command.replace(" --lang zh", "") for command in commands] or figures(code)
    if language == "python":
        code = "\n".join(re.findall(r"^(?:>>>|\.\.\.).*$", code, re.MULTILINE))
    code = re.sub(r"( {2,}|^)#.*$| --lang zh", "", code, flags=re.MULTILINE)
    return re.sub(r""", "zh"|"[^"\n]*"|'[^'\n]*'""", "", code).split()


def test_every_page_is_there_in_both_languages_and_listed() -> None:
    names = {page.stem for page in ENGLISH}
    assert names == {page.stem for page in (DOCS / "zh").glob("*.md")} - {"index"}
    for index, others in ((DOCS / "zh" / "index.md", set()), (DOCS / "index.md", ENGLISH_ONLY)):
        trees = FENCE.findall(index.read_text("utf-8"))
        listed = [page for _, tree in trees for page in tree.partition("\n\n")[2].split()]
        assert sorted(listed) == sorted(names | others)


@each_page
def test_both_have_the_same_parts(english: Path) -> None:
    assert [*map(shape, sections(english))] == [*map(shape, sections(chinese(english)))]


@each_page
def test_both_show_the_same_code(english: Path) -> None:
    ours, theirs = (
        [
            (language, kept(language, code))
            for language, code in FENCE.findall(page.read_text("utf-8"))
        ]
        for page in (english, chinese(english))
    )
    assert ours == theirs


@each_page
def test_both_give_the_same_figures(english: Path) -> None:
    for (_, ours), (_, theirs) in zip(sections(english), sections(chinese(english)), strict=True):
        assert {*figures(ours)} == {*figures(theirs)}


@each_page
def test_both_give_them_in_the_same_rows(english: Path) -> None:
    for (_, ours), (_, theirs) in zip(sections(english), sections(chinese(english)), strict=True):
        assert sorted(map(figures, rows(ours))) == sorted(map(figures, rows(theirs)))


@each_page
def test_all_code_within_sentences_is_in_both(english: Path) -> None:
    for (_, ours), (_, theirs) in zip(sections(english), sections(chinese(english)), strict=True):
        assert [span for span in SPAN.findall(ours) if span not in theirs] == []


@each_page
def test_each_leads_to_the_other(english: Path) -> None:
    there = chinese(english).relative_to(english.parent)
    back = os.path.relpath(english, chinese(english).parent)
    assert f"\n[中文]({there})\n" in english.read_text("utf-8")
    assert f"\n[English]({back})\n" in chinese(english).read_text("utf-8")
