"""The bots that choose by a search, and those that choose without one by the learned policy or the
network."""

from collections.abc import Callable
from random import Random
from typing import assert_never

from gongzhu.bots.network import (
    PassProbabilities,
    card_probabilities,
    covers,
    exposing_probability,
    likeliest,
)
from gongzhu.bots.policy import (
    Policy,
    card_probability,
    opponent_model_of,
    policy_of,
    sample_card,
    sample_exposures,
    sample_pass,
)
from gongzhu.bots.search.config import SearchConfig
from gongzhu.bots.search.search import best_actions
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.cards import Card, next_seat
from gongzhu.packed.boards import board_of, card_of_code, cards_of, code_of_card
from gongzhu.packed.layout import HANDS, MODE_BITS, PILES, State, new_rng
from gongzhu.packed.packing import MODE_CODES, key_place, pack_position
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Expose,
    Pass,
    Phase,
    Play,
    RuleSet,
    exposure_modes,
    key_cards,
    unanswered_moon,
)
from gongzhu.view import View


class SearchBot:
    """A bot that chooses one of the actions that the search finds best (`best_actions`). It keeps
    no state between actions, and never claims."""

    def __init__(
        self,
        config: SearchConfig,
        policy: Callable[[RuleSet], Policy] = policy_of,
        opponent_model: Callable[[RuleSet], Policy] = opponent_model_of,
    ) -> None:
        """`policy` returns, for a rule set, the policy that plays the rollouts; `opponent_model`
        returns the policy from which the likelihood of the others' actions is computed."""
        self._config = config
        self._policy = policy
        self._opponent_model = opponent_model

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """The best action for the view's seat, which must act. The search takes `budget` seconds;
        if it is 0, the number of rollouts in the configuration."""
        only = _only_action(view)
        if only is not None:
            return only
        seed = rng.getrandbits(64)
        best = best_actions(
            view,
            seed=seed,
            config=self._config,
            seconds=budget or None,
            policy=self._policy(view.rules),
            opponent_model=self._opponent_model(view.rules),
        )
        # To play always the lowest of equivalent cards would reveal the hand.
        return rng.choice(best)


def _only_action(view: View) -> Action | None:
    """The action of a seat that has only one choice, otherwise None."""
    own = view.own
    assert own is not None
    if view.public.phase is Phase.EXPOSING and not any(
        card in own.hand for card in key_cards(view.rules)
    ):
        return Expose({})
    cards = view.playable()
    return Play(cards[0]) if len(cards) == 1 else None


_MODES = {code: mode for mode, code in MODE_CODES.items()}


class PolicyBot:
    """A bot that samples its actions from the policy, without a search. It never claims."""

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """An action for the view's seat, which must act; `budget` is ignored."""
        public, own, seat = view.public, view.own, view.seat
        assert own is not None
        assert seat is not None
        packed, policy = packed_rules(view.rules), policy_of(view.rules)
        chance = new_rng(rng.getrandbits(63))
        match public.phase:
            case Phase.PLAYING:
                cards = view.playable()
                if len(cards) == 1:
                    return Play(cards[0])
                return Play(card_of_code(sample_card(packed, policy, _state(view), chance)))
            case Phase.PASSING:
                steps = public.passing % public.players
                return Pass(
                    cards_of(sample_pass(packed, policy, board_of(own.hand), steps, chance))
                )
            case Phase.EXPOSING:
                board, modes = sample_exposures(packed, policy, board_of(own.hand), chance)
                chosen = [card for card in key_cards(view.rules) if board & board_of([card])]
                mask = (1 << MODE_BITS) - 1
                return Expose(
                    {card: _MODES[modes >> MODE_BITS * key_place(card) & mask] for card in chosen}
                )
            case Phase.MOON:
                return ChooseMoon(unanswered_moon(view.rules, public))
            case Phase.ENDED:
                raise AssertionError("nobody must act in a deal that has ended")
            case _:
                assert_never(public.phase)

    def chances(self, view: View) -> dict[Card, float]:
        """The probability of each legal card of the view's seat, whose turn it is to play."""
        state = _state(view)
        return {
            card: card_probability(
                packed_rules(view.rules), policy_of(view.rules), state, code_of_card(card)
            )
            for card in view.playable()
        }


def _state(view: View) -> State:
    """The position as the seat knows it, as a packed state (`packed.layout`). The policy only looks
    at the own hand, exposed cards with their holders, and all remaining cards together, so all
    other unseen cards are put into the next seat's hand."""
    public, own, seat = view.public, view.own, view.seat
    assert own is not None
    assert seat is not None
    packed = packed_rules(view.rules)
    known = [*(own.exposures or ()), *public.exposed]
    exposed = {exposure.card: exposure.mode for exposure in known}
    state = pack_position(packed, view.rules, public, [0] * public.players, exposed)
    gone = board_of(own.hand) | board_of(public.trick)
    for pile in range(public.players):
        gone |= state[PILES + pile]
    left = packed.pack & ~gone
    for exposure in public.exposed:
        held = left & board_of([exposure.card])
        state[HANDS + exposure.seat] |= held
        left ^= held
    state[HANDS + next_seat(seat, public.players)] |= left
    state[HANDS + seat] = board_of(own.hand)
    return state


class NetworkBot:
    """A bot that takes the most probable action, without a search. Under rules that no network
    covers it acts like `PolicyBot`. It never claims."""

    def __init__(self) -> None:
        self._otherwise = PolicyBot()

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """The most probable action for the view's seat, which must act; `budget` is ignored."""
        assert view.own is not None
        if not covers(view.rules):
            return self._otherwise.choose(view, rng, budget)
        match view.public.phase:
            case Phase.PLAYING:
                cards = view.playable()
                if len(cards) == 1:
                    return Play(cards[0])
                return Play(likeliest(card_probabilities(view)))
            case Phase.PASSING:
                return Pass(PassProbabilities(view).likeliest())
            case Phase.EXPOSING:
                exposed: list[Card] = []
                for key in sorted(key_cards(view.rules)):
                    held = key in view.own.hand
                    if held and exposing_probability(view, key, exposed) > 0.5:
                        exposed.append(key)
                return Expose(dict.fromkeys(exposed, exposure_modes(view.rules)[0]))
            case Phase.MOON | Phase.ENDED:
                return self._otherwise.choose(view, rng, budget)
            case _:
                assert_never(view.public.phase)
