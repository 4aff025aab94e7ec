"""Explains a score in words: each line of the sum, as a player would read it out."""

from gongzhu.cards import PIG, SHEEP, Card, show_cards
from gongzhu.rules import PileScore, RuleSet, ScoreLine
from gongzhu.rules.facts import values_of
from gongzhu.texts import Lang, say

MINUS = "−"
"""The typographic minus sign: as wide as the plus sign, and not mistaken for a hyphen."""


def signed(points: int) -> str:
    """Points with a sign, as they are added: `+100`, `−40`, `0`.

    >>> signed(100), signed(-40), signed(0)
    ('+100', '−40', '0')
    """
    return f"{points:+}".replace("-", MINUS) if points else "0"


def number(points: int) -> str:
    """Points as a total: `100`, `−40`, `0`.

    >>> number(100), number(-40)
    ('100', '−40')
    """
    return str(points).replace("-", MINUS)


def explain_line(
    rules: RuleSet, line: ScoreLine, lang: Lang = "en", above: int | None = None
) -> str:
    """One line of a score, such as `Hearts A K (A♥ exposed): −90 × 2 = −180`.

    `above` is the sum of the lines before it. If it is given, the line of a doubler shows the
    product, otherwise only the factor.

    >>> rules = PRESETS["gongzhu-pagat"].rules
    >>> score = score_piles(rules, [parse_cards("QS TC"), (), (), ()], {}, [0] * 4)
    >>> explain_line(rules, score.piles[0].lines[1], above=-100)
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
    form = "turned" if _is_turned(rules, line) else "exposed" if line.mode else "plain"
    named = line.kind in ("pig", "sheep", "slam", "slam_of_another")
    return say(
        f"score.line.{line.kind}.{form}",
        lang,
        name=say(f"score.line.name.{line.kind}.{rules.family}", lang) if named else "",
        by=say(f"score.line.by.{rules.pig_with_all_hearts}", lang) if form == "turned" else "",
        cards=show_cards(sorted(line.cards, reverse=True)),
        ranks=_ranks(line.cards),
        count=len(line.cards),
        how=say(f"score.exposed_as.{line.mode}", lang) if line.mode else "",
        result=result,
    )


def _is_turned(rules: RuleSet, line: ScoreLine) -> bool:
    """True for the line of a pig or sheep that does not count its own value."""
    if line.kind not in ("pig", "sheep"):
        return False
    card = PIG if line.kind == "pig" else SHEEP
    return line.points != values_of(rules)[card] * line.times


def explain_pile(rules: RuleSet, pile: PileScore, lang: Lang = "en") -> tuple[str, ...]:
    """Every line of a pile's score, with the effect of a doubler on the lines above it; for an
    empty pile, one line that says so.

    >>> rules = PRESETS["gongzhu-pagat"].rules
    >>> score = score_piles(rules, [parse_cards("QS TC"), (), (), ()], {}, [0] * 4)
    >>> explain_pile(rules, score.piles[0])
    ('Pig Q♠: −100', 'Doubler 10♣: −100 × 2 = −200')
    """
    if not pile.lines:
        return (say("score.line.nothing", lang),)
    total = 0
    lines = []
    for line in pile.lines:
        lines.append(explain_line(rules, line, lang, total))
        total = total * line.times if line.kind == "doubler" else total + line.points
    return tuple(lines)


def _ranks(cards: tuple[Card, ...]) -> str:
    """The ranks of the cards from high to low, for a line that names the suit in words."""
    return " ".join(str(card)[:-1] for card in sorted(cards, reverse=True))
