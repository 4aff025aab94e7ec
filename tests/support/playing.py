"""Deals played by chance: hands, choices, and everything that happens."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from msgspec import Struct

from gongzhu.cards import Card, Seat, Suit
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Claim,
    Deal,
    Event,
    Expose,
    Game,
    Pass,
    Phase,
    Play,
    RuleSet,
    apply,
    hand_size,
    pack_of,
    point_cards,
    start_deal,
)
from gongzhu.rules.facts import asks_first_lead
from gongzhu.view import view_of

Hands = tuple[tuple[Card, ...], ...]
Chooser = Callable[[Deal, Seat, Random], Action]


Taken = tuple[Seat, Action]
"""An action, and the seat that took it."""


class Step(Struct, frozen=True):
    """One action: the deal before it, and what came of it."""

    before: Deal
    seat: Seat
    action: Action
    after: Deal
    events: tuple[Event, ...]


def random_hands(rules: RuleSet, rng: Random) -> Hands:
    """Any hands."""
    pack = list(pack_of(rules))
    rng.shuffle(pack)
    return _cut(rules, pack)


def strong_hands(rules: RuleSet, rng: Random) -> Hands:
    """Hands of which one, anybody's, may win every trick: its seat has the highest cards."""
    pack = list(pack_of(rules))
    rng.shuffle(pack)
    pack.sort(key=lambda card: (card.order < 12, card is not Card.JACK_OF_HEARTS))
    size = hand_size(rules)
    rest = sorted(pack[size:], key=lambda card: card.suit is not Suit.HEARTS)
    others = [rest[place :: rules.players - 1] for place in range(rules.players - 1)]
    hands = [pack[:size], *others]
    turn = rng.randrange(rules.players)
    return _cut(rules, [card for hand in hands[turn:] + hands[:turn] for card in hand])


def _cut(rules: RuleSet, pack: list[Card]) -> Hands:
    size = hand_size(rules)
    return tuple(tuple(sorted(pack[n * size : (n + 1) * size])) for n in range(rules.players))


def random_start(
    rules: RuleSet, rng: Random, *, strong: bool = False, number: int | None = None
) -> tuple[Deal, tuple[Event, ...]]:
    """A deal of any number in its game, begun as the rules want that number begun."""
    number = rng.randrange(5) if number is None else number
    leader = None
    if not asks_first_lead(rules, number):
        leader = Seat(rng.randrange(rules.players))
    hands = strong_hands(rules, rng) if strong else random_hands(rules, rng)
    return start_deal(rules, hands, number, leader=leader)


def random_action(deal: Deal, seat: Seat, rng: Random) -> Action:
    """Any legal action; claims are left to those who want them."""
    view = view_of(deal, seat)
    assert view.own is not None
    if deal.public.phase is Phase.PASSING:
        return Pass(tuple(rng.sample(view.own.hand, deal.rules.pass_count)))
    if deal.public.phase is Phase.PLAYING:
        return Play(rng.choice(view.playable()))
    return rng.choice(view.legal_actions())


def greedy_action(deal: Deal, seat: Seat, rng: Random) -> Action:
    """High cards first, and point cards thrown when void: all points go where the aces are."""
    if deal.public.phase is not Phase.PLAYING:
        return random_action(deal, seat, rng)
    return Play(greedy_card(deal, view_of(deal, seat).playable()))


def greedy_card(deal: Deal, cards: Sequence[Card]) -> Card:
    """What `greedy_action` plays of these cards."""
    led = deal.public.trick[0].suit if deal.public.trick else None
    counting = point_cards(deal.rules)
    throw = led is not None and all(card.suit is not led for card in cards)
    return max(cards, key=lambda card: (throw and card in counting, card.order))


def waiting(deal: Deal) -> list[Seat]:
    """The seats that must act."""
    return [
        Seat(seat) for seat in range(deal.rules.players) if view_of(deal, Seat(seat)).must_act()
    ]


def play_out(
    deal: Deal, rng: Random, choose: Chooser = random_action, *, claims: bool = False
) -> Iterator[Step]:
    """Play to the end; who chooses first is left to chance. `claims`: end it where one may."""
    while deal.public.phase is not Phase.ENDED:
        seat = rng.choice(waiting(deal))
        action = choose(deal, seat, rng)
        if claims and Claim() in view_of(deal, seat).legal_actions():
            action = Claim()
        after, events = apply(deal, seat, action)
        yield Step(deal, seat, action, after, events)
        deal = after


def last_deal(steps: Iterator[Step]) -> Deal:
    """The deal at the end of what was played."""
    *_, last = steps
    return last.after


def played_game(rules: RuleSet, rng: Random, most: int) -> Iterator[tuple[Game, Deal]]:
    """The deals of a game, at most so many, and the game after each."""
    game = Game.new(rules)
    for _ in range(most):
        deal, _ = game.deal(random_hands(rules, rng))
        deal = last_deal(play_out(deal, rng))
        game = game.after_deal(deal.public)
        yield game, deal
        if game.result:
            return


def as_words(action: Action) -> tuple[str, ...]:
    """An action on plain data, as `tests.support.oracle` has it."""
    match action:
        case Pass(cards):
            return ("pass", *sorted(card.code for card in cards))
        case Expose(modes):
            return ("expose", *sorted(f"{card.code}:{mode}" for card, mode in modes.items()))
        case Play(card):
            return ("play", card.code)
        case ChooseMoon(choice):
            return ("moon", choice)
        case Claim():
            return ("claim",)
