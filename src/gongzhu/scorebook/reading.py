"""Reads entries of deals from JSON, and returns a line of JSON with the score for each line
read."""

import json
from typing import Any, NoReturn, get_args

from gongzhu.cards import PACK, Card
from gongzhu.records.fault import shown
from gongzhu.rules import Mode, MoonChoice, RuleSet, exposure_modes
from gongzhu.scorebook.book import CountedDeal, Standing, seats_of
from gongzhu.scorebook.entry import DealEntry, ScoreError, check_entry, score_entry
from gongzhu.texts import Lang

_KEYS = DealEntry.__struct_fields__
_CARDS = {card.code: card for card in PACK}
_MODES: dict[object, Mode] = {mode: mode for mode in get_args(Mode)}
_MOON_CHOICES: dict[object, MoonChoice] = {choice: choice for choice in get_args(MoonChoice)}


def read_entry(rules: RuleSet, line: str, whole: bool = False) -> DealEntry:
    """The entry in a line of JSON with the fields of DealEntry. With `whole`, it must contain every
    pile.

    Raises ScoreError if the line is not an entry, or the deal is impossible under the rules.
    """
    return entry_from_values(rules, parse_json(line), whole)


def parse_json(text: str) -> object:
    """The value of a JSON text. Raises ScoreError for invalid JSON, non-finite numbers and repeated
    keys."""
    try:
        values: object = json.loads(text, object_pairs_hook=_once_each, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise ScoreError("not_json", line=error.lineno, column=error.colno) from error
    except (RecursionError, ValueError) as error:
        if isinstance(error, ScoreError):
            raise
        raise ScoreError("unreadable_json") from error
    return values


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ScoreError("key_twice", key=shown(key))
        found[key] = value
    return found


def _no_number(text: str) -> NoReturn:
    raise ScoreError("no_number", value=text)


def entry_from_values(rules: RuleSet, values: object, whole: bool = False) -> DealEntry:
    """The entry in plain data (decoded JSON), in which None is the same as a missing value. Checks
    and errors are those of `read_entry`."""
    if not isinstance(values, dict):
        raise ScoreError("not_object", value=shown(values))
    for key in values:
        if key not in _KEYS:
            raise ScoreError("unknown_key", key=shown(key), allowed=", ".join(_KEYS))
    if "captures" not in values:
        raise ScoreError("no_captures")
    captures = _captures(values["captures"])
    entry = DealEntry(
        captures,
        _exposed(rules, values.get("exposed")),
        _tricks(values.get("tricks_after_qd"), len(captures)),
        _moon_choice(values.get("moon_choice")),
        _all_tricks(values.get("all_tricks")),
    )
    return check_entry(rules, entry, whole)


def _captures(value: object) -> tuple[tuple[Card, ...], ...]:
    piles = _list(value, "captures")
    return tuple(
        tuple(
            _card(code, f"captures[{pile}][{number}]")
            for number, code in enumerate(_list(cards, f"captures[{pile}]"))
        )
        for pile, cards in enumerate(piles)
    )


def _exposed(rules: RuleSet, value: object) -> dict[Card, Mode]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ScoreError("exposed", value=shown(value))
    if value and not exposure_modes(rules):
        raise ScoreError("nothing_exposed")
    found = {}
    for code, mode in value.items():
        card = _card(code, "exposed")
        if not isinstance(mode, str) or mode not in _MODES:
            allowed = ", ".join(exposure_modes(rules))
            raise ScoreError("mode", card=card.code, mode=shown(mode), allowed=allowed)
        found[card] = _MODES[mode]
    return found


def _tricks(value: object, piles: int) -> tuple[int, ...]:
    if value is None:
        return ()
    counts = _list(value, "tricks_after_qd")
    for pile, count in enumerate(counts):
        if type(count) is not int:
            place = f"tricks_after_qd[{pile}]"
            raise ScoreError("not_whole", place=place, value=shown(count))
    if not counts:
        raise ScoreError("trick_count", count=0, piles=piles)
    return tuple(counts)


def _moon_choice(value: object) -> MoonChoice | None:
    if value is None:
        return None
    if not isinstance(value, str) or value not in _MOON_CHOICES:
        raise ScoreError("moon", value=shown(value), allowed=", ".join(get_args(MoonChoice)))
    return _MOON_CHOICES[value]


def _all_tricks(value: object) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise ScoreError("not_whole", place="all_tricks", value=shown(value))


def _card(code: object, place: str) -> Card:
    if isinstance(code, str) and code in _CARDS:
        return _CARDS[code]
    raise ScoreError("unknown_card", place=place, value=shown(code))


def _list(value: object, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise ScoreError("not_list", place=place, value=shown(value))
    return value


LONGEST_LINE = 64 * 1024
"""Greatest length of a line in bytes. An entry with all 52 cards has fewer than 600."""


class Scorer:
    """Scores lines of JSON, each with the entry of a deal. With `game`, the lines are consecutive
    deals of a match, and each response also has the totals and the results of games. Error messages
    are in the language `lang`."""

    def __init__(self, rules: RuleSet, *, game: bool = False, lang: Lang = "en") -> None:
        self.rules = rules
        self.lang = lang
        self.standing = Standing.new(rules) if game else None

    def answer(self, line: bytes) -> tuple[str, bool]:
        """The response to a line as JSON without a line break, and True if the line was valid.

        For an invalid line it is an object with the error message under the key `error`, and the
        totals do not change.
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
