"""The protocol GZH1 a second time, from docs/fair-deals.md alone, on nothing but hashes.

Nothing of gongzhu is imported here; evidence is what JSON makes of it.
"""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]


def text(characters: str) -> bytes:
    return bytes([len(characters)]) + characters.encode("ascii")


def u32(number: int) -> bytes:
    return bytes([number >> 24 & 255, number >> 16 & 255, number >> 8 & 255, number & 255])


def canonical(value: Any) -> str:
    """JSON by RFC 8785, as far as rules need it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, dict):
        return "{" + ",".join(f'"{key}":{canonical(value[key])}' for key in sorted(value)) + "}"
    return "[" + ",".join(canonical(item) for item in value) + "]"


def chain(last: str, length: int) -> list[str]:
    """The anchor and the secrets after it."""
    found = [bytes.fromhex(last)]
    while len(found) <= length:
        found.insert(0, hashlib.sha256(text("GZH1 chain") + found[0]).digest())
    return [secret.hex() for secret in found]


def rules_hash(rules: Json) -> bytes:
    return hashlib.sha256(text("GZH1 rules") + canonical(rules).encode("ascii")).digest()


def commit_message(evidence: Json, seat: int, number: str) -> bytes:
    return (
        text("GZH1 commit")
        + text(evidence["table"])
        + bytes.fromhex(evidence["chain"]["anchor"])
        + u32(evidence["deal"])
        + bytes([seat])
        + rules_hash(evidence["rules"])
        + bytes.fromhex(number)
    )


def seed_message(evidence: Json) -> bytes:
    seats = b""
    for given in evidence["contributions"]:
        seats += b"\x01" + bytes.fromhex(given["reveal"]) if "reveal" in given else b"\x00"
    return (
        text("GZH1 deal")
        + text(evidence["table"])
        + u32(evidence["deal"])
        + rules_hash(evidence["rules"])
        + bytes([len(evidence["contributions"])])
        + seats
    )


def sha256(message: bytes) -> str:
    return hashlib.sha256(message).hexdigest()


def seed(evidence: Json) -> str:
    secret = bytes.fromhex(evidence["secret"])
    return hmac.new(secret, seed_message(evidence), hashlib.sha256).hexdigest()


def shuffle_block(dealer_seed: str, counter: int) -> bytes:
    message = b"GZH1 shuffle" + u32(counter)
    return hmac.new(dealer_seed.encode("ascii"), message, hashlib.sha256).digest()


def numbers(dealer_seed: str) -> Iterator[int]:
    counter = 0
    while True:
        block = shuffle_block(dealer_seed, counter)
        for high, low in zip(block[0::2], block[1::2], strict=True):
            yield 256 * high + low
        counter += 1


def hands(rules: Json, dealer_seed: str) -> list[list[str]]:
    whole = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    pack = [card for card in whole if card not in rules["removed"]]
    cards, stream = list(pack), numbers(dealer_seed)
    for place in range(len(cards), 1, -1):
        number = next(stream)
        while number >= 65536 - 65536 % place:
            number = next(stream)
        other = number % place + 1
        cards[place - 1], cards[other - 1] = cards[other - 1], cards[place - 1]
    each = len(cards) // rules["players"]
    return [
        sorted(cards[seat * each : (seat + 1) * each], key=pack.index)
        for seat in range(rules["players"])
    ]


def code(evidence: Json) -> str:
    """What two players compare: the first 60 bits of a hash over all of it."""
    bits = int(sha256(canonical(evidence).encode())[:15], 16)
    letters = ["0123456789ABCDEFGHJKMNPQRSTVWXYZ"[bits >> 55 - 5 * at & 31] for at in range(12)]
    return "-".join("".join(letters[at : at + 4]) for at in (0, 4, 8))
