"""Pairs of deals that differ only in what an observer may not know, as a table can play them."""

from itertools import islice
from random import Random
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.rules import Action, Expose, Game, Pass, Phase, RuleSet
from support.playing import Hands, play_out, random_action, random_hands
from support.worlds import World, unlike

Kind = Literal["seat", "alone", "bot", "nobody"]
"""Who must not tell two worlds apart: a player; one who plays against bots, and asks for hints;
a bot of the house or the host's; those without a seat. Whoever reads the log must not, either."""
KINDS: tuple[Kind, ...] = ("seat", "alone", "bot", "nobody")

SEALED: dict[Phase, type[Pass] | type[Expose]] = {Phase.PASSING: Pass, Phase.EXPOSING: Expose}
"""What is chosen in secret, and when."""
LATER = 0.1
"""How often the deals of a pair are the second ones of their games."""


class Pair(Struct, frozen=True):
    """Two worlds, and who is at the table."""

    one: World
    other: World
    viewer: Seat | None
    """Whose seat must not tell them apart; None: those without one."""
    bots: frozenset[Seat] = frozenset()
    before: World | None = None
    """The deal of the game before, of both."""


def pair_of(kind: Kind, rules: RuleSet, rng: Random) -> Pair:
    """A pair for that kind of observer."""
    before, game = None, Game.new(rules)
    if rng.random() < LATER:
        before = whole_deal(game, rng)
        game = game.after_deal(before.replay()[0].public)
        if game.result is not None:
            before, game = None, Game.new(rules)
    if kind == "nobody":
        return Pair(*pair_for_nobody(game, rng), None, before=before)
    seats = list(map(Seat, range(rules.players)))
    viewer = rng.choice(seats)
    others = [seat for seat in seats if seat != viewer]
    bots: set[Seat] = set()
    if kind == "alone":
        bots = set(others)
    elif kind == "bot":
        bots = {viewer, *rng.sample(others, rng.randrange(len(others)))}
    pair = pair_for_seat(game, viewer, rng, claims=not bots)
    return Pair(*pair, viewer, frozenset(bots), before)


def whole_deal(game: Game, rng: Random) -> World:
    """The next deal of a game, played at random to its end."""
    return _played(game, random_hands(game.rules, rng), rng, 1000)


def _played(game: Game, hands: Hands, rng: Random, most: int, claims: bool = False) -> World:
    """At most so many actions."""
    deal, _ = game.deal(hands)
    steps = islice(play_out(deal, rng, claims=claims), most)
    actions = tuple(step.action for step in steps)
    return World(game.rules, hands, game.number, game.leader, actions, game.totals)


def begun_deal(game: Game, rng: Random, claims: bool) -> World:
    """The next deal of a game, played at random up to some moment before its end."""
    while True:
        most = rng.randrange(60)
        world = _played(game, random_hands(game.rules, rng), rng, most, claims)
        if len(world.actions) == most and world.replay()[0].public.phase is not Phase.ENDED:
            return world


def order(world: World) -> list[tuple[type[Action], Seat]]:
    """Who did what kind of thing, one after the other: everybody at the table sees that."""
    return [(type(action), action.seat) for action in world.actions]


def pair_for_seat(game: Game, seat: Seat, rng: Random, claims: bool = True) -> tuple[World, World]:
    """Two deals that a seat cannot tell apart."""
    while True:
        world = begun_deal(game, rng, claims and rng.random() < 0.5)
        for _ in range(10):
            if rng.random() < 0.3:
                other = other_choices(world, seat, rng)
            else:
                found = unlike(world, seat, rng)
                other = None if found is None else found[1]
            if other is not None and other != world and order(other) == order(world):
                return world, other


def other_choices(world: World, seat: Seat, rng: Random) -> World | None:
    """What the others have chosen in secret by now, chosen otherwise, in the same order."""
    deal, _ = world.replay()
    sealed = SEALED.get(deal.public.phase)
    if sealed is None:
        return None
    actions = list(world.actions)
    for place, action in enumerate(actions):
        if isinstance(action, sealed) and action.seat != seat:
            before, _ = replace(world, actions=tuple(actions[:place])).replay()
            actions[place] = random_action(before, action.seat, rng)
    return replace(world, actions=tuple(actions))


def pair_for_nobody(game: Game, rng: Random) -> tuple[World, World]:
    """Two deals that have nothing in common but how many actions there were: who has no seat
    sees nothing of a running deal."""
    one, other = (begun_deal(game, rng, rng.random() < 0.5) for _ in range(2))
    length = min(len(one.actions), len(other.actions))
    return replace(one, actions=one.actions[:length]), replace(
        other, actions=other.actions[:length]
    )
