"""Self-play: bots play game after game, with all randomness from one seed."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random

from msgspec import Struct

from gongzhu.bots.levels import Bot, bot_of
from gongzhu.cards import Seat, seats
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.records import DealRecord, record_deal
from gongzhu.rules import Deal, Game, Phase, RuleSet, apply
from gongzhu.rules.events import Hands
from gongzhu.rules.legal import waiting
from gongzhu.view import View, view_of

Show = Callable[[Deal, Seat], View]
"""A function from a deal and a seat to the view that the bot in that seat is given."""


class SelfPlayConfig(Struct, frozen=True, kw_only=True):
    """The settings of a self-play run: its rules, the seed, and the bots."""

    rules: RuleSet
    preset: str | None
    """The preset's name if the rules are exactly those of a preset, otherwise None."""
    levels: tuple[str, ...]
    """The level of the bot in each seat from seat 0 on; if there are more seats, the levels are
    repeated."""
    seed: str
    """The seed from which all deals and all random choices of bots follow."""
    budget: float = 0.0
    """Seconds for an action of a bot whose level has no time; 0 means no time limit."""

    def level(self, seat: Seat) -> str:
        """The level of the bot at a seat."""
        return self.levels[seat % len(self.levels)]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat: the level and the seat's number."""
        return tuple(f"{self.level(seat)}-{seat}" for seat in seats(self.rules.players))


def play_deals(config: SelfPlayConfig) -> Iterator[DealRecord]:
    """The records of deals played by bots in game after game; the iterator never ends.

    The cards of each deal and the randomness of the bots in it depend on the seed and the numbers
    of the game and the deal, so the same configuration gives the same records. Raises UnknownLevel
    for an unknown level.
    """
    for number in count():
        yield from play_game(config, number)


def play_given(config: SelfPlayConfig, given: Sequence[Hands]) -> Iterator[DealRecord]:
    """The records of deals in which the hands `given` are dealt in order, in consecutive games.
    Raises UnknownLevel."""
    left = iter(given)
    played = 0
    for number in count():
        for record in play_game(config, number, left):
            yield record
            played += 1
        if played == len(given):
            return


def play_game(
    config: SelfPlayConfig, number: int, given: Iterator[Hands] | None = None
) -> Iterator[DealRecord]:
    """The records of game `number` (0-based) up to its end. If `given` is an iterator of hands,
    they are dealt instead of those of the seed, and the game stops when there are no more."""
    rules = config.rules
    everyone = seats(rules.players)
    bots = [bot_of(config.level(seat)) for seat in everyone]
    game = Game.new(rules)
    while game.result is None:
        dealer_seed = child_seed(config.seed, number, game.number)
        rngs = [Random(child_seed(dealer_seed, "bot", seat)) for seat in everyone]
        hands = deal_hands(rules, dealer_seed) if given is None else next(given, None)
        if hands is None:
            return
        deal, _ = game.deal(hands)
        deal = play_out(deal, bots, rngs, config.budget)
        game = game.after_deal(deal.public)
        yield record_deal(
            deal,
            game,
            players=config.names,
            preset=config.preset,
            game=number,
            dealer_seed=dealer_seed if given is None else None,
        )


def play_out(
    deal: Deal,
    bots: Sequence[Bot],
    rngs: Sequence[Random],
    budget: float = 0.0,
    show: Show = view_of,
) -> Deal:
    """Let bots play a deal to its end; `bots` and `rngs` are by seat.

    Raises IllegalAction if a bot breaks a rule.
    """
    while deal.public.phase is not Phase.ENDED:
        seat = next_to_act(deal)
        action = bots[seat].choose(show(deal, seat), rngs[seat], budget)
        deal, _ = apply(deal, seat, action)
    return deal


def next_to_act(deal: Deal) -> Seat:
    """The seat that must act; if several choose at once, the first in seat order that has not
    chosen."""
    return waiting(deal)[0]
