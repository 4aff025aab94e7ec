"""Advice on exposing: whether exposing each key card in the hand is worth it."""

from collections.abc import Mapping

from gongzhu.bots.evaluation.exposing import EXPOSE_THRESHOLD, PROMISES
from gongzhu.bots.evaluation.reading import read
from gongzhu.bots.steady.advice import Advice
from gongzhu.cards import Card
from gongzhu.rules import Mode
from gongzhu.view import View

NAMES = {"QS": "pig", "JD": "sheep", "TC": "doubler", "AH": "hearts"}


def exposing_advice(view: View, modes: Mapping[Card, Mode]) -> list[Advice]:
    """The advice that supports exposing exactly these key cards of the hand: those that gain
    enough, and not the others."""
    reading = read(view)
    found = []
    for card, promise in PROMISES.items():
        if card in reading.own.hand:
            points = promise(reading) - EXPOSE_THRESHOLD * reading.stakes.pig
            if card in modes and points >= 0:
                found.append(Advice(f"expose_{NAMES[card.code]}", points, (card,)))
            if card not in modes and points < 0:
                found.append(Advice(f"hide_{NAMES[card.code]}", -points, (card,)))
    return found
