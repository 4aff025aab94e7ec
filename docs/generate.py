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

import msgspec
from msgspec.structs import astuple
from notebooks import notebook

from gongzhu.arena.benchmark import TRACKS
from gongzhu.bots.steady.examples import advice_groups, examples
from gongzhu.cli.benchmark import Score
from gongzhu.cli.exploit import Exploited
from gongzhu.cli.position_text import position_lines, question, reason, solution
from gongzhu.rules import PRESETS, Family, Option, example_rules, options_of
from gongzhu.rules.faults import toml_value
from gongzhu.rules.option_table import (
    CardList,
    Choice,
    ChoiceList,
    Flag,
    Whole,
    all_option_values,
    is_fixed,
)
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
            name.partition("-")[2]: all_option_values(preset.rules)
            for name, preset in PRESETS.items()
            if preset.rules.family == family
        }
        yield f"**{say(f'rules.family.{family}', lang)}**"
        yield ""
        yield from _table(lang, "option", "usual", "others")
        for key in options_of(family):
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


def options(lang: Lang) -> Iterator[str]:
    """Every option and what each of its values means."""
    both = options_of("gongzhu").keys() & options_of("hearts").keys()
    for family in ("both", *FAMILIES):
        own = [
            option
            for option in (options_of("gongzhu") | options_of("hearts")).values()
            if (option.key in both) == (family == "both")
            and (family == "both" or option.key in options_of(family))
        ]
        names = [say(f"rules.family.{known}", lang) for known in FAMILIES]
        title = {"both": " · ".join(names), "gongzhu": names[0], "hearts": names[1]}[family]
        yield f"### {title}"
        yield ""
        for option in own:
            only = any(is_fixed(known, option.key) for known in FAMILIES)
            yield f"**`{option.key}`** · {option.title(lang)}{f' · {names[0]}' if only else ''}"
            yield ""
            allowed = _allowed(option, lang)
            if allowed:
                yield from (allowed, "")
            yield from _table(lang, "value", "meaning")
            for value in _examples(option):
                yield f"| `{toml_value(value)}` | {option.explain(value, lang)} |"
            yield ""


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


def _allowed(option: Option, lang: Lang) -> str:
    """What may be written, where the values are too many to list."""
    match option.form:
        case Whole(least, most):
            return say("rules.template.whole", lang, least=least, most=most)
        case CardList():
            return say("rules.template.cards", lang)
        case ChoiceList(words, least, most):
            allowed = ", ".join(f"`{toml_value(word)}`" for word in words)
            return say("rules.template.words", lang, least=least, most=most, allowed=allowed)
        case _:
            return ""


def _examples(option: Option) -> Sequence[object]:
    """Every value that the option takes, or some where they are many."""
    match option.form:
        case Choice(choices):
            return choices
        case Flag():
            return (True, False)
        case Whole(least):
            example = {"lower_limit": -1000, "upper_limit": 1000, "limit": 100}[option.key]
            return (example, 0) if least == 0 else (example,)
        case CardList():
            return ([], ["2C", "2D"])
        case ChoiceList(words):
            return (["none"], list(words))


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
