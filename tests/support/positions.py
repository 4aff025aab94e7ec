"""Positions set up by hand: what has been played, what a seat holds now, and chance for the rest.

Cards are written in codes, `"QS TD"`. What is not said lies anywhere that it may lie, the same
at every run.
"""

from collections.abc import Mapping, Sequence
from random import Random

from gongzhu.bots.steady.examples import Example
from gongzhu.cards import Card, Seat, Suit, next_seat, seats
from gongzhu.rules import (
    Deal,
    Expose,
    Pass,
    Phase,
    Play,
    RuleSet,
    apply,
    exposure_modes,
    hand_size,
    pack_of,
    pass_steps,
    start_deal,
    winning_index,
)
from gongzhu.rules.facts import first_lead_by_card
from gongzhu.view import View, view_of

ATTEMPTS = 2000

Cards = tuple[Card, ...]


def position(
    rules: RuleSet,
    hand: str,
    *,
    seat: int = 0,
    leader: int = 0,
    tricks: Sequence[str] = (),
    trick: str = "",
    held: Mapping[int, str] | None = None,
    passed: str = "",
    exposed: str = "",
    phase: Phase = Phase.PLAYING,
    number: int | None = None,
) -> View:
    """The view of `seat`, whose hand this is now, in `phase`.

    `leader` leads the first of the finished `tricks`, or the `trick` on the table, or is to
    lead. `held` are cards that others hold now; `passed` is what the seat itself passed, and
    `exposed` what has been exposed. Deal `number` is by default one without passing in the
    Hearts presets, and one that anybody may lead in those of Gong Zhu.
    """
    number = number if number is not None else {"hearts": 3, "gongzhu": 1}[rules.family]
    played, voids = _played(rules, leader, [*tricks, *([trick] if trick else [])])
    now = {at: cards_of(cards) for at, cards in (held or {}).items()} | {seat: cards_of(hand)}
    if passed:
        receiver = next_seat(Seat(seat), rules.players, pass_steps(rules, number))
        kept = [card for card in cards_of(passed) if card not in played[receiver]]
        now[receiver] = (*now.get(receiver, ()), *kept)
    full = [[*played[at], *now.get(at, ())] for at in seats(rules.players)]
    assert len(full[seat]) == hand_size(rules), f"{len(full[seat])} cards in the hand and played"
    hands = _filled(rules, full, voids)
    passes: list[Cards] = [()] * rules.players
    if pass_steps(rules, number) and phase is not Phase.PASSING:
        passes = _passes(rules, hands, seat, cards_of(passed), number)
    first = None if first_lead_by_card(rules, number) else Seat(leader)
    deal, _ = start_deal(rules, _before(hands, passes, rules, number), number, leader=first)
    for actor in seats(rules.players):
        if deal.public.phase is Phase.PASSING and phase is not Phase.PASSING:
            deal, _ = apply(deal, actor, Pass(passes[actor]))
    deal = _with_exposures(deal, cards_of(exposed)) if phase is Phase.PLAYING else deal
    for text in [*tricks, trick] if phase is Phase.PLAYING else []:
        for card in cards_of(text):
            turn = deal.public.turn
            assert turn is not None
            deal, _ = apply(deal, turn, Play(card))
    view = view_of(deal, Seat(seat))
    assert view.must_act()
    assert deal.public.phase is phase
    return view


def seen(example: Example) -> View:
    """The view of the seat of an example."""
    return position(
        example.rule_set,
        example.hand,
        seat=example.seat,
        leader=example.leader,
        tricks=example.tricks,
        trick=example.trick,
        held=example.held,
        passed=example.passed,
        exposed=example.exposed,
        phase=Phase(example.phase),
        number=example.number,
    )


def cards_of(text: str) -> Cards:
    """The cards of these codes."""
    return tuple(Card(code) for code in text.split())


def _played(
    rules: RuleSet, leader: int, tricks: Sequence[str]
) -> tuple[list[list[Card]], list[set[Suit]]]:
    """What each seat has played, and the suits that it has shown to have none of."""
    played: list[list[Card]] = [[] for _ in range(rules.players)]
    voids: list[set[Suit]] = [set() for _ in range(rules.players)]
    for text in tricks:
        cards = cards_of(text)
        for place, card in enumerate(cards):
            at = (leader + place) % rules.players
            played[at].append(card)
            if card.suit is not cards[0].suit:
                voids[at].add(cards[0].suit)
        leader = (leader + winning_index(cards)) % rules.players
    return played, voids


def _filled(
    rules: RuleSet, full: Sequence[Sequence[Card]], voids: Sequence[set[Suit]]
) -> list[Cards]:
    named = [card for cards in full for card in cards]
    taken = set(named)
    assert len(taken) == len(named), "a card is in two places"
    loose = [card for card in pack_of(rules) if card not in taken]
    rng = Random(len(loose))
    for _ in range(ATTEMPTS):
        hands = [list(cards) for cards in full]
        rng.shuffle(loose)
        for card in loose:
            free = [
                at
                for at, cards in enumerate(hands)
                if len(cards) < hand_size(rules) and card.suit not in voids[at]
            ]
            if not free:
                break
            hands[rng.choice(free)].append(card)
        else:
            return [tuple(sorted(cards)) for cards in hands]
    raise ValueError("the other cards lie nowhere")


def _passes(
    rules: RuleSet, hands: Sequence[Cards], seat: int, passed: Cards, number: int
) -> list[Cards]:
    """What each seat passes, so that these are the hands afterwards."""
    steps = pass_steps(rules, number)
    given = [
        hands[next_seat(at, rules.players, steps)][: rules.pass_count]
        for at in seats(rules.players)
    ]
    if passed:
        given[seat] = passed
    return given


def _before(
    hands: Sequence[Cards], passes: Sequence[Cards], rules: RuleSet, number: int
) -> list[Cards]:
    steps = pass_steps(rules, number)
    received = [passes[next_seat(at, rules.players, -steps)] for at in seats(rules.players)]
    return [
        (*(card for card in hand if card not in got), *gave)
        for hand, got, gave in zip(hands, received, passes, strict=True)
    ]


def _with_exposures(deal: Deal, exposed: Cards) -> Deal:
    for actor in seats(deal.rules.players):
        if deal.public.phase is Phase.EXPOSING:
            mode = exposure_modes(deal.rules)[0]
            mine = {card: mode for card in exposed if card in deal.own[actor].hand}
            deal, _ = apply(deal, actor, Expose(mine))
    return deal
