"""A bot for any arena and any language: one line of JSON in, one line out.

    gongzhu arena "cmd:python3 examples/outside_bot.py" steady --rules hearts-denexa

It ducks: the highest card that does not win the trick so far, else the lowest one.
"""

import json
import sys

RANKS = "23456789TJQKA"


def rank(card):
    return RANKS.index(card[0])


def play(asked):
    cards = sorted(asked["legal"], key=rank)
    if not asked["trick"]:
        return cards[0]
    led = asked["trick"][0][1][1]
    to_beat = max(rank(card) for _, card in asked["trick"] if card[1] == led)
    under = [card for card in cards if card[1] != led or rank(card) < to_beat]
    return under[-1] if under else cards[0]


def give(asked):
    return sorted(asked["hand"], key=rank)[-asked["rules"]["pass_count"] :]


ANSWERS = {
    "play": lambda asked: {"card": play(asked)},
    "pass": lambda asked: {"cards": give(asked)},
    "expose": lambda asked: {"modes": {}},
    "moon": lambda asked: {"choice": "others"},
}

for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] in ANSWERS:  # "start" and "end" want no answer
        action = {"type": asked["type"], **ANSWERS[asked["type"]](asked)}
        print(json.dumps(action), flush=True)
