"""The luck of a deal, estimated so that it is 0 on average and may be subtracted from a result.

The method is that of AIVAT (N. Burch, M. Schmid, M. Moravcik, D. Morrill, M. Bowling, "AIVAT: a new
variance reduction technique for agent evaluation in imperfect information games", AAAI 2018). A
term is subtracted for every chance event with known probabilities:

- the dealing. All rotations of the hands round the table are equally likely, so the value of the
  deal to the policy minus its average over all rotations is 0 on average;
- the cards of players that choose at random: the policy's value of the deal after the card that was
  played, minus the probability-weighted average of its values after each possible card.

The policy's playouts see all hands and use random numbers of their own. However poorly they predict
the result, the terms are 0 on average, and nothing is learned from the results: the mean of
adjusted results equals that of the raw ones in expectation.
"""

from collections.abc import Sequence
from functools import cache
from random import Random

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from gongzhu.arena.entrant import Entrant, MatchPlayer
from gongzhu.arena.play_deal import Chair, begin_deal
from gongzhu.bots.levels import POLICY
from gongzhu.bots.policy import opponent_model_of, policy_of
from gongzhu.bots.search.bots import PolicyBot
from gongzhu.bots.search.playouts import roll_out_policies
from gongzhu.bots.search.rollouts import (
    NOTHING,
    PLAYS,
    RolloutTask,
    SampledDeals,
    new_rollout_stats,
)
from gongzhu.bots.search.utility import utility_of
from gongzhu.bots.selfplay import Show
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.cards import Card, Seat, seats
from gongzhu.dealing import child_seed
from gongzhu.packed.boards import board_of, code_of_card
from gongzhu.packed.layout import HANDS, Ints, new_rng, new_state
from gongzhu.packed.packing import pack_deal
from gongzhu.rules import Action, Deal, Play, RuleSet, side_of
from gongzhu.rules.events import Hands
from gongzhu.rules.facts import points_sign
from gongzhu.view import View

DEALING_PLAYOUTS = 64
"""Number of playouts for each rotation of the hands."""
CARD_PLAYOUTS = 12
"""Number of playouts after each card that could have been played."""
DRAWS_LOTS = ("random", POLICY)
"""The levels that choose cards at random with known probabilities."""

_POLICIES = {"strong": 0, "master": 0, POLICY: 0, "random": 2}
"""By level, the index, in the array from `_tables`, of the policy that represents the level."""
FOREIGN = 1
"""Index, in the array from `_tables`, of the policy that represents all players whose own policy is
not known."""

BySeat = NDArray[np.float64]
"""float64 [players]: for each seat, points of its side, with the sign reversed in Hearts."""


class LuckOfDeal:
    """The luck of each seat in one deal, which may be played several times with different
    seatings."""

    def __init__(self, rules: RuleSet, seed: str, number: int, hands: Hands | None = None) -> None:
        """`seed`, `number` and `hands` identify the deal; they are the arguments of `play_deal`."""
        self._deal = begin_deal(rules, seed, number, hands)
        self._rng = Random(child_seed(seed, number, "luck"))
        self._choices = Choices()
        self._policies = np.zeros(rules.players, np.int64)
        self._of_dealing: dict[tuple[int, ...], BySeat] = {}

    def seat(
        self, chairs: Sequence[Chair], who: Sequence[Entrant], show: Show
    ) -> tuple[list[Chair], Show]:
        """The chairs with which to play the deal once more, and the `show` function for it; both
        are wrapped so that the cards of players that choose at random are recorded. The arguments
        are by seat."""
        self._policies = np.array(
            [_POLICIES.get(one.level or "", FOREIGN) for one in who], np.int64
        )
        self._choices = choices = Choices()
        drawing: dict[int, Chair] = {}
        for chair, entrant in zip(chairs, who, strict=True):
            if entrant.level in DRAWS_LOTS:
                player = RandomPlayer(chair.player, entrant.level, choices)
                drawing.setdefault(id(chair), Chair(player, chair.budget, chair.times))
        return [drawing.get(id(chair), chair) for chair in chairs], choices.watch(show)

    def by_seat(self) -> tuple[list[float], list[float]]:
        """The luck of each seat, in points, when the deal was last played: of dealing, and of
        random choices."""
        seated = tuple(self._policies.tolist())
        if seated not in self._of_dealing:
            seed = self._rng.getrandbits(63)
            self._of_dealing[seated] = luck_of_dealing(self._deal, self._policies, seed)
        drawn = self._choices.luck(self._deal.rules, self._policies, self._rng)
        return self._of_dealing[seated].tolist(), drawn.tolist()


