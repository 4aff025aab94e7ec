"""Playthroughs for people to read and for tests to compare: a whole deal, and what each seat sees.

Every choice is settled by the preset's name. After each action stand its events (and, where
somebody sees less, what that seat sees; `*` is a spectator), what may be done next, and the first
digits of the SHA-256 of each view's JSON: those of the seats in order, then the spectator's.
"""

import hashlib
from collections.abc import Iterator, Sequence
from random import Random

from msgspec.json import encode
from msgspec.structs import replace

from gongzhu.cards import Card, Seat
from gongzhu.dealing import deal_hands
from gongzhu.rules import (
    Claim,
    Deal,
    Event,
    Game,
    Phase,
    RuleSet,
    apply,
    score_table,
)
from gongzhu.view import see, view_of
from tests.golden.perft import seeded_choice
from tests.support.playing import Taken, as_words, greedy_action, waiting

STRONG = {"gongzhu-summary": 0, "gongzhu-wiki": 0, "gongzhu-hwa": 0, "hearts-choice": 3}
"""Presets shown with one hand that captures everything, and the number of the deal; the fourth
deal of Hearts has no passing, which would spoil the hand."""
CLAIMED = ("gongzhu-pagat", "hearts-gilfoy")
"""Presets shown with a claim."""


def playthrough(name: str, rules: RuleSet) -> str:
    """The whole text of a preset's playthrough."""
    game = replace(Game.new(rules), number=STRONG.get(name, 0))
    deal, events = game.deal(
        strong_deal(rules, name) if name in STRONG else deal_hands(rules, name)
    )
    lines = [f"# {name}: a deal as everybody sees it", "", "deal", *told(deal, events)]
    step = 0
    while deal.public.phase is not Phase.ENDED:
        seat, action = settled_action(deal, name, step)
        deal, events = apply(deal, seat, action)
        lines += ["", f"{seat}: {' '.join(as_words(action))}", *told(deal, events)]
        step += 1
    game = game.after_deal(deal.public)
    lines.append("")
    for place, pile in enumerate(score_table(rules, deal.public).piles):
        lines.append(f"pile {place}: {pile.points}")
        lines += [f"  {json(line)}" for line in pile.lines]
    return "\n".join([*lines, "", f"totals {json(game.totals)}", f"result {json(game.result)}", ""])


def strong_deal(rules: RuleSet, seed: str) -> tuple[tuple[Card, ...], ...]:
    """One of four seats has all aces, kings and queens and J♥, the others three hearts each."""
    cards = [card for hand in deal_hands(rules, seed) for card in hand]
    best = [card for card in cards if card.order > 11 or card is Card.JACK_OF_HEARTS]
    rest = sorted(set(cards) - set(best), key=lambda card: (card.suit.value != "H", card))
    hands = [best, rest[0::3], rest[1::3], rest[2::3]]
    turn = seeded_choice(seed, 0, 4)
    return tuple(tuple(sorted(hand)) for hand in hands[turn:] + hands[:turn])


def settled_action(deal: Deal, name: str, step: int) -> Taken:
    """The action that the name settles, of a seat that it settles too."""
    seats = waiting(deal)
    seat = seats[seeded_choice(name, 1000 + step, len(seats))]
    if name in STRONG and deal.public.phase is Phase.PLAYING:
        return seat, greedy_action(deal, seat, Random(0))
    actions = view_of(deal, seat).legal_actions()
    if name in CLAIMED and Claim() in actions:
        return seat, Claim()
    actions = tuple(action for action in actions if not isinstance(action, Claim))
    return seat, actions[seeded_choice(name, step, len(actions))]


def told(deal: Deal, events: Sequence[Event]) -> Iterator[str]:
    """What happened, who saw what of it, what may follow, and the views by then."""
    viewers = [*map(Seat, range(deal.rules.players)), None]
    for event in events:
        yield f"  {json(event)}"
        for viewer in viewers:
            seen = see(event, viewer)
            if seen != event:
                yield f"    {name_of(viewer)} sees {json(seen) if seen else 'nothing'}"
    for seat in waiting(deal):
        actions = view_of(deal, seat).legal_actions()
        words = sorted(" ".join(as_words(action)) for action in actions)
        if deal.public.phase is Phase.PASSING:
            words = [f"pass, {len(words)} ways"]
        yield f"  {seat} may {' · '.join(words)}"
    digests = [hashlib.sha256(encode(view_of(deal, viewer))).hexdigest()[:8] for viewer in viewers]
    yield f"  views {' '.join(digests)}"


def name_of(viewer: Seat | None) -> str:
    return "*" if viewer is None else str(viewer)


def json(thing: object) -> str:
    return encode(thing).decode()
