"""What holds in every deal under every rule set: presets by name, random ones by hypothesis."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.json import encode
from msgspec.structs import replace

from gongzhu.cards import KEY_CARDS, PACK, Card, Seat, Suit
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Claim,
    Deal,
    Expose,
    Exposure,
    IllegalAction,
    Mode,
    MoonChoice,
    Pass,
    Phase,
    Play,
    Public,
    Reason,
    RuleSet,
    Trick,
    apply,
    key_cards,
    pack_of,
    piles,
    sides,
    start_deal,
)
from gongzhu.rules.facts import first_lead_by_card
from gongzhu.view import view_of
from tests.support.playing import (
    Step,
    Taken,
    as_words,
    greedy_action,
    play_out,
    random_action,
    random_hands,
    random_start,
    strong_hands,
)
from tests.support.rulesets import PRESET_RULES, any_rules, rule_sets, tries

Item = TypeVar("Item")

SEEDS = st.integers(0, 2**32)
every_preset = pytest.mark.parametrize("name", PRESET_RULES)


def played(rules: RuleSet, seed: int) -> Iterator[Step]:
    """A deal of any kind: any cards, or one hand strong enough for everything; claimed or not."""
    rng = Random(seed)
    strong = rng.random() < 0.3
    deal, _ = random_start(rules, rng, strong=strong)
    choose = greedy_action if strong else random_action
    return play_out(deal, rng, choose, claims=rng.random() < 0.3)


def check_cards_are_conserved(deal: Deal) -> None:
    public = deal.public
    played_cards = [card for trick in public.tricks for card in trick.cards] + list(public.trick)
    held = [card for own in deal.own for card in own.hand]
    assert sorted(played_cards + held) == list(pack_of(deal.rules))
    counting = {card for cards in public.captured for card in cards}
    assert counting <= {card for trick in public.tricks for card in trick.cards}


def check_somebody_can_act(deal: Deal) -> None:
    views = [view_of(deal, Seat(seat)) for seat in range(deal.rules.players)]
    awaited = [view for view in views if view.must_act()]
    assert bool(awaited) == (deal.public.phase is not Phase.ENDED)
    assert all(view.legal_actions() for view in awaited)
    for view in views:
        if view not in awaited:
            assert all(isinstance(action, Claim) for action in view.legal_actions())


def check_suit_is_followed(deal: Deal) -> None:
    public = deal.public
    if public.phase is not Phase.PLAYING or not public.trick or public.turn is None:
        return
    led = public.trick[0].suit
    hand = deal.own[public.turn].hand
    playable = view_of(deal, public.turn).playable()
    assert set(playable) <= set(hand)
    if any(card.suit is led for card in hand):
        assert all(card.suit is led for card in playable)


def check_everything(steps: Iterator[Step]) -> None:
    step = None
    for step in steps:
        check_cards_are_conserved(step.before)
        check_somebody_can_act(step.before)
        check_suit_is_followed(step.before)
    assert step is not None
    check_cards_are_conserved(step.after)
    check_somebody_can_act(step.after)


@every_preset
def test_every_moment_is_sound(name: str) -> None:
    for seed in range(tries(4)):
        check_everything(played(PRESET_RULES[name], seed))


@any_rules(25)
@given(rule_sets(), SEEDS)
def test_every_moment_is_sound_under_any_rules(rules: RuleSet, seed: int) -> None:
    check_everything(played(rules, seed))


def turned(items: Sequence[Item], steps: int) -> tuple[Item, ...]:
    """What belonged to seat s belongs to seat s + steps."""
    return tuple(items[(place - steps) % len(items)] for place in range(len(items)))


def turned_public(public: Public, steps: int) -> Public:
    """The same, with every seat moved on; a list by side or pile is turned as far as it is long."""

    def move(seat: Seat) -> Seat:
        return Seat((seat + steps) % public.players)

    exposed = [Exposure(move(item.seat), item.card, item.mode) for item in public.exposed]
    tricks = [Trick(move(trick.leader), trick.cards, move(trick.winner)) for trick in public.tricks]
    return replace(
        public,
        totals=turned(public.totals, steps),
        leader=None if public.leader is None else move(public.leader),
        tricks=tuple(tricks),
        captured=turned(public.captured, steps),
        exposed=tuple(sorted(exposed, key=lambda item: item.card)),
        face_down=turned(public.face_down, steps),
        claimed=None if public.claimed is None else move(public.claimed),
        shooter=None if public.shooter is None else move(public.shooter),
        scores=None if public.scores is None else turned(public.scores, steps),
        dealt=None if public.dealt is None else turned(public.dealt, steps),
        passed=None if public.passed is None else turned(public.passed, steps),
    )


def check_rotation(rules: RuleSet, seed: int) -> None:
    """Turn the hands round the table, play the same: everything is turned, and nothing else."""
    rng = Random(seed)
    steps = rng.randrange(1, rules.players)
    number = rng.randrange(4)
    leader = None if first_lead_by_card(rules, number) else Seat(1)
    strong = rng.random() < 0.3
    hands = strong_hands(rules, rng) if strong else random_hands(rules, rng)
    choose = greedy_action if strong else random_action
    totals = tuple(range(10, 10 * len(sides(rules)) + 10, 10))
    deal, _ = start_deal(rules, hands, number, totals, leader)
    moved_leader = None if leader is None else Seat((leader + steps) % rules.players)
    moved, _ = start_deal(rules, turned(hands, steps), number, turned(totals, steps), moved_leader)
    for step in play_out(deal, rng, choose, claims=rng.random() < 0.3):
        seat = Seat((step.seat + steps) % rules.players)
        moved, _ = apply(moved, seat, step.action)
        if rules.partners == "pooled" and moved.public.phase is Phase.MOON:
            return  # Of a pooled side always the first seat chooses.
        exposed = tuple(sorted(moved.public.exposed, key=lambda item: item.card))
        assert replace(moved.public, exposed=exposed) == turned_public(step.after.public, steps)
        hands = tuple(own.hand for own in step.after.own)
        assert tuple(own.hand for own in moved.own) == turned(hands, steps)
        for at in range(rules.players):
            ours = view_of(step.after, Seat(at))
            theirs = view_of(moved, Seat((at + steps) % rules.players))
            assert theirs.playable() == ours.playable()
            assert theirs.must_act() == ours.must_act()
            assert len(theirs.legal_actions()) == len(ours.legal_actions())


@every_preset
def test_seats_are_alike(name: str) -> None:
    for seed in range(tries(3)):
        check_rotation(PRESET_RULES[name], seed)


@any_rules(25)
@given(rule_sets(), SEEDS)
def test_seats_are_alike_under_any_rules(rules: RuleSet, seed: int) -> None:
    check_rotation(rules, seed)


def attempts(deal: Deal, rng: Random) -> Iterator[Taken]:
    """Every sensible action and many that make no sense, of every seat and two beyond."""
    for seat in map(Seat, range(-1, deal.rules.players + 1)):
        for card in PACK:
            yield seat, Play(card)
        yield seat, Claim()
        yield from ((seat, ChooseMoon(choice)) for choice in get_args(MoonChoice))
        yield seat, Expose({})
        modes: tuple[Mode, ...] = ("open", "down", "up")
        keys = (*KEY_CARDS, *key_cards(deal.rules))
        for card in (*keys, Card.TWO_OF_SPADES):
            for mode in modes:
                yield seat, Expose({card: mode})
                yield seat, Expose({card: mode, rng.choice(keys): rng.choice(modes)})
        hand = deal.own[seat % deal.rules.players].hand
        for size in (0, 1, 2, 3, 3, 4, 5, 6, deal.rules.pass_count):
            if len(hand) >= size:
                yield seat, Pass(tuple(rng.sample(hand, size)))
        yield seat, Pass(hand[:1] * 3)
        yield seat, Pass(tuple(rng.sample(PACK, 3)))


def check_reason(deal: Deal, seat: Seat, action: Action, reason: Reason) -> None:
    """Whether the rule that is named is really the one broken."""
    if not isinstance(action, Play) or not 0 <= seat < deal.rules.players:
        return
    own = deal.own[seat]
    held = {card.suit for card in own.hand}
    exposed = {item.card for item in own.exposures or ()}
    match reason.code:
        case "not_in_hand":
            assert action.card not in own.hand
        case "follow_suit":
            assert reason.suit in held
            assert action.card.suit is not reason.suit
        case "exposed_followed" | "exposed_led":
            assert action.card in exposed
            assert sum(card.suit is action.card.suit for card in own.hand) > 1
            assert action.card.suit not in deal.public.suits_led
        case "hearts_first" | "hearts_or_queen_first":
            assert action.card.suit is Suit.HEARTS
            assert held != {Suit.HEARTS}
        case "lead_the_card":
            assert reason.cards[0] in own.hand


def check_illegal(rules: RuleSet, seed: int) -> set[str]:
    """Try everything at some moments of a deal; the codes of the refusals."""
    rng = Random(seed)
    codes: set[str] = set()
    for step in played(rules, seed):
        if rng.random() < (0.85 if step.before.public.phase is Phase.PLAYING else 0.6):
            continue
        deal = step.before
        frozen = encode(deal)
        views = [view_of(deal, Seat(seat)) for seat in range(rules.players)]
        legal = [{as_words(action) for action in view.legal_actions()} for view in views]
        for seat, action in attempts(deal, rng):
            at_table = 0 <= seat < rules.players
            allowed = at_table and as_words(action) in legal[seat]
            reason = views[seat].why_illegal(action) if at_table else None
            assert allowed == (at_table and reason is None)
            if allowed:
                assert apply(deal, seat, action)[0] != deal
                continue
            with pytest.raises(IllegalAction) as caught:
                apply(deal, seat, action)
            assert encode(deal) == frozen
            codes.add(caught.value.reason.code)
            check_reason(deal, seat, action, caught.value.reason)
            assert reason is None or caught.value.reason == reason
    return codes


@every_preset
def test_what_is_not_among_the_legal_actions_is_refused(name: str) -> None:
    codes = check_illegal(PRESET_RULES[name], 1)
    assert {"no_such_seat", "not_in_hand", "not_your_turn", "follow_suit"} <= codes


@any_rules(15)
@given(rule_sets(), SEEDS)
def test_what_is_not_legal_is_refused_under_any_rules(rules: RuleSet, seed: int) -> None:
    check_illegal(rules, seed)


@every_preset
def test_scores_are_by_pile_and_totals_by_side(name: str) -> None:
    rules = PRESET_RULES[name]
    *_, last = played(rules, 5)
    assert last.after.public.scores is not None
    assert len(last.after.public.scores) == len(piles(rules))
    assert len(last.after.public.totals) == len(sides(rules))
