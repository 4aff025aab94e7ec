"""Pictures of matches as SVG: means with their intervals, and the running mean and distribution of
one match.

Needs matplotlib (the extra `plot` of the package), so other modules import this one only when they
draw a picture.
"""

import warnings
from collections.abc import Mapping, Sequence
from html import escape
from io import StringIO
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import MaxNLocator
from msgspec import Struct

from gongzhu.stats.spread import t95

WIDTH = 7.6
"""Width of every picture in inches (of 72 points); all sizes here are in inches."""
COURSE, SPREAD = 3.6, 2.0
"""Heights of the two plots of one match, in inches."""
ROW, FRAME = 0.34, 0.7
"""Heights, in inches, of the row for one mean, and of the space for a panel's title and axis."""
PADDING = {"w_pad": 0.15, "h_pad": 0.1}
"""Padding around each plot, as arguments of matplotlib's ConstrainedLayoutEngine."""
BINS = 40
"""Greatest number of bins in a histogram."""
LONGEST = 46
"""Greatest length of a label in characters; the title may be twice as long."""
BLUE, GREY = "#1f5fa8", "#767676"

_STYLE: dict[str, Any] = {
    # Text stays text, shown in the reader's fonts: those of matplotlib lack Chinese.
    "svg.fonttype": "none",
    "font.sans-serif": ["DejaVu Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei"],
    # A bot's command line may contain dollar signs.
    "text.parse_math": False,
    # With a fixed salt, the same figures give the same file.
    "svg.hashsalt": "gongzhu",
}
_DARK = "@media (prefers-color-scheme: dark) { svg { filter: invert(1) hue-rotate(180deg) } }"


class Bar(Struct, frozen=True):
    """A mean with its 95% interval: one row of a chart made by `bars`."""

    label: str
    """The text beside the bar."""
    mean: float
    low: float
    """Lower end of the interval."""
    high: float
    """Upper end of the interval."""


def course_and_spread(course: str, spread: str, values: Sequence[float]) -> Figure:
    """A picture of the running mean of a match with its 95% interval, and below it a histogram of
    the results of its deals.

    `values` are the results in points, one for each deal, at least two; `course` and `spread` are
    the captions of the two plots.
    """
    with rc_context(_STYLE):
        figure = Figure((WIDTH, COURSE + SPREAD), layout=ConstrainedLayoutEngine(**PADDING))
        above, below = figure.subplots(2, height_ratios=(COURSE, SPREAD))
        _draw_course(above, np.asarray(values))
        above.set_xlabel(course)
        _draw_spread(below, np.asarray(values))
        below.set_xlabel(spread)
        return figure


def _draw_course(axes: Axes, values: np.ndarray[Any, np.dtype[np.float64]]) -> None:
    counts = np.arange(1, len(values) + 1)
    means = np.cumsum(values) / counts
    squares = np.cumsum((values - means[-1]) ** 2) - counts * (means - means[-1]) ** 2
    # The first means vary so much that the rest would look flat.
    shown = slice(max(min(4, len(values) - 1), len(values) // 20), None)
    counts, means, squares = counts[shown], means[shown], squares[shown]
    wide = np.array([t95(count - 1) for count in counts.tolist()])
    errors = wide * np.sqrt(np.maximum(squares, 0) / (counts - 1) / counts)
    axes.axhline(0, color=GREY, linestyle="--", linewidth=1)
    axes.fill_between(counts, means - errors, means + errors, color=BLUE, alpha=0.2, linewidth=0)
    axes.plot(counts, means, color=BLUE)
    axes.errorbar(counts[-1], means[-1], errors[-1], color=BLUE, fmt="o")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    _rule(axes, "y")


def _draw_spread(axes: Axes, values: np.ndarray[Any, np.dtype[np.float64]]) -> None:
    low, high = min(-1.0, values.min()), max(1.0, values.max())
    # Results of 0 are in the middle of a bin.
    middles = MaxNLocator(BINS, steps=[1, 2, 5, 10]).tick_values(low, high)
    half = (middles[1] - middles[0]) / 2
    edges = np.append(middles - half, middles[-1] + half)
    axes.hist(values, edges, color=BLUE, alpha=0.5, rwidth=0.9)
    axes.axvline(0, color=GREY, linestyle="--", linewidth=1)
    axes.axvline(values.mean(), color=BLUE)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    _rule(axes, "y")


def bars(caption: str, panels: Mapping[str, Sequence[Bar]], *, from_zero: bool = True) -> Figure:
    """A chart of means with their intervals, one row each, in panels from top to bottom.

    `panels` maps the title of each panel to its rows. Each panel has a scale of its own, which
    includes 0 if `from_zero`. `caption` is the label of the axis.
    """
    heights = [FRAME + ROW * len(rows) for rows in panels.values()]
    with rc_context(_STYLE):
        figure = Figure((WIDTH, sum(heights) + FRAME), layout=ConstrainedLayoutEngine(**PADDING))
        plots = figure.subplots(len(panels), squeeze=False, height_ratios=heights)[:, 0]
        for axes, (name, rows) in zip(plots, panels.items(), strict=True):
            axes.set_title(name, loc="left", fontsize="medium")
            _draw_bars(axes, rows, from_zero)
        plots[-1].set_xlabel(caption)
        return figure


def _draw_bars(axes: Axes, rows: Sequence[Bar], from_zero: bool) -> None:
    if from_zero:
        axes.axvline(0, color=GREY, linestyle="--", linewidth=1)
    means = np.array([row.mean for row in rows])
    reach = [means - [row.low for row in rows], [row.high for row in rows] - means]
    axes.errorbar(means, range(len(rows)), xerr=reach, color=BLUE, fmt="o")
    axes.set_yticks(range(len(rows)), [_short(row.label, LONGEST) for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    _rule(axes, "x")


def describe_bars(caption: str, panels: Mapping[str, Sequence[Bar]]) -> str:
    """The figures in a chart made by `bars`, as text for readers who cannot see it."""
    lines = [caption]
    for name, rows in panels.items():
        lines.append(name)
        lines += [f"{row.label}: {row.mean:.2f} ({row.low:.2f} – {row.high:.2f})" for row in rows]
    return "\n".join(lines)


def _rule(axes: Axes, axis: str) -> None:
    axes.grid(axis=axis, color="0.88")
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def as_svg(figure: Figure, title: str, description: str) -> str:
    """A figure as the text of an SVG file, with a title and, for readers who cannot see it, a
    description."""
    written = StringIO()
    with rc_context(_STYLE), warnings.catch_warnings():
        figure.suptitle(_short(title, 2 * LONGEST), fontweight="bold")
        # Letters missing in its own fonts are only measured wrongly, which does not show.
        warnings.filterwarnings("ignore", r"Glyph .* missing from font", UserWarning)
        figure.savefig(written, format="svg", metadata={"Date": None})
    svg = written.getvalue()
    head, rest = svg[svg.index("<svg") :].split(">", 1)
    return (
        f'{head} role="img" aria-labelledby="title description">\n'
        f'<title id="title">{escape(title)}</title>\n'
        f'<desc id="description">{escape(description)}</desc>\n'
        f"<style>{_DARK}</style>{rest}"
    )


def _short(said: str, most: int) -> str:
    return said if len(said) <= most else said[: most - 1] + "…"
