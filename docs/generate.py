"""Writes the parts of the pages that come from the engine, between their marks, and the notebooks.

Run it after a change to options, presets or their words, to the files of the leaderboard, or to the
tutorial; `--check` only says what is stale.
A mark is `<!-- made: WHAT LANG -->`, and its part ends at `<!-- end -->`.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

import msgspec
from msgspec.structs import astuple
from notebooks import notebook

from gongzhu.arena.benchmark import TRACKS
from gongzhu.bots.steady.examples import advice_groups, examples
from gongzhu.cli.benchmark import Score
from gongzhu.cli.exploit import Exploited
from gongzhu.cli.position_text import position_lines, question, reason, solution
from gongzhu.rules import (
    PRESETS,
    Family,
    Option,
    RuleSet,
    example_rules,
    option_values,
    options_of,
)
from gongzhu.rules.card_values import written_points
from gongzhu.rules.faults import toml_value
from gongzhu.rules.option_table import Choice, Flag, shorthand_options
from gongzhu.rules.options import NONE, Group
from gongzhu.rules.template import allowed_values
from gongzhu.texts import Lang, say

DOCS = Path(__file__).parent
SCORES = DOCS.parent / "bench" / "leaderboard"
GAINS = DOCS.parent / "bench" / "exploit"
PART = re.compile(r"(<!-- made: (\w+) (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
FAMILIES: tuple[Family, ...] = ("gongzhu", "hearts")

HEADS: dict[Lang, dict[str, str]] = {
    "en": {
        "preset": "Preset",
        "name": "Name",
        "game": "Game",
        "players": "Players",
        "source": "Described by",
        "option": "Option",
        "title": "What it is",
        "usual": "Usual value",
        "others": "Other values",
        "value": "Value",
        "meaning": "Meaning",
        "agent": "Agent",
        "rollouts": "Rollouts a card",
        "score": "Points a deal",
        "interval": "95%",
        "deals": "Deals",
        "rules": "Rules",
        "gain": "Gain a deal",
        "lessons": "Lessons",
        "version": "gongzhu",
        "joint": "; ",
        "colon": ": ",
    },
    "zh": {
        "preset": "预设",
        "name": "名字",
        "game": "玩法",
        "players": "人数",
        "source": "出处",
        "option": "选项",
        "title": "说明",
        "usual": "通常的值",
        "others": "其他的值",
        "value": "值",
        "meaning": "意思",
        "agent": "机器人",
        "rollouts": "每张牌的模拟次数",
        "score": "每副得分",
        "interval": "95%",
        "deals": "副数",
        "rules": "规则",
        "gain": "每副多得",
        "lessons": "学习副数",
        "version": "gongzhu",
        "joint": "；",
        "colon": "：",
    },
}


def presets(lang: Lang) -> Iterator[str]:
    """Every preset with its title and story."""
    yield from _table(lang, "preset", "title")
    for name in PRESETS:
        title, about = (say(f"rules.preset.{name}.{part}", lang) for part in ("title", "about"))
        joint = "。" if lang == "zh" else ". "
        yield f"| `{name}` | {title}{joint}{about} |"


def games(lang: Lang) -> Iterator[str]:
    """Every rule file of `examples`, with where its game is described."""
    yield from _table(lang, "name", "game", "players", "source")
    for name, source, named in map(astuple, example_rules()):
        title = say(f"examples.{name}", lang)
        yield f"| `{name}` | {title} | {named.rules.players} | {source} |"


def values(lang: Lang) -> Iterator[str]:
    """Every option, the value that most presets give it, and those that give it another."""
    head = HEADS[lang]
    for family in FAMILIES:
        sets = {
            name.partition("-")[2]: _written(preset.rules)
            for name, preset in PRESETS.items()
            if preset.rules.family == family
        }
        yield f"**{say(f'rules.family.{family}', lang)}**"
        yield ""
        yield from _table(lang, "option", "usual", "others")
        for key in next(iter(sets.values())):
            shown = {name: toml_value(options[key]) for name, options in sets.items()}
            usual = Counter(shown.values()).most_common(1)[0][0]
            others: dict[str, list[str]] = {}
            for name, value in shown.items():
                if value != usual:
                    others.setdefault(value, []).append(name)
            told = head["joint"].join(
                f"`{value}`{head['colon']}{', '.join(names)}" for value, names in others.items()
            )
            yield f"| `{key}` | `{usual}` | {told} |"
        yield ""


def _written(rules: RuleSet) -> dict[str, object]:
    """The options as a rule file writes them, with the point cards by their shorthands."""
    written: dict[str, object] = {}
    points = written_points(rules, ())
    assert not points["points"], "the presets need no card by itself"
    for key, value in option_values(rules).items():
        if key == "points":
            written |= {name: points.get(name, NONE) for name in ("heart_values", "pig", "sheep")}
        elif key != "family":
            written[key] = value
    return written


def options(lang: Lang) -> Iterator[str]:
    """Every option and what each of its values means."""
    for group in get_args(Group):
        yield from (f"### {say(f'rules.group.{group}', lang)}", "")
        for option in _options_of(group):
            yield from (f"**`{option.key}`** · {option.title(lang)}", "")
            if not isinstance(option.form, Choice | Flag):
                yield from (allowed_values(option.form, lang), "")
            yield from _table(lang, "value", "meaning")
            for value in _examples(option):
                yield f"| `{toml_value(value)}` | {option.explain(value, lang)} |"
            yield ""


def _options_of(group: Group) -> Iterator[Option]:
    """The options of a group, with the shorthands for values of cards before the table of them."""
    for option in options_of().values():
        if option.group == group:
            if option.key == "points":
                yield from shorthand_options().values()
            yield option


def strategy(lang: Lang) -> Iterator[str]:
    """Every line of advice with its position; the answer is folded away."""
    for group, lines in advice_groups().items():
        yield from (f"## {say(f'strategy.group.{group}', lang)}", "")
        for line in lines:
            example = examples()[line][0]
            yield from (f"### {say(f'strategy.title.{line}', lang)}", "")
            yield from ("```text", *position_lines(example, lang), "```", "")
            yield f"<details><summary>{question(example, lang)}</summary>"
            yield ""
            yield from (f"**{solution(example, lang)}**", "")
            yield f"{reason(line, lang)} `{line}`"
            yield from ("", "</details>", "")


def leaderboard(lang: Lang) -> Iterator[str]:
    """The scores of `bench/leaderboard`, by rules, the best first."""
    found = [msgspec.json.decode(path.read_bytes(), type=Score) for path in SCORES.glob("*.json")]
    for track in TRACKS:
        yield from (f"## {say(f'rules.preset.{track}.title', lang)}, `{track}`", "")
        yield from _table(lang, "agent", "score", "interval", "deals", "rollouts", "version")
        here = [score for score in found if score.rules == track]
        for score in sorted(here, key=lambda score: (-score.mean, score.name)):
            mean = f"{_signed(score.mean)} ± {score.sem:.1f}"
            low, high = map(_signed, score.interval)
            rollouts = f"{score.rollouts['card']:,}" if score.rollouts else ""
            cells = (f"`{score.name}`", mean, f"{low} … {high}", f"{score.deals:,}", rollouts)
            yield f"| {' | '.join((*cells, score.gongzhu))} |"
        yield ""


def exploited(lang: Lang) -> Iterator[str]:
    """The gains of `bench/exploit`, by rules, the least first."""
    found = [
        msgspec.json.decode(path.read_bytes(), type=Exploited) for path in GAINS.glob("*.json")
    ]
    yield from _table(lang, "agent", "rules", "gain", "interval", "deals", "lessons")
    for one in sorted(found, key=lambda one: (TRACKS.index(one.rules), one.mean)):
        gain = f"{_signed(one.mean)} ± {one.sem:.1f}"
        low, high = map(_signed, one.interval)
        lessons = f"{one.lessons:,}" if one.lessons else ""
        cells = (f"`{one.name}`", f"`{one.rules}`", gain, f"{low} … {high}", f"{one.deals:,}")
        yield f"| {' | '.join((*cells, lessons))} |"


EXAMPLES: dict[str, tuple[object, ...]] = {
    "players": (4, 6),
    "removed": ([], ["2C", "2D"]),
    "pass_cycle": (["none"], ["left", "right", "across", "none"]),
    "pass_count": (3,),
    "exposable": ("all", ["QS", "AH"]),
    "first_lead_card": ("2S", "7S"),
    "pig": (-100, -200),
    "sheep": (100,),
    "points": ({"KS": -50, "AS": -50, "JD": "none"},),
    "doubler": ("TC", "none"),
    "lone_doubler": (50, 0),
    "slam_points": ("none", 130),
    "all_tricks": ("none", 200),
    "lower_limit": (-1000, "none"),
    "upper_limit": (1000, "none"),
    "deals": ("none", 8),
    "exact_total": ([], [[100, 50]]),
}
"""Values to explain of the options that take too many to list."""


def _examples(option: Option) -> Sequence[object]:
    """Every value that the option takes, or some where they are many."""
    match option.form:
        case Choice(choices):
            return choices
        case Flag():
            return (True, False)
        case _:
            return EXAMPLES[option.key]


def _signed(points: float) -> str:
    """With its sign, a true minus."""
    return f"{points:+.1f}".replace("-", "−")


def _table(lang: Lang, *columns: str) -> Iterator[str]:
    yield f"| {' | '.join(HEADS[lang][column] for column in columns)} |"
    yield "|" + " --- |" * len(columns)


MAKERS = {
    "presets": presets,
    "games": games,
    "values": values,
    "options": options,
    "strategy": strategy,
    "leaderboard": leaderboard,
    "exploited": exploited,
}


def made(text: str) -> str:
    """A page with its parts written anew."""

    def write(part: re.Match[str]) -> str:
        start, what, lang, end = part.groups()
        lines = MAKERS[what]("zh" if lang == "zh" else "en")
        return start + "\n" + "\n".join(lines).strip() + "\n\n" + end

    return PART.sub(write, text)


def files() -> Iterator[tuple[Path, str]]:
    """Everything that is made, with what it should hold."""
    for page in sorted(DOCS.rglob("*.md")):
        yield page, made(page.read_text("utf-8"))
    for page in (DOCS / "tutorial.md", DOCS / "zh" / "tutorial.md"):
        yield page.with_suffix(".ipynb"), notebook(page)


def main() -> None:
    stale = []
    for file, text in files():
        if not file.exists() or file.read_text("utf-8") != text:
            stale.append(file.relative_to(DOCS).as_posix())
            if "--check" not in sys.argv:
                file.write_text(text, "utf-8")
    if "--check" in sys.argv and stale:
        sys.exit(f"stale, run docs/generate.py: {', '.join(stale)}")


if __name__ == "__main__":
    main()
