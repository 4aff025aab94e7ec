"""Pairs of worlds that one viewer cannot tell apart, though somebody else holds, passed, laid
face down or chose something else.

A world is a deal as it was played up to some moment. `unlike` changes what is hidden from the
viewer, and nothing that is known to it; the rules then say whether it could have gone that way.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import starmap
from random import Random

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from gongzhu.cards import KEY_CARDS, PACK, Card, Seat
from gongzhu.rules import (
    Action,
    CardsExposed,
    CardsPassed,
    ChooseMoon,
    Claim,
    Deal,
    Event,
    Expose,
    IllegalAction,
    Mode,
    Pass,
    Phase,
    Play,
    PlayBegan,
    RuleSet,
    apply,
    start_deal,
)
from gongzhu.rules.facts import lead_card
from gongzhu.view import know, see, view_of
from tests.support.playing import Hands, Taken, random_action

_CHOICES: dict[Phase, type[Action]] = {Phase.PASSING: Pass, Phase.EXPOSING: Expose}
"""What is chosen in secret, and when."""


class World(Struct, frozen=True, dict=True):
    """A deal up to some moment: how it began, and every action since."""

    rules: RuleSet
    hands: Hands
    number: int
    leader: Seat | None
    actions: tuple[Taken, ...]
    totals: tuple[int, ...] | None = None
    """Before the deal; None: nobody has any points."""

    def replay(self) -> tuple[Deal, tuple[Event, ...]]:
        """The deal at that moment, and all events; IllegalAction where it cannot be."""
        return self._replayed

    @cached_property
    def _replayed(self) -> tuple[Deal, tuple[Event, ...]]:
        deal, events = start_deal(self.rules, self.hands, self.number, self.totals, self.leader)
        for seat, action in self.actions:
            deal, more = apply(deal, seat, action)
            events += more
        return deal, events


def received(world: World, viewer: Seat | None) -> tuple[bytes, ...]:
    """Everything that reaches the viewer, as bytes."""
    deal, events = world.replay()
    view = view_of(deal, viewer)
    seen = [encode(seen) for event in events if (seen := see(event, viewer))]
    answers = [(action, view.why_illegal(action)) for action in questions()]
    reasons = [reason.text("en") if reason else "" for _, reason in answers]
    moves = (view.legal_actions(), view.playable(), view.must_act())
    return (
        *seen,
        encode(view),
        encode(moves),
        encode(answers),
        encode(reasons),
        *known(deal, viewer),
    )


def known(deal: Deal, viewer: Seat | None) -> tuple[bytes, ...]:
    knowledge = know(view_of(deal, viewer))
    voids = [sorted(suit.value for suit in suits) for suits in knowledge.voids]
    hands = [knowledge.known_hand(Seat(seat)) for seat in range(deal.rules.players)]
    return encode(knowledge.holders), encode(voids), encode(hands)


def questions() -> Iterator[Action]:
    """What a curious viewer may ask to learn something from the answer."""
    yield from (Play(card) for card in PACK)
    yield from (Pass(PACK[place : place + 3]) for place in range(0, 50, 7))
    modes: tuple[Mode, ...] = ("open", "down", "up")
    yield from (Expose({card: mode}) for card in KEY_CARDS for mode in modes)
    yield from (Expose({}), Claim(), ChooseMoon("self"))


def unlike(world: World, viewer: Seat | None, rng: Random) -> tuple[str, World] | None:
    """Another world that the viewer cannot know from this one, and in what it differs most:
    `sealed`, `passes`, `face-down` or `hands`; None where the attempt makes no legal deal."""
    deal, events = world.replay()
    if deal.public.phase is Phase.ENDED:
        return None
    attempts = [_other_cards]
    if any(isinstance(event, CardsPassed) for event in events):
        attempts.append(_other_passes)
    if deal.public.phase in _CHOICES:
        attempts.append(_other_choices)
    other = rng.choice(attempts)(world, deal, events, viewer, rng)
    if other is None or other == world:
        return None
    try:
        other.replay()
    except IllegalAction:
        return None
    return _difference(world, other, deal), other


def _difference(world: World, other: World, deal: Deal) -> str:
    def choices(of: World, kind: type) -> list[Action]:
        return [action for _, action in of.actions if isinstance(action, kind)]

    if deal.public.phase in _CHOICES and world.actions != other.actions:
        return "sealed"
    if choices(world, Expose) != choices(other, Expose):
        return "face-down"
    if choices(world, Pass) != choices(other, Pass):
        return "passes"
    return "hands"


def _hidden(world: World, deal: Deal, events: tuple[Event, ...], viewer: Seat | None) -> list[Card]:
    """The cards whose place the viewer has not been shown."""
    shown = {card for trick in deal.public.tricks for card in trick.cards} | set(deal.public.trick)
    if viewer is not None:
        own = deal.own[viewer]
        shown |= {*own.dealt, *own.hand}
    for event in events:
        match event:
            case CardsExposed(exposures):
                shown |= {exposure.card for exposure in exposures}
            case PlayBegan() if world.leader is None:
                # Whoever leads by the first-lead rule holds the card that it names.
                shown |= {card for card in [lead_card(world.rules)] if card}
            case _:
                pass
    return [card for hand in world.hands for card in hand if card not in shown]


def _other_cards(
    world: World, deal: Deal, events: tuple[Event, ...], viewer: Seat | None, rng: Random
) -> World | None:
    """Hidden cards change places with one another, in hands and in what was chosen."""
    hidden = _hidden(world, deal, events, viewer)
    keys = [card for card in hidden if card in KEY_CARDS]
    pool = keys if len(keys) > 1 and rng.random() < 0.5 else hidden
    size = min(len(pool), rng.choice((2, 2, 3, 6)))
    if size < 2:
        return None
    chosen = rng.sample(pool, size)
    return _renamed(world, dict(zip(chosen, chosen[1:] + chosen[:1], strict=True)), viewer)


def _renamed(world: World, names: dict[Card, Card], viewer: Seat | None) -> World:
    def rename(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(sorted(names.get(card, card) for card in cards))

    def renamed(seat: Seat, action: Action) -> Taken:
        match action:
            case Pass(cards) if seat != viewer:
                return seat, Pass(rename(cards))
            case Expose(modes) if seat != viewer:
                return seat, Expose({names.get(card, card): mode for card, mode in modes.items()})
            case _:
                return seat, action

    hands = tuple(rename(hand) for hand in world.hands)
    return replace(world, hands=hands, actions=tuple(starmap(renamed, world.actions)))


def _other_passes(
    world: World, deal: Deal, events: tuple[Event, ...], viewer: Seat | None, rng: Random
) -> World | None:
    """A seat was dealt and passed another card, which its receiver was dealt before: after the
    passing all is the same."""
    passed = next(event for event in events if isinstance(event, CardsPassed))
    players = world.rules.players
    pairs = [(Seat(at), Seat((at + passed.passing) % players)) for at in range(players)]
    giver, receiver = rng.choice([pair for pair in pairs if viewer not in pair])
    gave = rng.choice(deal.own[giver].passed or ())
    kept = set(deal.own[receiver].dealt) - set(deal.own[receiver].passed or ())
    instead = rng.choice(sorted(kept))
    names = {gave: instead, instead: gave}
    hands = tuple(
        tuple(sorted(names.get(card, card) for card in hand)) if at in (giver, receiver) else hand
        for at, hand in enumerate(world.hands)
    )
    actions = tuple(
        (seat, Pass(tuple(sorted(names.get(card, card) for card in action.cards))))
        if isinstance(action, Pass) and seat == giver
        else (seat, action)
        for seat, action in world.actions
    )
    return replace(world, hands=hands, actions=actions)


def _other_choices(
    world: World, deal: Deal, events: tuple[Event, ...], viewer: Seat | None, rng: Random
) -> World | None:
    """Others have chosen something else by now, in another order, or not at all."""
    kind = _CHOICES[deal.public.phase]
    before = tuple(taken for taken in world.actions if not isinstance(taken[1], kind))
    mine = [taken for taken in world.actions if isinstance(taken[1], kind) and taken[0] == viewer]
    seats = [Seat(seat) for seat in range(world.rules.players) if seat != viewer]
    others = rng.sample(seats, rng.randrange(len(seats)))
    now, _ = replace(world, actions=before).replay()
    chosen = [(seat, random_action(now, seat, rng)) for seat in others] + mine
    rng.shuffle(chosen)
    return replace(world, actions=(*before, *chosen))
