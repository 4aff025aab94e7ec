"""Explains a score in words, line by line."""

from gongzhu.cards import Card
from gongzhu.rules import PileScore, RuleSet, ScoreLine
from gongzhu.rules.facts import values_of
from gongzhu.texts import Lang, say

MINUS = "−"
"""The typographic minus sign, which is as wide as a plus sign and looks different from a hyphen."""


def signed(points: int) -> str:
    """Points with a sign: `+100`, `−40`, `0`.

    >>> signed(100), signed(-40), signed(0)
    ('+100', '−40', '0')
    """
    return f"{points:+}".replace("-", MINUS) if points else "0"


def number(points: int) -> str:
    """Points without a plus sign: `100`, `−40`, `0`.

    >>> number(100), number(-40)
    ('100', '−40')
    """
    return str(points).replace("-", MINUS)


def explain_line(
    line: ScoreLine, rules: RuleSet, lang: Lang = "en", above: int | None = None
) -> str:
    """One line of a score in words, such as `Hearts A K (A♥ exposed): −90 × 2 = −180`.

    `above` is the sum of the lines before it. If given, a doubler's line shows the product,
    otherwise only the factor.

    >>> rules = PRESETS["gongzhu-pagat"].rules
    >>> score = score_piles(rules, [parse_cards("QS TC"), (), (), ()], {}, [0] * 4)
    >>> explain_line(score.piles[0].lines[1], rules, above=-100)
    'Doubler 10♣: −100 × 2 = −200'
    """
    tricks = 0
    times = line.times
    result = signed(line.points)
    if line.kind == "doubler":
        result = f"× {times}"
        if above is not None:
            result = f"{signed(above)} × {times} = {signed(above * times)}"
    elif line.kind == "queen_of_diamonds":
        tricks = times
        result = f"{tricks} × {number(line.points // tricks)} = {result}"
    elif times > 1 and line.points:
        result = f"{signed(line.points // times)} × {times} = {result}"
    return say(
        f"score.line.{_kind(line, rules)}.{_form(line, rules)}",
        lang,
        cards=" ".join(str(card) for card in sorted(line.cards, reverse=True)),
        ranks=_ranks(line.cards),
        count=len(line.cards),
        how=say(f"score.exposed_as.{line.mode}", lang) if line.mode else "",
        result=result,
    )


_NAMED = ("pig", "sheep", "slam", "slam_of_partner", "slam_of_another")


def _kind(line: ScoreLine, rules: RuleSet) -> str:
    """The message key for the kind of line. Q♠, J♦ and slams have different names in each family of
    rules."""
    named = line.kind in _NAMED
    return f"{line.kind}.{rules.family}" if named else line.kind


def _form(line: ScoreLine, rules: RuleSet) -> str:
    """The last part of the message's key: `swept` or `turned` if Q♠ or J♦ counts other than its
    usual value because of the other cards in the pile, otherwise `exposed` for an exposed card and
    `plain` for any other."""
    if line.kind in ("pig", "sheep"):
        worth = values_of(rules)[line.cards[0]]
        if line.points != worth * line.times:
            # Under `sweep`, all point cards are needed to turn the pig, not just all hearts.
            swept = line.kind == "pig" and rules.pig_with_all_hearts == "sweep"
            return "swept" if swept else "turned"
    return "exposed" if line.mode else "plain"


def explain_pile(pile: PileScore, rules: RuleSet, lang: Lang = "en") -> tuple[str, ...]:
    """Every line of a pile's score in words, with the result of a doubler. An empty pile gives one
    line that says so.

    >>> rules = PRESETS["gongzhu-pagat"].rules
    >>> score = score_piles(rules, [parse_cards("QS TC"), (), (), ()], {}, [0] * 4)
    >>> explain_pile(score.piles[0], rules)
    ('Pig Q♠: −100', 'Doubler 10♣: −100 × 2 = −200')
    """
    if not pile.lines:
        return (say("score.line.nothing", lang),)
    total = 0
    lines = []
    for line in pile.lines:
        lines.append(explain_line(line, rules, lang, total))
        total = total * line.times if line.kind == "doubler" else total + line.points
    return tuple(lines)


def _ranks(cards: tuple[Card, ...]) -> str:
    """The ranks of the cards from high to low, separated by spaces."""
    return " ".join(str(card)[:-1] for card in sorted(cards, reverse=True))
