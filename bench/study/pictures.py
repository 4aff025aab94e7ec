"""The pictures of the study: small, readable without colours, with text that is text."""

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from bench.study.measures import Mean

Curve = Sequence[tuple[float, Mean]]
STYLES = ("o-", "s--", "^:", "d-.")
SIZE = (6.4, 3.6)
"""Inches, of 72 points."""
DRAWN: dict[Any, Any] = {
    # The reader's own fonts have the Chinese; those of matplotlib have not.
    "svg.fonttype": "none",
    "font.sans-serif": ["DejaVu Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei"],
    # The same figures give the same file.
    "svg.hashsalt": "gongzhu",
}


def draw_curves(curves: Mapping[str, Curve], across: str, up: str, path: Path) -> None:
    """Curves with bars of one standard error either way, as SVG."""
    with rc_context(DRAWN), warnings.catch_warnings():
        # That it cannot measure a letter which it lacks moves nothing that shows.
        warnings.filterwarnings("ignore", r"Glyph .* missing from font", UserWarning)
        figure = Figure(figsize=SIZE, layout="constrained")
        axes = figure.subplots()
        for style, (title, curve) in zip(STYLES, curves.items(), strict=False):
            axes.errorbar(
                [count for count, _ in curve],
                [mean.value for _, mean in curve],
                yerr=[mean.error for _, mean in curve],
                fmt=style,
                markersize=4,
                capsize=2,
                label=title,
            )
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.axhline(0, color="0.6", linewidth=0.8)
        axes.grid(color="0.9")
        axes.legend(frameon=False, fontsize="small")
        figure.savefig(path, format="svg", metadata={"Date": None})