def luck_of_dealing(deal: Deal, policies: Ints, seed: int) -> BySeat:
    """The luck of each seat with its hand, in points: float64 [players]. `deal` is at its
    beginning; `policies`, int64 [players], are the indices in `_tables` of the policies that play
    each seat."""
    packed = packed_rules(deal.rules)
    players = packed.players
    hands = np.array([board_of(own.hand) for own in deal.own], np.int64)
    rotations = np.array([np.roll(hands, turned) for turned in range(players)])
    utility = utility_of(packed, 0, (0,) * packed.sides, 0)
    steps = deal.public.passing % players
    task = RolloutTask(NOTHING, utility, new_state(), steps=steps)
    deals = np.repeat(rotations, DEALING_PLAYOUTS, axis=0)
    points = _points(deal.rules, policies, task, deals, seed=seed)
    values = points.reshape(players, DEALING_PLAYOUTS, players).mean(axis=1)
    luck: BySeat = values[0] - values.mean(axis=0)
    return luck


class Choices(Struct):
    """The random choices of players at a table, recorded while a deal is played; their luck is
    estimated afterwards."""

    shown: Deal | None = None
    """The deal that was last shown to a player."""
    made: list[tuple[Deal, Seat, dict[Card, float], Card]] = []
    """For each choice: the deal before it, the seat, the probability of every card, and the card
    played."""

    def watch(self, show: Show) -> Show:
        """A wrapper of `show`, the function that makes the view with which a player is asked for a
        choice. At each call it first stores the full deal as it then stands in `self.shown`,
        because a RandomPlayer, which gets only the view, records that deal with its choice."""

        def shown(deal: Deal, seat: Seat) -> View:
            self.shown = deal
            return show(deal, seat)

        return shown

    def luck(self, rules: RuleSet, policies: Ints, rng: Random) -> BySeat:
        """The luck of each seat, in points, from all recorded choices. `policies`, int64 [players],
        are the indices in `_tables` of the policies that play each seat in playouts."""
        players = rules.players
        total = np.zeros(players)
        packed = packed_rules(rules)
        utility = utility_of(packed, 0, (0,) * packed.sides, 0)
        for deal, _, chances, played in self.made:
            start = pack_deal(packed, deal)
            hands = np.tile(start[HANDS : HANDS + players], (CARD_PLAYOUTS, 1))
            boards = np.array([code_of_card(card) for card in chances], np.int64)
            task = RolloutTask(PLAYS, utility, start, boards=boards)
            # The same random numbers for all cards, so that differences are precise.
            seed = rng.getrandbits(63)
            for index, (card, chance) in enumerate(chances.items()):
                points = _points(rules, policies, task, hands, candidate=index, seed=seed)
                total += (float(card is played) - chance) * points.mean(axis=0)
        return total


class RandomPlayer(MatchPlayer):
    """A player that chooses at random and whose choices are recorded in `Choices`."""

    def __init__(self, player: MatchPlayer, level: str, choices: Choices) -> None:
        self._player = player
        self._policy = PolicyBot() if level == POLICY else None
        self._choices = choices

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """The player's choice, which is recorded if it is a card and others were legal."""
        action = self._player.choose(view, rng, budget)
        cards = view.playable()
        if isinstance(action, Play) and len(cards) > 1:
            assert view.seat is not None
            assert self._choices.shown is not None
            if self._policy is None:
                chances = dict.fromkeys(cards, 1 / len(cards))
            else:
                chances = self._policy.chances(view)
            self._choices.made.append((self._choices.shown, view.seat, chances, action.card))
        return action

    def begin(self, rules: RuleSet, number: int, at: Sequence[Seat]) -> None:
        """Forward the call to the player."""
        self._player.begin(rules, number, at)

    def finish(self, scores: Sequence[int]) -> None:
        """Forward the call to the player."""
        self._player.finish(scores)

    def close(self) -> None:
        """Close the player."""
        self._player.close()


def _points(
    rules: RuleSet,
    policies: Ints,
    task: RolloutTask,
    hands: NDArray[np.int64],
    *,
    candidate: int = 0,
    seed: int,
) -> NDArray[np.float64]:
    """The points by seat of one playout of each row of `hands` (bitboards by seat): float64 [deals,
    players], each row a `BySeat`. `policies`, int64 [players], are the indices in `_tables` of each
    seat's policy."""
    packed = packed_rules(rules)
    count = len(hands)
    deals = SampledDeals(hands, np.zeros(count, np.int64), new_rng(seed))
    points = np.zeros((count, packed.sides))
    stats = new_rollout_stats(1, count)
    tables = _tables(rules)
    policy = policy_of(rules)
    roll_out_policies(packed, policy, tables, policies, task, deals, candidate, stats, points)
    return points_sign(rules) * points[:, [side_of(rules, seat) for seat in seats(packed.players)]]


@cache
def _tables(rules: RuleSet) -> NDArray[np.float64]:
    """The policies that play in playouts, float64 [policies, PLAY_SIZE], as factors of cards: the
    learned policy, an average opponent, and random play."""
    learned = policy_of(rules).playing
    return np.stack([learned, opponent_model_of(rules).playing, np.ones_like(learned)])
