"""Bots that play each other: deals in a row, game after game, all of it from one seed."""

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random

from msgspec import Struct

from gongzhu.bots.bot import Bot
from gongzhu.bots.budget import bot_of
from gongzhu.cards import Seat, seats
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.records import DealRecord, record_deal
from gongzhu.rules import Deal, Game, Phase, RuleSet, apply, must_act
from gongzhu.view import view_of


class SelfPlayConfig(Struct, frozen=True, kw_only=True):
    """What bots play, and who they are."""

    rules: RuleSet
    preset: str | None
    """The preset's name where the rules are exactly that preset's."""
    levels: tuple[str, ...]
    """Dealt to the seats in turn, from the first again after the last."""
    seed: str
    budget: float = 0.0
    """Seconds that a bot may think about an action, where its level names none; 0: as long as
    it does by itself."""

    def level(self, seat: Seat) -> str:
        """The level of the bot at a seat."""
        return self.levels[seat % len(self.levels)]

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat: the level and the seat's number."""
        return tuple(f"{self.level(seat)}-{seat}" for seat in seats(self.rules.players))


def play_deals(setup: SelfPlayConfig) -> Iterator[DealRecord]:
    """Games one after another, without end.

    The cards of each deal, and what the bots leave to chance in it, follow from the seed and
    the numbers of the game and the deal: the same setup gives the same records again.
    Raises UnknownLevel when a level is none.
    """
    for number in count():
        yield from play_game(setup, number)


def play_game(setup: SelfPlayConfig, number: int) -> Iterator[DealRecord]:
    """The deals of game `number` (0-based) of a setup, until somebody has won or lost it."""
    rules = setup.rules
    everyone = seats(rules.players)
    bots = [bot_of(setup.level(seat)) for seat in everyone]
    game = Game.new(rules)
    while game.result is None:
        dealer_seed = child_seed(setup.seed, number, game.number)
        rngs = [Random(child_seed(dealer_seed, "bot", seat)) for seat in everyone]
        deal, _ = game.deal(deal_hands(rules, dealer_seed))
        deal = play_out(deal, bots, rngs, setup.budget)
        game = game.after_deal(deal.public)
        yield record_deal(
            deal,
            game,
            players=setup.names,
            preset=setup.preset,
            game=number,
            dealer_seed=dealer_seed,
        )


def play_out(deal: Deal, bots: Sequence[Bot], rngs: Sequence[Random], budget: float = 0.0) -> Deal:
    """The deal at its end, played by bots; `bots` and `rngs` are by seat.

    Raises IllegalAction when a bot breaks a rule.
    """
    while deal.public.phase is not Phase.ENDED:
        seat = next_to_act(deal)
        action = bots[seat].choose(view_of(deal, seat), rngs[seat], budget)
        deal, _ = apply(deal, action)
    return deal


def next_to_act(deal: Deal) -> Seat:
    """The seat whose turn it is; the first of those that still choose, where all choose at once."""
    turn = deal.public.turn
    if turn is not None:
        return turn
    everyone = seats(deal.rules.players)
    return next(seat for seat in everyone if must_act(deal.public, deal.own[seat], seat))
