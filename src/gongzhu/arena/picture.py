"""Pictures of matches, as SVG: means with their intervals, and how a mean came about."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import ceil, floor, log10, sqrt

from msgspec import Struct

from gongzhu.arena.tally import Z95

WIDTH, MARGIN, TOP = 760, 24, 56
HEIGHT = 400
"""Of the plot of a running mean, in pixels; other plots grow with their rows."""
ROW = 30
POINTS = 400
"""More of a line cannot be told apart."""
LONGEST = 46
"""Characters of a label; the title may have twice as many."""

_STYLE = """
text { font: 13px sans-serif; fill: #222 } .title { font-size: 15px; font-weight: bold }
.grid { stroke: #ddd } .zero { stroke: #888; stroke-dasharray: 4 3 }
.line { stroke: #1f5fa8; fill: none; stroke-width: 2 } .band { fill: #1f5fa8; opacity: .18 }
.dot { fill: #1f5fa8 }
"""


class Bar(Struct, frozen=True):
    """A mean with its 95 % interval."""

    label: str
    mean: float
    low: float
    high: float


class _Scale(Struct, frozen=True):
    """From values to pixels, and where the marks are."""

    low: float
    high: float
    start: float
    end: float
    step: float

    def at(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return round(self.start + part * (self.end - self.start), 1)

    def marks(self) -> Iterator[float]:
        first = ceil(self.low / self.step - 1e-9)
        last = floor(self.high / self.step + 1e-9)
        yield from (place * self.step for place in range(first, last + 1))

    def name(self, mark: float) -> str:
        return f"{mark:.{max(0, -floor(log10(self.step)))}f}"


def _scale(low: float, high: float, start: float, end: float) -> _Scale:
    """A scale with round marks that takes in both values."""
    if high - low < 1e-9:
        low, high = low - 1, high + 1
    rough = (high - low) / 6
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * times for times in (1, 2, 5, 10) if unit * times >= rough)
    return _Scale(floor(low / step) * step, ceil(high / step) * step, start, end, step)


def running_mean(title: str, caption: str, values: Sequence[float]) -> str:
    """How the mean of the values so far went, with its 95 % interval; from two values up."""
    means, errors = [], []
    mean = squares = 0.0
    for count, value in enumerate(values, start=1):
        apart = value - mean
        mean += apart / count
        squares += apart * (value - mean)
        means.append(mean)
        errors.append(Z95 * sqrt(squares / max(1, count - 1) / count))
    # The first few swing so far that they would press the rest flat.
    shown = range(min(len(values) - 2, len(values) // 20), len(values))
    shown = shown[:: max(1, len(shown) // POINTS)]
    down = _scale(
        min(0.0, *(means[place] - errors[place] for place in shown)),
        max(0.0, *(means[place] + errors[place] for place in shown)),
        HEIGHT - 48,
        TOP,
    )
    across = _scale(0, len(values), MARGIN + 50, WIDTH - MARGIN)

    def spot(place: int, value: float) -> str:
        return f"{across.at(place + 1)},{down.at(value)}"

    upper = [spot(place, means[place] + errors[place]) for place in shown]
    lower = [spot(place, means[place] - errors[place]) for place in shown]
    line = [spot(place, means[place]) for place in shown]
    left, right = across.start, across.end
    body = [
        *(_flat(left, right, down.at(mark), "grid") for mark in down.marks()),
        *(_text(left - 8, down.at(mark) + 4, down.name(mark), "end") for mark in down.marks()),
        *(
            _text(across.at(mark), HEIGHT - 28, across.name(mark), "middle")
            for mark in across.marks()
            if mark <= len(values)
        ),
        _flat(left, right, down.at(0), "zero"),
        f'<polygon class="band" points="{" ".join([*upper, *reversed(lower)])}"/>',
        f'<polyline class="line" points="{" ".join(line)}"/>',
        _text(right, HEIGHT - 8, caption, "end"),
    ]
    return _page(title, HEIGHT, body)


def bars(title: str, caption: str, panels: Mapping[str, Sequence[Bar]]) -> str:
    """Means with their intervals, one below the other; each panel, by its name, has a scale of
    its own."""
    body: list[str] = []
    top = TOP
    for name, rows in panels.items():
        body.append(_text(MARGIN, top, name, "start"))
        body += _panel(rows, top)
        top += ROW * len(rows) + 56
    body.append(_text(WIDTH - MARGIN, top - 8, caption, "end"))
    return _page(title, top + 8, body)


def _panel(rows: Sequence[Bar], top: float) -> Iterator[str]:
    low, high = min(row.low for row in rows), max(row.high for row in rows)
    across = _scale(min(0.0, low), max(0.0, high), WIDTH * 0.45, WIDTH - MARGIN)
    bottom = top + ROW * len(rows) + 8
    for mark in across.marks():
        x = across.at(mark)
        kind = "grid" if abs(mark) > across.step / 2 else "zero"
        yield f'<line class="{kind}" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>'
        yield _text(x, bottom + 16, across.name(mark), "middle")
    for place, row in enumerate(rows):
        y = top + ROW * (place + 0.5) + 6
        yield _text(MARGIN + 12, y + 4, _short(row.label, LONGEST), "start")
        yield _flat(across.at(row.low), across.at(row.high), y, "line")
        yield f'<circle class="dot" cx="{across.at(row.mean)}" cy="{y}" r="4"/>'


def _flat(left: float, right: float, y: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{left}" x2="{right}" y1="{y}" y2="{y}"/>'


def _text(x: float, y: float, said: str, anchor: str) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{escape(said)}</text>'


def _short(said: str, most: int) -> str:
    return said if len(said) <= most else said[: most - 1] + "…"


def _page(title: str, height: int, body: Sequence[str]) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}">',
            f'<style>{_STYLE}</style><rect width="{WIDTH}" height="{height}" fill="#fff"/>',
            f'<text class="title" x="{MARGIN}" y="28">{escape(_short(title, 2 * LONGEST))}</text>',
            *body,
            "</svg>\n",
        ]
    )
