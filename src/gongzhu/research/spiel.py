"""Both games for OpenSpiel: `python_gongzhu` and `python_hearts_rules`.

`import gongzhu.research` registers them if OpenSpiel is installed. A game is one deal under
`rules`, the name of a preset or the path of a rule file. Chance nodes choose the number of the
deal, if the directions of passing take turns, and deal card by card, to seat 0 first; then the
seats act in turn. Actions and tensors are those of the other environments.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np
import pyspiel
from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import PACK, Card, Seat, seats
from gongzhu.research.actions import ACTIONS, action_of
from gongzhu.research.encoding import encode
from gongzhu.research.episodes import SteppedDeal, rewards_of
from gongzhu.research.layout import Layout
from gongzhu.research.resampling import OtherDeal
from gongzhu.research.text import own_facts, public_facts, words_of
from gongzhu.research.vector import rules_of
from gongzhu.rules import (
    Deal,
    Family,
    RuleSet,
    exposure_modes,
    hand_size,
    pack_of,
    start_deal,
)
from gongzhu.rules.facts import asks_first_lead
from gongzhu.rules.options import MOST_PLAYERS, NONE, Sale
from gongzhu.rules.score import FLAT_SLAM_POINTS, TRICK_AFTER_QUEEN_POINTS
from gongzhu.view import view_of

HEARTS_RETURN = 26
"""The return in Hearts of a seat without points, from which points are subtracted; OpenSpiel's own
Hearts uses the same."""
_MOST_TIMES: Mapping[Sale, int] = {"none": 1, "open": 2, "face-down-or-up": 4}
"""The greatest factor by which exposing multiplies a key card."""

Parameters = Mapping[str, Any]
_SYNTAX = ",=()"
"""Characters with a meaning in OpenSpiel's syntax for a game's parameters. A value must not contain
them, since it could not be pickled or copied."""


class DealPosition(Struct, frozen=True):
    """A position of a deal, possibly in the middle of dealing. It is immutable, so copies of a
    state share it."""

    rules: RuleSet
    number: int | None
    """Number of the deal in its game, 0-based; None until chance has chosen it."""
    dealt: tuple[Card, ...] = ()
    """The cards dealt so far; card number n goes to seat n modulo the number of players."""
    deal: Deal | None = None
    """The deal; None until all cards are dealt."""
    picked: tuple[Card, ...] = ()
    """The cards picked for passing so far by the seat whose turn it is."""

    def __deepcopy__(self, memo: object) -> "DealPosition":
        return self

    @property
    def stepped(self) -> SteppedDeal:
        """The deal as a `SteppedDeal`. All cards must have been dealt."""
        assert self.deal is not None, "cards are still to be dealt"
        return SteppedDeal(self.deal, self.picked)

    def outcomes(self) -> range | list[int]:
        """The possible outcomes of the chance node: the numbers of the deal in its game, or the
        indices of the cards that may be dealt next."""
        if self.number is None:
            return range(len(self.rules.pass_cycle))
        dealt = {*self.dealt}
        return [card.index for card in pack_of(self.rules) if card not in dealt]

    def after_chance(self, outcome: int) -> "DealPosition":
        """The position after an outcome of the chance node, one of `outcomes`."""
        if self.number is None:
            return replace(self, number=outcome)
        dealt = (*self.dealt, PACK[outcome])
        if len(dealt) < len(pack_of(self.rules)):
            return replace(self, dealt=dealt)
        hands = [dealt[seat :: self.rules.players] for seat in seats(self.rules.players)]
        return replace(self, dealt=dealt, deal=start_deal(self.rules, hands, self.number)[0])

    def after(self, number: int) -> "DealPosition":
        """The position after a legal action, given by its number, of the seat whose turn it is."""
        stepped = self.stepped
        stepped.step(number)
        return replace(self, deal=stepped.deal, picked=stepped.picked)


class DealState(pyspiel.State):
    """The state of a deal with the interface of OpenSpiel's states."""

    def __init__(self, game: pyspiel.Game, position: DealPosition) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's player id for chance or for the end."""
        if self.position.deal is None:
            return int(pyspiel.PlayerId.CHANCE)
        stepped = self.position.stepped
        return int(pyspiel.PlayerId.TERMINAL) if stepped.over else int(stepped.seat)

    def is_terminal(self) -> bool:
        """True if the deal has ended."""
        return self.position.deal is not None and self.position.stepped.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome of the chance node with its probability; all are equally likely."""
        outcomes = self.position.outcomes()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _legal_actions(self, player: int) -> list[int]:
        allowed: list[int] = np.flatnonzero(self.position.stepped.mask(Seat(player))).tolist()
        return allowed

    def _apply_action(self, action: int) -> None:
        chance = self.position.deal is None
        self.position = (
            self.position.after_chance(action) if chance else self.position.after(action)
        )

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return words_of(action_of(self.position.rules, action))
        return f"deal {action}" if self.position.number is None else f"deal {PACK[action].code}"

    def returns(self) -> list[float]:
        """For each seat, the points of its side in the finished deal, in Hearts 26 minus the
        points; 0 before the end."""
        rules, deal = self.position.rules, self.position.deal
        if deal is None or not self.is_terminal():
            return [0.0] * rules.players
        return [float(_base(rules) + points) for points in rewards_of(deal)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "DealState":
        """A random state that the seat `player` cannot distinguish from this one, sampled by
        `gongzhu.research.resampling`. All cards must have been dealt.

        `sampler` returns fractions, 0 <= fraction < 1. OpenSpiel's Python algorithms use this
        method; those in C++ do not call it for games written in Python.
        """
        position = self.position
        other = OtherDeal(position.stepped, Seat(player), Random(int(sampler() * (1 << 53))))
        state = self.get_game().new_initial_state()
        if state.position.number is None:
            state.apply_action(position.number)
        for row in zip(*other.hands, strict=True):
            for card in row:
                state.apply_action(card.index)
        for number in other.numbers:
            state.apply_action(number)
        return state

    def __str__(self) -> str:
        """The deal as text, with all hands and everything that has happened."""
        deal = self.position.deal
        if deal is None:
            return " ".join(["dealt", *(card.code for card in self.position.dealt)])
        hands = [f"{seat}: {own_facts(own)}" for seat, own in enumerate(deal.own)]
        return "\n".join([public_facts(deal.public), *hands])


class DealObserver:
    """The knowledge of a seat as a tensor in the layout of `gongzhu.research.layout`, and as text.

    The observation contains the whole past, so it is the same with and without perfect recall.
    `tensor` is None unless the observation includes both the public facts and the private ones of
    one seat.
    """

    def __init__(self, rules: RuleSet, kind: pyspiel.IIGObservationType) -> None:
        """Raises ValueError for an observation that includes the private facts of all seats, which
        only states have."""
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("no observation holds the hands of all players")
        self._public = kind.public_info
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = None
        self.dict: dict[str, Any] = {}
        if self._public and self._own:
            self.tensor = np.zeros(Layout(rules.players).size, np.float32)
            self.dict["observation"] = self.tensor

    def set_from(self, state: DealState, player: int) -> None:
        """Write the observation of the seat `player` to the tensor; all zeros until the cards are
        dealt."""
        deal = state.position.deal
        if self.tensor is not None:
            self.tensor[:] = (
                0 if deal is None else self._encoded(state.position, deal, Seat(player))
            )

    def string_from(self, state: DealState, player: int) -> str:
        """The observation of the seat `player` as text; empty until the cards are dealt."""
        position = state.position
        if position.deal is None:
            return ""
        told = [public_facts(position.deal.public)] * self._public
        if self._own:
            picked = position.picked if player == state.current_player() else ()
            own = own_facts(position.deal.own[player], picked)
            told.append(f"seat {player} | {own}")
        return " || ".join(told)

    def _encoded(self, position: DealPosition, deal: Deal, seat: Seat) -> Any:
        stepped = position.stepped
        picking = not stepped.over and seat == stepped.seat
        return encode(view_of(deal, seat), position.picked if picking else ())


class DealGame(pyspiel.Game):
    """Gong Zhu or Hearts under given rules, with the interface of OpenSpiel's games."""

    def __init__(self, kind: pyspiel.GameType, family: Family, params: Parameters | None) -> None:
        """Raises the errors of `rules_of`, and ValueError for rules of the other game and for a
        path that OpenSpiel cannot serialise."""
        source = str((params or kind.parameter_specification)["rules"])
        if found := next((sign for sign in source if sign in _SYNTAX), None):
            raise ValueError(
                f"the path {source!r} has {found!r}, which OpenSpiel keeps for its parameters:"
                " rename the rule file"
            )
        rules = rules_of(source)
        if rules.family != family:
            raise ValueError(f"{kind.short_name} is not played by rules of {rules.family}")
        super().__init__(kind, _information(rules), dict(params or {}))
        self.rules = rules

    def new_initial_state(self) -> DealState:
        """The state before any cards are dealt."""
        turns = len(self.rules.pass_cycle) > 1 and asks_first_lead(self.rules, 1)
        return DealState(self, DealPosition(self.rules, None if turns else 0))

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: Parameters | None = None
    ) -> DealObserver:
        """An observer; with None, of the public facts together with the private ones of one seat.

        Raises ValueError if there are parameters.
        """
        if params:
            raise ValueError(f"observers take no parameters, not {dict(params)}")
        return DealObserver(self.rules, kind or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        """The greatest number of chance outcomes in a deal."""
        return 1 + len(pack_of(self.rules))


def _information(rules: RuleSet) -> pyspiel.GameInfo:
    players = rules.players
    most = most_points(rules)
    passing = rules.pass_count * players if set(rules.pass_cycle) != {"none"} else 0
    exposing = players if exposure_modes(rules) else 0
    return pyspiel.GameInfo(
        num_distinct_actions=ACTIONS,
        max_chance_outcomes=max(len(PACK), len(rules.pass_cycle)),
        num_players=players,
        min_utility=float(_base(rules) - most),
        max_utility=float(_base(rules) + most),
        max_game_length=passing + exposing + len(pack_of(rules)) + 1,
    )


def _base(rules: RuleSet) -> int:
    """The return of a seat without points."""
    return HEARTS_RETURN if rules.family == "hearts" else 0


def most_points(rules: RuleSet) -> int:
    """A bound of the absolute value of a side's points in a deal; not always the least one."""
    times = _MOST_TIMES[rules.sale]
    cards = sum(abs(worth) for _, worth in rules.points) * times
    if rules.doubler is not None:
        cards = cards * 2 * times + abs(rules.lone_doubler) * times
    piles_of_side = 2 if rules.partners == "separate" else 1
    tricks = 0 if rules.all_tricks == NONE else abs(rules.all_tricks) * piles_of_side
    if rules.queen_of_diamonds:
        tricks += TRICK_AFTER_QUEEN_POINTS * hand_size(rules)
    if rules.all_point_cards in ("plain", "instant-win"):
        return cards + tricks
    slam = cards
    if rules.slam_points != NONE:
        slam = abs(rules.slam_points)
    elif rules.all_point_cards == "flat":
        slam = FLAT_SLAM_POINTS
    rest = cards if rules.slam_needs == "penalties" else 0
    return max(cards, slam * piles_of_side + rest) + tricks


def _type(name: str, title: str, rules: str) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=3,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"rules": rules},
    )


GONGZHU = _type("python_gongzhu", "Gong Zhu", "gongzhu-pagat")
HEARTS = _type("python_hearts_rules", "Hearts under any rules", "hearts-denexa")


class GongzhuGame(DealGame):
    """Gong Zhu as a game for `pyspiel.load_game`."""

    def __init__(self, params: Parameters | None = None) -> None:
        super().__init__(GONGZHU, "gongzhu", params)


class HeartsGame(DealGame):
    """Hearts as a game for `pyspiel.load_game`."""

    def __init__(self, params: Parameters | None = None) -> None:
        super().__init__(HEARTS, "hearts", params)


def register_games() -> None:
    """Register both games with OpenSpiel."""
    known = pyspiel.registered_names()
    for kind, game in ((GONGZHU, GongzhuGame), (HEARTS, HeartsGame)):
        if kind.short_name not in known:
            pyspiel.register_game(kind, game)
