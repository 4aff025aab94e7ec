"""A player that sees all cards: how far away the best is that anybody could play."""

from functools import cache
from random import Random

import numpy as np

from bench.bots.players.tree import grow, new_tree
from gongzhu.arena.entrant import Quiet
from gongzhu.bots import make_bot
from gongzhu.cards import Seat
from gongzhu.packed.boards import card_of_code
from gongzhu.packed.packing import pack_deal
from gongzhu.packed.rules import pack_rules
from gongzhu.rules import Action, Deal, Phase, Play
from gongzhu.view import View, view_of

packed_rules = cache(pack_rules)


class AllSeeing(Quiet):
    """Grows trees with random playouts in the deal as it is. The play of a match has to `show` it
    the deal, which no protocol can.

    It passes and exposes like `steady`, which does not look into others' hands.
    """

    def __init__(self, trees: int = 4, iterations: int = 2500, exploring: float = 1.0) -> None:
        self._trees = trees
        self._iterations = iterations
        self._exploring = exploring
        self._others = make_bot("steady")
        self._deal: Deal | None = None

    def show(self, deal: Deal, seat: Seat) -> View:
        """What `Pairing.play` shows players, with a look at the deal on the way."""
        self._deal = deal
        return view_of(deal, seat)

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """As `Bot.choose`."""
        assert view.seat is not None
        assert self._deal is not None
        if view.public.phase is not Phase.PLAYING:
            return self._others.choose(view, rng, budget)
        cards = view.playable()
        if len(cards) == 1:
            return Play(cards[0])
        packed = packed_rules(view.rules)
        state = pack_deal(packed, self._deal)
        tree = new_tree(self._iterations, rng.getrandbits(64))
        for _ in range(self._trees):
            grow(packed, state, tree, self._iterations, self._exploring)
        return Play(card_of_code(int(np.argmax(tree.visits))))
