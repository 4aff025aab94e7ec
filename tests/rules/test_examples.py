"""The rule files of `examples`: each loads and explains itself, says where its game is described,
and gives the figures that stand there."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from gongzhu.cards import Card
from gongzhu.rules import (
    PRESETS,
    DealScore,
    ExampleRules,
    Game,
    Mode,
    RuleError,
    changes_from,
    example_rules,
    explain,
    load_rules,
    piles,
    rules_from_preset,
    score_piles,
    side_of,
)
from gongzhu.texts import LANGUAGES, Lang, keys, say
from tests.support.tables import cards

FILES = {path.stem: path for path in (Path(__file__).parents[2] / "examples").glob("*.toml")}
FIGURES = tomllib.loads(Path(__file__).with_name("example_figures.toml").read_text("utf-8"))
EXAMPLES = [pytest.param(example, id=example.name) for example in example_rules()]
MODES: tuple[tuple[str, Mode], ...] = (("exposed", "open"), ("up", "up"), ("down", "down"))


def named(figures: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(each, id=f"{each['example']}: {each['says']}") for each in figures]


def score_of(figure: dict[str, Any]) -> DealScore:
    """The score of a deal whose first pile is that of the figure, and whose others are empty."""
    rules = load_rules(figure["example"]).rules
    others = [()] * (len(piles(rules)) - 1)
    exposed: dict[Card, Mode] = {
        card: mode for key, mode in MODES for card in cards(figure.get(key, ""))
    }
    all_tricks = 0 if figure.get("every_trick") else None
    tricks = [0] * len(piles(rules))
    captured = [cards(figure["pile"]), *others]
    return score_piles(rules, captured, exposed, tricks, all_tricks=all_tricks)


def test_every_file_is_an_example_with_a_title() -> None:
    names = [example.name for example in example_rules()]
    assert names == sorted(FILES)
    assert {key for key in keys("en") if key.startswith("examples.")} == {
        f"examples.{name}" for name in names
    }
    assert len({say(f"examples.{name}", "zh") for name in names}) == len(names)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_loaded_by_its_name_and_by_its_path(example: ExampleRules) -> None:
    for source in (example.name, str(FILES[example.name])):
        assert load_rules(source) == example.named
    assert example.named.name == say(f"examples.{example.name}", "en")


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_says_what_it_is_and_where_it_is_described(example: ExampleRules) -> None:
    comment = [
        line for line in FILES[example.name].read_text("utf-8").splitlines() if line[:1] == "#"
    ]
    assert comment[-1] == f"# Source: {example.source}"
    assert 2 <= len(comment) <= 5
    assert all(len(line) <= 100 for line in comment)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_line_of_an_example_matters(example: ExampleRules) -> None:
    stated = tomllib.loads(FILES[example.name].read_text("utf-8"))
    for name in stated.keys() - {"preset", "name"}:
        rest = {key: value for key, value in stated.items() if key not in ("preset", "name", name)}
        try:
            _, rules = rules_from_preset(example.named.base, rest)
        except RuleError:
            continue
        assert rules != example.named.rules, name


@pytest.mark.parametrize("example", EXAMPLES)
def test_what_differs_from_the_preset_comes_to_the_example(example: ExampleRules) -> None:
    base, rules = example.named.base, example.named.rules
    assert rules_from_preset(base, changes_from(base, rules)) == (None, rules)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_explains_itself(example: ExampleRules, lang: Lang) -> None:
    rules, base = example.named.rules, PRESETS[example.named.base].rules
    sentences = {item.text for section in explain(rules, lang) for item in section.sentences}
    assert sentences - {item.text for section in explain(base, lang) for item in section.sentences}


@pytest.mark.parametrize("figure", named(FIGURES["figure"]))
def test_a_figure_of_the_source(figure: dict[str, Any]) -> None:
    score = score_of(figure)
    assert score.points[0] == figure["score"]
    if "others" in figure:
        rules = load_rules(figure["example"]).rules
        own = side_of(rules, piles(rules)[0][0])
        for owners, points in zip(piles(rules)[1:], score.points[1:], strict=True):
            assert points == (0 if side_of(rules, owners[0]) == own else figure["others"])


@pytest.mark.parametrize("figure", named(FIGURES["total"]))
def test_a_total_of_the_source(figure: dict[str, Any]) -> None:
    game = Game.new(load_rules(figure["example"]).rules)
    scores = [figure["before"], *[0] * (len(game.totals) - 1)]
    game = game.after(scores, None).after(score_of(figure).points, None)
    assert game.totals[0] == figure["after"]
    assert game.result is None


def test_variety() -> None:
    rules = [example.named.rules for example in example_rules()]
    assert {each.players for each in rules} == {3, 4, 5, 6, 7, 8}
    assert {each.family for each in rules} == {"gongzhu", "hearts"}
