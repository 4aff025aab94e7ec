"""Columns of text that is as wide as it is shown."""

from collections.abc import Sequence

from gongzhu.texts import width_of


def aligned(rows: Sequence[Sequence[str]], gap: int = 3) -> list[str]:
    """Rows of equally many cells as lines: the first column to the left, the others right, with
    `gap` spaces between them."""
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
