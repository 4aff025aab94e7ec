"""Deals that differ only in what an observer may not know, as a table can play them."""

from itertools import islice
from random import Random
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import Seat, seats
from gongzhu.duplicate.movements import movement
from gongzhu.rules import Action, Expose, Game, Pass, Phase, RuleSet
from gongzhu.server.daily.dealer import GAMES, PLAYER, rules_of
from tests.support.playing import Hands, play_out, random_action, random_hands
from tests.support.worlds import World, unlike

Kind = Literal["seat", "alone", "bot", "nobody", "day", "unplayed", "board", "outside"]
"""Who must not tell two worlds apart: a player; one who plays against bots, and asks for hints;
a bot of the house or the host's; those without a seat; one who plays the deal of the day; those who
have not played it yet; one who plays a deal of a tournament; those who are at none of its tables.
Whoever reads the log must not, either."""
TABLE_KINDS: tuple[Kind, ...] = ("seat", "alone", "bot", "nobody")
DAY_KINDS: tuple[Kind, ...] = ("day", "unplayed")
"""Those for whom a day is played at a server of its own, by the rules of the deals of the day."""
BOARD_KINDS: tuple[Kind, ...] = ("board", "outside")
"""The kinds of viewers for whom a round of a tournament is played."""
KINDS = TABLE_KINDS + DAY_KINDS + BOARD_KINDS

SEALED: dict[Phase, type[Pass] | type[Expose]] = {Phase.PASSING: Pass, Phase.EXPOSING: Expose}
"""What is chosen in secret, and when."""
LATER = 0.1
"""How often the deals are the second ones of their games."""
BOARD_TABLES = tuple(sorted(movement(2, 1)[0], key=lambda places: 0 in places))
"""The places at the two tables of the first round, the one without the club's owner first."""
BOARD_SEAT = Seat(BOARD_TABLES[0].index(min(BOARD_TABLES[0])))
"""The seat of the entrant who entered first among those at that table."""
MISSES = 30
"""Attempts at a partner, one after the other, that come to nothing before there is no other."""


class Alike(Struct, frozen=True):
    """A world and its partners, no two of them the same, and who is at the table."""

    worlds: tuple[World, ...]
    """The first one, and its partners after it: one at least."""
    viewer: Seat | None
    """Whose seat must not tell them apart; None: those without one."""
    bots: frozenset[Seat] = frozenset()
    before: World | None = None
    """The deal of the game before, of all."""


def alike_for(kind: Kind, rules: RuleSet, rng: Random, partners: int) -> Alike:
    """A world and at most so many partners, for that kind of observer; deals of the day have rules
    of their own."""
    if kind in DAY_KINDS + BOARD_KINDS:
        fixed = Game.new(rules_of(rng.choice(GAMES)))
        own = PLAYER if kind in DAY_KINDS else BOARD_SEAT
        bots = frozenset(seats(fixed.rules.players)) - {own}
        if kind in ("unplayed", "outside"):
            return Alike(alike_for_nobody(fixed, rng, partners), None, bots)
        worlds = alike_for_seat(fixed, own, rng, partners, claims=False)
        return Alike(worlds, own, bots)
    before, game = None, Game.new(rules)
    if rng.random() < LATER:
        before = whole_deal(game, rng)
        game = game.after_deal(before.replay()[0].public)
        if game.result is not None:
            before, game = None, Game.new(rules)
    if kind == "nobody":
        return Alike(alike_for_seat(game, None, rng, partners), None, before=before)
    viewer = rng.choice(seats(rules.players))
    others = [seat for seat in seats(rules.players) if seat != viewer]
    bots = frozenset[Seat]()
    if kind == "alone":
        bots = frozenset(others)
    elif kind == "bot":
        bots = frozenset({viewer, *rng.sample(others, rng.randrange(len(others)))})
    worlds = alike_for_seat(game, viewer, rng, partners, claims=not bots)
    return Alike(worlds, viewer, bots, before)


def whole_deal(game: Game, rng: Random) -> World:
    """The next deal of a game, played at random to its end."""
    return _played(game, random_hands(game.rules, rng), rng, 1000)


def _played(game: Game, hands: Hands, rng: Random, most: int, claims: bool = False) -> World:
    """At most so many actions."""
    deal, _ = game.deal(hands)
    steps = islice(play_out(deal, rng, claims=claims), most)
    actions = tuple((step.seat, step.action) for step in steps)
    return World(game.rules, hands, game.number, game.leader, actions, game.totals)


def begun_deal(game: Game, rng: Random, claims: bool, length: int | None = None) -> World:
    """The next deal of a game, played at random up to some moment before its end, or for so many
    actions."""
    while True:
        most = rng.randrange(60) if length is None else length
        world = _played(game, random_hands(game.rules, rng), rng, most, claims)
        if len(world.actions) == most and world.replay()[0].public.phase is not Phase.ENDED:
            return world


def order(world: World) -> list[tuple[type[Action], Seat]]:
    """Who did what kind of thing, one after the other: everybody at the table sees that."""
    return [(type(action), seat) for seat, action in world.actions]


def alike_for_seat(
    game: Game, seat: Seat | None, rng: Random, partners: int, claims: bool = True
) -> tuple[World, ...]:
    """Deals that a seat, or a spectator, cannot tell apart. Late in a deal little is hidden, and
    there may be fewer than were asked for."""
    while True:
        world = begun_deal(game, rng, claims and rng.random() < 0.5)
        worlds, deals, misses = [world], [world.replay()[0]], 0
        while len(worlds) <= partners and misses < MISSES:
            if rng.random() < 0.3:
                other = other_choices(world, seat, rng)
            else:
                found = unlike(world, seat, rng)
                other = None if found is None else found[1]
            if (
                other is not None
                and order(other) == order(world)
                and other.replay()[0] not in deals
            ):
                worlds.append(other)
                deals.append(other.replay()[0])
                misses = 0
            else:
                misses += 1
        if len(worlds) > 1:
            return tuple(worlds)


def other_choices(world: World, seat: Seat | None, rng: Random) -> World | None:
    """What the others have chosen in secret by now, chosen otherwise, in the same order."""
    deal, _ = world.replay()
    sealed = SEALED.get(deal.public.phase)
    if sealed is None:
        return None
    actions = list(world.actions)
    for place, (actor, action) in enumerate(actions):
        if isinstance(action, sealed) and actor != seat:
            before, _ = replace(world, actions=tuple(actions[:place])).replay()
            actions[place] = actor, random_action(before, actor, rng)
    return replace(world, actions=tuple(actions))


def alike_for_nobody(game: Game, rng: Random, partners: int) -> tuple[World, ...]:
    """Deals that have nothing in common but how many actions there were: nobody else sees anything
    of a deal of the day."""
    first = [begun_deal(game, rng, claims=False) for _ in range(2)]
    length = min(len(world.actions) for world in first)
    more = (begun_deal(game, rng, False, length) for _ in range(partners - 1))
    return tuple(replace(world, actions=world.actions[:length]) for world in (*first, *more))
