"""Our Hearts in OpenSpiel beside OpenSpiel's own, through the same deals."""

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pyspiel

from gongzhu.cards import PACK, PIG, SHEEP, Suit
from gongzhu.research.actions import EXPOSE
from gongzhu.rules import Phase

Seen = Counter[str]
"""Counts of what came up."""

FLAGS = {
    "pass_cards": "pass_cycle",
    "no_pts_on_first_trick": "first_trick_points",
    "must_break_hearts": "hearts_must_be_broken",
    "qs_breaks_hearts": "queen_breaks_hearts",
    "jd_bonus": "omnibus",
}
"""OpenSpiel's flags, and our options that say the same."""
KINDS = [
    dict(zip(FLAGS, values, strict=True))
    for values in product((True, False), repeat=len(FLAGS))
    if values[2] or not values[3]  # the queen breaks hearts only where they must be broken
]
"""Every choice of flags that makes sense."""


STEPS = {"left": 1, "right": 3, "across": 2, "none": 0}
"""OpenSpiel's numbers of the directions of passing."""
POINTS = {card for card in PACK if card.suit is Suit.HEARTS or card is PIG}


class Difference(Exception):
    """The two disagree."""


def games(folder: Path) -> list[tuple[pyspiel.Game, pyspiel.Game]]:
    """Our game and OpenSpiel's, for each of KINDS; rule files are written to the folder."""
    pairs = []
    for place, flags in enumerate(KINDS):
        values: dict[str, bool | list[str]] = {FLAGS[name]: flags[name] for name in FLAGS}
        values["first_trick_points"] = not values["first_trick_points"]
        values["pass_cycle"] = (
            ["left", "right", "across", "none"] if flags["pass_cards"] else ["none"]
        )
        lines = [f"{option} = {_toml(value)}" for option, value in values.items()]
        file = folder / f"{place}.toml"
        file.write_text("\n".join(['preset = "hearts-denexa"', *lines, ""]))
        told = ",".join(f"{name}={value}" for name, value in flags.items())
        ours = pyspiel.load_game("python_hearts_rules", {"rules": str(file)})
        pairs.append((ours, pyspiel.load_game(f"hearts({told})")))
    return pairs


def _toml(value: bool | list[str]) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def theirs(index: int) -> int:
    """OpenSpiel's number of the card with this index."""
    return index % 13 * 4 + index // 13


def play(pair: tuple[pyspiel.Game, pyspiel.Game], rng: Random, seen: Seen) -> None:
    """Play a deal by chance in both: whatever both allow. In one of four, seat 0 has the highest
    cards and leads and takes with them. Raises Difference for other returns.

    The two differ by their rules in two things that no option settles. In OpenSpiel a lead from a
    hand of nothing but hearts breaks them, here it does not; so the cards that may be led differ
    once in a while. And with J♦ a moon is here all that counts, J♦ too, and there the rest, with
    J♦ counted besides: those moons are not compared.
    """
    one, other = (game.new_initial_state() for game in pair)
    pack = list(range(len(PACK)))
    rng.shuffle(pack)
    strong = rng.random() < 0.25
    if strong:
        pack.sort(key=lambda index: -(index % 13))
        pack = [
            card
            for row in zip(*(pack[at : at + 13] for at in range(0, 52, 13)), strict=True)
            for card in row
        ]
    if one.position.number is None:
        number = rng.randrange(4)
        one.apply_action(number)
        other.apply_action(STEPS[one.position.rules.pass_cycle[number]])
    else:
        other.apply_action(0)
    for index in pack:
        one.apply_action(index)
        other.apply_action(theirs(index))
    while not one.is_terminal():
        if one.current_player() != other.current_player():
            raise Difference(f"to act: {one.current_player()} and {other.current_player()}\n{one}")
        allowed = {theirs(index): index for index in one.legal_actions() if index < EXPOSE}
        both = [action for action in other.legal_actions() if action in allowed]
        seen["actions"] += 1
        seen["actions allowed to one alone"] += len(both) < max(
            len(allowed), len(other.legal_actions())
        )
        action = rng.choice(both)
        if strong and one.current_player() == 0:
            passing = one.position.deal.public.phase is Phase.PASSING
            action = (min if passing else max)(both)
        one.apply_action(allowed[action])
        other.apply_action(action)
    seen["deals"] += 1
    rules, public = one.position.rules, one.position.deal.public
    if any({*cards} >= POINTS for cards in public.captured):
        omnibus = SHEEP in dict(rules.points)
        seen["moons with J♦" if omnibus else "moons"] += 1
        if omnibus:
            return
    if one.returns() != other.returns():
        raise Difference(f"returns: {one.returns()} and {other.returns()}\n{one}")
