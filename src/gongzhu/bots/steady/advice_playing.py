"""Advice on playing a card: heuristics, each with its condition, the cards that it rejects in
favour of the one played, and the evaluation terms that it depends on."""

from collections.abc import Callable

from msgspec import Struct

from gongzhu.bots.evaluation import Term
from gongzhu.bots.evaluation.choosing import evaluate_cards
from gongzhu.bots.evaluation.reading import read
from gongzhu.bots.evaluation.sweep import UNNOTICED_CARDS
from gongzhu.bots.steady.advice import CATCHERS, HIGH, Ablation, Advice, Situation
from gongzhu.cards import PIG, SHEEP, Card, Suit
from gongzhu.view import View

Condition = Callable[[Situation], bool]
Preference = Callable[[Situation, Card], bool]


class PlayHeuristic(Struct, frozen=True):
    """A rule of thumb on which card to play, and the advice that follows from it: its condition,
    and the cards to which it prefers the card played."""

    name: str
    """Name of the advice."""
    terms: tuple[Term, ...]
    """The evaluation terms that the heuristic depends on."""
    applies: Condition
    """A function that is true for a situation in which the heuristic applies."""
    against: Preference
    """A function that is true for another playable card if the heuristic prefers the card played to
    it."""


def playing_advice(view: View, card: Card) -> list[Advice]:
    """The advice that supports playing the card rather than others, in the order of `HEURISTICS`;
    empty if no other card may be played."""
    cards = view.playable()
    if len(cards) == 1:
        return []
    ablation = Ablation[Card](lambda omitted: evaluate_cards(read(view, omitted), cards))
    at = Situation(read(view), card)
    found = []
    for heuristic in HEURISTICS:
        if heuristic.applies(at):
            rivals = [
                rival for rival in cards if rival is not card and heuristic.against(at, rival)
            ]
            points = ablation.lead_lost(heuristic.terms, card, rivals, at.reading.stakes.pig)
            if points:
                found.append(Advice(heuristic.name, points, (card,)))
    return found


def _any(at: Situation, rival: Card) -> bool:
    return True


def _same_suit(at: Situation, rival: Card) -> bool:
    return rival.suit is at.card.suit


def _lower(at: Situation, rival: Card) -> bool:
    return rival.suit is at.card.suit and rival.order < at.card.order


def _other_suit(at: Situation, rival: Card) -> bool:
    return rival.suit is not at.card.suit


def _catcher(at: Situation, rival: Card) -> bool:
    return (rival in CATCHERS) != (at.card in CATCHERS)


def _winner(at: Situation, rival: Card) -> bool:
    return at.wins(rival)


def _loser(at: Situation, rival: Card) -> bool:
    return not at.wins(rival)


def _guard(at: Situation, rival: Card) -> bool:
    return rival.suit is Suit.SPADES and rival is not PIG


def _exit(at: Situation, rival: Card) -> bool:
    return at.is_exit(rival)


def _sure(at: Situation, rival: Card) -> bool:
    return at.is_top(rival) != at.is_top(at.card)


def _sheep(at: Situation, rival: Card) -> bool:
    return rival is SHEEP


def _matters(at: Situation, rival: Card) -> bool:
    alone = at.reading.stakes.alone
    return alone(rival) != alone(at.card) or at.wins(rival) != at.wins()


def _harmless(at: Situation, rival: Card) -> bool:
    return at.reading.stakes.alone(rival) >= 0


def _drives_pig(at: Situation) -> bool:
    low = at.card.suit is Suit.SPADES and at.card.order < PIG.order
    return at.leads and low and at.reading.pig_is_out


def _pig_is_gone(at: Situation) -> bool:
    return at.pig_is_gone and any(card in CATCHERS for card in at.reading.held[Suit.SPADES])


def _bewares_of_pig(at: Situation) -> bool:
    fears = at.reading.pig_is_out and not at.shoots
    return fears and at.card not in CATCHERS and not at.discards


def _spends_catcher(at: Situation) -> bool:
    safe = at.follows and at.last and PIG not in at.trick
    return safe and at.card in CATCHERS and at.reading.pig_is_out


def _sheds_catcher(at: Situation) -> bool:
    return at.card in CATCHERS and not at.discards and PIG in at.reading.bound


def _throws_high_spade(at: Situation) -> bool:
    return at.discards and at.card in CATCHERS and at.reading.pig_is_out


def _throws_high_heart(at: Situation) -> bool:
    return at.discards and at.card.suit is Suit.HEARTS and at.card.order >= HIGH


def _traps(at: Situation) -> bool:
    bad = at.reading.stakes.alone(at.card) < 0
    return at.discards and bad and at.card is not PIG and not at.for_partner


def _goes_under_catcher(at: Situation) -> bool:
    return at.follows and at.card is PIG and at.best in CATCHERS and not at.for_partner


def _goes_just_under(at: Situation) -> bool:
    wanted = at.card is PIG or at.reading.stakes.alone(at.card) > 0
    return at.follows and not at.wins() and not wanted


def _wins_harmless(at: Situation) -> bool:
    free = at.trick_points + at.reading.stakes.alone(at.card) == 0 and not at.first_trick
    return at.follows and at.last and at.wins() and free


def _wins_high(at: Situation) -> bool:
    must = at.follows and all(at.wins(card) for card in at.rest)
    return must and at.wins() and not _wins_harmless(at)


