"""The deals that JAX plays, played again by the kernels: both must agree at every card.

    python -m training.actor_critic.verify         both games, 1,000 random deals each

Compared are the seat to play and the legal cards at each of the 52 cards, then the points and the
gains.
"""

import argparse
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from gongzhu.cards import PACK
from gongzhu.packed.beginning import begin, expose, pass_cards
from gongzhu.packed.layout import HANDS, NOBODY, OPEN, State, new_state
from gongzhu.packed.rules import PackedRules, pack_rules
from gongzhu.packed.scoring import score
from gongzhu.packed.tricks import legal_cards, play_card, seat_to_play
from gongzhu.rules import PRESETS
from gongzhu.rules.options import MOST_PLAYERS
from training.actor_critic import games
from training.actor_critic.games import CARDS, KEYS, RANKS, SEATS, Deals, Options
from training.actor_critic.learner import new_learning
from training.actor_critic.rollouts import PASSED, Player, Steps, play_deals
from training.actor_critic.rounds import WILD_HEAT, new_options
from training.actor_critic.settings import CannotTrain, Settings

DEALS = 1000
SEED = 5
PIG = {True: -13.0, False: 100.0}
"""The points that are a gain of 1, by whether it is Hearts."""


class Mismatch(CannotTrain):
    """Where JAX and the kernels differ: the game, the deal, the card, and what each has."""


class Played(NamedTuple):
    """Deals that JAX has played, as arrays of NumPy; [b, …]."""

    hands: NDArray[np.bool_]
    """[b, s, c], as dealt."""
    options: Options
    captor: NDArray[np.int32]
    early: Steps
    late: Steps
    exposed: NDArray[np.bool_]
    points: NDArray[np.int32]
    gains: NDArray[np.float32]


def verify(hearts: bool, deals: int, seed: int = SEED) -> None:
    """Compare so many random deals of all rules that are learned. Raises Mismatch at the first
    difference."""
    game = "Hearts" if hearts else "Gong Zhu"
    played = play_randomly(hearts, deals, seed)
    for number in range(deals):
        try:
            _replay(hearts, played, number)
        except Mismatch as found:
            raise Mismatch(f"{game}, deal {number} of seed {seed}, {found}") from None


def play_randomly(hearts: bool, deals: int, seed: int) -> Played:
    """Deals that JAX plays, every legal card nearly as likely."""
    settings = Settings(hearts, deals=deals, widths=(8,), critic_widths=(8,))
    keys = jax.random.split(jax.random.key(seed), 4)
    learning = new_learning(keys[0], settings)
    options, captor = new_options(keys[1], settings)
    dealt = games.deal(keys[2], deals)
    kind, heat = jnp.zeros((deals, SEATS), jnp.int32), jnp.full((deals, SEATS), WILD_HEAT)
    player = Player((learning.actor,), learning.critic, kind, heat)

    def play(dealt: Deals) -> tuple[Deals, Steps, Steps]:
        return play_deals(player, dealt, options, captor, keys[3], hearts)

    ended, early, late = jax.jit(play)(dealt)
    points, gains = games.points(ended, hearts), games.gains(ended, hearts, options.partners)
    played = Played(dealt.hands, options, captor, early, late, ended.exposed, points, gains)
    arrays: Played = jax.tree.map(np.asarray, played)
    return arrays


def _replay(hearts: bool, played: Played, number: int) -> None:
    """Play a deal by the kernels. Raises Mismatch."""
    partners = bool(played.options.partners[number])
    preset = "gongzhu-pagat-partners" if partners else "gongzhu-pagat"
    rules = pack_rules(PRESETS["hearts-denexa" if hearts else preset].rules)
    state = _begun(hearts, rules, played, number)
    late = played.late
    for turn in range(CARDS):
        where = f"card {turn}"
        _compare(f"{where}, seat to play", late.seat[turn, number], seat_to_play(rules, state))
        ours, theirs = _board(late.legal[turn, number, :CARDS]), legal_cards(rules, state)
        if ours != theirs:
            raise Mismatch(
                f"{where}: {_names(ours)} are legal by JAX, {_names(theirs)} by the kernels"
            )
        play_card(rules, state, _code(int(late.action[turn, number])))
    points = np.zeros(MOST_PLAYERS, np.int64)
    score(rules, state, points)
    _compare("points", played.points[number].tolist(), points[:SEATS].tolist())
    own = points[:SEATS].astype(float)
    others = (own.sum() - own) / (SEATS - 1)
    if partners:
        own = own + np.roll(own, 2)
        others = np.roll(own, 1)
    _compare("gains", played.gains[number], (own - others) / PIG[hearts], within=1e-4)


def _begun(hearts: bool, rules: PackedRules, played: Played, number: int) -> State:
    """The kernels' state when play begins."""
    state = new_state()
    for seat in range(SEATS):
        state[HANDS + seat] = _board(played.hands[number, seat])
    steps, captor = int(played.options.steps[number]), int(played.captor[number])
    if steps:
        cards = played.early.action[:, number].reshape(SEATS, PASSED)
        passed = [sum(1 << _code(int(card)) for card in part) for part in cards]
        pass_cards(rules, state, steps, np.array(passed))
    begin(rules, state, captor if not hearts and captor < SEATS else NOBODY)
    for key in KEYS.tolist():
        if played.exposed[number, key]:
            if hearts or not played.options.sale[number]:
                raise Mismatch(f"before play: {PACK[key]} is exposed by JAX")
            expose(state, 1 << _code(key), OPEN)
    return state


def _compare(what: str, ours: object, theirs: object, within: float = 0) -> None:
    if not np.allclose(np.asarray(ours), np.asarray(theirs), rtol=0, atol=within):
        raise Mismatch(f"{what}: {ours} by JAX, {theirs} by the kernels")


def _code(card: int) -> int:
    """The kernels' code of a card."""
    return card // RANKS * 16 + card % RANKS


def _board(cards: NDArray[np.bool_]) -> int:
    """The kernels' board of cards: bool [c]."""
    return sum(1 << _code(card) for card in np.flatnonzero(cards).tolist())


def _names(board: int) -> str:
    return " ".join(str(card) for card in PACK if board >> _code(card.index) & 1) or "none"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=DEALS, help="of each game")
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args()
    for hearts in (True, False):
        verify(hearts, asked.deals, asked.seed)
        print(f"{'Hearts' if hearts else 'Gong Zhu'}: {asked.deals:,} deals agree", flush=True)


if __name__ == "__main__":
    main()
