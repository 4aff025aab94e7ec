"""Reviews as text: each deal with its mistakes, and a summary of all deals by player."""

from collections.abc import Sequence
from typing import get_args

import msgspec

from gongzhu.bots.reasons.wording import action_text
from gongzhu.bots.search.analysis import Aim
from gongzhu.cards import Seat
from gongzhu.cli.common import aligned, shown_name
from gongzhu.records import DealRecord
from gongzhu.review import DealReview, ToldDeal, ToldDecision
from gongzhu.review.loss_table import LevelReport, LossTable, level_reports, loss_table
from gongzhu.review.losses import Losses, levels_measured, losses_of
from gongzhu.review.sheet import Matter, Part, limits_of
from gongzhu.rules import PRESETS, Action, Pass
from gongzhu.rules.options import Family
from gongzhu.scorebook.explain import MINUS
from gongzhu.texts import Lang, say, wrap

WIDTH = 88
"""Greatest width of the text in columns."""
COLUMNS = ("dealt", "luck", "given", "own", "result")


def review_json(review: ToldDeal) -> str:
    """A review as one line of JSON. Actions are written as in the outside-bot protocol."""
    return msgspec.json.encode(review).decode() + "\n"


def review_text(record: DealRecord, review: ToldDeal, lang: Lang) -> str:
    """A review as lines of text: a table that divides each player's result into luck and losses by
    mistakes, and then the mistakes, the largest first."""
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
    return [f"  {line}" for line in aligned(rows)]


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
    """A choice as text, to follow a text that names the phase. For a pass it is only the cards,
    since that text already says that cards are passed."""
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


WIDTH = 88
"""Greatest width of the text in columns."""
Key = tuple[Family, Aim]
"""The game, and the unit of loss: `points`, or `game` for the chance of winning the game."""


class Tally:
    """The losses of all players in several deals, summed separately for Gong Zhu and Hearts and for
    each unit of loss (points, or the chance of winning the game)."""

    def __init__(self) -> None:
        self._losses: dict[Key, dict[str, Losses]] = {}

    def add(self, record: DealRecord, review: DealReview) -> None:
        """Add the losses of all players in one deal. `review` is the review of `record`."""
        for seat, name in enumerate(record.players):
            for aim, losses in losses_of([review], [Seat(seat)]).items():
                players = self._losses.setdefault((record.rules.family, aim), {})
                players[name] = players.get(name, Losses()) + losses

    def tables(self) -> dict[Key, dict[str, LossTable]]:
        """For each game and unit of loss, a table of losses for each player, by name."""
        return {
            key: {name: loss_table(losses) for name, losses in players.items()}
            for key, players in sorted(self._losses.items(), key=lambda each: each[0][::-1])[::-1]
        }


def summary_text(tally: Tally, lang: Lang) -> str:
    """The losses as lines of text: for each game and unit, the mean loss of each player per
    decision compared with the bot levels, and the subjects of each player's mistakes."""
    lines = []
    for (family, aim), players in tally.tables().items():
        levels = level_reports(family) if aim == "points" else ()
        lines += [say(f"review.summary.{aim}", lang, game=say(f"rules.family.{family}", lang)), ""]
        lines += _rows(players, levels, aim, lang)
        if levels:
            preset = levels_measured().presets[family]
            lines += ["", f"  {say('review.summary.levels', lang, preset=preset)}"]
        lines.append("")
        for name, table in players.items():
            lines += _matters(shown_name(name), table, (family, aim), lang)
        lines.append("")
    return "\n".join(lines)


def _rows(
    players: dict[str, LossTable], levels: Sequence[LevelReport], aim: Aim, lang: Lang
) -> list[str]:
    tables = [*players.values(), *(level.points for level in levels)]
    parts = [part for part in get_args(Part) if any(part in table.parts for table in tables)]
    columns = ["decisions", "best", "average", *parts]
    head = ["", *(say(f"review.summary.{column}", lang) for column in columns)]
    own = [_row(shown_name(name), table, parts, aim, lang) for name, table in players.items()]
    names = [say("review.summary.level", lang, level=each.level) for each in levels]
    others = [
        _row(name, each.points, parts, aim, lang) for name, each in zip(names, levels, strict=True)
    ]
    return [f"  {line}" for line in aligned([head, *own, *others], 2)]


def _row(name: str, table: LossTable, parts: Sequence[Part], aim: Aim, lang: Lang) -> list[str]:
    total = table.total
    share = f"{100 * total.best / total.decisions:.0f}%"
    by_part = (
        size(table.parts[part].average.mean, aim) if part in table.parts else "" for part in parts
    )
    return [name, str(total.decisions), share, _average(table, aim, lang), *by_part]


def _average(table: LossTable, aim: Aim, lang: Lang) -> str:
    found = table.total.average
    mean, low, high = (size(value, aim) for value in (found.mean, found.low, found.high))
    if table.deals < 2:
        return mean
    return say("review.summary.interval", lang, mean=mean, low=low, high=high)


def _matters(name: str, table: LossTable, key: Key, lang: Lang) -> list[str]:
    """Lines that list the subjects of a player's mistakes, such as the pig or the hearts, by total
    loss from the largest down. For each subject they give the loss by part of the deal, such as
    leads or discards. `key` is the game and the unit of loss."""
    family, aim = key
    sums: dict[Matter, dict[Part, float]] = {}
    for part, figures in table.parts.items():
        for matter, found in figures.matters.items():
            sums.setdefault(matter, {})[part] = found.mean * figures.decisions
    if not sums:
        return [say("review.summary.no_mistakes", lang, name=name)]
    told = []
    for matter, by_part in sorted(sums.items(), key=lambda each: -sum(each[1].values())):
        largest = sorted(by_part.items(), key=lambda each: -each[1])
        parts = say("review.summary.joint", lang).join(
            say(
                "review.summary.in_part",
                lang,
                part=say(f"review.part.{part}", lang),
                loss=size(loss, aim),
            )
            for part, loss in largest
        )
        told.append(
            say(
                "review.summary.matter",
                lang,
                matter=say(f"review.matter.{family}.{matter}", lang),
                loss=size(sum(by_part.values()), aim),
                parts=parts,
            )
        )
    whole = say(
        "review.summary.matters", lang, name=name, list=say("review.summary.apart", lang).join(told)
    )
    first, *rest = wrap(whole, WIDTH - 4)
    return [f"  {first}", *(f"    {line}" for line in rest)]


def size(value: float, aim: Aim) -> str:
    """A loss as text: "12", "3.4", "0.05" or "0" points. With `aim` "game", a chance such as
    "1.2%"."""
    if aim == "game":
        return f"{100 * value:.1f}%"
    if value >= 9.95 or value < 0.005:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 0.995 else f"{value:.2f}"
