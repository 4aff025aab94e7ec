"""The benchmark: an agent takes each seat in turn against copies of one reference bot, on fixed
deals.

On every deal the reference first plays all seats. Then the agent takes one seat after the other
(with partners, one side after the other). Its adjusted score is its points minus the points that
the reference reached in the same seat: this cancels the luck of the cards, and the reference itself
scores exactly 0. Nothing depends on the speed of the machine.
"""

import hashlib
from collections.abc import Sequence
from statistics import fmean

from msgspec import Struct

from gongzhu.arena.duplicate import DealResult
from gongzhu.arena.entrant import Entrant, MatchPlayer, entrant, versions
from gongzhu.arena.ledger import Heading
from gongzhu.arena.play_deal import Chair, play_deal, points_by_seat
from gongzhu.bots.selfplay import Show
from gongzhu.cards import Seat, seats
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.rules import RuleSet, option_values, sides
from gongzhu.view import view_of

VERSION = 1
"""Version of the benchmark; it increases with every change that may give the same agent another
score."""
REFERENCE = "steady"
"""Level of the reference bot."""
SEED = "gongzhu benchmark 1"
"""The seed of the deals of this version."""
TRACKS = ("gongzhu-pagat", "gongzhu-pagat-partners", "hearts-denexa")
"""The presets for each of which the leaderboard has a table."""


class Benchmark(Struct, frozen=True):
    """A contest on the deals of one rule set and seed, in which an agent takes the seats of a
    reference bot in turn."""

    agent: Entrant
    """The entrant that is measured."""
    rules: RuleSet
    reference: Entrant = entrant(REFERENCE)
    """The bot with which it is compared."""
    seed: str = SEED
    """The seed from which the deals are dealt."""

    @property
    def entrants(self) -> tuple[Entrant, Entrant]:
        """The two entrants, the agent first and then the reference bot."""
        return self.agent, self.reference

    @property
    def heading(self) -> Heading:
        """The heading of the ledger of a run (`gongzhu.arena.ledger`): the entrants and their
        versions, the version of the benchmark, the rules and the seed."""
        names = {"a": self.agent.name, "b": self.reference.name, **versions(self.entrants)}
        rules = option_values(self.rules)
        return {**names, "benchmark": VERSION, "rules": rules, "seed": self.seed}

    def play(self, number: int, players: Sequence[MatchPlayer], show: Show = view_of) -> DealResult:
        """The result of deal `number` (0-based): the number of points by which the agent did better
        than the reference in the same seats, averaged over its seats (with separate partners, of
        both together). `players` are those of `entrants`, in this order; `show` makes the view that
        a player is given."""
        times: tuple[list[float], list[float]] = ([], [])
        agent, reference = (
            Chair(player, who.budget, spent)
            for player, who, spent in zip(players, self.entrants, times, strict=True)
        )
        everyone = seats(self.rules.players)

        def points(at: Sequence[Seat]) -> tuple[int, ...]:
            chairs = [agent if seat in at else reference for seat in everyone]
            return points_by_seat(play_deal(self.rules, self.seed, number, chairs, show))

        usual = points(())
        gains = []
        for at in sides(self.rules):
            reached = points(at)
            gains.append(fmean(reached[seat] - usual[seat] for seat in at))
        # The score of partners with separate piles is the sum of both.
        factor = 2 if self.rules.partners == "separate" else 1
        return DealResult(number, factor * fmean(gains), (tuple(times[0]), tuple(times[1])))


def plays_of(rules: RuleSet) -> int:
    """Number of times that each deal is played under these rules, including once by the reference
    alone."""
    return 1 + len(sides(rules))


def deals_hash(rules: RuleSet, deals: int, seed: str = SEED) -> str:
    """The SHA-256 of the first `deals` deals, in hexadecimal. Each deal is one line: the hands by
    seat, separated by spaces, each as the codes of its cards in order."""
    digest = hashlib.sha256()
    for number in range(deals):
        hands = deal_hands(rules, child_seed(seed, number))
        line = " ".join("".join(card.value for card in hand) for hand in hands)
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()
