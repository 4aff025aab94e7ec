"""Reviews held against what `strong` makes of the same choices when it plays them out.

    python -m bench.review.played_out claims --decisions 200
    python -m bench.review.played_out planted --decisions 200

`claims`: decisions of `master`'s own games in which a review found a loss; both choices are played
out by `strong` on fresh deals that fit the seat's view, and the mean of the claims is compared with
the mean of the losses so measured. It also counts how many of all `master`'s decisions are classed
as mistakes. `planted`: random legal cards in games of `strong`, each in a deal of its own, that
lose at least a blunder's points when played out; counts how many a review classes as mistakes or
worse. Each deal is a line of `--out`, in bench/results/played_out unless told otherwise, and a run
goes on from there. At its end a line is added to bench/results/review.jsonl.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import TypeVar

from msgspec import Struct, json

from gongzhu.bots.levels import bot_of
from gongzhu.bots.search.search import analyse
from gongzhu.bots.selfplay import SelfPlayConfig, play_game, play_out
from gongzhu.cards import seats
from gongzhu.dealing import child_seed
from gongzhu.records import DealRecord, record_deal, transitions
from gongzhu.review.deal_review import review_deal
from gongzhu.review.redraw import redrawn
from gongzhu.review.sheet import limits_of
from gongzhu.review.true_deal import values_of_result
from gongzhu.rules import (
    PRESETS,
    Action,
    Deal,
    Game,
    Play,
    RuleSet,
    apply,
    side_of,
)
from gongzhu.view import View, view_of
from tests.support.ledger import ROOT, Ledger, progress
from tests.support.workers import add_workers, asked_pool

OUT = ROOT / "bench/results/played_out"
WORLDS = 100
SCREEN = (10, 30)
"""Deals after which a planted card is given up that will hardly lose enough."""
MISTAKES = ("mistake", "blunder")


class Claims(Struct):
    """Of a deal that `master` played."""

    deal: int
    claimed: list[float]
    """The losses above 0 that the review found."""
    measured: list[float]
    """The same, played out."""
    decisions: int
    """All that were reviewed."""
    classed: int
    """Those of them that were classed as mistakes or worse."""


class Planted(Struct):
    """Of a deal with a random card in it."""

    deal: int
    measured: list[float]
    """The card's loss, played out; empty where it is too small."""
    classed: str | None = None


Found = TypeVar("Found", Claims, Planted)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("claims", "planted"))
    parser.add_argument("--rules", default="gongzhu-pagat")
    parser.add_argument("--decisions", type=int, default=200)
    add_workers(parser)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    asked.out = asked.out or OUT / f"{asked.what}-{asked.rules}.jsonl"
    ledger = Ledger(
        "bench/results/review.jsonl", f"python -m bench.review.played_out {' '.join(sys.argv[1:])}"
    )
    rules = PRESETS[asked.rules].rules
    if asked.what == "claims":
        figures = _told_claims(_run(asked, rules, Claims, _claims))
    else:
        figures = _told_planted(_run(asked, rules, Planted, _planted))
    figures = {"what": asked.what, "rules": asked.rules, **figures}
    print(figures)
    ledger.note(**figures)


def _run(
    asked: argparse.Namespace,
    rules: RuleSet,
    kind: type[Found],
    make: Callable[[RuleSet, int], Found],
) -> list[Found]:
    """The findings of one deal after the other, until enough decisions were measured."""
    lines = asked.out.read_bytes().splitlines() if asked.out.exists() else []
    found = [json.decode(line, type=kind) for line in lines]
    done = sum(len(each.measured) for each in found)
    numbers = count(len(found))
    with (
        asked_pool(asked) as pool,
        progress("decisions", asked.decisions) as bar,
        asked.out.open("ab") as file,
        closing(pool.map(partial(make, rules), numbers)) as findings,
    ):
        bar(done)
        while done < asked.decisions:
            found.append(next(findings))
            file.write(json.encode(found[-1]) + b"\n")
            file.flush()
            done += len(found[-1].measured)
            bar(len(found[-1].measured))
    return found


def _claims(rules: RuleSet, number: int) -> Claims:
    """The losses claimed of `master`'s decisions in a deal, and the same as played out."""
    record = _first_deal(rules, "master", number)
    review = review_deal(record)
    steps = list(transitions(record))
    claimed, measured = [], []
    for each in review.decisions:
        if each.kind == "play" and each.loss.mean > 0:
            view = view_of(steps[each.ply].before, each.seat)
            losses = _losses(view, each.best, each.action, WORLDS, f"claim {number} {each.ply}")
            claimed.append(each.loss.mean)
            measured.append(fmean(losses))
    classed = sum(each.classed in MISTAKES for each in review.decisions)
    return Claims(number, claimed, measured, len(review.decisions), classed)


