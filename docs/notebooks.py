"""The tutorial as a notebook, made of the page, whose examples the tests run."""

import doctest
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BLOCK = re.compile(r"^```python\n(.*?)^```\n", re.DOTALL | re.MULTILINE)


def notebook(page: Path) -> str:
    """The notebook of a page: its sentences, and a cell with its output for each block of code."""
    about = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = [{"id": f"cell-{number}", **cell} for number, cell in enumerate(_cells(page))]
    whole = {
        "cells": cells,
        "metadata": {"kernelspec": about, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _cells(page: Path) -> Iterator[dict[str, Any]]:
    for place, part in enumerate(BLOCK.split(page.read_text("utf-8"))):
        if place % 2:
            yield _code(part)
        elif part.strip():
            yield {"cell_type": "markdown", "metadata": {}, "source": _lines(part)}


def _code(block: str) -> dict[str, Any]:
    """A cell of code. Only its last example may have an output: that is the one a cell shows."""
    examples = doctest.DocTestParser().get_examples(block)
    if any(example.want for example in examples[:-1]):
        raise ValueError(f"an output before the last example: {block}")
    shown = {"data": {"text/plain": _lines(examples[-1].want)}, "output_type": "execute_result"}
    unnumbered: dict[str, Any] = {"execution_count": None, "metadata": {}}
    return {
        "cell_type": "code",
        **unnumbered,
        "outputs": [shown | unnumbered] if examples[-1].want else [],
        "source": _lines("".join(example.source for example in examples)),
    }


def _lines(text: str) -> list[str]:
    return text.strip("\n").splitlines(keepends=True)
