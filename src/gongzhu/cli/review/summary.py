"""The summary of `gongzhu review`: what each player's decisions lost over several deals."""

from collections.abc import Sequence
from typing import get_args

from gongzhu.bots.search.analysis import Aim
from gongzhu.cards import Seat
from gongzhu.cli.common import shown_name
from gongzhu.cli.review.columns import aligned
from gongzhu.records import DealRecord
from gongzhu.review import DealReview
from gongzhu.review.loss_table import LevelReport, LossTable, level_reports, loss_table
from gongzhu.review.losses import Losses, losses_of
from gongzhu.review.sheet import Matter, Part
from gongzhu.rules.options import Family
from gongzhu.texts import Lang, say, wrap

WIDTH = 88
"""Width of the text in columns."""
Key = tuple[Family, Aim]


class Tally:
    """Losses of each player, by game and unit."""

    def __init__(self) -> None:
        self._losses: dict[Key, dict[str, Losses]] = {}

    def add(self, record: DealRecord, review: DealReview) -> None:
        """Add the losses of a deal."""
        for seat, name in enumerate(record.players):
            for aim, losses in losses_of([review], [Seat(seat)]).items():
                players = self._losses.setdefault((record.rules.family, aim), {})
                players[name] = players.get(name, Losses()) + losses

    def tables(self) -> dict[Key, dict[str, LossTable]]:
        """For each game and unit, a table of losses by player name."""
        return {
            key: {name: loss_table(losses) for name, losses in players.items()}
            for key, players in sorted(self._losses.items(), key=lambda each: each[0][::-1])[::-1]
        }


def summary_text(tally: Tally, lang: Lang) -> str:
    """The tables as lines of text: how much each player lost per decision, and where."""
    lines = []
    for (family, aim), players in tally.tables().items():
        levels = level_reports(family) if aim == "points" else ()
        lines += [say(f"review.summary.{aim}", lang, game=say(f"rules.family.{family}", lang)), ""]
        lines += _rows(players, levels, aim, lang)
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
    return aligned([head, *own, *others], 2)


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
    """The kinds of a player's mistakes, with their parts, from the largest total loss down."""
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
    """A loss as text: "12", "3.4", "0.05", "0"; or "1.2%" for a loss of winning chance."""
    if aim == "game":
        return f"{100 * value:.1f}%"
    if value >= 9.95 or value < 0.005:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 0.995 else f"{value:.2f}"
