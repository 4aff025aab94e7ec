"""Counting the ways a deal can go on, by the engine and by the second reading of the rules.

Positions come from seeds alone, through `gongzhu.dealing`, so that they stay the same for ever.
"""

from gongzhu.cards import Seat
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.rules import Claim, Deal, Game, Phase, Play, RuleSet, apply, option_values
from gongzhu.view import view_of
from tests.support.oracle import OracleDeal
from tests.support.playing import as_words


def seeded_choice(seed: str, step: int, choices: int) -> int:
    """A number below `choices` that seed and step settle."""
    return int(child_seed(seed, step)[:12], 16) % choices


def position(rules: RuleSet, seed: str, plays: int) -> tuple[Deal, OracleDeal]:
    """The first deal of a game, all choices before play and this many cards settled by the seed."""
    hands = deal_hands(rules, seed)
    deal, _ = Game.new(rules).deal(hands)
    oracle = OracleDeal(option_values(rules), [{card.code for card in hand} for hand in hands])
    step = 0
    while deal.public.phase is not Phase.PLAYING or plays:
        seat = next(Seat(at) for at, _ in enumerate(hands) if view_of(deal, Seat(at)).must_act())
        actions = [
            action
            for action in view_of(deal, seat).legal_actions()
            if not isinstance(action, Claim)
        ]
        action = actions[seeded_choice(seed, step, len(actions))]
        plays -= isinstance(action, Play)
        step += 1
        deal, _ = apply(deal, seat, action)
        oracle.make(seat, as_words(action))
    return deal, oracle


def engine_count(deal: Deal, depth: int) -> int:
    """How many ways there are to play `depth` more cards."""
    turn = deal.public.turn
    if deal.public.phase is not Phase.PLAYING or turn is None:
        return 0
    cards = view_of(deal, turn).playable()
    if depth == 1:
        return len(cards)
    return sum(engine_count(apply(deal, turn, Play(card))[0], depth - 1) for card in cards)


def oracle_count(oracle: OracleDeal, depth: int) -> int:
    """The same by the second reading."""
    if oracle.phase() != "playing":
        return 0
    turn = oracle.turn()
    cards = oracle.legal_cards(turn)
    if depth == 1:
        return len(cards)
    count = 0
    for card in cards:
        other = oracle.copy()
        other.make(turn, ("play", card))
        count += oracle_count(other, depth - 1)
    return count
