"""Draws the pictures of the architecture page: `architecture-floors` and `architecture-option`.

Run it after a floor or a step of the two ways has changed. The floors are those of the import
contract in pyproject.toml; the words stand here, in both languages.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Literal

Lang = Literal["en", "zh"]

DOCS = Path(__file__).parent
IMAGES = DOCS / "images"
FILES: dict[Lang, str] = {"en": "", "zh": ".zh"}

FLOORS: dict[str, tuple[str, str]] = {
    "cli": ("the commands", "命令行"),
    "research": ("environments for learning", "供学习算法用的环境"),
    "server": ("HTTP, sockets, rooms", "HTTP、连接、房间"),
    "terminal": ("the table in a terminal", "终端里的牌桌"),
    "store": ("the log on disk: SQLite, PostgreSQL", "磁盘上的日志：SQLite、PostgreSQL"),
    "clubs": ("clubs: members, seasons, ratings", "俱乐部：成员、赛季、等级分"),
    "duplicate": ("tournaments: the same deals at every table", "复式赛：各桌同打一副牌"),
    "table": ("a live table: commands in, facts out", "牌桌：命令进，事实出"),
    "puzzles": ("positions with one best choice", "只有一个好选择的局面"),
    "review": ("what decisions cost, luck and skill", "选择的代价，运气与技术"),
    "arena": ("matches, ratings, outside bots", "比赛、等级分、外部机器人"),
    "bots": ("levels, search, hints", "各级机器人、搜索、提示"),
    "scorebook": ("scores at a real table", "真人牌桌的记分"),
    "stats": ("figures of players", "玩家的统计"),
    "packed": ("the rules compiled, for search", "编译后的规则，供搜索用"),
    "records": ("games as text and JSON lines", "牌谱：文本与 JSON 行"),
    "view": ("what one seat may see", "一家能看到什么"),
    "dealing": ("shuffling, fair deals", "洗牌、可验证的发牌"),
    "rules": ("options, state, legality, scores", "选项、状态、合法性、计分"),
    "cards": ("cards, suits, seats", "牌、花色、座位"),
    "computing": ("work shared out to processes or a cluster", "把活儿分给进程或集群"),
    "texts": ("every sentence, in two languages", "全部文字，中英两份"),
}

CARD: tuple[tuple[str, str, str], ...] = (
    ("web", "a tap becomes Play(card)", "手指一点，得到 Play(card)"),
    ("server", "a Request arrives", "Request 到达"),
    ("table", "checked and decided: an entry", "检查并裁定，得到一条记录"),
    ("rules", "apply: new state, events", "apply：新状态与事件"),
    ("store", "on disk, then acknowledged", "写入磁盘，然后确认"),
    ("view", "cut for each seat", "按座位裁剪"),
    ("web", "four screens show it", "四个屏幕一起显示"),
)

OPTION: tuple[tuple[str, str, str], ...] = (
    ("ours.toml", "lower_limit = -500", "lower_limit = -500"),
    ("rules/loading.py", "read, checked, or refused whole", "读入并检查，有错就整份退回"),
    ("rules/options.py", "a field of the frozen rule set", "不可变规则集里的一个字段"),
    ("rules/game.py · packed/ending.py", "both engines ask for it", "两套引擎都来查这个值"),
    ("texts · rules/explain.py", "the sentence that players read", "玩家读到的那句话"),
    ("lobby, scorekeeper, docs", "pickers and tables made from it", "选项界面和表格由它生成"),
)

STYLE = """<style>
text { font: 14px system-ui, sans-serif; fill: #1c2522; }
.name { font: 600 14px ui-monospace, monospace; }
.small { font-size: 13px; fill: #4b5853; }
.ground { fill: #fbfcfb; }
.floor { fill: #eef3f0; stroke: #b9c7c0; }
.way { fill: none; stroke: #b3432b; stroke-width: 2; }
.dot { fill: #b3432b; }
.number { font: 600 12px system-ui, sans-serif; fill: #fff; text-anchor: middle; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6ece9; }
  .small { fill: #a9b6b0; }
  .ground { fill: #161d1a; }
  .floor { fill: #22302a; stroke: #3e5048; }
  .way { stroke: #ef8a6f; }
  .dot { fill: #ef8a6f; }
  .number { fill: #1c2522; }
}
</style>"""

TITLES: dict[str, dict[Lang, str]] = {
    "floors": {
        "en": "The floors of gongzhu, and the way of one card through them",
        "zh": "gongzhu 的各层，以及一张牌走过的路",
    },
    "option": {
        "en": "The way of one option from a rule file to its effect",
        "zh": "一个选项从规则文件到生效的路",
    },
}


def floors() -> list[list[str]]:
    """The floors from the top down; a row may hold two that do not know each other."""
    project = tomllib.loads((DOCS.parent / "pyproject.toml").read_text("utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    rows = [re.split(r"\s*\|\s*", layer) for layer in layers if not layer.startswith("(")]
    return [["web"], *rows]


def draw_floors(lang: Lang) -> str:
    """Floors as bars, and on their right the way of a card as a numbered line."""
    rows = floors()
    step, top, left, width = 34, 16, 12, 372
    at = {name: top + step * row for row, names in enumerate(rows) for name in names}
    words = {"web": ("the pages in the browser", "浏览器里的页面"), **FLOORS}
    parts = []
    for names in rows:
        for place, name in enumerate(names):
            wide = width / len(names) - (6 if len(names) > 1 else 0)
            x = left + place * (width / len(names) + (3 if place else 0))
            parts.append(f'<rect class="floor" x="{x:g}" y="{at[name]}" width="{wide:g}" '
                         f'height="{step - 6}" rx="5"/>')  # fmt: skip
            parts.append(_text(x + 10, at[name] + 19, name, "name"))
            if len(names) == 1:
                parts.append(_text(left + 104, at[name] + 19, words[name][lang == "zh"], "small"))
    # From left to right as time goes by, each stop beside its floor.
    stops = [
        (left + width + 30 + 30 * place, at[floor] + step / 2 - 3)
        for place, (floor, *_) in enumerate(CARD)
    ]
    parts.append(_way(stops))
    for place, (x, y) in enumerate(stops):
        parts.extend(_stop(x, y, place + 1))
    legend = stops[-1][0] + 44
    for place, (floor, *texts) in enumerate(CARD):
        y = top + 30 + 62 * place
        parts.extend(_stop(legend, y, place + 1))
        parts.append(_text(legend + 18, y + 5, floor, "name"))
        parts.append(_text(legend + 18, y + 25, texts[lang == "zh"], "small"))
    return _svg("floors", lang, legend + 236, top + step * len(rows) + 10, parts)


def draw_option(lang: Lang) -> str:
    """The stops of an option, one below the other."""
    parts = [_way([(26, 30), (26, 30 + 54 * (len(OPTION) - 1))])]
    for place, (where, *texts) in enumerate(OPTION):
        y = 30 + 54 * place
        parts.extend(_stop(26, y, place + 1))
        parts.append(_text(50, y, where, "name"))
        parts.append(_text(50, y + 19, texts[lang == "zh"], "small"))
    return _svg("option", lang, 420, 54 * len(OPTION) + 14, parts)


def _way(points: Sequence[tuple[float, float]]) -> str:
    return f'<polyline class="way" points="{" ".join(f"{x:g},{y:g}" for x, y in points)}"/>'


def _stop(x: float, y: float, number: int) -> Iterator[str]:
    yield f'<circle class="dot" cx="{x:g}" cy="{y:g}" r="10"/>'
    yield _text(x, y + 4, str(number), "number")


def _text(x: float, y: float, text: str, style: str) -> str:
    return f'<text class="{style}" x="{x:g}" y="{y:g}">{escape(text)}</text>'


def _svg(name: str, lang: Lang, width: float, height: float, parts: Sequence[str]) -> str:
    title = TITLES[name][lang]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">'
    ground = f'<rect class="ground" width="{width:g}" height="{height:g}" rx="8"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", STYLE, ground, *parts, "</svg>", ""])


def pictures() -> dict[Path, str]:
    """Each file and what it holds."""
    return {
        IMAGES / f"architecture-{name}{FILES[lang]}.svg": draw(lang)
        for name, draw in (("floors", draw_floors), ("option", draw_option))
        for lang in FILES
    }


if __name__ == "__main__":
    for file, text in pictures().items():
        file.write_text(text, encoding="utf-8")
