"""Columns of text, aligned by display width."""

from collections.abc import Sequence

from gongzhu.texts import width_of


def aligned(rows: Sequence[Sequence[str]], gap: int = 3) -> list[str]:
    """Rows of equal length as aligned lines: the first column to the left, the others to the right,
    with `gap` spaces between columns."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    return [
        "  "
        + (" " * gap)
        .join(
            cell + pad if not place else pad + cell
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            for pad in [" " * (width - width_of(cell))]
        )
        .rstrip()
        for row in rows
    ]
