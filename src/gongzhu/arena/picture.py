"""Pictures of matches, as SVG: means with their intervals, how a mean came about, and of what."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import ceil, floor, log10, sqrt
from statistics import fmean

from msgspec import Struct

from gongzhu.arena.tally import Z95

WIDTH, MARGIN, TOP = 760, 24, 56
LEFT, RIGHT = MARGIN + 50, WIDTH - MARGIN
"""Of a plot with marks on its left side, in pixels."""
COURSE, SPREAD = 296, 150
"""Heights of plots in the picture of one match."""
CAPTIONED = 72
"""What a plot takes below it: marks, a caption, air."""
ROW = 30
POINTS, BINS = 400, 40
"""More of a line, or of a distribution, cannot be told apart."""
LONGEST = 46
"""Characters of a label; the title may have twice as many."""

_STYLE = """
text { font: 13px sans-serif; fill: #222 } .title { font-size: 15px; font-weight: bold }
.grid { stroke: #ddd } .zero { stroke: #888; stroke-dasharray: 4 3 }
.line { stroke: #1f5fa8; fill: none; stroke-width: 2 } .band { fill: #1f5fa8; opacity: .18 }
.dot { fill: #1f5fa8 } .bin { fill: #1f5fa8; opacity: .45 }
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


def _step(rough: float) -> float:
    """The next round number."""
    unit = 10.0 ** floor(log10(rough))
    return next(unit * times for times in (1, 2, 5, 10) if unit * times >= rough)


def _scale(low: float, high: float, start: float, end: float, least: float = 0) -> _Scale:
    """A scale with round marks, `least` apart, that takes in both values."""
    if high - low < 1e-9:
        low, high = low - 1, high + 1
    step = _step(max(least, (high - low) / 6))
    return _Scale(floor(low / step) * step, ceil(high / step) * step, start, end, step)


def course_and_spread(title: str, course: str, spread: str, values: Sequence[float]) -> str:
    """One match: how its mean went, with its 95 % interval, and below how its deals are
    distributed, each with a caption. From two values up."""
    below = TOP + COURSE + CAPTIONED
    end = below + SPREAD
    body = [
        *_course(values),
        _text(RIGHT, TOP + COURSE + 40, course, "end"),
        *_spread(values, below),
        _text(RIGHT, end + 40, spread, "end"),
    ]
    return _page(title, end + 48, body)


def _course(values: Sequence[float]) -> Iterator[str]:
    means, errors = [], []
    mean = squares = 0.0
    for count, value in enumerate(values, start=1):
        apart = value - mean
        mean += apart / count
        squares += apart * (value - mean)
        means.append(mean)
        errors.append(Z95 * sqrt(squares / max(1, count - 1) / count))
    # The first few swing so far that they would press the rest flat.
    shown = range(max(1, len(values) // 20), len(values))
    shown = shown[:: max(1, len(shown) // POINTS)]
    down = _scale(
        min(0.0, *(means[place] - errors[place] for place in shown)),
        max(0.0, *(means[place] + errors[place] for place in shown)),
        TOP + COURSE,
        TOP,
    )
    across = _scale(0, len(values), LEFT, RIGHT, least=1)

    def spot(place: int, value: float) -> str:
        return f"{across.at(place + 1)},{down.at(value)}"

    upper = [spot(place, means[place] + errors[place]) for place in shown]
    lower = [spot(place, means[place] - errors[place]) for place in shown]
    line = [spot(place, means[place]) for place in shown]
    yield from _grid(down)
    yield from _marks(across, TOP + COURSE)
    yield _flat(LEFT, RIGHT, down.at(0), "zero")
    yield f'<polygon class="band" points="{" ".join([*upper, *reversed(lower)])}"/>'
    yield f'<polyline class="line" points="{" ".join(line)}"/>'
    last = shown[-1]
    x, y, away = across.at(last + 1), down.at(means[last]), down.at(means[last] + errors[last])
    yield _upright(x, away, 2 * y - away, "line")
    yield _dot(x, y)


def _spread(values: Sequence[float], top: float) -> Iterator[str]:
    low, high = min(-1.0, *values), max(1.0, *values)
    wide = _step((high - low) / BINS)
    # Deals that told nothing are in the middle of a bin.
    bins = Counter(floor(value / wide + 0.5) for value in values)
    across = _scale(low - wide / 2, high + wide / 2, LEFT, RIGHT)
    bottom = top + SPREAD
    down = _scale(0, max(bins.values()), bottom, top, least=1)
    yield from _grid(down)
    yield from _marks(across, bottom)
    for place, count in sorted(bins.items()):
        left, right = across.at((place - 0.5) * wide), across.at((place + 0.5) * wide)
        y = down.at(count)
        size = f'width="{right - left - 1:.1f}" height="{bottom - y:.1f}"'
        yield f'<rect class="bin" x="{left + 0.5:.1f}" y="{y}" {size}/>'
    yield _upright(across.at(0), top, bottom, "zero")
    yield _upright(across.at(fmean(values)), top, bottom, "line")


def bars(
    title: str, caption: str, panels: Mapping[str, Sequence[Bar]], *, from_zero: bool = True
) -> str:
    """Means with their intervals, one below the other; each panel, by its name, has a scale of
    its own, on which 0 is where `from_zero`."""
    body: list[str] = []
    top = TOP
    for name, rows in panels.items():
        body.append(_text(MARGIN, top, name, "start"))
        body += _panel(rows, top, from_zero)
        top += ROW * len(rows) + 56
    body.append(_text(WIDTH - MARGIN, top - 8, caption, "end"))
    return _page(title, top + 8, body)


def _panel(rows: Sequence[Bar], top: float, from_zero: bool) -> Iterator[str]:
    low, high = min(row.low for row in rows), max(row.high for row in rows)
    if from_zero:
        low, high = min(0.0, low), max(0.0, high)
    across = _scale(low, high, WIDTH * 0.45, WIDTH - MARGIN)
    bottom = top + ROW * len(rows) + 8
    for mark in across.marks():
        x = across.at(mark)
        kind = "grid" if abs(mark) > across.step / 2 else "zero"
        yield _upright(x, top, bottom, kind)
        yield _text(x, bottom + 16, across.name(mark), "middle")
    for place, row in enumerate(rows):
        y = top + ROW * (place + 0.5) + 6
        yield _text(MARGIN + 12, y + 4, _short(row.label, LONGEST), "start")
        yield _flat(across.at(row.low), across.at(row.high), y, "line")
        yield _dot(across.at(row.mean), y)


def _grid(down: _Scale) -> Iterator[str]:
    for mark in down.marks():
        yield _flat(LEFT, RIGHT, down.at(mark), "grid")
        yield _text(LEFT - 8, down.at(mark) + 4, down.name(mark), "end")


def _marks(across: _Scale, bottom: float) -> Iterator[str]:
    for mark in across.marks():
        yield _text(across.at(mark), bottom + 20, across.name(mark), "middle")


def _dot(x: float, y: float) -> str:
    return f'<circle class="dot" cx="{x}" cy="{y}" r="4"/>'


def _upright(x: float, top: float, bottom: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>'


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
