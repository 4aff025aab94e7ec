"""What a seat knows of a deal, as one line of text with the same content as its observation."""

from collections.abc import Iterable

from gongzhu.cards import Card
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Claim,
    Expose,
    Exposure,
    Own,
    Pass,
    Phase,
    Play,
    Public,
)


def public_facts(public: Public) -> str:
    """The public facts of a deal, up to its end."""
    told = [f"deal {public.number}", f"passing {public.passing:+d}", f"{public.phase.value}"]
    if any(public.totals):
        told.append(f"totals {' '.join(map(str, public.totals))}")
    if public.exposed:
        told.append(f"exposed {_exposures(public.exposed)}")
    if any(public.face_down):
        told.append(f"face down {' '.join(map(str, public.face_down))}")
    told += [f"{trick.leader}: {_cards(trick.cards)}" for trick in public.tricks]
    if public.leader is not None and public.phase is not Phase.ENDED:
        told.append(f"{public.leader}: {_cards(public.trick)}".rstrip())
    if public.claimed is not None:
        told.append(f"claimed by {public.claimed}")
    return " | ".join(told)


def own_facts(own: Own, picked: Iterable[Card] = ()) -> str:
    """The facts that only one seat knows; `picked` are the cards picked for passing so far."""
    told = [f"hand {_cards(own.hand)}".rstrip()]
    passed = own.passed or tuple(sorted(picked))
    if passed:
        told.append(f"passes {_cards(passed)}")
    if own.received is not None:
        told.append(f"received {_cards(own.received)}")
    if own.exposures is not None:
        told.append(f"exposes {_exposures(own.exposures) or 'nothing'}")
    return " | ".join(told)


def words_of(action: Action) -> str:
    """An action in a few words, different for every action."""
    match action:
        case Play(card):
            return card.code
        case Pass(cards):
            return _cards(cards)
        case Expose(modes):
            told = " ".join(f"{card.code}:{mode}" for card, mode in modes.items())
            return f"expose {told or 'nothing'}"
        case ChooseMoon(choice):
            return f"moon for {choice}"
        case Claim():
            return "claim"


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(card.code for card in cards)


def _exposures(exposures: Iterable[Exposure]) -> str:
    return " ".join(f"{shown.seat}:{shown.card.code}:{shown.mode}" for shown in exposures)
