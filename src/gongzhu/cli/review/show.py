"""A review as `gongzhu review` prints it: as text, or as one line of JSON."""

import msgspec

from gongzhu.bots.reasons.wording import action_text
from gongzhu.cli.review.columns import aligned
from gongzhu.records import DealRecord
from gongzhu.review import ToldDeal, ToldDecision
from gongzhu.review.sheet import limits_of
from gongzhu.rules import PRESETS, Action, Pass
from gongzhu.scorebook.explain import MINUS
from gongzhu.texts import Lang, say, wrap

WIDTH = 88
"""Width of the text in columns."""
COLUMNS = ("dealt", "luck", "given", "own", "result")


def review_json(review: ToldDeal) -> str:
    """A review as one line of JSON; actions are written as in the outside-bot protocol."""
    return msgspec.json.encode(review).decode() + "\n"


def review_text(record: DealRecord, review: ToldDeal, lang: Lang) -> str:
    """The ledger of a deal, and its mistakes from the largest down, as lines of text."""
    lines = [*_head(record, review, lang), *_ledger(record, review, lang), ""]
    mistakes = [each for each in review.decisions if each.classed is not None]
    # Losses in different units are compared by dividing each by the size of a blunder in its unit.
    mistakes.sort(key=lambda each: -each.loss.mean / limits_of(record.rules, each.aim)[-1])
    counted = len(review.decisions)
    key = "mistakes" if mistakes else "none"
    lines.append(say(f"review.{key}", lang, count=len(mistakes), decisions=counted))
    for each in mistakes:
        lines += _mistake(record, each, lang, other_unit=each.aim != review.aim)
    return "\n".join(lines) + "\n\n"


def _head(record: DealRecord, review: ToldDeal, lang: Lang) -> list[str]:
    preset = record.preset
    known = preset is not None and PRESETS.get(preset)
    title = say(f"rules.preset.{preset}.title" if known else "review.own_rules", lang)
    words = say("review.deal", lang, game=review.game + 1, deal=review.deal + 1, rules=title)
    unit = say(f"review.unit.{review.aim}", lang)
    return [words, "", unit]


def _ledger(record: DealRecord, review: ToldDeal, lang: Lang) -> list[str]:
    rows = [["", *(say(f"review.ledger.{key}", lang) for key in COLUMNS)]]
    for row in review.ledger:
        figures = (getattr(row, key) for key in COLUMNS)
        rows.append([record.players[row.seat], *(_signed(value, review) for value in figures)])
    return aligned(rows)


def _mistake(record: DealRecord, each: ToldDecision, lang: Lang, *, other_unit: bool) -> list[str]:
    chance = each.aim == "game"
    loss = _plain(each.loss.mean, chance=chance)
    head = say(
        f"review.classed.{each.classed}",
        lang,
        loss=say("review.in_points", lang, loss=loss) if other_unit and not chance else loss,
        low=_plain(each.loss.low, chance=chance),
        high=_plain(each.loss.high, chance=chance),
        who=record.players[each.seat],
        where=_where(record, each, lang),
        action=_chosen(each.action, lang),
        best=_chosen(each.best, lang),
    )
    words = [f"  {line}" for line in wrap(head, WIDTH - 2)]
    return [*words, *(f"    {line}" for line in wrap(each.sentence, WIDTH - 4))]


def _chosen(action: Action, lang: Lang) -> str:
    """A choice as text after its place; that cards are passed was already said there."""
    if isinstance(action, Pass):
        return " ".join(map(str, sorted(action.cards)))
    return action_text(action, lang, "plain")


def _where(record: DealRecord, each: ToldDecision, lang: Lang) -> str:
    if each.kind != "play":
        return say(f"review.where.{each.kind}", lang)
    players = record.rules.players
    before = players * sum((record.passes is not None, _exposing(record)))
    return say("review.where.trick", lang, trick=(each.ply - before) // players + 1)


def _exposing(record: DealRecord) -> bool:
    return record.rules.family == "gongzhu" and record.rules.sale != "none"


def _signed(value: float, review: ToldDeal) -> str:
    text = _plain(abs(value), chance=review.aim == "game")
    return text if text.strip("0.%") == "" else f"{'+' if value > 0 else MINUS}{text}"


def _plain(value: float, *, chance: bool) -> str:
    sign = MINUS if value < 0 else ""
    return f"{sign}{abs(value) * 100:.0f}%" if chance else f"{sign}{abs(value):.1f}"
