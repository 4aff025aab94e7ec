"""The legal actions of a seat, computed from the public part of the deal and the seat's own
part."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import assert_never, get_args

from gongzhu.cards import Card, Seat, Suit, seats
from gongzhu.rules.actions import (
    Action,
    ChooseMoon,
    Claim,
    Expose,
    Mode,
    MoonChoice,
    Pass,
    Play,
    Reason,
)
from gongzhu.rules.deal import Deal, Own, Phase, Public
from gongzhu.rules.facts import (
    counting_cards,
    first_lead_by_card,
    key_cards,
    lead_card,
    must_lead_card,
    point_cards,
)
from gongzhu.rules.options import NONE, RuleSet
from gongzhu.rules.score import all_tricks_pile

_MODES: dict[str, tuple[Mode, ...]] = {
    "none": (),
    "open": ("open",),
    "face-down-or-up": ("down", "up"),
}


def exposure_modes(rules: RuleSet) -> tuple[Mode, ...]:
    """The modes in which a key card may be exposed, or empty if the rules have no exposing.

    >>> exposure_modes(PRESETS["gongzhu-pagat"].rules)
    ('open',)
    """
    return _MODES[rules.sale]


def bars_first_trick(rules: RuleSet, mode: Mode) -> bool:
    """True if a card exposed in this mode may not be played to the first trick of its suit (unless
    the hand has no other card of that suit)."""
    return not (mode == "down" and rules.face_down_first_trick == "free")


def playable(rules: RuleSet, public: Public, own: Own) -> tuple[Card, ...]:
    """The cards that the seat on turn may play, never empty. `own` must belong to that seat, and
    the phase must be PLAYING.

    >>> rules = load_rules("gongzhu-hwa").rules
    >>> deal, _ = start_deal(rules, deal_hands(rules, "a seed"))
    >>> leader = deal.own[deal.public.turn]
    >>> playable(rules, deal.public, leader) == leader.hand
    True
    """
    if public.trick:
        return _followers(rules, public, own)
    return _leads(rules, public, own)


def _leads(rules: RuleSet, public: Public, own: Own) -> tuple[Card, ...]:
    hand = own.hand
    if not public.tricks and must_lead_card(rules) and first_lead_by_card(rules, public.number):
        return tuple(card for card in hand if card is lead_card(rules))
    if own.exposures:
        bound = [
            shown.card
            for shown in own.exposures
            if bars_first_trick(rules, shown.mode) and shown.card.suit not in public.suits_led
        ]
        # A bound card may be led if the hand has no other card of its suit.
        suits = {card.suit for card in hand if card not in bound}
        hand = tuple(card for card in hand if card not in bound or card.suit not in suits)
    if rules.hearts_must_be_broken and not public.hearts_broken:
        # A hand with another suit always keeps a card of it: an exposed card is
        # bound only beside another card of its own suit.
        return tuple(card for card in hand if card.suit is not Suit.HEARTS) or hand
    return hand


def _followers(rules: RuleSet, public: Public, own: Own) -> tuple[Card, ...]:
    led = public.trick[0].suit
    following = tuple([card for card in own.hand if card.suit is led])
    if following:
        if len(following) > 1 and own.exposures and led not in public.suits_led:
            bound = [shown.card for shown in own.exposures if bars_first_trick(rules, shown.mode)]
            return tuple(card for card in following if card not in bound) or following
        return following
    if not public.tricks and not rules.first_trick_points:
        counting = counting_cards(rules)
        return tuple(card for card in own.hand if card not in counting) or own.hand
    return own.hand


def legal_actions(rules: RuleSet, public: Public, own: Own, seat: Seat) -> Iterator[Action]:
    """Yields every legal action of `seat`, each once and in a fixed order. None after the end.
    `own` must belong to `seat`.

    >>> rules = PRESETS["hearts-denexa"].rules
    >>> deal, _ = start_deal(rules, deal_hands(rules, "a seed"))
    >>> len(list(legal_actions(rules, deal.public, deal.own[0], Seat(0))))
    286
    """
    match public.phase:
        case Phase.PASSING:
            if own.passed is None:
                for cards in combinations(own.hand, rules.pass_count):
                    yield Pass(cards)
        case Phase.EXPOSING:
            if own.exposures is None:
                held = [card for card in key_cards(rules) if card in own.hand]
                ways: tuple[Mode | None, ...] = (None, *exposure_modes(rules))
                for chosen in product(ways, repeat=len(held)):
                    yield Expose(
                        {card: mode for card, mode in zip(held, chosen, strict=True) if mode}
                    )
        case Phase.PLAYING:
            if public.turn == seat:
                for card in playable(rules, public, own):
                    yield Play(card)
            if _why_no_claim(rules, public) is None:
                yield Claim()
        case Phase.MOON:
            if public.turn == seat:
                for choice in get_args(MoonChoice):
                    yield ChooseMoon(choice)
        case Phase.ENDED:
            return
        case _:
            assert_never(public.phase)


def must_act(public: Public, own: Own, seat: Seat) -> bool:
    """True if the deal waits for an action of `seat`. `own` must belong to `seat`.

    >>> rules = PRESETS["hearts-denexa"].rules
    >>> deal, _ = start_deal(rules, deal_hands(rules, "a seed"))
    >>> must_act(deal.public, deal.own[2], Seat(2))
    True
    """
    match public.phase:
        case Phase.PASSING:
            return own.passed is None
        case Phase.EXPOSING:
            return own.exposures is None
        case Phase.PLAYING | Phase.MOON:
            return public.turn == seat
        case Phase.ENDED:
            return False
        case _:
            assert_never(public.phase)


def waiting(deal: Deal) -> tuple[Seat, ...]:
    """The seats that must act: the seat on turn, or in passing and exposing all that have not
    chosen, or empty after the end."""
    turn = deal.public.turn
    if turn is not None:
        return (turn,)
    everyone = seats(deal.rules.players)
    return tuple(seat for seat in everyone if must_act(deal.public, deal.own[seat], seat))


def why_illegal(
    rules: RuleSet, public: Public, own: Own, seat: Seat, action: Action
) -> Reason | None:
    """The rule that forbids `action` to `seat`, or None if the action is legal. `own` must belong
    to `seat`.

    >>> rules = PRESETS["hearts-denexa"].rules
    >>> deal, _ = start_deal(rules, deal_hands(rules, "a seed"))
    >>> own = deal.own[0]
    >>> why_illegal(rules, deal.public, own, Seat(0), Play(own.hand[0])).text()
    'This is not the time to play a card.'
    """
    if public.phase is Phase.ENDED:
        return Reason("deal_over")
    match action:
        case Pass():
            return _why_no_pass(rules, public, own, action)
        case Expose():
            return _why_no_exposure(rules, public, own, action)
        case Play():
            return _why_no_play(rules, public, own, seat, action.card)
        case ChooseMoon():
            if public.phase is not Phase.MOON:
                return Reason("no_moon")
            if public.turn != seat:
                return Reason("not_the_shooter")
            return None if action.choice in get_args(MoonChoice) else Reason("unknown_choice")
        case Claim():
            return _why_no_claim(rules, public)
        case _:
            assert_never(action)


def _why_no_pass(rules: RuleSet, public: Public, own: Own, action: Pass) -> Reason | None:
    if public.phase is not Phase.PASSING:
        return Reason("not_passing")
    if own.passed is not None:
        return Reason("passed_already", own.passed)
    missing = tuple(card for card in action.cards if card not in own.hand)
    if missing:
        return Reason("not_in_hand", missing)
    if not len(action.cards) == len(set(action.cards)) == rules.pass_count:
        return Reason("pass_count", count=rules.pass_count)
    return None


def _why_no_exposure(rules: RuleSet, public: Public, own: Own, action: Expose) -> Reason | None:
    modes = exposure_modes(rules)
    if not modes:
        return Reason("no_exposing")
    if public.phase is not Phase.EXPOSING:
        return Reason("not_exposing")
    if own.exposures is not None:
        return Reason("exposed_already")
    for card, mode in action.modes.items():
        if card not in key_cards(rules):
            return Reason("not_a_key_card", key_cards(rules))
        if card not in own.hand:
            return Reason("not_in_hand", (card,))
        if mode not in modes:
            return Reason("down_or_up" if "up" in modes else "open_only", (card,))
    return None


def _why_no_play(rules: RuleSet, public: Public, own: Own, seat: Seat, card: Card) -> Reason | None:
    if public.phase is not Phase.PLAYING:
        return Reason("not_playing")
    if public.turn != seat:
        return Reason("not_your_turn")
    if card in playable(rules, public, own):
        return None
    if card not in own.hand:
        return Reason("not_in_hand", (card,))
    if not public.trick:
        return _why_no_lead(rules, public, own, card)
    led = public.trick[0].suit
    if card.suit is not led and any(held.suit is led for held in own.hand):
        return Reason("follow_suit", suit=led)
    if card.suit is led:
        return Reason("exposed_followed", (card,), card.suit)
    return Reason("first_trick", (card,))


def _why_no_lead(rules: RuleSet, public: Public, own: Own, card: Card) -> Reason:
    if not public.tricks and must_lead_card(rules) and first_lead_by_card(rules, public.number):
        named = lead_card(rules)
        assert named
        return Reason("lead_the_card", (named,))
    only_hearts = all(held.suit is Suit.HEARTS for held in own.hand)
    unbroken = rules.hearts_must_be_broken and not public.hearts_broken
    if card.suit is Suit.HEARTS and unbroken and not only_hearts:
        return Reason("hearts_or_queen_first" if rules.queen_breaks_hearts else "hearts_first")
    return Reason("exposed_led", (card,), card.suit)


def _why_no_claim(rules: RuleSet, public: Public) -> Reason | None:
    if public.phase is not Phase.PLAYING:
        return Reason("not_playing")
    if rules.queen_of_diamonds:
        return Reason("claim_with_queen_of_diamonds")
    if rules.all_tricks not in (NONE, 0) and all_tricks_pile(rules, public) is not None:
        return Reason("claim_with_all_tricks")
    left = len(point_cards(rules)) - sum(len(cards) for cards in public.captured)
    return Reason("points_left", count=left) if left else None
