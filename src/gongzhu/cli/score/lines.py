"""`gongzhu score --jsonl`: answers each line as soon as it arrives."""

import sys
from collections.abc import Iterator
from typing import BinaryIO

from gongzhu.rules import RuleSet
from gongzhu.scorebook import LONGEST_LINE, Scorer
from gongzhu.texts import Lang


def answer_lines(rules: RuleSet, game: bool, lang: Lang) -> bool:
    """Answer every line of standard input that is not blank; returns whether all were valid."""
    scorer = Scorer(rules, game=game, lang=lang)
    output = sys.stdout.buffer
    all_good = True
    for line in _lines(sys.stdin.buffer):
        if not line.strip():
            continue
        answer, good = scorer.answer(line)
        output.write(answer.encode() + b"\n")
        output.flush()
        all_good = all_good and good
    return all_good


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines without line ends; a line that is too long is cut just beyond the limit."""
    while line := source.readline(LONGEST_LINE + 2):
        rest = line
        while not rest.endswith(b"\n") and (rest := source.readline(LONGEST_LINE)):
            pass
        yield line.rstrip(b"\r\n")
