"""Decisions for tests to compare: the choice of every level in positions that seeds settle.

A deal of each preset is played by `steady`; every seat's pass and exposure, and every second card
with a choice, is put to each level with a seed of its own. No level has a clock here: they look at
as many deals as they do by themselves.
"""

from collections.abc import Iterator, Sequence
from random import Random

from msgspec import to_builtins

from gongzhu.bots import LEVELS, make_bot
from gongzhu.bots.selfplay import next_to_act
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.rules import Action, Game, Phase, RuleSet, apply
from gongzhu.view import View, view_of

POSITIONS = 30
"""Positions a preset: 15 presets and 5 levels make 2,250 decisions."""


def decisions(name: str, rules: RuleSet) -> str:
    """The whole table of a preset: a line a position, a column a level."""
    lines = [f"# {name}: what each level chooses", f"# deal.step seat: {' | '.join(LEVELS)}"]
    for place, view in positions(name, rules):
        choices = (words(choice(view, level, f"{name} {place}")) for level in LEVELS)
        lines.append(f"{place} {view.seat}: {' | '.join(choices)}")
    return "\n".join([*lines, ""])


def positions(name: str, rules: RuleSet) -> Iterator[tuple[str, View]]:
    """The first positions of a preset's deals, each with its place `deal.step`."""
    found = 0
    steady = make_bot("steady")
    for number in range(10):
        deal, _ = Game.new(rules).deal(deal_hands(rules, f"{name} {number}"))
        step = 0
        while deal.public.phase is not Phase.ENDED:
            seat = next_to_act(deal)
            view = view_of(deal, seat)
            beforehand = deal.public.phase is not Phase.PLAYING
            if beforehand or (step % 2 and len(view.playable()) > 1):
                yield f"{number}.{step}", view
                found += 1
                if found == POSITIONS:
                    return
            deal, _ = apply(deal, seat, steady.choose(view, Random(0), 0))
            step += 1


def choice(view: View, level: str, place: str) -> Action:
    """The choice of a level, with chance settled by the place."""
    return make_bot(level).choose(view, Random(child_seed(place, level)), 0)


def words(action: Action) -> str:
    """An action in words."""
    plain = to_builtins(action, str_keys=True)
    kind = plain.pop("type")
    return " ".join([kind, *(_text(value) for value in plain.values() if value)])


def _text(value: str | Sequence[str] | dict[str, str]) -> str:
    if isinstance(value, dict):
        return " ".join(f"{card}:{mode}" for card, mode in sorted(value.items()))
    return value if isinstance(value, str) else " ".join(sorted(value))
