"""Text in columns, aligned by the width in terminal cells instead of the number of characters."""

from collections.abc import Sequence

from textual.content import Content

from gongzhu.texts import wrap


def columns(
    rows: Sequence[Sequence[str | Content]], *, all_left: bool = False, gap: int = 3
) -> Content:
    """Rows of equal length as lines of aligned columns: the first column is aligned left, the
    others right, or all left with `all_left`. `gap` is the number of cells between columns."""
    cells = [[_content(cell) for cell in row] for row in rows]
    widths = [max(cell.cell_length for cell in column) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        padded = [
            cell.pad_right(width - cell.cell_length)
            if all_left or place == 0
            else cell.pad_left(width - cell.cell_length)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(Content(" " * gap).join(padded))
    return Content("\n").join(lines)


def beside(left: Content, right: Content, width: int) -> Content:
    """Two blocks of lines side by side, the right one from column `width` on."""
    lefts, rights = left.split("\n"), right.split("\n")
    lines = []
    for row in range(max(len(lefts), len(rights))):
        line = lefts[row] if row < len(lefts) else Content("")
        line = line.pad_right(max(1, width - line.cell_length))
        lines.append(line + rights[row] if row < len(rights) else line)
    return Content("\n").join(lines)


def wrapped(text: Content, width: int) -> Content:
    """The text in lines of at most `width` cells, broken as `gongzhu.texts.wrap` does: Chinese text
    breaks anywhere except before punctuation, where Textual would only break at spaces."""
    lines = []
    for line in text.split("\n", allow_blank=True):
        if line.cell_length <= width:
            lines.append(line)
            continue
        end = 0
        for piece in wrap(line.plain, width):
            start = line.plain.index(piece, end)
            end = start + len(piece)
            lines.append(line[start:end])
    return Content("\n").join(lines)


def _content(cell: str | Content) -> Content:
    return cell if isinstance(cell, Content) else Content(cell)