def _told_claims(found: Sequence[Claims]) -> dict[str, object]:
    claimed = [value for each in found for value in each.claimed]
    measured = [value for each in found for value in each.measured]
    apart = [one - other for one, other in zip(claimed, measured, strict=True)]
    decisions = sum(each.decisions for each in found)
    return {
        "losses": len(claimed),
        "claimed": round(fmean(claimed), 2),
        "measured": round(fmean(measured), 2),
        "apart": round(fmean(apart), 2),
        "error": round(stdev(apart) / len(apart) ** 0.5, 2),
        "decisions": decisions,
        "mistakes": round(sum(each.classed for each in found) / decisions, 4),
    }


def _planted(rules: RuleSet, number: int) -> Planted:
    """The loss of a card planted in a deal, and the class that a review gave it, where it loses
    enough."""
    rng = Random(f"planted {number}")
    record = _first_deal(rules, "strong", number)
    steps = [
        step
        for step in transitions(record)
        if isinstance(step.action, Play) and len(view_of(step.before, step.seat).playable()) > 1
    ]
    step = rng.choice(steps)
    view = view_of(step.before, step.seat)
    action = Play(rng.choice([card for card in view.playable() if Play(card) != step.action]))
    best = analyse(view, seed=number, rollouts=8_000).choices[0].action
    least = limits_of(rules, "points")[-1]
    measured = _planted_loss(view, best, action, least, f"planted {number}")
    if measured is None:
        return Planted(number, [])
    after, _ = apply(step.before, step.seat, action)
    played = _recorded(_played_on(after, f"planted {number}"), record)
    ply = next(
        place for place, each in enumerate(transitions(played)) if each.before == step.before
    )
    decisions = review_deal(played).decisions
    classed = next((each.classed for each in decisions if each.ply == ply), None)
    return Planted(number, [measured], classed)


def _planted_loss(
    view: View, best: Action, action: Action, least: float, seed: str
) -> float | None:
    """The mean loss over fresh deals; None where it is, or will hardly be, too small."""
    for worlds in SCREEN:
        losses = _losses(view, best, action, worlds, f"{seed} screen {worlds}")
        if fmean(losses) + stdev(losses) / worlds**0.5 < least:
            return None
    loss = fmean(_losses(view, best, action, WORLDS, seed))
    return loss if loss >= least else None


def _told_planted(found: Sequence[Planted]) -> dict[str, object]:
    planted = [each for each in found if each.measured]
    seen = sum(each.classed in MISTAKES for each in planted)
    return {
        "deals": len(found),
        "planted": len(planted),
        "seen": seen,
        "share": round(seen / len(planted), 4),
    }


def _losses(view: View, best: Action, action: Action, worlds: int, seed: str) -> list[float]:
    """By sampled deal, what the best choice brought the view's side beyond the other one."""
    assert view.seat is not None
    side = side_of(view.rules, view.seat)
    losses = []
    for place in range(worlds):
        deal, _ = redrawn(view, f"{seed} {place}").replayed()
        values = []
        for choice in (best, action):
            after, _ = apply(deal, view.seat, choice)
            ended = _played_on(after, f"{seed} {place}")
            values.append(values_of_result(ended)[side])
        losses.append(values[0] - values[1])
    return losses


def _played_on(deal: Deal, seed: str) -> Deal:
    everyone = seats(deal.rules.players)
    rngs = [Random(child_seed(seed, seat)) for seat in everyone]
    return play_out(deal, [bot_of("strong") for _ in everyone], rngs)


def _first_deal(rules: RuleSet, level: str, number: int) -> DealRecord:
    setup = SelfPlayConfig(rules=rules, preset=None, levels=(level,), seed=f"played out {level}")
    return next(play_game(setup, number))


def _recorded(deal: Deal, like: DealRecord) -> DealRecord:
    game = Game.new(like.rules).after_deal(deal.public)
    return record_deal(
        deal, game, players=like.players, preset=None, game=like.game, dealer_seed=like.dealer_seed
    )


if __name__ == "__main__":
    # Workers of a cluster know its functions by this name.
    from bench.review.played_out import main

    main()
