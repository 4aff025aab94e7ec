"""Scoring for programs: a line of JSON goes in, a line of JSON comes out."""

import json

from gongzhu.rules import RuleSet
from gongzhu.scorebook.entry import score_entry
from gongzhu.scorebook.fault import ScoreError
from gongzhu.scorebook.reading import read_entry
from gongzhu.scorebook.standing import CountedDeal, Standing, seats_of
from gongzhu.texts import Lang

LONGEST_LINE = 64 * 1024
"""Greatest length of a line in bytes; an entry with all 52 cards is shorter than 600."""


class Scorer:
    """Answers lines with entries of deals. With the option `game`, the lines are the deals of one
    game after another."""

    def __init__(self, rules: RuleSet, *, game: bool = False, lang: Lang = "en") -> None:
        self.rules = rules
        self.lang = lang
        self.standing = Standing.new(rules) if game else None

    def answer(self, line: bytes) -> tuple[str, bool]:
        """The answer to a line, without a line end, and whether the line was valid.

        An invalid line changes nothing, and its answer says what is wrong with it.
        """
        try:
            answer = self._answer(_decode(line))
        except ScoreError as error:
            return json.dumps({"error": error.text(self.lang)}, ensure_ascii=False), False
        return json.dumps(answer), True

    def _answer(self, line: str) -> dict[str, object]:
        if self.standing is None:
            score = score_entry(self.rules, read_entry(self.rules, line))
            return {"scores": score.points, "instant_win": score.instant_win}
        counted = self.standing.after(read_entry(self.rules, line, whole=True))
        self.standing = counted.standing
        return _of_game(counted)


def _decode(line: bytes) -> str:
    if len(line) > LONGEST_LINE:
        raise ScoreError("line_too_long", most=LONGEST_LINE)
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScoreError("not_utf8", position=error.start + 1) from error


def _of_game(counted: CountedDeal) -> dict[str, object]:
    rules = counted.game.rules
    result = counted.result
    return {
        "scores": counted.score.points,
        "instant_win": counted.score.instant_win,
        "totals": counted.game.totals,
        "game_over": result is not None,
        "winners": seats_of(rules, result.winners if result else ()),
        "losers": seats_of(rules, result.losers if result else ()),
        "strips": counted.match.strips,
        "round_points": counted.match.round_points,
    }
