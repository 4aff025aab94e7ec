"""The values of exposing, slams and the lead, from self-play of the policy under every preset.

    python -m bench.study.game_values --deals 1000000 --pictures docs/images

Everything follows from the seed. Needs matplotlib for the pictures (`make study` has it).
"""

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.study.captions import CAPTIONS
from bench.study.deals import StudyDeals, play_deals
from bench.study.measures import (
    TRY,
    Floats,
    Mean,
    above,
    below,
    by_place,
    completed,
    count_held,
    holder_of,
    lead_over_rivals,
    mean_of,
    mode_of,
    of_seats,
    slam_size,
)
from bench.study.searched import search_deals
from gongzhu.bots import LEVELS
from gongzhu.cards import ACE_OF_HEARTS, DOUBLER, HEARTS, PIG, SHEEP, Card
from gongzhu.packed.boards import board_of
from gongzhu.packed.layout import DOWN, OPEN, UP, Ints
from gongzhu.rules import PRESETS, RuleSet
from tests.support.workers import add_workers, asked_pool

SHOWN = ("gongzhu-pagat", "gongzhu-pagat-partners", "hearts-denexa")
"""The presets of the pictures; the first is that of exposing."""
WAYS = {OPEN: "open", DOWN: "face down", UP: "face up"}
GUARDS = {
    PIG: below(PIG),
    SHEEP: above(SHEEP),
    DOUBLER: below(DOUBLER),
    ACE_OF_HEARTS: board_of(HEARTS) & ~board_of([ACE_OF_HEARTS]),
}
"""For each key card, the cards that decide about it."""
PAIRED = 4
"""The deals for exposing are so many times fewer, since each is played several times."""
FEWEST = 2000
"""A point of a picture rests on at least so many deals."""

Curve = list[tuple[int, Mean]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1_000_000, help="of each preset")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", choices=PRESETS, action="append", help="all unless given")
    parser.add_argument("--level", choices=LEVELS, help="bots of this level instead of the policy")
    add_workers(parser)
    parser.add_argument("--pictures", type=Path, help="the folder for the pictures")
    asked = parser.parse_args()
    ask = partial(told, level=asked.level, deals=asked.deals, seed=asked.seed)
    with asked_pool(asked) as pool:
        for lines in pool.map(ask, asked.preset or list(PRESETS)):
            print("\n".join(lines), flush=True)
    if asked.pictures:
        draw(asked.pictures, asked.deals, asked.seed)


def told(name: str, level: str | None, deals: int, seed: int) -> list[str]:
    """The lines about a preset, played by a level or by the policy."""
    rules = PRESETS[name].rules
    if level:
        lines = [*tell(rules, search_deals(level, rules, deals, seed))]
    else:
        played = play_deals(rules, deals, seed)
        lines = [*tell(rules, played), *tell_exposing(rules, deals // PAIRED, seed)]
    return [f"{name}: {line}" for line in lines]


def tell(rules: RuleSet, played: StudyDeals) -> Iterator[str]:
    """Tell how often slams are tried and made, what the lead is worth, what is exposed."""
    what = "all hearts" if rules.all_hearts == "in-favour" else "moon"
    made = mean_of(played.run == slam_size(rules))
    tried = mean_of(played.run >= TRY)
    share = completed(rules, played, TRY)
    yield f"{what} tried in {tried.percent} of the deals, made in {made.percent}"
    yield f"of those who have {TRY} of the cards alone, {share.percent} make it"
    leads = by_place(lead_over_rivals(rules, played.points), played.leader)
    yield "by place after the first leader: " + ", ".join(map(str, leads))
    if rules.sale != "none":
        shares = [f"{card} {mean_of(mode_of(card, played) > 0).percent}" for card in GUARDS]
        yield "exposed by who has it: " + ", ".join(shares)


def tell_exposing(rules: RuleSet, deals: int, seed: int) -> Iterator[str]:
    """Tell what exposing each key card brings: whoever has it, and those who would do it."""
    ways = {"none": [], "open": [OPEN], "face-down-or-up": [DOWN, UP]}[rules.sale]
    if not ways:
        return
    as_it_likes = play_deals(rules, deals, seed)
    for card in GUARDS:
        liked = mode_of(card, as_it_likes)
        hidden = play_deals(rules, deals, seed, card, 0)
        for way in ways:
            gains = gains_of(rules, hidden, play_deals(rules, deals, seed, card, way), card)
            some = mean_of(gains[liked == way])
            yield (
                f"{card} {WAYS[way]}: {mean_of(gains)} whoever has it, "
                f"{some} for those who choose to"
            )


def draw(folder: Path, deals: int, seed: int) -> None:
    """The pictures of the documentation, in both languages."""
    from bench.study.pictures import draw_curves

    exposed = {card: by_guards(card, deals, seed) for card in GUARDS}
    slams: dict[str, Curve] = {}
    for name in SHOWN:
        rules = PRESETS[name].rules
        played = play_deals(rules, deals, seed)
        counts = range(1, slam_size(rules) + 1)
        slams[name] = [(count, completed(rules, played, count)) for count in counts]
    for ending, words in CAPTIONS.items():
        curves = {words.beside[card]: curve for card, curve in exposed.items()}
        path = folder / f"values-exposing{ending}.svg"
        draw_curves(curves, words.cards_beside, words.gained, path)
        path = folder / f"values-slams{ending}.svg"
        draw_curves(slams, words.alone, words.completed, path)


def gains_of(rules: RuleSet, hidden: StudyDeals, shown: StudyDeals, card: Card) -> Floats:
    """By deal: what it brings the holder's side against its rivals that the card is exposed."""
    seats = holder_of(card, hidden)
    before = of_seats(lead_over_rivals(rules, hidden.points), seats)
    return of_seats(lead_over_rivals(rules, shown.points), seats) - before


def by_guards(card: Card, deals: int, seed: int) -> Curve:
    """The value of exposing the card by the number of guards beside it."""
    rules = PRESETS[SHOWN[0]].rules
    hidden = play_deals(rules, deals, seed, card, 0)
    gains = gains_of(rules, hidden, play_deals(rules, deals, seed, card, OPEN), card)
    beside = count_held(hidden, holder_of(card, hidden), GUARDS[card])
    return list(_grouped(gains, beside))


def _grouped(gains: Floats, beside: Ints) -> Iterator[tuple[int, Mean]]:
    for count in range(int(beside.max()) + 1):
        these = gains[beside == count]
        if len(these) >= FEWEST:
            yield count, mean_of(these)


if __name__ == "__main__":
    # Workers of a cluster know its functions by this name.
    from bench.study.game_values import main

    main()
