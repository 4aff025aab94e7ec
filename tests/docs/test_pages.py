"""The pages against the project: what they name exists, and what they tell of the rules is so."""

import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from gongzhu.cards import Card, Suit
from gongzhu.cli.main import app
from gongzhu.cli.program import Late
from gongzhu.rules import PRESETS, Mode, example_rules, options_of, score_piles
from gongzhu.rules.option_table import shorthand_options
from tests.docs.reading import DOCS, ROOT, name_of, rows_of

PAGES = sorted({*ROOT.glob("*.md"), *DOCS.rglob("*.md")})
OPTIONS = [DOCS / "rule-files.md", DOCS / "zh" / "rule-files.md"]
CODE = re.compile(r"```\w*\n.*?```|`[^`\n]+`", re.DOTALL)
COMMAND = re.compile(r"(?<![\w/-])gongzhu( +[a-z]+(?:-[a-z]+)*)?( +[a-z]+(?:-[a-z]+)*)?([^\n`|#]*)")


def code_of(page: Path) -> Iterator[str]:
    """Everything that a page prints as code."""
    yield from CODE.findall(page.read_text("utf-8"))


def test_the_parts_that_come_from_the_engine_are_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(DOCS)
    files = runpy.run_path(str(DOCS / "generate.py"))["files"]
    stale = [file for file, text in files() if not file.exists() or file.read_text("utf-8") != text]
    assert stale == [], "run docs/generate.py"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        path, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        there = (page.parent / path) if path else page
        assert there.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", there.read_text("utf-8"), re.MULTILINE)
            assert anchor in {heading.lower().replace(" ", "-") for heading in headings}, target


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_tests_that_are_named_exist(page: Path) -> None:
    for name in re.findall(r"`((?:tests|bench)/[\w/]+\.\w+)`", page.read_text("utf-8")):
        assert (ROOT / name).is_file(), name


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_and_their_options_exist(page: Path) -> None:
    program = typer.main.get_command(app)
    for code in code_of(page):
        for first, second, rest in COMMAND.findall(code):
            command = program
            for word in (first.strip(), second.strip()):
                if word and isinstance(command, typer.core.TyperGroup):
                    assert word in command.commands, f"{code}: no command {word}"
                    command = command.commands[word]
                    if isinstance(command, Late):
                        command = command.load()
            known = {
                name for option in command.params for name in (*option.opts, *option.secondary_opts)
            }
            assert set(re.findall(r" (--[a-z-]+)", rest)) <= known | {"--help"}, code


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_presets_exist(page: Path) -> None:
    name = r"(?<![-\w])(?:gongzhu|hearts)-[a-z0-9]+(?:-[a-z0-9]+)*"
    examples = {example.name for example in example_rules()}
    assert set(re.findall(name, page.read_text("utf-8"))) <= examples | set(PRESETS)


PILES = [
    pytest.param(*row, id=f"{name_of(page)}: {row[0]}, {row[2]}")
    for page, head in ((DOCS / "rules.md", "Pile"), (DOCS / "zh" / "rules.md", "收到的牌"))
    for row in rows_of(page, head)
]


def cards_of(text: str) -> set[Card]:
    """The cards of a pile as the rules pages write it."""
    everything = {card for card in Card if card.suit is Suit.HEARTS}
    signs = {str(card): card for card in Card}
    named = {signs[sign] for sign in re.findall(r"(?:10|[2-9JQKA])[♣♦♥♠]", text)}
    return named | everything if re.search("all hearts|全红", text) else named


@pytest.mark.parametrize(("pile", "shown", "name", "sum_"), PILES)
def test_the_piles_of_the_rules_page_score_as_it_says(
    pile: str, shown: str, name: str, sum_: str
) -> None:
    mode: Mode = "up" if re.search("face up|明卖", shown) else "open"
    exposed = dict.fromkeys(cards_of(shown), mode)
    score = score_piles(PRESETS[name].rules, [tuple(cards_of(pile))], exposed, [0])
    assert score.points == (int(sum_.rsplit("=", maxsplit=1)[-1].replace("−", "-")),)


def test_there_are_as_many_piles_in_both_languages() -> None:
    assert len(PILES) == 26


@pytest.mark.parametrize("page", OPTIONS, ids=name_of)
def test_every_option_named_alone_exists(page: Path) -> None:
    known = {*options_of(), *shorthand_options()}
    named = set(re.findall(r"\*\*`([a-z_]+)`\*\*", page.read_text("utf-8")))
    assert named == known


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md"])
def test_the_readme_is_short(name: str) -> None:
    assert len((ROOT / name).read_text("utf-8").splitlines()) <= 150
