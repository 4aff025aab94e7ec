"""Frames as nobody should send them: messages with bytes that went wrong, messages that say what
makes no sense, and some that are in order."""

import json
from functools import cache
from random import Random
from typing import Any

import msgspec

from gongzhu.cards import PACK
from gongzhu.rules import PRESETS
from gongzhu.server.edge.socket import LONGEST_MESSAGE
from proof.hostile.fuzzing import FRAMES, mangled
from proof.hostile.scenes import ROLES, SEATED, Role, Scene

_WORDS: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 3, 4, 5, -1, 255, 2**31, 2**53 - 1, 2**53, 2**63, 2**64, 10**40,
    0.5, -0.0, 1e308, "", " ", "0", "a", "é", "\u202e", "\u200d", "e" + "\u0301" * 30, "<b>&", "猪",
    "x" * 41, "x" * 3000, "0f" * 32, "0F" * 32, "ff" * 32, "zz" * 32, "open", "down", "up", "self",
    "others", "steady", "master@9s", "random@", "policy@500ms", "public", "private", "zh", "en",
    "play", "pass", "expose", "moon", "claim", "QS", "JD", "TC", "AH", "2C", "XX", "qs", [], {},
    [[]], [None], [0, 0], [0, 1, 2], ["QS"], ["QS", "QS"], ["QS", "QS", "QS"], {"QS": "open"},
    {"2C": "down"}, {"": None}, {"move": 0, "grace": 5}, {"move": -1}, {"limit": 50}, {"moon": []},
)  # fmt: skip
WORDS = tuple(msgspec.Raw(json.dumps(word)) for word in _WORDS)
"""What a message may say somewhere, and should not say elsewhere."""
CODES = tuple(card.code for card in PACK)
LEFT_OUT = object()


@cache
def examples(scene: Scene, role: Role) -> tuple[bytes, ...]:
    """What somebody may send there, and what it may not: one of every kind of message, and those
    that the table waits for."""
    fitting = scene.fitting.get(role) or next(iter(scene.fitting.values()))
    return (*FRAMES, *(msgspec.json.encode(message) for message in fitting))


def any_frame(rng: Random, scene: Scene) -> tuple[Role, bytes | None]:
    """A frame, and who sends it; None: not of text."""
    role = rng.choice((*ROLES, *SEATED, *SEATED))
    return role, spoilt(rng, examples(scene, role))


def spoilt(rng: Random, known: tuple[bytes, ...]) -> bytes | None:
    """A frame made from one of these messages; None: not of text."""
    chance = rng.random()
    if chance < 0.5:
        return mangled(rng, known)
    if chance < 0.85:
        return _twisted(rng, rng.choice(known), rng.choice((1, 1, 1, 2, 3)))
    if chance < 0.98:
        # By its old id it may have been done before.
        return _twisted(rng, rng.choice(known), 0) if chance < 0.95 else rng.choice(known)
    if chance < 0.99:
        return None
    return rng.choice(known) + b" " * rng.randrange(LONGEST_MESSAGE + 10)


def _twisted(rng: Random, example: bytes, times: int) -> bytes:
    """A message that is well written, and says something else in so many places."""
    message = msgspec.json.decode(example)
    if "id" in message and rng.random() < 0.9:
        message["id"] = f"{rng.getrandbits(24):x}"
    for _ in range(times):
        _twist(rng, message)
    return msgspec.json.encode(message)


def _twist(rng: Random, message: Any) -> None:
    """Change one thing in it, at any depth."""
    if isinstance(message, dict):
        keys = list(message)
        key: Any = rng.choice(keys) if keys else "more"
    elif isinstance(message, list) and message:
        key = rng.randrange(len(message))
    else:
        return
    inner = message.get(key) if isinstance(message, dict) else message[key]
    if isinstance(inner, dict | list) and inner and rng.random() < 0.8:
        _twist(rng, inner)
        return
    word = _word(rng)
    if word is LEFT_OUT:
        if key != "more":
            del message[key]
    elif isinstance(message, list) and rng.random() < 0.3:
        message.insert(key, word)
    elif isinstance(message, dict) and rng.random() < 0.1:
        message[rng.choice((*CODES, "more", "type", "id", "seat", "preset"))] = word
    else:
        message[key] = word


def _word(rng: Random) -> Any:
    chance = rng.random()
    if chance < 0.25:
        return rng.choice(CODES)
    if chance < 0.4:
        return rng.randrange(-1, 6)
    if chance < 0.45:
        return LEFT_OUT
    if chance < 0.5:
        return rng.choice(tuple(PRESETS))
    return rng.choice(WORDS)
