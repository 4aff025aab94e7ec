"""The pictures of the study: small, readable without colours."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.study.measures import Mean
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

Curve = Sequence[tuple[int, Mean]]
STYLES = ("o-", "s--", "^:", "d-.")
SIZE = (6.4, 3.6)
"""Inches, of 110 dots."""


def draw_curves(curves: Mapping[str, Curve], across: str, up: str, path: Path) -> None:
    """Curves with bars of one standard error either way."""
    figure = Figure(figsize=SIZE, dpi=110, layout="constrained")
    axes = figure.subplots()
    for style, (title, curve) in zip(STYLES, curves.items(), strict=False):
        counts = [count for count, _ in curve]
        values = [mean.value for _, mean in curve]
        errors = [mean.error for _, mean in curve]
        axes.errorbar(counts, values, yerr=errors, fmt=style, markersize=4, capsize=2, label=title)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.axhline(0, color="0.6", linewidth=0.8)
    axes.grid(color="0.9")
    axes.legend(frameon=False, fontsize="small")
    figure.savefig(path)
