"""Deals played by the tables of the policy, for the actor to copy before it plays itself.

    python -m training.actor_critic.demonstrations hearts --to hearts.npz

The trainer makes them where they are missing, in some ten seconds. A machine that has JAX and
nothing of what gongzhu needs can be given the file by `--shown`. Cards are numbered as in
`training.actor_critic.games`; the same seed gives the same deals.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from bench.packed.random_playouts import deal_randomly, new_deck
from gongzhu.bots.policy import Policy, policy_of, sample_exposures
from gongzhu.bots.policy.pass_policy import direction_of, losers_of, sample_next_pass
from gongzhu.bots.policy.play_policy import sample_legal_card
from gongzhu.packed.beginning import begin, pass_cards, steps_of
from gongzhu.packed.jit import routine
from gongzhu.packed.layout import (
    EXPOSED,
    HANDS,
    MODES,
    NOBODY,
    SIZE,
    Ints,
    RngState,
    new_rng,
)
from gongzhu.packed.rules import NO_SALE, PackedRules, pack_rules
from gongzhu.packed.tricks import legal_cards, play_card
from gongzhu.rules import PRESETS, RuleSet
from gongzhu.rules.options import MOST_PLAYERS

Bytes = NDArray[np.uint8]
CARDS, SEATS = 52, 4
DECLINED = CARDS
"""The mark of a key card that was not exposed."""
DEALS = 320_000
SEED = 1
HOLDER_LEADS = SEATS
"""The captor of deals in which the holder of a card leads."""


class Demonstrations(NamedTuple):
    """Deals that the policy played; their fields are the arrays of the file."""

    holders: Bytes
    """[deals, 52]: the seat that each card was dealt to."""
    early: Bytes
    """[deals, 12 or 4]: in Hearts the cards passed, three for each seat, or 0 without passing; in
    Gong Zhu each key card, or DECLINED."""
    late: Bytes
    """[deals, 52]: the cards played."""
    told: Bytes
    """[deals, 4]: 1 with partners; 1 with exposing; the seats that cards are passed on by; the
    seat that leads, or HOLDER_LEADS."""


class Way(NamedTuple):
    """One of the ways to play, each with the same share of the deals."""

    rules: RuleSet
    steps: int
    captor: int


@routine
def demonstrate(
    rules: PackedRules,
    policy: Policy,
    steps: int,
    captor: int,
    deck: Ints,
    rng: RngState,
    holders: Bytes,
    early: Bytes,
    late: Bytes,
) -> None:
    """Play deals by the policy, and write them as in `Demonstrations`."""
    state = np.zeros(SIZE, np.int64)
    passed = np.zeros(MOST_PLAYERS, np.int64)
    for number in range(len(holders)):
        deal_randomly(rules, state, deck, rng)
        for card in range(CARDS):
            code = card // 13 * 16 + card % 13
            for seat in range(SEATS):
                if state[HANDS + seat] >> code & 1:
                    holders[number, card] = seat
        if steps:
            for seat in range(SEATS):
                hand = state[HANDS + seat]
                lost = losers_of(rules, hand)
                rest = hand
                direction = direction_of(rules, steps)
                for place in range(3):
                    code = sample_next_pass(policy, rest, lost, direction, rng)
                    rest ^= 1 << code
                    early[number, 3 * seat + place] = code // 16 * 13 + code % 16
                passed[seat] = hand ^ rest
            pass_cards(rules, state, steps, passed)
        begin(rules, state, captor)
        if rules.sale != NO_SALE:
            for seat in range(SEATS):
                board, modes = sample_exposures(rules, policy, state[HANDS + seat], rng)
                state[EXPOSED] |= board
                state[MODES] |= modes
        if not rules.aim_low:
            for place in range(4):
                card = (8, 22, 38, 49)[place]
                shown = state[EXPOSED] >> (card // 13 * 16 + card % 13) & 1
                early[number, place] = card if shown else DECLINED
        rng_state = rng[0]
        for turn in range(CARDS):
            cards = legal_cards(rules, state)
            code, rng_state = sample_legal_card(rules, policy.playing, state, cards, rng_state)
            late[number, turn] = code // 16 * 13 + code % 16
            play_card(rules, state, code)
        rng[0] = rng_state


def ways_of(hearts: bool) -> list[Way]:
    """The ways to play that are learned; those named more than once are more frequent."""
    if hearts:
        rules = PRESETS["hearts-denexa"].rules
        packed = pack_rules(rules)
        return [Way(rules, steps_of(packed, number), HOLDER_LEADS) for number in (0, 1, 2, 3, 3, 3)]
    shown = [PRESETS[name].rules for name in ("gongzhu-pagat", "gongzhu-pagat-partners")]
    rule_sets = [rules for each in shown for rules in (each, replace(each, sale="none"))]
    captors = (*range(SEATS), *[HOLDER_LEADS] * SEATS)
    return [Way(rules, 0, captor) for rules in rule_sets for captor in captors]


def new_demonstrations(hearts: bool, deals: int = DEALS, seed: int = SEED) -> Demonstrations:
    """So many deals, the ways to play mixed."""
    made = Demonstrations(
        holders=np.zeros((deals, CARDS), np.uint8),
        early=np.zeros((deals, 12 if hearts else 4), np.uint8),
        late=np.zeros((deals, CARDS), np.uint8),
        told=np.zeros((deals, 4), np.uint8),
    )
    rng, ways = new_rng(seed), ways_of(hearts)
    order = np.random.default_rng(seed).permutation(deals)
    for rows, (rules, steps, captor) in zip(np.array_split(order, len(ways)), ways, strict=True):
        packed = pack_rules(rules)
        part = [np.zeros((len(rows), array.shape[1]), np.uint8) for array in made[:3]]
        leads = NOBODY if captor == HOLDER_LEADS else captor
        demonstrate(packed, policy_of(rules), steps, leads, new_deck(packed), rng, *part)
        for array, some in zip(made[:3], part, strict=True):
            array[rows] = some
        made.told[rows] = (rules.partners != "none", packed.sale != NO_SALE, steps, captor)
    return made


def write_demonstrations(file: Path, made: Demonstrations) -> None:
    """Write them to a file, whose folder is made if need be."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part.npz")
    np.savez_compressed(part, allow_pickle=False, **made._asdict())
    part.replace(file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=("gongzhu", "hearts"))
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--to", type=Path, help="the file")
    asked = parser.parse_args()
    file = asked.to or Path("build/network") / f"{asked.game}-demonstrations.npz"
    write_demonstrations(file, new_demonstrations(asked.game == "hearts", asked.deals, asked.seed))
    print(file)


if __name__ == "__main__":
    main()
