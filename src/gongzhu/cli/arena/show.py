"""The output of `gongzhu arena`: a sentence for each match, a table, JSON or a picture."""

import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Literal

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from gongzhu.arena.duplicate import Pairing
from gongzhu.arena.tally import MatchTally
from gongzhu.cli.arena.options import write_plot
from gongzhu.cli.common import fail
from gongzhu.texts import Lang, say

WIDE = 400
"""Width in cells of a table that is not printed to a terminal: enough for every entrant's command
line."""


class PlayedMatch(Struct, frozen=True):
    """A match and its results."""

    rules: str
    match: Pairing
    tally: MatchTally

    @property
    def sem(self) -> float | None:
        """Standard error of the mean; None after a single deal, since JSON has no number for
        that."""
        return self.tally.sem if self.tally.deals > 1 else None


def print_results(played: Sequence[PlayedMatch], several: bool, as_json: bool, lang: Lang) -> None:
    """Print the results of matches: one in full, `several` as a table."""
    if as_json:
        objects = [_object(one) for one in played]
        result = {"matches": objects} if several else objects[0]
        sys.stdout.write(msgspec.json.encode(result).decode() + "\n")
    elif several:
        _tabulate(played, lang)
    else:
        for one in played:
            _say(one, lang)


def _object(one: PlayedMatch) -> dict[str, object]:
    match, tally = one.match, one.tally
    with_luck = {"mean": fmean(tally.raw), "worth": tally.worth}
    return {
        "a": match.a.name,
        "b": match.b.name,
        "rules": one.rules,
        "deals": tally.deals,
        "mean": tally.mean,
        "sem": one.sem,
        "interval": tally.interval,
        "decided": tally.decided,
        "seed": match.seed,
        "ms_per_move": {"a": tally.times(0), "b": tally.times(1)},
        "slams": {"a": _slams(tally, 0), "b": _slams(tally, 1)},
        **({"unadjusted": with_luck} if tally.adjusted else {}),
    }


def _say(one: PlayedMatch, lang: Lang) -> None:
    names, tally = [one.match.a.name, one.match.b.name], one.tally
    values = {"a": names[0], "b": names[1], "rules": one.rules, "deals": tally.deals}
    lines = [say("arena.match", lang, **values)]
    if one.sem is None:
        lines.append(say("arena.one_deal", lang, mean=f"{tally.mean:+.2f}"))
    else:
        known = "early" if tally.interval is None else "mean"
        lines.append(say(f"arena.{known}", lang, **_figures(one)))
        better = names[0] if tally.mean > 0 else names[1]
        lines.append(say(f"arena.{_verdict(tally)}", lang, better=better))
        if tally.adjusted:
            raw = f"{fmean(tally.raw):+.2f}"
            lines.append(say("arena.unadjusted", lang, mean=raw, worth=f"{tally.worth:.1f}"))
    for side in (0, 1):
        figures = {key: f"{each:.0f}" for key, each in _slams(tally, side).items()}
        lines.append(say("arena.slams", lang, name=names[side], **figures))
    for side, name in enumerate(names):
        time = tally.times(side)
        if time.p50 is not None:
            shown = {"p50": f"{time.p50:.2f}", "p99": f"{time.p99:.2f}"}
            lines.append(say("arena.times", lang, name=name, **shown))
    sys.stdout.write("\n".join(lines) + "\n")


def _slams(tally: MatchTally, side: int) -> dict[str, float]:
    """Per 1,000 hands of an entrant: hands in which it shot the moon, hands in which it threatened
    to, and threats of its opponent that it stopped."""
    own, other = tally.slams[side], tally.slams[1 - side]
    each = 1000 / max(1, own.hands)
    return {
        "shot": own.shot * each,
        "threatened": own.threatened * each,
        "stopped": (other.threatened - other.shot) * each,
    }


def _verdict(tally: MatchTally) -> Literal["decided", "alike", "likely", "open"]:
    if tally.decided:
        return "decided"
    if tally.alike:
        return "alike"
    # The interval for a number of deals fixed beforehand excludes 0 much sooner than the bound that
    # stays valid however often it is looked at.
    low, high = tally.interval or (0, 0)
    return "likely" if low > 0 or high < 0 else "open"


def _figures(one: PlayedMatch) -> dict[str, str]:
    figures = {"mean": f"{one.tally.mean:+.2f}", "sem": f"{one.tally.sem:.2f}"}
    for name, bound in zip(("low", "high"), one.tally.interval or (), strict=False):
        figures[name] = f"{bound:+.2f}"
    return figures


def _tabulate(played: Sequence[PlayedMatch], lang: Lang) -> None:
    table = Table(box=None, pad_edge=False, header_style="")
    for head in ("rules", "first", "second", "deals", "mean", "interval", "times"):
        right = head in ("deals", "mean", "times")
        title = say(f"arena.table.{head}", lang)
        table.add_column(title, justify="right" if right else "left", overflow="fold")
    for one in played:
        figures = _figures(one)
        times = [f"{one.tally.times(side).p50 or 0:.2f}" for side in (0, 1)]
        mean = figures["mean"] if one.sem is None else f"{figures['mean']} ± {figures['sem']}"
        known = one.tally.interval is not None
        table.add_row(
            one.rules,
            one.match.a.name,
            one.match.b.name,
            str(one.tally.deals),
            mean,
            say("arena.table.between", lang, **figures) if known else "",
            " / ".join(times),
        )
    width = None if sys.stdout.isatty() else WIDE
    Console(file=sys.stdout, width=width, highlight=False, markup=False).print(table)


def draw(played: Sequence[PlayedMatch], path: Path, lang: Lang) -> None:
    """Write a picture: the course and spread of one match, or the means of several."""
    known = [one for one in played if one.sem is not None]
    if not known:
        fail(say("arena.plot.too_few", lang))
    if len(played) == 1:
        _draw_match(known[0], path, lang)
    else:
        _draw_means(known, path, lang)


def _draw_match(one: PlayedMatch, path: Path, lang: Lang) -> None:
    from gongzhu.arena.picture import as_svg, course_and_spread

    values = {"a": one.match.a.name, "b": one.match.b.name}
    title = say("arena.match", lang, **values, rules=one.rules, deals=one.tally.deals)
    captions = say("arena.plot.running", lang), say("arena.plot.spread", lang)
    known = "early" if one.tally.interval is None else "mean"
    description = say(f"arena.{known}", lang, **_figures(one))
    drawn = course_and_spread(*captions, one.tally.advantages)
    write_plot(path, as_svg(drawn, title, description), lang)


def _draw_means(known: Sequence[PlayedMatch], path: Path, lang: Lang) -> None:
    from gongzhu.arena.picture import Bar, as_svg, bars, describe_bars

    panels: dict[str, list[Bar]] = {}
    for one in known:
        label = say("arena.plot.label", lang, a=one.match.a.name, b=one.match.b.name)
        low, high = one.tally.interval or (one.tally.mean, one.tally.mean)
        panels.setdefault(one.rules, []).append(Bar(label, one.tally.mean, low, high))
    title = say("arena.plot.title", lang, deals=max(one.tally.deals for one in known))
    caption = say("arena.plot.bars", lang)
    drawn = as_svg(bars(caption, panels), title, describe_bars(caption, panels))
    write_plot(path, drawn, lang)
