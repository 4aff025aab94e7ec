"""Deals the hidden cards of a deal again, so that one seat cannot distinguish it from the original.

The unseen cards are sampled from the seat's posterior, as a bot samples them. Matching cards that
the others were dealt, passed and exposed are added, and the whole deal is replayed under the rules,
so that the result is always a possible deal.
"""

from random import Random

from gongzhu.bots.policy import opponent_model_of, pass_probability
from gongzhu.bots.worlds import PosteriorSampler
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.cards import Card, Seat, next_seat, seats
from gongzhu.dealing import child_seed
from gongzhu.packed.boards import board_of, cards_of
from gongzhu.review.fork import DealHistory
from gongzhu.rules import Mode, Phase, exposure_modes
from gongzhu.rules.facts import first_lead_by_card
from gongzhu.view import View

PASSES_TRIED = 64
"""For a pass that the seat has not seen, the number of random choices of cards from which one is
drawn by its probability."""

Hands = list[set[Card]]


def redrawn(view: View, seed: str) -> DealHistory:
    """A possible history of the deal up to the position of the view that gives the seat the same
    view. The same seed gives the same history.

    In phases in which all choose at once, the others have not chosen yet. The view must be of a
    seat, and the deal must not have ended.
    """
    public, own, seat = view.public, view.own, view.seat
    assert own is not None
    assert seat is not None
    rng = Random(child_seed(seed, "redrawn"))
    sampler = PosteriorSampler(view, opponent_model_of(view.rules), rng.getrandbits(60))
    worlds = sampler.sample(1)
    hands: Hands = [set(cards_of(int(board))) for board in worlds.hands[0]]
    down = set(cards_of(int(worlds.down[0])))
    exposures = _exposures(view, hands, down)
    plays = public.plays
    for at, card in plays:
        hands[at].add(card)
    passes = None
    if own.received is not None:
        passes = _passes(view, hands, rng)
        for giver, cards in enumerate(passes):
            hands[next_seat(Seat(giver), public.players, public.passing)].difference_update(cards)
        for giver, cards in enumerate(passes):
            hands[giver].update(cards)
    by_card = first_lead_by_card(view.rules, public.number)
    begun = plays[0][0] if plays else public.leader
    return DealHistory(
        rules=view.rules,
        number=public.number,
        totals=public.totals,
        leader=None if by_card else begun,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        passes=passes,
        exposures=exposures,
        plays=plays,
        claimed=public.claimed,
    )


def _exposures(view: View, hands: Hands, down: set[Card]) -> tuple[dict[Card, Mode], ...] | None:
    """The exposures of each seat, given the present hands and the cards `down` that lie face down;
    None until all have chosen, and if the rules allow no exposing."""
    public = view.public
    if public.phase in (Phase.PASSING, Phase.EXPOSING) or not exposure_modes(view.rules):
        return None
    found: list[dict[Card, Mode]] = [dict.fromkeys(sorted(hand & down), "down") for hand in hands]
    for shown in public.exposed:
        found[shown.seat][shown.card] = shown.mode
    return tuple({card: modes[card] for card in sorted(modes)} for modes in found)


def _passes(view: View, hands: Hands, rng: Random) -> tuple[tuple[Card, ...], ...]:
    """The cards that each seat passed, by seat; `hands` are those after passing. The passes known
    to the view's seat are kept; for the others, random choices are drawn with the probabilities of
    the opponent model."""
    own, seat, steps = view.own, view.seat, view.public.passing
    assert own is not None
    assert seat is not None
    players = view.public.players
    giver = next_seat(seat, players, -steps)
    known = {seat: own.passed or (), giver: own.received or ()}
    passes: dict[Seat, tuple[Card, ...]] = dict(known)
    free = [at for at in seats(players) if at not in known]
    for at in free:
        receiver = next_seat(at, players, steps)
        passes[at] = tuple(rng.sample(sorted(hands[receiver]), view.rules.pass_count))
    packed, model = packed_rules(view.rules), opponent_model_of(view.rules)
    # Twice, since the hand that a seat was dealt also depends on the cards it was passed.
    for at in free * 2:
        receiver, from_seat = next_seat(at, players, steps), next_seat(at, players, -steps)
        choices = [
            tuple(rng.sample(sorted(hands[receiver]), view.rules.pass_count))
            for _ in range(PASSES_TRIED)
        ]
        kept = hands[at] - set(passes[from_seat])
        weights = [
            pass_probability(packed, model, board_of(kept | set(cards)), steps, board_of(cards))
            for cards in choices
        ]
        (passes[at],) = rng.choices(choices, weights)
    return tuple(tuple(sorted(passes[at])) for at in seats(players))