def _uses_free_trick(at: Situation) -> bool:
    free = at.first_trick and not at.reading.rules.first_trick_points
    return free and at.card.order >= HIGH


def _ducks(at: Situation) -> bool:
    return at.follows and not at.wins()


def _takes_sheep(at: Situation) -> bool:
    there = SHEEP in (*at.trick, at.card) and at.reading.stakes.alone(SHEEP) > 0
    return there and at.follows and at.wins()


def _saves_sheep(at: Situation) -> bool:
    return at.reading.stakes.alone(SHEEP) > 0


def _takes_doubler(at: Situation) -> bool:
    return _gain_of_doubler(at) > 0 and at.wins()


def _flees_doubler(at: Situation) -> bool:
    return _gain_of_doubler(at) < 0 and not at.wins()


def _gain_of_doubler(at: Situation) -> float:
    """Points that the doubler brings this seat if it is in the trick on the table, otherwise 0."""
    doubler = at.reading.rules.doubler
    if doubler is None or doubler not in at.trick:
        return 0.0
    return at.reading.stakes.gains(doubler)[at.reading.seat]


def _guards_pig(at: Situation) -> bool:
    return PIG in at.reading.held[Suit.SPADES] and at.card.suit is not Suit.SPADES


def _spares_exits(at: Situation) -> bool:
    return not at.is_exit(at.card)


def _exits(at: Situation) -> bool:
    unseen = at.reading.unseen[at.card.suit]
    below = sum(other.order < at.card.order for other in unseen)
    return at.leads and below <= len(unseen) / 4 and not at.shoots


def _makes_void(at: Situation) -> bool:
    return not at.rest


def _stops_sweep(at: Situation) -> bool:
    captured = at.reading.public.captured
    hearts = [sum(card.suit is Suit.HEARTS for card in cards) for cards in captured]
    rival = max(hearts) > UNNOTICED_CARDS and hearts[at.reading.seat] < max(hearts)
    return rival and at.wins() and not at.leads


def _shoots(at: Situation) -> bool:
    return at.shoots and not at.first_trick


def _saves_winners(at: Situation) -> bool:
    return at.shoots and at.first_trick and any(card.order > at.card.order for card in at.rest)


def _gives_up(at: Situation) -> bool:
    return at.shot


def _passed_pig(at: Situation) -> bool:
    return at.passed_pig


def _has_partner(at: Situation) -> bool:
    return at.reading.rules.partners != "none"


def _throws_pig(at: Situation) -> bool:
    return at.discards and at.card is PIG and not at.for_partner


HEURISTICS: tuple[PlayHeuristic, ...] = (
    PlayHeuristic("drive_pig", ("drive",), _drives_pig, _other_suit),
    PlayHeuristic("pig_is_gone", ("gone",), _pig_is_gone, _catcher),
    PlayHeuristic("passed_pig", ("passed",), _passed_pig, _any),
    PlayHeuristic("beware_of_pig", ("falls",), _bewares_of_pig, _catcher),
    PlayHeuristic("spend_high_spade", ("falls",), _spends_catcher, _lower),
    PlayHeuristic("shed_high_spade", ("bound",), _sheds_catcher, _any),
    PlayHeuristic("throw_pig", ("give",), _throws_pig, _any),
    PlayHeuristic("throw_high_spade", ("falls",), _throws_high_spade, _other_suit),
    PlayHeuristic("throw_high_heart", ("hearts",), _throws_high_heart, _other_suit),
    PlayHeuristic("trap", ("give",), _traps, _harmless),
    PlayHeuristic("queen_under", ("give",), _goes_under_catcher, _any),
    PlayHeuristic("just_under", ("later", "give"), _goes_just_under, _lower),
    PlayHeuristic("win_harmless", ("later",), _wins_harmless, _same_suit),
    PlayHeuristic("win_high", ("later",), _wins_high, _lower),
    PlayHeuristic("free_trick", ("later", "first"), _uses_free_trick, _any),
    PlayHeuristic("duck", ("trick",), _ducks, _winner),
    PlayHeuristic("take_sheep", ("trick",), _takes_sheep, _loser),
    PlayHeuristic("save_sheep", ("give",), _saves_sheep, _sheep),
    PlayHeuristic("take_doubler", ("piles", "trick"), _takes_doubler, _loser),
    PlayHeuristic("flee_doubler", ("piles", "trick"), _flees_doubler, _winner),
    PlayHeuristic("guard_pig", ("queen",), _guards_pig, _guard),
    PlayHeuristic("keep_exits", ("exits",), _spares_exits, _exit),
    PlayHeuristic("exit", ("trick", "lead"), _exits, _other_suit),
    PlayHeuristic("make_void", ("void",), _makes_void, _other_suit),
    PlayHeuristic("stop_sweep", ("sweep",), _stops_sweep, _loser),
    PlayHeuristic("sweep", ("sweep",), _shoots, _sure),
    PlayHeuristic("save_winners", ("sweep",), _saves_winners, _same_suit),
    PlayHeuristic("give_up", ("split",), _gives_up, _any),
    PlayHeuristic("partner", ("partner",), _has_partner, _matters),
)
"""All heuristics for playing. Their order does not matter, as advice is sorted by its points."""
